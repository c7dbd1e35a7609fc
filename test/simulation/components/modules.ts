import type { ModuleProbe } from '../../../workers/modules/module-probe.ts'

/** API servers of modules that always respond: connections to them are tested with real ones. */
export const simulatedModules: ModuleProbe = {
  check: async () => ({ latency: 1, description: { version: '1', kinds: [] } }),
}

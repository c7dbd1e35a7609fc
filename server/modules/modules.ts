import type { Pool } from 'pg'
import type { AddressRules } from '../../schema/clusters/addresses.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { Encryption } from '../store/encryption.ts'
import { recordModuleWrite, type ModuleWrite } from './audit.ts'
import { createCallerTokens, type CallerTokens } from './identity.ts'
import { findRoute, type ModuleRoute } from './routes.ts'
import { createUpstreams, type ModuleUpstreams } from './upstreams.ts'

/** What the server needs to pass requests to modules. */
export interface Modules {
  /** {@link findRoute} */
  route(path: string): Promise<ModuleRoute | undefined>
  /** {@link recordModuleWrite} */
  record(write: ModuleWrite): Promise<void>
  tokens: CallerTokens
  upstreams: ModuleUpstreams
  /** Counts a response, or a failure with status 0 if the client left before there was one. */
  observe(outcome: { module: string; method: string; status: number; seconds: number }): void
}

export interface ModulesOptions {
  sql: Pool
  encryption: Encryption
  rules: AddressRules
  metrics: Metrics
  /** Called after an entry of the change log. */
  onChange: () => void
}

export async function createModules(options: ModulesOptions): Promise<Modules> {
  const { sql, encryption, rules, metrics, onChange } = options
  const seconds = metrics.histogram(
    'qleet_module_request_seconds',
    'Time until a module began to respond, by module, method and status',
    ['module', 'method', 'status'],
  )
  const state = metrics.gauge('qleet_module_responds', 'Whether a module responds to this server: 1 or 0', [
    'module',
  ])
  const onState = (module: string, responds: boolean | undefined): void => {
    if (responds === undefined) state.remove({ module })
    else state.set({ module }, responds ? 1 : 0)
  }
  return {
    route: (path) => findRoute(sql, path),
    record: async (write) => {
      await recordModuleWrite(sql, write)
      onChange()
    },
    tokens: await createCallerTokens(encryption.signingSeeds),
    upstreams: createUpstreams({ rules, onState }),
    observe: ({ module, method, status, seconds: time }) =>
      seconds.observe({ module, method, status: String(status) }, time),
  }
}

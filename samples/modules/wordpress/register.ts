import type { Client } from '../../../client-sdk/index.ts'
import { sitesPath } from './kinds.ts'

/** The name of the module at the control plane. */
export const moduleName = 'wordpress'

/** Registers the module at the control plane. Changes nothing if it is registered as it is. */
export async function register(client: Client, endpoint: string): Promise<void> {
  await client.apply([
    { kind: 'ModuleApi', name: moduleName, spec: { endpoint } },
    {
      kind: 'ModuleApiRoute',
      name: sitesPath.slice(1).replaceAll('/', '.'),
      spec: { moduleApi: moduleName, path: sitesPath },
    },
  ])
}

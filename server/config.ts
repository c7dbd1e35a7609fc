import { readSettings } from '../process/settings/read.ts'
import { serverSettings } from '../process/settings/server.ts'
import type { ValuesOf } from '../process/settings/setting.ts'

/** Settings of a server, all from the environment. */
export type ServerConfig = ValuesOf<typeof serverSettings>

/** Throws INVALID_INPUT where variables are wrong, with a line for each. */
export function readServerConfig(environment: NodeJS.ProcessEnv): ServerConfig {
  return readSettings(serverSettings, environment)
}

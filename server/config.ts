import { readSettings } from '../process/settings/read.ts'
import { serverSettings } from '../process/settings/server.ts'
import type { ValuesOf } from '../process/settings/setting.ts'

/** Settings of a server, all read from environment variables. */
export type ServerConfig = ValuesOf<typeof serverSettings>

/** Reads the settings. Throws INVALID_INPUT when variables are invalid, with one line for each. */
export function readServerConfig(environment: NodeJS.ProcessEnv): ServerConfig {
  return readSettings(serverSettings, environment)
}

import { homedir } from 'node:os'
import { join } from 'node:path'

/** What was downloaded once for all projects of this user. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env['QLEET_CACHE_DIR'] ?? join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'qleet')
}

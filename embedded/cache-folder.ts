import { access, constants, mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Returns the folder for downloads that all projects of this user share: QLEET_CACHE_DIR, or `~/.cache/qleet`. If the user
 * has no writable home, as in many containers, it is in the data folder.
 */
export async function cacheFolder(dataDir: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const named = env['QLEET_CACHE_DIR']
  if (named !== undefined && named !== '') return named
  const shared = join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'qleet')
  try {
    await mkdir(shared, { recursive: true, mode: 0o700 })
    await access(shared, constants.W_OK)
    return shared
  } catch {
    return join(dataDir, 'cache')
  }
}

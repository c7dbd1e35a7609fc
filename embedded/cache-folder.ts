import { access, constants, mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * What was downloaded once for all projects of this user: `~/.cache/qleet`, or what QLEET_CACHE_DIR says. Where
 * the user has no home to write to, as in many containers, it is part of the data folder.
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

import { execFileSync } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../../', import.meta.url))

/** Checks out the code of a commit into a folder below `folder`, with the installed packages. */
export async function checkOut(ref: string, folder: string): Promise<string> {
  const earlier = join(folder, 'earlier')
  const archive = join(folder, 'earlier.tar')
  await mkdir(earlier)
  execFileSync('git', ['-C', repository, 'archive', '--output', archive, ref])
  execFileSync('tar', ['-xf', archive, '-C', earlier])
  await symlink(join(repository, 'node_modules'), join(earlier, 'node_modules'))
  return earlier
}

import { access, constants, mkdir, rm, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { usageError } from '../cli-error.ts'
import { reasonOfFile } from '../documents/text-file.ts'
import { removeDataFolder } from '../../process/children/data-folder.ts'

/** File systems of the kernel, by the numbers in statfs(2), on which creating a folder fails or never ends. */
const kernelFileSystems: ReadonlyMap<number, string> = new Map([
  [0x9fa0, 'proc'],
  [0x62656572, 'sysfs'],
  [0x1cd1, 'devpts'],
  [0x27e0eb, 'cgroup'],
  [0x63677270, 'cgroup2'],
  [0x64626720, 'debugfs'],
])

/**
 * Creates a data directory, unless it exists, and returns a function that removes it again if this call has created it.
 * Throws for one that can never hold data.
 */
export async function createDataFolder(path: string): Promise<() => Promise<void>> {
  const existing = await nearestExisting(path)
  const name = kernelFileSystems.get((await statfs(existing)).type)
  if (name !== undefined)
    throw unusable(path, `${existing} is a file system of the kernel (${name}), which stores no data`)
  if (!(await stat(existing)).isDirectory()) throw unusable(path, `${existing} is not a folder`)
  await access(existing, constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw unusable(path, `${existing}: ${reasonOfFile(error)}`)
  })
  const created = await mkdir(path, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw unusable(path, reasonOfFile(error))
  })
  return async () => {
    if (created === undefined) return
    await removeDataFolder(path)
    await rm(created, { recursive: true, force: true })
  }
}

function unusable(path: string, reason: string): Error {
  return usageError(`${path} cannot be a data directory: ${reason}. Choose another: --data DIR`)
}

async function nearestExisting(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  )
  return isThere || dirname(path) === path ? path : nearestExisting(dirname(path))
}

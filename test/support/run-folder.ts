import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where most systems keep files in memory. */
const memory = '/dev/shm'

/** The type of file systems in memory, of statfs(2). */
const tmpfs = 0x01021994

/** Several times what a run needs, in bytes. */
const room = 4 * 2 ** 30

/** The start of the name of the folder of a run. */
const prefix = 'qleet-test-'

const day = 24 * 3_600_000

/**
 * Creates the folder for the data of a run, in memory if there is room. Each of its databases consists of some 900 files, and ext4 takes up
 * to 0.3 s of CPU to create as many after others were deleted, since it does not take their inodes again for a while.
 */
export async function createRunFolder(): Promise<string> {
  if (!(await fitsInMemory())) return mkdtemp(join(tmpdir(), prefix))
  await removeAbandoned()
  return mkdtemp(join(memory, prefix))
}

async function fitsInMemory(): Promise<boolean> {
  const found = await statfs(memory).catch(() => undefined)
  return found?.type === tmpfs && found.bavail * found.bsize > room && process.availableMemory() > 2 * room
}

/** Frees the memory that runs hold which were killed more than a day ago. */
async function removeAbandoned(): Promise<void> {
  for (const name of (await readdir(memory)).filter((each) => each.startsWith(prefix))) {
    const folder = join(memory, name)
    const found = await stat(folder).catch(() => undefined)
    const isOld = found !== undefined && Date.now() - found.mtimeMs > day
    // Another user's stay.
    if (isOld) await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  createDataFolder,
  keptSecret,
  lockDataFolder,
  readSmallFile,
  writeSmallFile,
} from '../../../server/embedded/data-folder.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

describe('a data folder', () => {
  test('is made for its owner alone', async () => {
    const folder = await createDataFolder(join(await temporaryFolder(), 'deep/down'))
    expect(await modeOf(folder)).toBe(0o700)
  })

  test('that others could read is closed to them', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'open'), { mode: 0o755 })
    await createDataFolder(join(folder, 'open'))
    expect(await modeOf(join(folder, 'open'))).toBe(0o710)
  })

  test('that cannot be made is named in the error', async () => {
    const file = join(await temporaryFolder(), 'file')
    await writeFile(file, '')
    await expect(createDataFolder(join(file, 'folder'))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining(join(file, 'folder')),
    })
  })
})

describe('a small file', () => {
  test('is readable by its owner alone and leaves nothing beside it', async () => {
    const folder = await temporaryFolder()
    await writeSmallFile(join(folder, 'note'), 'text')
    expect(await modeOf(join(folder, 'note'))).toBe(0o600)
    expect(await readSmallFile(join(folder, 'note'))).toBe('text')
    expect(await readdir(folder)).toEqual(['note'])
  })

  test('that is missing reads as undefined', async () => {
    expect(await readSmallFile(join(await temporaryFolder(), 'none'))).toBeUndefined()
  })

  test('replaces a link instead of following it', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'victim'), 'untouched')
    await symlink(join(folder, 'victim'), join(folder, 'note'))
    await writeSmallFile(join(folder, 'note'), 'text')
    expect(await readFile(join(folder, 'victim'), 'utf8')).toBe('untouched')
  })

  test('keeps a secret once it is made', async () => {
    const file = join(await temporaryFolder(), 'secret')
    const secret = await keptSecret(file)
    expect(secret).toMatch(/^[\w-]{32}$/)
    expect(await keptSecret(file)).toBe(secret)
  })
})

describe('the lock of a data folder', () => {
  test('refuses a second holder, naming folder and pid, until it is released', async () => {
    const folder = await temporaryFolder()
    const lock = await lockDataFolder(folder)
    await expect(lockDataFolder(folder)).rejects.toMatchObject({
      code: 'BLOCKED',
      message: `The data folder '${folder}' is in use by process ${process.pid}: stop it, or choose another folder`,
    })
    await lock.release()
    await (await lockDataFolder(folder)).release()
    expect(await readdir(folder)).toEqual([])
  })

  test('goes to exactly one of many that want it at the same time', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'control-plane.pid'), '999999999\n1\n')
    const attempts = Array.from({ length: 20 }, async () => lockDataFolder(folder))
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('falls free when its holder is killed', async () => {
    const folder = await temporaryFolder()
    const holder = await lockInAnotherProcess(folder)
    await expect(lockDataFolder(folder)).rejects.toMatchObject({ code: 'BLOCKED' })
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    await (await lockDataFolder(folder)).release()
  })

  test('is not held by a stranger who was given the pid of its holder', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'control-plane.pid'), `${process.pid}\nlong ago\n`)
    await expect(lockDataFolder(folder)).resolves.toBeDefined()
  })
})

async function lockInAnotherProcess(folder: string) {
  const module = join(import.meta.dirname, '../../../server/embedded/data-folder.ts')
  const script = `
    const { lockDataFolder } = await import(${JSON.stringify(module)})
    await lockDataFolder(${JSON.stringify(folder)})
    console.log('locked')
    setInterval(() => {}, 1000)`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void holder.kill('SIGKILL'))
  await once(holder.stdout, 'data')
  return holder
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777
}

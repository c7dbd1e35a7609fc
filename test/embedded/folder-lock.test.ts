import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { lockDataFolder } from '../../embedded/folder-lock.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

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
  })

  test('is acquired by exactly one of many concurrent processes', async () => {
    const folder = await temporaryFolder()
    const attempts = Array.from({ length: 20 }, async () => lockDataFolder(folder))
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is released when its holder is killed', async () => {
    const folder = await temporaryFolder()
    const holder = await lockInAnotherProcess(folder)
    await expect(lockDataFolder(folder)).rejects.toMatchObject({ code: 'BLOCKED' })
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    await (await lockDataFolder(folder)).release()
  })

  test('is not held by an unrelated process with the pid of its holder', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'control-plane.pid'), `${process.pid}\n`)
    await expect(lockDataFolder(folder)).resolves.toBeDefined()
  })
})

async function lockInAnotherProcess(folder: string) {
  const module = join(import.meta.dirname, '../../embedded/folder-lock.ts')
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

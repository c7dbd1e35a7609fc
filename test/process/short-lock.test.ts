import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { withShortLock } from '../../process/short-lock.mjs'
import { temporaryFolder } from '../support/temporary-folder.ts'

const module = JSON.stringify(join(import.meta.dirname, '../../process/short-lock.mjs'))
const nodeOf = (script: string): string[] => ['--input-type=module', '-e', script]

/**
 * Returns a script that reads a number from a file, waits a moment and writes the next, under the lock of the folder.
 */
const increment = (folder: string): string => `
  const { readFileSync, writeFileSync } = await import('node:fs')
  const { withShortLock } = await import(${module})
  const { setTimeout: pause } = await import('node:timers/promises')
  const file = ${JSON.stringify(join(folder, 'value'))}
  for (let round = 0; round < 5; round++)
    await withShortLock(${JSON.stringify(join(folder, 'lock'))}, async () => {
      const value = Number(readFileSync(file, 'utf8'))
      await pause(2)
      writeFileSync(file, String(value + 1))
    }, { every: 5 })`

describe('the lock for short work', { timeout: 60_000 }, () => {
  it('has one holder at a time: no increment of many processes is lost when one is killed while it holds the lock', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'value'), '0')
    const holding = `
      const { withShortLock } = await import(${module})
      await withShortLock(${JSON.stringify(join(folder, 'lock'))}, async () => {
        console.log('held')
        await new Promise((resolve) => setTimeout(resolve, 60_000))
      })`
    const victim = spawn(process.execPath, nodeOf(holding), { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void victim.kill('SIGKILL'))
    await once(victim.stdout, 'data')
    const others = Array.from({ length: 8 }, () =>
      promisify(execFile)(process.execPath, nodeOf(increment(folder))),
    )
    // Some of them are waiting by then.
    await Promise.race([Promise.all(others), new Promise((resolve) => setTimeout(resolve, 500))])
    expect(await readFile(join(folder, 'value'), 'utf8')).toBe('0')
    victim.kill('SIGKILL')
    await Promise.all(others)
    expect(await readFile(join(folder, 'value'), 'utf8')).toBe('40')
    expect(existsSync(join(folder, 'lock'))).toBe(false)
  })

  it('has one holder at a time within a process too, and returns or throws the result of the work', async () => {
    const folder = join(await temporaryFolder(), 'lock')
    let value = 0
    const waited: number[] = []
    const results = await Promise.all(
      [0, 1, 2, 3].map((index) =>
        withShortLock(
          folder,
          async () => {
            const before = value
            await Promise.resolve()
            return (value = before + 1)
          },
          { every: 1, onWait: () => void waited.push(index) },
        ),
      ),
    )
    expect(new Set(results)).toEqual(new Set([1, 2, 3, 4]))
    expect(new Set(waited).size).toBe(waited.length)
    await expect(withShortLock(folder, () => Promise.reject(new Error('own')))).rejects.toThrow('own')
    expect(existsSync(folder)).toBe(false)
  })

  it('is not held by dead or unresponsive processes', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, '1-dead'), `999999999 ${hostname()}`)
    await writeFile(join(folder, '2-silent'), '1 another-host')
    await utimes(join(folder, '2-silent'), 0, 0)
    expect(await withShortLock(folder, () => 'mine')).toBe('mine')
  })
})

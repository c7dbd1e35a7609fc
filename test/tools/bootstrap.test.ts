import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'

const run = promisify(execFile)
const bootstrap = join(import.meta.dirname, '../../tools/bootstrap')

describe('a build step', () => {
  test('runs if an input or its definition has changed, and only then', async () => {
    const repository = await temporaryFolder()
    await mkdir(join(repository, 'source/deep'), { recursive: true })
    await writeFile(join(repository, 'source/deep/file.ts'), 'one')
    await writeFile(join(repository, 'package-lock.json'), '{}')
    const log = `require('fs').appendFileSync('built', 'x')`
    expect(await timesBuilt(repository, log)).toBe(1)
    expect(await timesBuilt(repository, log)).toBe(1)
    await writeFile(join(repository, 'source/deep/file.ts'), 'two')
    expect(await timesBuilt(repository, log)).toBe(2)
    expect(await timesBuilt(repository, `${log};`)).toBe(3)
  })

  test('is looked at again once an input is newer or gone, or it is missing itself', async () => {
    const repository = await temporaryFolder()
    const file = join(repository, 'source/deep/file.ts')
    await mkdir(join(repository, 'source/deep'), { recursive: true })
    await writeFile(file, 'one')
    await writeFile(join(repository, 'package-lock.json'), '{}')
    const log = `require('fs').appendFileSync('built', 'x')`
    expect(await mayBeOutdated(repository)).toBe(true)
    await timesBuilt(repository, log)
    expect(await mayBeOutdated(repository)).toBe(false)
    await writeFile(file, 'one')
    expect(await mayBeOutdated(repository)).toBe(true)
    expect(await timesBuilt(repository, log)).toBe(1)
    expect(await mayBeOutdated(repository)).toBe(false)
    await rm(join(repository, 'built'))
    expect(await mayBeOutdated(repository)).toBe(true)
    await timesBuilt(repository, log)
    expect(await mayBeOutdated(repository)).toBe(false)
    await rm(file)
    expect(await mayBeOutdated(repository)).toBe(true)
  })

  test('that fails reports its output, and runs again', async () => {
    const repository = await temporaryFolder()
    await mkdir(join(repository, 'source'))
    await writeFile(join(repository, 'package-lock.json'), '{}')
    const failing = `console.error('no such luck'); process.exit(3)`
    await expect(timesBuilt(repository, failing)).rejects.toMatchObject({
      stderr: expect.stringMatching(/Building it failed \(exit code 3\).*no such luck/s),
    })
    await expect(timesBuilt(repository, failing)).rejects.toThrow(/Building it failed/)
  })
})

describe('on a system with musl', () => {
  test('npm omits the programs that need glibc', async () => {
    const repository = join(import.meta.dirname, '../..')
    const { packages } = JSON.parse(await readFile(join(repository, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { libc?: string[]; optionalDependencies?: Record<string, string> }>
    }
    const names = Object.keys(packages['']?.optionalDependencies ?? {}).filter((name) => /linux-/.test(name))
    expect(names).toHaveLength(4)
    for (const name of names) expect(packages[`node_modules/${name}`]).toMatchObject({ libc: ['glibc'] })
  })

  test('a message explains where to get Node', async () => {
    const script = `
      const { noNode } = await import(${JSON.stringify(join(bootstrap, '../bootstrap.mjs'))})
      process.stdout.write(noNode('musl'))`
    expect(await runModule(script)).toMatch(
      /^QleetOS requires Node 24 or newer, got v\S+, and the Node of npm requires glibc: run 'apk add nodejs-current', or use an image such as node:24-alpine$/,
    )
  })
})

/** Runs the step in a separate process, as a start does, and returns how often it has built so far. */
async function timesBuilt(repository: string, program: string): Promise<number> {
  await runModule(`
    const { build } = await import(${JSON.stringify(join(bootstrap, 'build.mjs'))})
    await build(${JSON.stringify(stepOf(program))}, { repository: ${JSON.stringify(repository)}, node: process.execPath })`)
  return (await readFile(join(repository, 'built'), 'utf8')).length
}

async function mayBeOutdated(repository: string): Promise<boolean> {
  const output = await runModule(`
    const { mayBeOutdated } = await import(${JSON.stringify(join(bootstrap, 'build.mjs'))})
    process.stdout.write(String(mayBeOutdated(${JSON.stringify(stepOf(''))}, ${JSON.stringify(repository)})))`)
  return output === 'true'
}

function stepOf(program: string) {
  return { name: 'it', inputs: ['source'], outputs: ['built'], args: ['-e', program] }
}

async function runModule(script: string): Promise<string> {
  return (await run(process.execPath, ['--input-type=module', '-e', script])).stdout
}

import { lstat, mkdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repository, runProgram } from '../support/run-program.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const install = join(repository, 'tools/bootstrap/install.mjs')
const entry = { version: '1.0.0', integrity: 'sha512-one' }
const elsewhere = { ...entry, os: ['no-such-system'], cpu: ['no-such-processor'], optional: true }
const here = { ...entry, os: [process.platform], cpu: [process.arch], optional: true }
const project = { optionalDependencies: { 'node-here': '1.0.0', 'node-elsewhere': '1.0.0' } }
const locked = {
  'node_modules/one': entry,
  'node_modules/node-here': here,
  'node_modules/node-elsewhere': elsewhere,
}

type Packages = Record<string, object>

/** Creates a checkout whose lock file and installed packages are as given. */
async function checkout(installed: Packages | undefined, packages: Packages = locked): Promise<string> {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true })
  await writeFile(
    join(folder, 'package-lock.json'),
    JSON.stringify({ packages: { '': project, ...packages } }),
  )
  await writeFile(join(folder, 'package.json'), JSON.stringify(project))
  if (installed !== undefined)
    await writeFile(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }))
  return folder
}

/** Returns the result of a function of the module, in a separate process as at a start. */
async function call(name: 'isInstalled' | 'linkPrograms', folder: string): Promise<unknown> {
  const script = `
    const { ${name} } = await import(${JSON.stringify(install)})
    process.stdout.write(JSON.stringify(${name}(${JSON.stringify(folder)}) ?? null))`
  const { exit, stdout, stderr } = await runProgram([process.execPath, '--input-type=module', '-e', script], {
    home: folder,
  })
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
  return JSON.parse(stdout)
}

describe('an installation', () => {
  const { 'node_modules/node-elsewhere': _, ...forHere } = locked
  it.each<[string, boolean, Packages | undefined]>([
    ['has everything for this platform', true, forHere],
    ['has more than is needed', true, { ...locked, 'node_modules/more': entry }],
    ['was interrupted', false, undefined],
    ['lacks a package', false, { 'node_modules/node-here': here }],
    ['lacks the programs for this platform', false, { 'node_modules/one': entry }],
    ['has another version', false, { ...forHere, 'node_modules/one': { ...entry, version: '2.0.0' } }],
    ['has other bytes', false, { ...forHere, 'node_modules/one': { ...entry, integrity: 'sha512-two' } }],
  ])('that %s is up to date: %s', async (_, expected, installed) => {
    expect(await call('isInstalled', await checkout(installed))).toBe(expected)
  })

  it('is out of date once the lock file has changed', async () => {
    const folder = await checkout(forHere)
    expect(await call('isInstalled', folder)).toBe(true)
    // It was verified once: from now on its stamp counts.
    await rm(join(folder, 'node_modules/.package-lock.json'))
    expect(await call('isInstalled', folder)).toBe(true)
    const packages = { '': project, ...locked, 'node_modules/one': { ...entry, version: '2.0.0' } }
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
    expect(await call('isInstalled', folder)).toBe(false)
  })
})

describe('programs', () => {
  it('are linked, in place of existing files, with Node if it is installed', async () => {
    const folder = await checkout({})
    const [qleetctl, node] = ['qleetctl', 'node'].map((name) => join(folder, 'node_modules/.bin', name))
    await writeFile(qleetctl ?? '', 'a file of before')
    await call('linkPrograms', folder)
    expect(await readlink(qleetctl ?? '')).toBe('../../bin/qleetctl')
    await expect(lstat(node ?? '')).rejects.toMatchObject({ code: 'ENOENT' })

    await mkdir(join(folder, 'node_modules/node-here/bin'), { recursive: true })
    await writeFile(join(folder, 'node_modules/node-here/bin/node'), '#!/bin/sh\n', { mode: 0o644 })
    await call('linkPrograms', folder)
    expect(await readlink(node ?? '')).toBe('../node-here/bin/node')
    // npm leaves it without permission to execute.
    expect((await lstat(join(folder, 'node_modules/node-here/bin/node'))).mode & 0o111).toBe(0o111)
  })

  it('do not replace a Node that works', async () => {
    const folder = await checkout({})
    const node = join(folder, 'node_modules/.bin/node')
    await symlink(process.execPath, node)
    await call('linkPrograms', folder)
    expect(await readlink(node)).toBe(process.execPath)
  })
})

describe('the lock file', () => {
  const native = (more: object) => ({
    'node_modules/native': { version: '1.0.0', dev: true, ...more },
    'node_modules/native-linux-x64': { version: '1.0.0', integrity: 'sha512-x', optional: true },
  })

  async function complete(packages: Packages) {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'tools'))
    const [lockFile, program] = [join(folder, 'package-lock.json'), join(folder, 'tools/complete-lock.mjs')]
    await writeFile(lockFile, JSON.stringify({ packages: { '': {}, ...packages } }))
    await writeFile(program, await readFile(join(repository, 'tools/complete-lock.mjs')))
    const { exit, stdout, stderr } = await runProgram([process.execPath, program], { home: folder })
    const { packages: completed } = JSON.parse(await readFile(lockFile, 'utf8')) as { packages: Packages }
    return { exit, stdout, stderr, packages: completed }
  }

  it('contains the builds of native packages for other platforms that npm omits', async () => {
    const builds = {
      'native-linux-x64': '1.0.0',
      'native-darwin-arm64': '1.2.3',
      'native-linux-x64-musl': '1.0.0',
    }
    const before = native({ optionalDependencies: builds })
    const { exit, stdout, packages } = await complete(before)
    expect({ exit, stdout }).toEqual({
      exit: 0,
      stdout: 'added native-darwin-arm64@1.2.3\nadded native-linux-x64-musl@1.0.0\n',
    })
    const added = { dev: true, optional: true }
    expect(packages).toEqual({
      '': {},
      ...before,
      'node_modules/native-darwin-arm64': { version: '1.2.3', os: ['darwin'], cpu: ['arm64'], ...added },
      'node_modules/native-linux-x64-musl': {
        version: '1.0.0',
        os: ['linux'],
        cpu: ['x64'],
        libc: ['musl'],
        ...added,
      },
    })
    expect((await complete(packages)).stdout).toBe('')
  })

  it.each([
    ['has a name without a platform', { 'native-something': '1.0.0' }],
    ['is required by a range', { 'native-darwin-arm64': '^1.0.0' }],
  ])('is not extended if a package %s', async (_, optionalDependencies) => {
    const before = native({ optionalDependencies })
    const { exit, stderr, packages } = await complete(before)
    expect(exit).not.toBe(0)
    expect(stderr).toMatch(
      /node_modules\/native depends on native-\S+, which is not in the lock file and whose platform cannot be derived from its name/,
    )
    expect(packages).toEqual({ '': {}, ...before })
  })
})

import { mkdir, readFile, stat, symlink, readlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { runCli, type CliRun } from '../support/run-cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const two = `QleetOSInstances:
  - {Name: shop, APIServer: "http://127.0.0.1:1", Token: secret-of-shop, Colour: blue}
  - {Name: local, APIServer: "http://127.0.0.1:2", DataDir: /data}
CurrentInstance: local
Theme: dark
`

async function settings(text?: string) {
  const home = await temporaryFolder()
  const path = join(home, '.config/qleet/config.yaml')
  await mkdir(dirname(path), { recursive: true })
  if (text !== undefined) await writeFile(path, text)
  const config = (...argv: string[]): Promise<CliRun> => runCli(['config', ...argv], { env: { HOME: home } })
  return { path, config }
}

describe('config get-contexts', () => {
  it('marks the current control plane', async () => {
    const { config } = await settings(two)
    const { stdout, ...rest } = await config('get-contexts')
    expect(rest).toEqual({ exit: 0, stderr: '' })
    expect(stdout.split('\n').map((line) => line.split(/\s+/))).toEqual([
      ['CURRENT', 'NAME', 'SERVER', 'DATA'],
      ['', 'shop', 'http://127.0.0.1:1'],
      ['*', 'local', 'http://127.0.0.1:2', '/data'],
      [''],
    ])
  })

  it.each(['json', 'yaml', 'table', 'wide', 'name', 'jsonpath={.items}'])(
    'prints no token with -o %s',
    async (format) => {
      const { config } = await settings(two)
      const { exit, stdout } = await config('get-contexts', '-o', format)
      expect(exit).toBe(0)
      expect(stdout).toContain('shop')
      expect(stdout).not.toContain('secret-of-shop')
    },
  )

  it('says how to get a control plane where there is none', async () => {
    const { config } = await settings()
    expect(await config('get-contexts')).toMatchObject({
      exit: 0,
      stdout: '',
      stderr: expect.stringContaining('qleetctl up'),
    })
  })

  it.each([
    ['a: b: c', ':1:'],
    ['QleetOSInstances: {}', 'QleetOSInstances'],
    ['QleetOSInstances: [{Name: shop}]', 'APIServer'],
  ])('names the file and the place where it is wrong: %s', async (text, place) => {
    const { path, config } = await settings(text)
    const { exit, stderr } = await config('get-contexts')
    expect(exit).toBe(2)
    expect(stderr).toContain(path)
    expect(stderr).toContain(place)
  })
})

describe('config use-context', () => {
  it('changes the current control plane and nothing else, whatever else the file holds', async () => {
    const { path, config } = await settings(two)
    expect(await config('use-context', 'shop')).toMatchObject({ exit: 0, stderr: '' })
    expect(parse(await readFile(path, 'utf8'))).toEqual({ ...parse(two), CurrentInstance: 'shop' })
    expect(await config('current-context')).toEqual({ exit: 0, stdout: 'shop\n', stderr: '' })
  })

  it('refuses one that the file does not know, and leaves the file as it was', async () => {
    const { path, config } = await settings(two)
    const { exit, stderr } = await config('use-context', 'shpo')
    expect({ exit, stderr }).toEqual({ exit: expect.any(Number), stderr: expect.stringContaining('shop') })
    expect(exit).not.toBe(0)
    expect(await readFile(path, 'utf8')).toBe(two)
  })

  it('keeps the file private, and a link to it a link', async () => {
    const { path, config } = await settings()
    const target = join(dirname(path), 'dotfiles.yaml')
    await writeFile(target, two, { mode: 0o644 })
    await symlink('dotfiles.yaml', path)
    expect(await config('use-context', 'shop')).toMatchObject({ exit: 0 })
    expect(await readlink(path)).toBe('dotfiles.yaml')
    expect((await stat(target)).mode & 0o777).toBe(0o600)
  })

  it('loses no change of several at once', async () => {
    const { path, config } = await settings(two)
    const names = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 'shop' : 'local'))
    const runs = await Promise.all(names.map((name) => config('use-context', name)))
    expect(runs.filter(({ exit }) => exit !== 0)).toEqual([])
    expect(parse(await readFile(path, 'utf8'))).toMatchObject({ Theme: 'dark', QleetOSInstances: [{}, {}] })
  })
})

describe('config current-context', () => {
  it('fails where none is the current one, with what to do', async () => {
    const { config } = await settings(two.replace('CurrentInstance: local\n', ''))
    expect(await config('current-context')).toMatchObject({
      exit: 4,
      stdout: '',
      stderr: expect.stringContaining('qleetctl config use-context'),
    })
  })
})

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

  it('explains how to get a control plane if there is none', async () => {
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
  ])('reports the file and the position of its error: %s', async (text, place) => {
    const { path, config } = await settings(text)
    const { exit, stderr } = await config('get-contexts')
    expect(exit).toBe(2)
    expect(stderr).toContain(path)
    expect(stderr).toContain(place)
  })
})

describe('config use-context', () => {
  it('changes only the current control plane, whatever else the file contains', async () => {
    const { path, config } = await settings(two)
    expect(await config('use-context', 'shop')).toMatchObject({ exit: 0, stderr: '' })
    expect(parse(await readFile(path, 'utf8'))).toEqual({ ...parse(two), CurrentInstance: 'shop' })
    expect(await config('current-context')).toEqual({ exit: 0, stdout: 'shop\n', stderr: '' })
  })

  it('refuses an unknown one, and leaves the file unchanged', async () => {
    const { path, config } = await settings(two)
    const { exit, stderr } = await config('use-context', 'shpo')
    expect({ exit, stderr }).toEqual({ exit: expect.any(Number), stderr: expect.stringContaining('shop') })
    expect(exit).not.toBe(0)
    expect(await readFile(path, 'utf8')).toBe(two)
  })

  it('keeps the file private, and a link as a link', async () => {
    const { path, config } = await settings()
    const target = join(dirname(path), 'dotfiles.yaml')
    await writeFile(target, two, { mode: 0o644 })
    await symlink('dotfiles.yaml', path)
    expect(await config('use-context', 'shop')).toMatchObject({ exit: 0 })
    expect(await readlink(path)).toBe('dotfiles.yaml')
    expect((await stat(target)).mode & 0o777).toBe(0o600)
  })

  it('loses none of several concurrent changes', async () => {
    const { path, config } = await settings(two)
    const names = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 'shop' : 'local'))
    const runs = await Promise.all(names.map((name) => config('use-context', name)))
    expect(runs.filter(({ exit }) => exit !== 0)).toEqual([])
    expect(parse(await readFile(path, 'utf8'))).toMatchObject({ Theme: 'dark', QleetOSInstances: [{}, {}] })
  })
})

describe('config current-context', () => {
  it('fails with a remedy if there is none', async () => {
    const { config } = await settings(two.replace('CurrentInstance: local\n', ''))
    expect(await config('current-context')).toMatchObject({
      exit: 4,
      stdout: '',
      stderr: expect.stringContaining('qleetctl config use-context'),
    })
  })
})

describe('config rename-context', () => {
  it('renames an entry, including the current one', async () => {
    const { path, config } = await settings(two)
    expect(await config('rename-context', 'local', 'laptop')).toMatchObject({
      exit: 0,
      stdout: 'Control plane "local" renamed to "laptop".\n',
    })
    expect(parse(await readFile(path, 'utf8'))).toMatchObject({
      QleetOSInstances: [{ Name: 'shop' }, { Name: 'laptop', DataDir: '/data' }],
      CurrentInstance: 'laptop',
    })
    expect(await config('rename-context', 'laptop', 'shop')).toMatchObject({ exit: 5 })
    expect(await config('rename-context', 'lapto', 'x')).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('Did you mean "laptop"?'),
    })
  })
})

describe('config delete-context', () => {
  it('removes an entry, and makes the only remaining one current', async () => {
    const { path, config } = await settings(two)
    const { exit, stderr } = await config('delete-context', 'local')
    expect({ exit, stderr }).toEqual({
      exit: 0,
      stderr: 'Its data stays in /data. Delete it: qleetctl down --data /data --purge\n',
    })
    const known = parse(await readFile(path, 'utf8')) as object
    expect(known).toMatchObject({ QleetOSInstances: [{ Name: 'shop' }] })
    expect(known).not.toHaveProperty('CurrentInstance')
    expect(await config('current-context')).toMatchObject({ exit: 0, stdout: 'shop\n' })
  })
})

describe('the selected control plane', () => {
  it.each([
    [{}, [], 'local'],
    [{ QLEET_CONTEXT: 'shop' }, [], 'shop'],
    [{ QLEET_CONTEXT: 'local' }, ['--context', 'shop'], 'shop'],
    [{ QLEET_SERVER_URL: 'http://127.0.0.1:9' }, ['-i', 'shop'], 'shop'],
  ])('with %j and %j is %s', async (env, options, name) => {
    const { path } = await settings(two)
    const { exit, stderr } = await runCli(['whoami', ...options], { env: { QLEET_CONFIG: path, ...env } })
    const shop = { exit: 6, error: '127.0.0.1:1' }
    const { exit: expectedExit, error } =
      name === 'shop' ? shop : { exit: 3, error: 'has neither Token nor TokenFile' }
    expect({ exit, stderr }).toEqual({ exit: expectedExit, stderr: expect.stringContaining(error) })
  })

  it('is reported as missing with the file that was chosen', async () => {
    expect(
      await runCli(['get', 'workloads'], { env: { QLEET_CONFIG: '/nonexistent/config' } }),
    ).toMatchObject({
      exit: 6,
      stderr: expect.stringContaining('The config file /nonexistent/config of QLEET_CONFIG does not exist.'),
    })
  })

  it('is not read from a binary file', async () => {
    const { config } = await settings('\0\0')
    expect(await config('get-contexts')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('is not a text file'),
    })
  })
})

describe('config set-context', () => {
  it('adds a control plane, changes the given fields of its entry, and keeps all others', async () => {
    const { config, path } = await settings(two)
    const added = await config(
      'set-context',
      'new',
      '--server',
      'qleet.example.com',
      '--token-file',
      '/new.token',
    )
    expect(added).toMatchObject({ exit: 0, stdout: `Control plane "new" added to ${path}.\n` })
    const changed = await config('set-context', 'shop', '--token-file', '/shop.token', '--current')
    expect(changed).toMatchObject({ exit: 0, stdout: `Control plane "shop" changed in ${path}.\n` })
    expect(parse(await readFile(path, 'utf8'))).toEqual({
      QleetOSInstances: [
        { Name: 'shop', APIServer: 'http://127.0.0.1:1', Colour: 'blue', TokenFile: '/shop.token' },
        { Name: 'local', APIServer: 'http://127.0.0.1:2', DataDir: '/data' },
        { Name: 'new', APIServer: 'http://qleet.example.com', TokenFile: '/new.token' },
      ],
      CurrentInstance: 'shop',
      Theme: 'dark',
    })
  })

  it.each([
    ['nothing to set', ['shop'], 'Give the fields to set'],
    ['a new one without an address', ['new', '--token-file', 'x'], 'give its --server URL'],
    ['an address that is none', ['new', '--server', 'ftp://x'], 'is not the URL of a server'],
    ['an empty name', ['', '--server', 'http://x'], 'The name must not be empty'],
    ['one of this machine', ['local', '--server', 'http://x'], 'runs on this machine, in /data'],
  ])('refuses %s, and changes nothing', async (_, argv, message) => {
    const { config, path } = await settings(two)
    const { exit, stderr } = await config('set-context', ...argv)
    expect(exit).not.toBe(0)
    expect(stderr).toContain(message)
    expect(await readFile(path, 'utf8')).toBe(two)
  })
})

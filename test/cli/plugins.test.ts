import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCli } from '../support/run-cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** A PATH with plugins that print their name and arguments, before that of the tests. */
async function pathWith(...names: string[]): Promise<string> {
  const folder = await temporaryFolder()
  for (const name of names) {
    const file = join(folder, `qleetctl-${name}`)
    await writeFile(file, `#!/bin/sh\necho "${name}: $*"\nexit 3\n`)
    await chmod(file, 0o755)
  }
  return `${folder}:/nonexistent:${process.env['PATH'] ?? ''}`
}

it('runs the plugin with the longest name, with the other words as arguments and its exit code', async () => {
  const env = { PATH: await pathWith('hello', 'hello-world') }
  expect(await runCli(['hello', 'you', '-o', 'x'], { env })).toEqual({
    exit: 3,
    stdout: 'hello: you -o x\n',
    stderr: '',
  })
  expect(await runCli(['hello', 'world', '-x'], { env })).toMatchObject({ stdout: 'hello-world: -x\n' })
})

it('never runs a plugin in place of a command', async () => {
  const env = { PATH: await pathWith('version', 'config-view') }
  expect(await runCli(['version', '--client'], { env })).toMatchObject({ exit: 0 })
  expect(await runCli(['config', 'view'], { env })).toMatchObject({ exit: 2 })
})

it('lists plugins in the help and with a command', async () => {
  const env = { PATH: await pathWith('b', 'a') }
  expect((await runCli(['--help'], { env })).stdout).toMatch(/\nPlugins in the PATH:\n {2}a\n {2}b\n$/)
  expect(await runCli(['plugin', 'list', '-o', 'name'], { env })).toMatchObject({ stdout: 'a\nb\n' })
})

it('accepts only programs', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'qleetctl-text'), 'not a program')
  await mkdir(join(folder, 'qleetctl-folder'))
  expect(await runCli(['plugin', 'list'], { env: { PATH: folder } })).toMatchObject({
    exit: 0,
    stdout: '',
    stderr: expect.stringContaining('No plugins found.'),
  })
})

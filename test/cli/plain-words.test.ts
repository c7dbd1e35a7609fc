import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createDataFolder } from '../../cli/control-plane/data-folder.ts'
import { runCli } from '../support/run-cli.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

it.each([
  [['up', '--port', '99999'], 2, "argument '99999' is invalid. It must be an integer from 0 to 65535."],
  [['create', 'qleetos', '-n', 'x', '--port', '70000'], 2, 'It must be an integer from 0 to 65535.'],
  [
    ['up', '--data', '/proc/x'],
    2,
    '/proc/x cannot be a data directory: /proc is a file system of the kernel (proc)',
  ],
  [['up', '--data', '/dev/null/x'], 2, '/dev/null/x cannot be a data directory: /dev/null is not a folder'],
  [
    ['get', 'projects', '--server', 'http://127.0.0.1:1', '--token-file', '/nope'],
    3,
    'Cannot read the token for http://127.0.0.1:1 from /nope: there is no such file or folder',
  ],
])('%j is refused at once, in plain words', async (argv, exit, message) => {
  const run = await runCli(argv, { env: { HOME: await temporaryFolder() } })
  expect(run).toMatchObject({ exit, stdout: '' })
  expect(run.stderr).toContain(message)
  expect(run.stderr).not.toMatch(/ENOENT|ENOTDIR|\.partial/)
})

it('a data directory that a start has created is removed with all that it created, and no other', async () => {
  const folder = await temporaryFolder()
  const remove = await createDataFolder(join(folder, 'a/b'))
  expect(existsSync(join(folder, 'a/b'))).toBe(true)
  await remove()
  expect(existsSync(join(folder, 'a'))).toBe(false)
  expect(existsSync(folder)).toBe(true)
  await (
    await createDataFolder(folder)
  )()
  expect(existsSync(folder)).toBe(true)
})

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildQleetctl, qleetctl, repository, runProgram } from '../support/run-program.ts'

let home: string
beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'qleet-program-')))
  await buildQleetctl(home)
})
afterAll(() => rm(home, { recursive: true, force: true }))

/** The Node of these tests, and that of the machine if it differs. */
const nodes = [process.execPath, '/usr/bin/node', '/usr/local/bin/node'].filter(isUsable)

function isUsable(node: string): boolean {
  if (!existsSync(node)) return false
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' })
  return Number.parseInt(version.slice(1), 10) >= 20
}

describe('bin/qleetctl', () => {
  it.each(nodes)('runs under %s', async (node) => {
    expect(await runProgram([node, qleetctl, 'api-resources', '-o', 'name'], { home })).toEqual({
      exit: 0,
      stdout: expect.stringContaining('workload-instance\n'),
      stderr: '',
    })
  })

  it('runs through a link, from any folder', async () => {
    await symlink(qleetctl, join(home, 'linked'))
    await symlink('linked', join(home, 'linked-twice'))
    expect(await runProgram(['./linked-twice', 'schema', 'workload'], { home, cwd: home })).toMatchObject({
      exit: 0,
      stderr: '',
    })
  })

  it('runs as with npx', async () => {
    const program = join(repository, 'node_modules/.bin/qleetctl')
    expect(await runProgram([program, 'version', '--client'], { home, cwd: home })).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/^qleetctl \d+\.\d+\.\d+\n$/),
    })
  })

  it('ends quietly when its reader has closed the pipe', async () => {
    const lines = `"${qleetctl}" schema | head -1; echo "\${PIPESTATUS[0]}"`
    expect(await runProgram(['bash', '-c', lines], { home })).toEqual({
      exit: 0,
      stdout: '{\n0\n',
      stderr: '',
    })
    const talk = `"${qleetctl}" gett 2>&1 >/dev/null | true; echo "\${PIPESTATUS[0]}"`
    expect(await runProgram(['bash', '-c', talk], { home })).toMatchObject({ stdout: '2\n' })
  })

  it.runIf(existsSync('/dev/full'))('reports that its output cannot be written', async () => {
    expect(await runProgram(['bash', '-c', `"${qleetctl}" schema >/dev/full`], { home })).toEqual({
      exit: 1,
      stdout: '',
      stderr: expect.stringContaining('Error: Cannot write the output: ENOSPC'),
    })
  })
})

describe('completion', () => {
  it.each([
    ['bash', 'bash', ['-n']],
    ['zsh', 'zsh', ['-n']],
    ['fish', 'fish', ['--no-execute']],
  ])('for %s is a valid script', async (shell, program, check) => {
    const { stdout } = await runProgram([qleetctl, 'completion', shell], { home })
    const hasShell = await runProgram([program, '-c', 'exit 0'], { home }).then(
      ({ exit }) => exit === 0,
      () => false,
    )
    if (!hasShell) return
    const script = join(home, `completion.${shell}`)
    await writeFile(script, stdout)
    expect(await runProgram([program, ...check, script], { home })).toEqual({
      exit: 0,
      stdout: '',
      stderr: '',
    })
  })

  it('completes in bash', async () => {
    const commands = `source <("${qleetctl}" completion bash); qleetctl() { "${qleetctl}" "$@"; }
COMP_WORDS=(qleetctl get workload-s); COMP_CWORD=2; _qleetctl; echo "\${COMPREPLY[@]}"`
    expect(await runProgram(['bash', '-c', commands], { home })).toMatchObject({
      stdout: 'workload-service-dependency\n',
    })
  })
})

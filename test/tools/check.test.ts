import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { expect, it } from 'vitest'
import { repository, runProgram, type ProgramRun } from '../support/run-program.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const programs = ['tsc', 'oxlint', 'prettier', 'depcruise', 'knip', 'prisma', 'graphql-codegen']

/** Runs a tool with programs that succeed without output, except for those given as lines of a shell script. */
async function runTool(tool: string, scripts: Readonly<Record<string, string>>): Promise<ProgramRun> {
  const folder = await temporaryFolder()
  const bin = join(folder, 'bin')
  await mkdir(bin)
  for (const program of programs)
    await writeFile(join(bin, program), `#!/bin/sh\n${scripts[program] ?? 'exit 0'}\n`, { mode: 0o755 })
  // Tools start others by the name node, which is a script here.
  const started = `case "$1" in ${tool}) exec '${process.execPath}' "$@" ;; *) ${scripts['node'] ?? 'exit 0'} ;; esac`
  await writeFile(join(bin, 'node'), `#!/bin/sh\n${started}\n`, { mode: 0o755 })
  await cp(join(repository, 'tools'), join(folder, 'tools'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"type": "module"}')
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'))
  const path = [bin, process.env['PATH']].join(delimiter)
  return runProgram(['node', tool], { home: folder, cwd: folder, env: { PATH: path } })
}

it('passes when every check passes', async () => {
  const { exit, stdout } = await runTool('tools/check.ts', {})
  expect(exit).toBe(0)
  expect(stdout.split('\n').filter((line) => line.startsWith('ok '))).toHaveLength(8)
  expect(stdout).toContain('All checks passed.\n')
})

it('runs every check, shows what each failure printed, and fails', async () => {
  const { exit, stdout } = await runTool('tools/check.ts', {
    node: 'echo stale; exit 1',
    oxlint: 'echo lint on stdout; echo lint on stderr >&2; exit 3',
    knip: 'kill -9 $$',
  })
  expect(exit).toBe(1)
  expect(stdout).toContain('FAILED  generated files are up to date\nstale\n')
  expect(stdout).toContain('FAILED  lint\nlint on stdout\nlint on stderr\n')
  expect(stdout).toContain('FAILED  dead code\n')
  expect(stdout.split('\n').filter((line) => line.startsWith('ok '))).toHaveLength(5)
  expect(stdout).toContain('3 checks failed.\n')
})

it('fails if a program is missing', async () => {
  const { exit, stdout } = await runTool('tools/check.ts', { prettier: 'exit 127' })
  expect({ exit, stdout }).toEqual({ exit: 1, stdout: expect.stringContaining('FAILED  format') })
})

it.each(['prisma', 'node', 'graphql-codegen'])(
  'stops generating when %s fails, and fails',
  async (program) => {
    const { exit, stderr } = await runTool('tools/generate.ts', {
      [program]: 'echo no such luck >&2; exit 1',
    })
    expect({ exit, stderr }).toEqual({ exit: 1, stderr: expect.stringContaining('no such luck') })
  },
)

import { tmpdir } from 'node:os'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repository, runProgram, type ProgramRun } from './run-program.ts'

const script = `
  const { readArguments } = await import('${pathToFileURL(join(repository, 'test/support/arguments.ts')).href}')
  const { number, count } = readArguments('Usage: it\\n', {
    options: { minutes: { type: 'string' }, seeds: { type: 'string' }, quiet: { type: 'string' } },
  })
  console.log(number('minutes', 5), count('seeds', 500), count('quiet', 10, 0))
`

function run(...given: string[]): Promise<ProgramRun> {
  return runProgram([process.execPath, '--input-type=module', '--eval', script, '--', ...given], {
    home: tmpdir(),
  })
}

it.each([
  [[], '5 500 10\n'],
  [['--minutes', '0.5', '--seeds', '3', '--quiet', '0'], '0.5 3 0\n'],
  [['--seeds', 'x', '--help'], 'Usage: it\n'],
])('takes %j', async (given, stdout) => {
  expect(await run(...given)).toEqual({ exit: 0, stdout, stderr: '' })
})

it.each([
  [['--minutes', '0'], '--minutes must be a number above 0, not "0"'],
  [['--seeds', '1.5'], '--seeds must be an integer of at least 1, not "1.5"'],
  [['--seeds', ''], '--seeds must be an integer of at least 1, not ""'],
  [['--seed', '1'], "Unknown option '--seed'"],
])('refuses %j with the usage', async (given, message) => {
  const { exit, stdout, stderr } = await run(...given)
  expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
  expect(stderr.startsWith(message)).toBe(true)
  expect(stderr.endsWith('\n\nUsage: it\n')).toBe(true)
})

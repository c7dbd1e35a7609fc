import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

/* Runs all static checks. A failing check does not prevent the others from running. */

const run = promisify(execFile)

interface Check {
  name: string
  command: readonly [string, ...string[]]
}

/** The source folders. Missing ones are skipped. */
const folders = [
  'schema',
  'telemetry',
  'process',
  'prisma',
  'server',
  'embedded',
  'simulator',
  'workers',
  'client-sdk',
  'cli',
  'web',
  'test',
].filter((folder) => existsSync(folder))

// Checks run side by side: with several threads, the compiler takes twice the processor time.
const checks: readonly Check[] = [
  { name: 'generated files are up to date', command: ['node', 'tools/check-generated.ts'] },
  { name: 'types', command: ['tsc', '--singleThreaded', '--noEmit'] },
  {
    name: 'types of qleetctl, which runs on Node 20',
    command: ['tsc', '--singleThreaded', '--noEmit', '-p', 'cli/tsconfig.json'],
  },
  {
    name: 'types of the web pages',
    command: ['tsc', '--singleThreaded', '--noEmit', '-p', 'web/tsconfig.json'],
  },
  { name: 'lint', command: ['oxlint'] },
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  {
    name: 'dependencies between folders',
    command: ['depcruise', '--config', '.dependency-cruiser.mjs', ...folders],
  },
  { name: 'dead code', command: ['knip', '--no-progress'] },
]

/** Runs a check and reports whether it passed. */
async function passes({ name, command: [program, ...args] }: Check): Promise<boolean> {
  const started = performance.now()
  try {
    await run(program, args, { maxBuffer: 64 * 1024 * 1024 })
    process.stdout.write(`ok      ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)\n`)
    return true
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    process.stdout.write(`FAILED  ${name}\n${stdout}${stderr}\n`)
    return false
  }
}

// The first one writes files that the others read. Most of the others use one processor, so as many run at once as there are.
const [generated, ...others] = checks
const results = generated === undefined ? [] : [await passes(generated)]
const open = others.values()
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (const check of open) results.push(await passes(check))
  }),
)
const failed = results.filter((passed) => !passed).length
process.stdout.write(failed === 0 ? 'All checks passed.\n' : `${failed} checks failed.\n`)
process.exitCode = failed === 0 ? 0 : 1

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
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

const checks: readonly Check[] = [
  { name: 'generated files are up to date', command: ['node', 'tools/check-generated.ts'] },
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'types of the web pages', command: ['tsc', '--noEmit', '-p', 'web/tsconfig.json'] },
  { name: 'lint', command: ['oxlint'] },
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  {
    name: 'dependencies between folders',
    command: ['depcruise', '--config', '.dependency-cruiser.mjs', ...folders],
  },
  { name: 'dead code', command: ['knip', '--no-progress'] },
]

let failed = 0
for (const { name, command } of checks) {
  const started = performance.now()
  const [program, ...args] = command
  try {
    await run(program, args, { maxBuffer: 64 * 1024 * 1024 })
    process.stdout.write(`ok      ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)\n`)
  } catch (error) {
    failed += 1
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    process.stdout.write(`FAILED  ${name}\n${stdout}${stderr}\n`)
  }
}
process.stdout.write(failed === 0 ? 'All checks passed.\n' : `${failed} checks failed.\n`)
process.exitCode = failed === 0 ? 0 : 1

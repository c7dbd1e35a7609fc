import { mkdir, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheFolder } from '../../embedded/cache-folder.ts'
import { runProgram } from './run-program.ts'

/** A program that runs JavaScript, and its arguments before the file. */
export interface JavaScriptRuntime {
  name: string
  command: readonly string[]
}

/** Where npm has a runtime for this platform: the package, its version and the program within it. */
interface Source {
  name: string
  package: string
  version: string
  program: string
  args?: readonly string[]
}

const platform = `${process.platform}-${process.arch}`

const sources: readonly Source[] = [
  { name: 'Node.js 20', package: `node-${platform}`, version: '20.20.2', program: 'bin/node' },
  { name: 'Node.js 22', package: `node-${platform}`, version: '22.23.3', program: 'bin/node' },
  { name: 'Bun', package: `@oven/bun-${platform}`, version: '1.4.5', program: 'bin/bun' },
  {
    name: 'Deno',
    package: `@deno/${platform}${process.platform === 'linux' ? '-glibc' : ''}`,
    version: '2.9.6',
    program: 'deno',
    args: ['run', '--allow-all', '--node-modules-dir=manual', '--quiet'],
  },
]

/** The names of the runtimes besides the Node.js that runs the tests. */
export const otherRuntimes = sources.map(({ name }) => name)

/** Returns a runtime, installed with npm into the cache of downloads. Throws if npm cannot install it here. */
export async function installRuntime(name: string): Promise<JavaScriptRuntime> {
  const source = sources.find((each) => each.name === name)
  if (source === undefined) throw new Error(`there is no runtime ${name}`)
  const { package: from, version, program, args = [] } = source
  const folder = join(await cacheFolder(tmpdir()), 'runtimes', `${from.replace('/', '-')}-${version}`)
  const path = join(folder, 'node_modules', from, program)
  const runtime = { name, command: [path, ...args] }
  if (await runs(path)) return runtime
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"private":true}\n')
  const quick = ['--fetch-retries=1', '--fetch-timeout=60000']
  const argv = [
    'npm',
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    ...quick,
    `${from}@${version}`,
  ]
  // npm uses the registry that the user has configured.
  const { exit, stderr } = await runProgram(argv, { home: homedir(), cwd: folder, env: configured() })
  if (exit !== 0) throw new Error(`cannot install ${from}@${version}:\n${stderr}`)
  if (!(await runs(path))) throw new Error(`${from}@${version} does not run here`)
  return runtime
}

/** Returns the environment, in which the registry and the proxy of the user may be configured. */
function configured(): Record<string, string> {
  const entries = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return Object.fromEntries(entries) as Record<string, string>
}

async function runs(path: string): Promise<boolean> {
  const run = await runProgram([path, '--version'], { home: tmpdir() }).catch(() => undefined)
  return run?.exit === 0
}

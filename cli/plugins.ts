import { spawn } from 'node:child_process'
import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import { constants as osConstants } from 'node:os'
import { delimiter, join } from 'node:path'
import { once } from 'node:events'
import type { Io } from './terminal/io.ts'

/*
 * Plugins are programs in the PATH whose names start with `qleetctl-`: `qleetctl foo bar` runs `qleetctl-foo-bar bar…` or
 * `qleetctl-foo bar`, the longest name first, as kubectl does. https://kubernetes.io/docs/tasks/extend-kubectl/kubectl-plugins/
 */

/** A program that extends qleetctl. */
export interface Plugin {
  /** The command as typed, for example `foo bar` for `qleetctl-foo-bar`. */
  name: string
  path: string
}

const prefix = 'qleetctl-'

/** Returns the plugins in the PATH. The first of several with the same name counts. */
export function listPlugins(env: Io['env']): Plugin[] {
  const found = new Map<string, Plugin>()
  for (const folder of foldersOf(env)) {
    for (const file of filesIn(folder)) {
      const path = join(folder, file)
      const name = file.slice(prefix.length).replace(/\.(exe|cmd|bat|ps1)$/i, '')
      if (!found.has(name) && isExecutable(path)) found.set(name, { name, path })
    }
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Returns the plugin that a command line names, with the arguments for it. */
export function findPlugin(
  argv: readonly string[],
  env: Io['env'],
): { plugin: Plugin; args: readonly string[] } | undefined {
  const firstOption = argv.findIndex((word) => word.startsWith('-'))
  const words = firstOption < 0 ? argv : argv.slice(0, firstOption)
  if (words.length === 0 || words.some((word) => word.includes('/'))) return undefined
  const plugins = listPlugins(env)
  for (let count = words.length; count > 0; count--) {
    const name = words.slice(0, count).join('-')
    const plugin = plugins.find((each) => each.name === name)
    if (plugin !== undefined) return { plugin, args: argv.slice(count) }
  }
  return undefined
}

/** Runs a plugin with the terminal of this process, and returns its exit code. */
export async function runPlugin(io: Io, { path }: Plugin, args: readonly string[]): Promise<number> {
  const isProcess = io.stdin === process.stdin
  const child = spawn(path, args, { cwd: io.cwd, env: { ...io.env }, stdio: isProcess ? 'inherit' : 'pipe' })
  child.stdout?.on('data', (data: Buffer) => io.stdout.write(data))
  child.stderr?.on('data', (data: Buffer) => io.stderr.write(data))
  // The plugin may exit without reading its input.
  child.stdin?.on('error', () => undefined)
  if (child.stdin !== null) io.stdin.pipe(child.stdin)
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  // As shells report a program that a signal ended.
  return code ?? 128 + (signal === null ? 0 : osConstants.signals[signal])
}

function foldersOf(env: Io['env']): string[] {
  return (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((file) => file.startsWith(prefix) && file.length > prefix.length)
  } catch {
    // An absent or unreadable folder has no plugins.
    return []
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

import { join } from 'node:path'
import { installation } from '../../process/installation.ts'
import { ensureBuilt, ensurePrograms, programs } from '../../tools/bootstrap.mjs'

/* Tests run the bundles of programs, as users do: most of a start from sources is loading them, in each thread again. */

/** The source of the program that hosts others. */
export const processHost = 'test/support/process-host.ts'

/** The folder with the bundles of programs of tests. */
export const testPrograms = 'dist/test-programs'

const hostBundle = bundleIn(testPrograms, processHost)

const builder = 'test/support/build-process-host.ts'

/** Returns the file of one of our programs. */
export function programOf(source: string): string {
  return join(installation, source === processHost ? hostBundle : bundleIn('dist/programs', source))
}

function bundleIn(folder: string, source: string): string {
  return join(folder, source.replace(/\.ts$/, '.mjs'))
}

let checked: Promise<void> | undefined

/** Resolves with the file of one of our programs, which is built before if it is missing or older than a source when it is first asked for. */
export async function builtProgram(source: string): Promise<string> {
  await (checked ??= ensurePrograms())
  return programOf(source)
}

/** Builds the programs that are missing or older than their sources. */
export async function buildPrograms(): Promise<void> {
  await ensurePrograms()
  await ensureBuilt({
    name: 'the programs of tests',
    inputs: [...programs.inputs, processHost, builder],
    outputs: [hostBundle],
    args: [builder],
  })
}

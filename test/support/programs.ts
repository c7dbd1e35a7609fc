import { relative } from 'node:path'
import { bundleOf, installation } from '../../process/installation.ts'
import { ensureBuilt, ensurePrograms, programs } from '../../tools/bootstrap.mjs'

/* Tests run the bundles of programs, as users do: most of a start from sources is loading them, in each thread again. */

/** The source of the program that hosts others. */
export const processHost = 'test/support/process-host.ts'

/** The folder of its bundle, relative to the repository. */
export const hostFolder = 'dist/test-programs'

/** The file of its bundle. */
export const hostFile = bundleOf(processHost, hostFolder)

const builder = 'test/support/build-process-host.ts'

/** Builds what is missing or older than a source: the programs of a control plane, and their host. */
export async function buildPrograms(): Promise<void> {
  await ensurePrograms()
  await ensureBuilt({
    name: 'the programs of tests',
    inputs: [...programs.inputs, processHost, builder],
    outputs: [relative(installation, hostFile)],
    args: [builder],
  })
}

import { bundlePrograms } from '../../tools/program-bundles.ts'
import { processHost, testPrograms } from './programs.ts'

/* Bundles the host of programs, see programs.ts. */

await bundlePrograms([processHost], testPrograms)

import { bundlePrograms } from '../../tools/program-bundles.ts'
import { hostFolder, processHost } from './programs.ts'

/* Bundles the host of programs, see programs.ts. */

await bundlePrograms([processHost], hostFolder)

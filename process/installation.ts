import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const self = fileURLToPath(import.meta.url)

/** The root folder of the checkout. Found by search, since bundles and sources are at different depths below it. */
export const installation: string = findInstallation(dirname(self))

/**
 * Returns the file of one of our programs: its bundle in a process that runs from a bundle itself, otherwise its source.
 *
 * @param source Relative to the installation, and an entry point of tools/build-programs.ts: `server/main.ts`
 */
export function programFile(source: string): string {
  return self.endsWith('.ts') ? join(installation, source) : bundleOf(source)
}

/**
 * Returns the file of the bundle of a program.
 *
 * @param folder Relative to the installation. @default that of the programs of a control plane
 */
export function bundleOf(source: string, folder = 'dist/programs'): string {
  return join(installation, folder, source.replace(/\.ts$/, '.mjs'))
}

function findInstallation(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('QleetOS is outside its installation: no package.json above it')
  return findInstallation(parent)
}

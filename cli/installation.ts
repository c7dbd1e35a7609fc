import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the checkout. Found by search, since the bundle and the sources are at different depths below it. */
export const installation: string = findInstallation(dirname(fileURLToPath(import.meta.url)))

function findInstallation(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('qleetctl is outside its installation: no package.json above it')
  return findInstallation(parent)
}

export async function clientVersion(): Promise<string> {
  const text = await readFile(join(installation, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PlatformError } from '../../schema/errors.ts'
import { buildKustomization } from '../documents/kustomize.ts'
import { assertSize, readTextFile, reasonOfFile } from '../documents/text-file.ts'
import type { Io } from '../terminal/io.ts'

/** Names of kustomizations: https://kubectl.docs.kubernetes.io/references/kustomize/glossary/#kustomization */
const kustomizations = ['kustomization.yaml', 'kustomization.yml', 'Kustomization']

/**
 * Returns the manifests in a file or a folder as one text: the result of its kustomization, or else all of its files,
 * without the folders within.
 */
export async function readManifests(io: Io, path: string, displayName: string): Promise<string> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new PlatformError('INVALID_INPUT', `cannot read ${displayName}: ${reasonOfFile(cause)}`, { cause })
  })
  if (!found.isDirectory()) return readTextFile(path, displayName)
  const names = (await readdir(path)).toSorted()
  if (names.some((name) => kustomizations.includes(name))) return buildKustomization(io, path, displayName)
  const files = names.filter((name) => /\.(ya?ml|json)$/i.test(name))
  if (files.length === 0)
    throw new PlatformError(
      'INVALID_INPUT',
      `${displayName} contains neither a kustomization nor a .yaml, .yml or .json file. Set path to a folder that does.`,
    )
  const texts = await Promise.all(
    files.map(async (name) => `# ${name}\n${await readTextFile(join(path, name), `${displayName}/${name}`)}`),
  )
  const text = texts.map((each) => (each.endsWith('\n') ? each : `${each}\n`)).join('---\n')
  assertSize(Buffer.byteLength(text), displayName)
  return text
}

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
  if (!(await isFolder(path, displayName))) return readTextFile(path, displayName)
  const names = (await readdir(path)).toSorted()
  if (names.some((name) => kustomizations.includes(name))) return buildKustomization(io, path, displayName)
  const files = names.filter((name) => /\.(ya?ml|json)$/i.test(name))
  if (files.length === 0)
    throw new PlatformError(
      'INVALID_INPUT',
      `${displayName} contains neither a kustomization nor a .yaml, .yml or .json file. Set path to a folder that does.`,
    )
  return joined(path, { names: files, displayName, separator: '---\n' })
}

/** Returns the configuration of Terraform in a file or a folder as one text: that of all files, without the folders within. */
export async function readConfiguration(path: string, displayName: string): Promise<string> {
  if (!(await isFolder(path, displayName))) return readTextFile(path, displayName)
  const names = (await readdir(path)).toSorted().filter((name) => /\.(tf|tofu)$/.test(name))
  if (names.length === 0)
    throw new PlatformError(
      'INVALID_INPUT',
      `${displayName} contains no .tf or .tofu file. Use the path of a folder that does.`,
    )
  return joined(path, { names, displayName, separator: '\n' })
}

async function isFolder(path: string, displayName: string): Promise<boolean> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new PlatformError('INVALID_INPUT', `cannot read ${displayName}: ${reasonOfFile(cause)}`, { cause })
  })
  return found.isDirectory()
}

interface Joined {
  names: readonly string[]
  displayName: string
  separator: string
}

async function joined(folder: string, { names, displayName, separator }: Joined): Promise<string> {
  const texts = await Promise.all(
    names.map(
      async (name) => `# ${name}\n${await readTextFile(join(folder, name), `${displayName}/${name}`)}`,
    ),
  )
  const text = texts.map((each) => (each.endsWith('\n') ? each : `${each}\n`)).join(separator)
  assertSize(Buffer.byteLength(text), displayName)
  return text
}

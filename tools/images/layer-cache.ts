import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Layer } from './layer.ts'

/** Writes a layer into a folder, or copies the one that an earlier build of the same inputs has written. */
export type LayerCache = (
  name: string,
  write: (folder: string) => Promise<Layer>,
  folder: string,
) => Promise<Layer>

/** Returns a cache of layers whose inputs are the lock file, the pinned packages, and the code that writes layers. */
export async function openLayerCache(root: string, cache: string): Promise<LayerCache> {
  const inputs = createHash('sha256').update(await readFile(join(root, 'package-lock.json')))
  for (const name of (await readdir(import.meta.dirname)).sort())
    inputs.update(name).update(await readFile(join(import.meta.dirname, name)))
  const key = inputs.digest('hex')
  await mkdir(cache, { recursive: true })

  return async (name, write, folder) => {
    const id = createHash('sha256').update(`${key} ${name}`).digest('hex')
    const record = join(cache, `layer-${id}.json`)
    const known = await readFile(record, 'utf8').catch(() => undefined)
    if (known === undefined) await writeFile(record, JSON.stringify(await write(cache)))
    const layer = JSON.parse(await readFile(record, 'utf8')) as Layer
    const blob = layer.digest.replace('sha256:', '')
    await copyFile(join(cache, blob), join(folder, blob))
    return layer
  }
}

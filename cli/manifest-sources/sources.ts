import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isPlatformError } from '../../schema/errors.ts'
import { ManifestSource } from '../../schema/manifest-source.ts'
import { below, errorAt } from '../documents/source-location.ts'
import type { DesiredObject } from '../documents/desired.ts'
import type { FileError } from '../cli-error.ts'
import { displayPath } from '../documents/source.ts'
import { shownAddress } from '../documents/remote.ts'
import type { Io } from '../terminal/io.ts'
import { readConfiguration, readManifests } from './folder.ts'
import { checkOut } from './git.ts'
import { unpackArtifact } from './oci.ts'

/** A source that has been fetched, or is a folder of the user. */
interface Place {
  root: string
  displayName: string
  /** The commit or digest; undefined for a folder. */
  resolved: string | undefined
}

/**
 * Replaces the sources of objects by the manifests in them, and records their commits and digests. Objects that contain
 * their manifests as well, such as printed ones, are left as they are. Returns the objects and the errors of all sources.
 */
export async function withManifests(
  io: Io,
  desired: readonly DesiredObject[],
): Promise<{ desired: DesiredObject[]; errors: FileError[] }> {
  if (!desired.some((each) => sourceOf(each) !== undefined)) return { desired: [...desired], errors: [] }
  const folder = await mkdtemp(join(tmpdir(), 'qleetctl-'))
  const fetched = new Map<string, Promise<Place>>()
  const errors: FileError[] = []
  const read = async (object: DesiredObject): Promise<DesiredObject> => {
    const source = sourceOf(object)
    if (source === undefined) return object
    try {
      return await withText(io, object, { source, place: await placeOf(source, object) })
    } catch (error) {
      if (!isPlatformError(error)) throw error
      errors.push(errorAt(locationOf(object), { code: 'INVALID', message: error.message.replace(/\.$/, '') }))
      return object
    }
  }
  /** Fetches each revision once, even if several objects use different paths of it. */
  const placeOf = (source: ManifestSource, { location }: DesiredObject): Promise<Place> => {
    if (source.folder !== undefined) {
      const root = resolve(location.source.folder, source.folder)
      return Promise.resolve({ root, displayName: displayPath(io, root), resolved: undefined })
    }
    const { git, oci, revision, resolved } = source
    const key = JSON.stringify([git, oci, revision, resolved])
    const place = fetched.get(key) ?? fetch(io, source, folder)
    fetched.set(key, place)
    return place
  }
  try {
    return { desired: await Promise.all(desired.map(read)), errors }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the valid source of an object without manifests. Errors of an invalid one are found with all others. */
function sourceOf({ kind, spec }: DesiredObject): ManifestSource | undefined {
  if (kind.source === undefined || spec[kind.source.fills] !== undefined) return undefined
  return ManifestSource.safeParse(spec[kind.source.field]).data
}

async function fetch(io: Io, source: ManifestSource, folder: string): Promise<Place> {
  const root = await mkdtemp(join(folder, 'source-'))
  const resolved =
    source.git === undefined ? await unpackArtifact(io, source, root) : await checkOut(io, source, root)
  const address = source.git === undefined ? `oci://${source.oci ?? ''}` : shownAddress(source.git)
  return { root, displayName: `${address}@${resolved.replace(/^(sha256:)?(.{12}).*$/, '$1$2')}`, resolved }
}

async function withText(
  io: Io,
  object: DesiredObject,
  { source, place }: { source: ManifestSource; place: Place },
): Promise<DesiredObject> {
  const { kind, spec, files } = object
  if (kind.source === undefined) return object
  const { path = '' } = source
  const displayName = path === '' ? place.displayName : `${place.displayName}/${path}`
  const { field, fills, reads } = kind.source
  const at = join(place.root, path)
  const text =
    reads === 'manifests'
      ? await readManifests(io, at, displayName)
      : await readConfiguration(at, displayName)
  const { resolved } = place
  return {
    ...object,
    spec: { ...spec, [fills]: text, [field]: resolved === undefined ? source : { ...source, resolved } },
    files: { ...files, [fills]: displayName },
  }
}

function locationOf({ kind, locations }: DesiredObject): ReturnType<typeof below> {
  const field = kind.source?.field ?? ''
  return locations.spec[field] ?? below(locations.specWhole, field)
}

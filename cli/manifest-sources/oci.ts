import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Unpack, type ReadEntry } from 'tar'
import { createRepository, digestOf, type RegistryManifest } from '../../process/oci-registry.ts'
import { PlatformError } from '../../schema/errors.ts'
import { maxRequestBytes } from '../../schema/limits.ts'
import type { ManifestSource } from '../../schema/manifest-source.ts'
import { download } from '../documents/remote.ts'
import type { Io } from '../terminal/io.ts'
import { registryLogin } from './registry-login.ts'

/** The annotation with the name of a file, as `oras push` sets it: https://oras.land/docs/concepts/artifact */
const titleAnnotation = 'org.opencontainers.image.title'

/** The limits of an artifact, which is not trusted. */
const limits = { layers: 100, entries: 10_000, bytes: 4 * maxRequestBytes }

type Layer = RegistryManifest['layers'][number]

/**
 * Unpacks an artifact into an empty folder: layers that are archives, as of `flux push artifact`, and files, as of
 * `oras push`. Returns its digest.
 */
export async function unpackArtifact(
  io: Io,
  { oci = '', revision = 'latest', resolved }: ManifestSource,
  folder: string,
): Promise<string> {
  const [registry = '', ...path] = oci.split('/')
  const wanted = resolved ?? revision
  const name = `oci://${oci}${wanted.startsWith('sha256:') ? '@' : ':'}${wanted}`
  const repository = createRepository({
    registry: registry === 'docker.io' ? 'registry-1.docker.io' : registry,
    repository: path.join('/'),
    isPlain: false,
    login: await registryLogin(io, registry),
    get: ({ url, accept, authorization }) =>
      download(io, url, { accept, authorization, remedy: `Log in: docker login ${registry}` }),
    invalid: (url, cause) =>
      new PlatformError('INVALID_INPUT', `${url} is not the response of an OCI registry`, { cause }),
  })
  const { digest, layers } = await repository.manifest(wanted)
  assertDigest(digest, wanted.startsWith('sha256:') ? wanted : digest, name)
  if (layers.length > limits.layers)
    throw new PlatformError('INVALID_INPUT', `${name} has more than ${limits.layers} layers`)
  for (const layer of layers) {
    const { body } = await repository.blob(layer.digest, maxRequestBytes)
    assertDigest(digestOf(body), layer.digest, name)
    await unpackLayer({ layer, body, name }, folder)
  }
  return digest
}

function assertDigest(found: string, expected: string, name: string): void {
  if (found === expected) return
  const message = `${name} has the digest ${found} instead of ${expected}: do not trust its registry`
  throw new PlatformError('INVALID_INPUT', message)
}

async function unpackLayer(
  { layer, body, name }: { layer: Layer; body: Buffer; name: string },
  folder: string,
): Promise<void> {
  if (/\btar\b/.test(layer.mediaType)) return unpack(body, folder, name)
  const title = layer.annotations?.[titleAnnotation]
  if (title === undefined) return
  if (title.startsWith('/') || title.split(/[/\\]/).includes('..'))
    throw new PlatformError('INVALID_INPUT', `${name} has a file outside of its folder: "${title}"`)
  const path = join(folder, title)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, body)
}

/** Unpacks files and folders of an archive, but no links, which could lead out of the folder. */
function unpack(archive: Buffer, folder: string, name: string): Promise<void> {
  const total = { entries: 0, bytes: 0 }
  return new Promise((resolve, reject) => {
    const fail = (reason: string, cause?: unknown): void =>
      reject(new PlatformError('INVALID_INPUT', `cannot unpack ${name}: ${reason}`, { cause }))
    const unpacking = new Unpack({
      cwd: folder,
      strict: true,
      preserveOwner: false,
      filter: (_, entry) => {
        const { type, size } = entry as ReadEntry
        total.entries += 1
        total.bytes += size
        if (total.entries > limits.entries || total.bytes > limits.bytes) {
          fail(`it has more than ${limits.bytes.toLocaleString('en')} bytes`)
          unpacking.abort(new Error('too large'))
          return false
        }
        return type === 'File' || type === 'OldFile' || type === 'Directory'
      },
    })
    unpacking.on('close', () => resolve())
    unpacking.on('error', (cause: unknown) => fail('it is not an archive (.tar.gz)', cause))
    unpacking.end(archive)
  })
}

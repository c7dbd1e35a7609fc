import type { AddressRules } from '../../schema/clusters/addresses.ts'
import { imageAddress } from '../../schema/delivery/image-address.ts'
import {
  createGuardedDownload,
  DownloadFailure,
  type GuardedDownload,
  type GuardedResponse,
} from '../../process/guarded-download.ts'
import type { DeliveredImage } from '../../schema/delivery/images.ts'
import { createRepository, digestOf, type Repository } from '../../process/oci-registry.ts'
import { retryAfterOf } from '../../process/retry-after.ts'
import { mirrored, placeOf, type Mirror } from '../charts/chart-source.ts'
import { RegistryError } from './registry-error.ts'
import { signaturesInBundle, type StoredSignature } from './signatures.ts'

/** An image whose digest is looked up. */
export interface TaggedImage {
  name: string
  tag: string
}

export interface ImageLookup {
  image: TaggedImage
  /** Returns the header of the login at a registry, such as `docker.io`. */
  loginAt(registry: string): string | undefined
  signal: AbortSignal
}

export interface SignatureLookup extends Pick<ImageLookup, 'loginAt' | 'signal'> {
  image: DeliveredImage
}

/** Looks up images in their registries. Throws RegistryError. */
export interface ImageRegistry {
  /** Returns the signatures that cosign has stored beside an image. */
  signaturesOf(lookup: SignatureLookup): Promise<StoredSignature[]>
  /** Returns the digest that a tag has now. */
  digestOf(lookup: ImageLookup): Promise<string>
}

/** Thrown for status 401, with the challenge of the registry. */
class Challenged extends RegistryError {
  readonly challenge: string

  constructor(image: TaggedImage, challenge: string) {
    super('Unauthorised', refusedMessage(image))
    this.challenge = challenge
  }
}

/** Milliseconds for all requests of a lookup. */
const lookupTimeout = 30_000

/**
 * Creates the client, which connects only to addresses that the rules allow. Mirrors are those of charts: an operator gives registries
 * that are in other places, or without TLS.
 */
export function createImageRegistry(rules: AddressRules, mirrors: readonly Mirror[]): ImageRegistry {
  const send = createGuardedDownload(rules)

  const withRepository = async <Found>(
    { image, loginAt, signal }: ImageLookup,
    work: (repository: Repository) => Promise<Found>,
  ): Promise<Found> => {
    const { registry, repository, isPlain, isTrusted, host } = placeOfImage(image, mirrors)
    const until = AbortSignal.any([signal, AbortSignal.timeout(lookupTimeout)])
    const client = createRepository({
      registry,
      repository,
      isPlain,
      login: loginAt(host),
      get: async ({ isOwn, ...request }) => {
        const response = await sent(send, { ...request, isTrusted: isTrusted && isOwn, signal: until })
        return accepted(response, image)
      },
      invalid: (url, cause) =>
        new RegistryError('NoImage', `${url} is not an image: check name and tag of ${shown(image)}`, {
          cause,
        }),
    })
    try {
      return await work(client)
    } catch (error) {
      signal.throwIfAborted()
      if (!until.aborted) throw error
      const message = `the registry of ${shown(image)} did not respond in time; it is retried`
      throw new RegistryError('Unreachable', message, { isTransient: true, cause: error })
    }
  }

  return {
    digestOf: (lookup) => withRepository(lookup, (repository) => repository.imageDigest(lookup.image.tag)),
    signaturesOf: async ({ image: { name, digest }, ...lookup }) => {
      const tag = digest.replace(':', '-')
      return withRepository({ ...lookup, image: { name, tag } }, async (repository) => {
        const texts = await unlessMissing(signedTexts(repository, `${tag}.sig`))
        // Registries without the API for it have an index under the tag.
        const referrers =
          (await unlessMissing(repository.referrers(digest))) ??
          (await unlessMissing(repository.indexed(tag)))
        return [...(texts ?? []), ...(await bundledSignatures(repository, referrers ?? []))]
      })
    },
  }
}

/** Returns what was looked up; undefined if it does not exist, or the registry does not know such a request. */
async function unlessMissing<Found>(lookup: Promise<Found>): Promise<Found | undefined> {
  return unless(({ reason, isUnsupported }) => reason === 'UnknownTag' || isUnsupported, lookup)
}

/** Returns what was looked up; undefined after an error that is accepted. */
async function unless<Found>(
  isAccepted: (error: RegistryError) => boolean,
  lookup: Promise<Found>,
): Promise<Found | undefined> {
  try {
    return await lookup
  } catch (error) {
    if (error instanceof RegistryError && isAccepted(error)) return undefined
    throw error
  }
}

/** https://github.com/sigstore/cosign/blob/main/specs/SIGNATURE_SPEC.md#properties */
const signatureLayer = 'application/vnd.dev.cosign.simplesigning.v1+json'
const signatureAnnotation = 'dev.cosignproject.cosign/signature'

/** https://github.com/sigstore/cosign/blob/main/specs/BUNDLE_SPEC.md */
const bundleLayer = /^application\/vnd\.dev\.sigstore\.bundle\.v0\.3\+json\b/

/** The limits of signatures, which anyone who can push may have written. Attestations in bundles are larger. */
const maxSignatures = 50
const maxPayloadBytes = 64 * 1024

/**
 * Returns the signatures in bundles. What a list of referrers says about their types is not reliable, so each is looked at. Others may be
 * anything.
 */
async function bundledSignatures(
  repository: Repository,
  referrers: readonly string[],
): Promise<StoredSignature[]> {
  const found: StoredSignature[] = []
  for (const reference of referrers.slice(0, maxSignatures))
    found.push(
      ...((await unless(
        ({ isTransient, reason }) => !isTransient && reason !== 'Unauthorised',
        signaturesBy(repository, reference),
      )) ?? []),
    )
  return found
}

async function signaturesBy(repository: Repository, reference: string): Promise<StoredSignature[]> {
  const { layers } = await repository.manifest(reference)
  const [layer] = layers
  if (layer === undefined || !bundleLayer.test(layer.mediaType)) return []
  if ((layer.size ?? 0) > maxPayloadBytes) return []
  const { body } = await repository.blob(layer.digest, maxPayloadBytes)
  return digestOf(body) === layer.digest ? signaturesInBundle(body) : []
}

async function signedTexts(repository: Repository, tag: string): Promise<StoredSignature[]> {
  const { layers } = await repository.manifest(tag)
  const found: StoredSignature[] = []
  for (const { mediaType, digest, annotations } of layers.slice(0, maxSignatures)) {
    const signature = annotations?.[signatureAnnotation]
    if (mediaType !== signatureLayer || signature === undefined) continue
    const { body: payload } = await repository.blob(digest, maxPayloadBytes)
    if (digestOf(payload) === digest) found.push({ layout: 'text', payload, signature })
  }
  return found
}

function placeOfImage(image: TaggedImage, mirrors: readonly Mirror[]) {
  const address = imageAddress(image.name)
  // The server has validated the names of images with tags.
  if (address === undefined) throw new Error(`${image.name} is not the name of an image`)
  const { registry: host, repository } = address
  const server = host === 'docker.io' ? 'registry-1.docker.io' : host
  const chosen = mirrored(`oci://${server}/${repository}`, mirrors)
  const place = placeOf(chosen)
  if (place.type !== 'oci') {
    const message = `QLEET_CHART_MIRRORS replaces the registry of ${shown(image)} by ${chosen.address}, which is none`
    throw new RegistryError('InvalidMirror', `${message}: have the operator correct it`, { blocked: true })
  }
  return { ...place, isTrusted: chosen.isTrusted, host }
}

async function sent(
  send: (download: GuardedDownload) => Promise<GuardedResponse>,
  download: GuardedDownload,
): Promise<GuardedResponse> {
  try {
    return await send(download)
  } catch (error) {
    if (!(error instanceof DownloadFailure)) throw error
    const { reason, message, blocked, cause } = error
    throw new RegistryError(reason, message, { blocked, isTransient: reason === 'Unreachable', cause })
  }
}

/** Returns a response with status 200. Throws RegistryError for others. */
function accepted({ url, status, headers, body }: GuardedResponse, image: TaggedImage) {
  if (status === 200) return { headers, body }
  if (status === 401) throw new Challenged(image, String(headers['www-authenticate'] ?? ''))
  if (status === 403) throw new RegistryError('Unauthorised', refusedMessage(image))
  if (status === 404)
    throw new RegistryError(
      'UnknownTag',
      `there is no image ${shown(image)}: push it, or correct name or tag in another build`,
    )
  if (status === 429) {
    const message = `the registry of ${shown(image)} allows no more requests for now; it is retried`
    throw new RegistryError('RateLimited', message, { isTransient: true, retryAfter: retryAfterOf(headers) })
  }
  throw new RegistryError('RegistryFailed', `${url} responded with status ${status}; it is retried`, {
    isTransient: true,
    isUnsupported: [400, 405, 406, 501].includes(status),
    retryAfter: retryAfterOf(headers),
  })
}

function refusedMessage(image: TaggedImage): string {
  return (
    `the registry refuses access to ${shown(image)}: set registrySecret of the application, or correct its login; ` +
    'some registries respond so to names that do not exist'
  )
}

function shown({ name, tag }: TaggedImage): string {
  return `${name}:${tag}`
}

import { sign, randomBytes, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { digestOf } from '../../process/oci-registry.ts'

/** A registry of images on loopback: https://github.com/opencontainers/distribution-spec/blob/main/spec.md */
export interface ImageRegistry {
  /** Its host and port. */
  host: string
  /** The requests of manifests, as `repository:tag`. */
  lookups: string[]
  /** Pushes a manifest under a tag. Returns its digest. @default the manifest of a new image */
  push(repository: string, tag: string, manifest?: object): string
  /** Stores a signature of an image beside it, as cosign does. `signed` is the digest that it is of. @default that of the image */
  sign(repository: string, digest: string, options: Signing): void
  /** Stores a signature as cosign 3 does: in a bundle that refers to the image. Returns the bundle. */
  signInBundle(repository: string, digest: string, options: Signing & { predicateType?: string }): string
  /** Responds to all requests with a status, until it is called without one. */
  fail(status?: number, headers?: Record<string, string>): void
  close(): Promise<void>
}

interface Signing {
  key: KeyObject
  signed?: string
}

const bundleType = 'application/vnd.dev.sigstore.bundle.v0.3+json'

const indexType = 'application/vnd.oci.image.index.v1+json'

/** Returns the index of an image for several platforms, unlike any other. */
export function imageIndex(): object {
  const digest = digestOf(randomBytes(32))
  const manifests = [{ mediaType: 'application/vnd.oci.image.manifest.v1+json', digest, size: 1 }]
  return { schemaVersion: 2, mediaType: indexType, manifests }
}

/** An index whose entries have the type that cosign gives them: https://github.com/sigstore/cosign/issues/4422 */
function indexOf(digests: readonly string[]): object {
  const manifests = digests.map((digest) => ({
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    artifactType: 'application/vnd.oci.empty.v1+json',
    digest,
    size: 1,
  }))
  return { schemaVersion: 2, mediaType: indexType, manifests }
}

function imageManifest(): object {
  const entry = { mediaType: 'application/octet-stream', digest: digestOf(randomBytes(32)), size: 1 }
  return { schemaVersion: 2, config: entry, layers: [entry] }
}

/**
 * Starts a registry. `login` is the `user:password` for which it issues tokens; without one, it is public. One without referrers lists them
 * under a tag, as clients do it there.
 */
export async function startImageRegistry({
  login,
  hasReferrers = true,
}: { login?: string; hasReferrers?: boolean } = {}): Promise<ImageRegistry> {
  const token = randomBytes(12).toString('hex')
  const basic = login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`
  const manifests = new Map<string, Buffer>()
  const blobs = new Map<string, Buffer>()
  const referrers = new Map<string, string[]>()
  const lookups: string[] = []
  let failure: { status: number; headers: Record<string, string> } | undefined
  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '', `http://${request.headers.host ?? ''}`)
    const { authorization, accept = '' } = request.headers
    if (failure !== undefined) {
      response.writeHead(failure.status, failure.headers).end()
      return
    }
    if (url.pathname === '/token') {
      if (authorization === basic) response.end(JSON.stringify({ token }))
      else response.writeHead(401).end()
      return
    }
    if (basic !== undefined && authorization !== `Bearer ${token}`) {
      const challenge = `Bearer realm="${url.origin}/token",service="registry"`
      response.writeHead(401, { 'www-authenticate': challenge }).end()
      return
    }
    const [, of = ''] = /\/referrers\/([^/]+)$/.exec(url.pathname) ?? []
    if (of !== '') {
      if (hasReferrers) response.end(JSON.stringify(indexOf(referrers.get(of) ?? [])))
      else response.writeHead(404).end()
      return
    }
    const blob = blobs.get(/\/blobs\/(.+)$/.exec(url.pathname)?.[1] ?? '')
    if (blob !== undefined) {
      response.end(blob)
      return
    }
    const [, repository = '', tag = ''] = /^\/v2\/(.+)\/manifests\/([^/]+)$/.exec(url.pathname) ?? []
    lookups.push(`${repository}:${tag}`)
    const manifest = manifests.get(`${repository}:${tag}`)
    // A registry responds with the manifest of one platform to clients that do not accept an index.
    const isIndex = manifest?.includes(indexType) === true
    if (manifest === undefined || (isIndex && !accept.includes(indexType))) response.writeHead(404).end()
    else response.end(manifest)
  }
  const server = createServer(respond)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const push: ImageRegistry['push'] = (repository, tag, manifest = imageManifest()) => {
    const body = Buffer.from(JSON.stringify(manifest))
    const digest = digestOf(body)
    manifests.set(`${repository}:${tag}`, body)
    manifests.set(`${repository}:${digest}`, body)
    return digest
  }
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    lookups,
    push,
    sign: (repository, digest, { key, signed = digest }) => {
      const image = { 'docker-manifest-digest': signed }
      const critical = { identity: {}, image, type: 'cosign container image signature' }
      const payload = Buffer.from(JSON.stringify({ critical, optional: null }))
      blobs.set(digestOf(payload), payload)
      const layer = {
        mediaType: 'application/vnd.dev.cosign.simplesigning.v1+json',
        digest: digestOf(payload),
        size: payload.length,
        annotations: {
          'dev.cosignproject.cosign/signature': sign('sha256', payload, key).toString('base64'),
        },
      }
      push(repository, `${digest.replace(':', '-')}.sig`, {
        schemaVersion: 2,
        config: layer,
        layers: [layer],
      })
    },
    signInBundle: (
      repository,
      digest,
      { key, signed = digest, predicateType = 'https://sigstore.dev/cosign/sign/v1' },
    ) => {
      const subject = [{ digest: { sha256: signed.slice('sha256:'.length) }, annotations: {} }]
      const statement = { _type: 'https://in-toto.io/Statement/v1', subject, predicateType, predicate: {} }
      const payloadType = 'application/vnd.in-toto+json'
      const payload = Buffer.from(JSON.stringify(statement))
      const encoded = Buffer.from(`DSSEv1 28 ${payloadType} ${payload.length} ${payload.toString()}`)
      const bundle = JSON.stringify({
        mediaType: bundleType,
        verificationMaterial: { publicKey: { hint: '' }, tlogEntries: [] },
        dsseEnvelope: {
          payload: payload.toString('base64'),
          payloadType,
          signatures: [{ sig: sign('sha256', encoded, key).toString('base64'), keyid: '' }],
        },
      })
      const blob = Buffer.from(bundle)
      blobs.set(digestOf(blob), blob)
      const config = {
        mediaType: 'application/vnd.oci.empty.v1+json',
        digest: digestOf(Buffer.from('{}')),
        size: 2,
      }
      const layer = { mediaType: bundleType, digest: digestOf(blob), size: blob.length }
      const found = referrers.get(digest) ?? []
      const reference = push(repository, `bundle-${found.length}`, {
        schemaVersion: 2,
        artifactType: bundleType,
        config,
        layers: [layer],
        subject: { mediaType: 'application/vnd.oci.image.manifest.v1+json', digest, size: 1 },
      })
      referrers.set(digest, [...found, reference])
      if (!hasReferrers) push(repository, digest.replace(':', '-'), indexOf([...found, reference]))
      return bundle
    },
    fail: (status, headers = {}) => {
      failure = status === undefined ? undefined : { status, headers }
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

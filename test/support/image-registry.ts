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
  sign(repository: string, digest: string, options: { key: KeyObject; signed?: string }): void
  /** Responds to all requests with a status, until it is called without one. */
  fail(status?: number, headers?: Record<string, string>): void
  close(): Promise<void>
}

const indexType = 'application/vnd.oci.image.index.v1+json'

/** Returns the index of an image for several platforms, unlike any other. */
export function imageIndex(): object {
  const digest = digestOf(randomBytes(32))
  const manifests = [{ mediaType: 'application/vnd.oci.image.manifest.v1+json', digest, size: 1 }]
  return { schemaVersion: 2, mediaType: indexType, manifests }
}

function imageManifest(): object {
  const entry = { mediaType: 'application/octet-stream', digest: digestOf(randomBytes(32)), size: 1 }
  return { schemaVersion: 2, config: entry, layers: [entry] }
}

/** Starts a registry. `login` is the `user:password` for which it issues tokens; without one, it is public. */
export async function startImageRegistry({ login }: { login?: string } = {}): Promise<ImageRegistry> {
  const token = randomBytes(12).toString('hex')
  const basic = login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`
  const manifests = new Map<string, Buffer>()
  const blobs = new Map<string, Buffer>()
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
    fail: (status, headers = {}) => {
      failure = status === undefined ? undefined : { status, headers }
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

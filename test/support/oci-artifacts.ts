import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { digestOf } from '../../process/oci-registry.ts'

/** A layer of an artifact. */
export interface TestLayer {
  mediaType: string
  body: Buffer
  /** The name of a file that is not in an archive. */
  title?: string
}

/** A registry on loopback with one artifact, `shop/manifests:1.0`. */
export interface TestRegistry {
  /** Its host and port. */
  host: string
  digest: string
  /** Replaces the bytes of each blob, as an attacker would. */
  tamper(): void
}

/** Starts a registry that is stopped with the test. `login` is the `user:password` that it asks for. */
export async function startRegistry(
  layers: readonly TestLayer[],
  { login }: { login?: string } = {},
): Promise<TestRegistry> {
  const blobs = new Map(layers.map(({ body }) => [digestOf(body), body]))
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      layers: layers.map(({ mediaType, body, title }) => ({
        mediaType,
        digest: digestOf(body),
        size: body.length,
        ...(title === undefined ? {} : { annotations: { 'org.opencontainers.image.title': title } }),
      })),
    }),
  )
  const digest = digestOf(manifest)
  let tampered = false
  const expected = login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`
  const server = createServer((request, response) => {
    if (expected !== undefined && request.headers.authorization !== expected) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="registry"' }).end()
      return
    }
    const [, kind, reference = ''] =
      /^\/v2\/shop\/manifests\/(manifests|blobs)\/(.+)$/.exec(request.url ?? '') ?? []
    const blob = blobs.get(reference)
    if (kind === 'manifests' && ['1.0', digest].includes(reference)) response.end(manifest)
    else if (kind === 'blobs' && blob !== undefined)
      response.end(tampered ? Buffer.concat([blob, Buffer.from('\n')]) : blob)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    digest,
    tamper: () => (tampered = true),
  }
}

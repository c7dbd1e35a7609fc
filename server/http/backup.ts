import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PlatformError } from '../../schema/errors.ts'
import type { Policy } from '../auth/policy.ts'
import type { Backups } from '../backup/backups.ts'
import { mediaType } from '../backup/format.ts'
import { actorOf } from './edge/authentication.ts'

/** Adds `GET /v1/backup` and `POST /v1/restore`. Both stream, so the size of a backup is not limited. */
export function addBackup(
  app: FastifyInstance,
  { backups, policy }: { backups: Backups; policy: Policy },
): void {
  const assertMay = async (request: FastifyRequest): Promise<void> =>
    policy.assert(actorOf(request), {
      verb: 'backup',
      operation: `${request.method} ${request.routeOptions.url ?? ''}`,
    })
  app.get('/v1/backup', { onRequest: assertMay }, async (_, reply) => {
    const lines = Readable.from(backups.take(), { objectMode: false })
    const zipped = createGzip()
    // A failure must be visible to the client: the connection breaks, and the gzip stream has no end.
    lines.on('error', (error) => zipped.destroy(error))
    zipped.on('close', () => lines.destroy())
    return reply.type(mediaType).send(lines.pipe(zipped))
  })
  app.register(async (own) => {
    own.addContentTypeParser(mediaType, (_, payload, done) => done(null, payload))
    own.post(
      '/v1/restore',
      { onRequest: assertMay, bodyLimit: Number.MAX_SAFE_INTEGER },
      async ({ body }, { raw: response }) => {
        if (!(body instanceof Readable))
          throw new PlatformError(
            'INVALID_INPUT',
            'the request has no backup as its body; send one with content type application/gzip',
          )
        const gone = new AbortController()
        response.once('close', () => gone.abort())
        const unzipped = createGunzip()
        body.on('error', (error) => unzipped.destroy(error))
        return backups.restore(body.pipe(unzipped).setEncoding('utf8'), gone.signal)
      },
    )
  })
}

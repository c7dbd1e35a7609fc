import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { PlatformError } from '../../schema/errors.ts'
import { assertAdministrator } from '../auth/permissions.ts'
import { actorOf } from '../http/edge/authentication.ts'
import type { Encryption } from '../store/encryption.ts'
import { createTurns } from '../http/turns.ts'
import { mediaType, type BackupSummary } from './format.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'

/** Everything that a control plane knows, out and in. */
export interface Backups {
  /** The text of a backup. */
  take(): AsyncIterable<string>
  /** Throws CONFLICT where something is there already, INVALID_INPUT for what cannot be restored. */
  restore(text: AsyncIterable<string>): Promise<BackupSummary>
}

/** Backups that are taken at once: each has a connection to the database until it was sent. */
const mostBackups = 2

/** @param onRestored Called once everything is there. */
export function createBackups(pool: Pool, encryption: Encryption, onRestored: () => void): Backups {
  const turns = createTurns({ atOnce: mostBackups, waiting: 10, of: 'backups' })
  return {
    take: async function* () {
      const end = await turns.begin('backups')
      try {
        yield* takeBackup(pool, encryption)
      } finally {
        end()
      }
    },
    restore: async (text) => {
      const summary = await restoreBackup({ pool, encryption }, text)
      onRestored()
      return summary
    },
  }
}

/** `GET /v1/backup` and `POST /v1/restore`, for administrators; both stream, so no backup is too large. */
export function addBackup(app: FastifyInstance, { backups }: { backups: Backups }): void {
  const onlyAdministrators = async (request: FastifyRequest): Promise<void> =>
    assertAdministrator(actorOf(request), `${request.method} ${request.routeOptions.url ?? ''}`)
  app.get('/v1/backup', { onRequest: onlyAdministrators }, async (_, reply) => {
    const lines = Readable.from(backups.take(), { objectMode: false })
    const zipped = createGzip()
    // Who is sent half of it is to notice: the connection breaks then, and the gzip has no end.
    lines.on('error', (error) => zipped.destroy(error))
    zipped.on('close', () => lines.destroy())
    return reply.type(mediaType).send(lines.pipe(zipped))
  })
  app.register(async (own) => {
    own.addContentTypeParser(mediaType, (_, payload, done) => done(null, payload))
    own.post(
      '/v1/restore',
      { onRequest: onlyAdministrators, bodyLimit: Number.MAX_SAFE_INTEGER },
      async ({ body }) => {
        if (!(body instanceof Readable))
          throw new PlatformError('INVALID_INPUT', 'send a backup as application/gzip')
        const text = createGunzip()
        body.on('error', (error) => text.destroy(error))
        return backups.restore(body.pipe(text).setEncoding('utf8'))
      },
    )
  })
}

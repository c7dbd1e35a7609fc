import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { PlatformError } from '../../schema/errors.ts'
import type { Actor } from '../../schema/graphql/context.ts'
import type { PrismaClient } from '../../prisma/client.ts'
import { createFindToken } from './token-rows.ts'

/** Authenticates requests. */
export interface Authenticator {
  /**
   * Returns the actor that a request belongs to. Throws UNAUTHENTICATED.
   *
   * @param authorization The header `Authorization`.
   */
  authenticate(authorization: string | undefined): Promise<Actor>
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Milliseconds for which an authenticated token is cached. */
const cacheMilliseconds = 5000

export function createAuthenticator(prisma: PrismaClient): Authenticator {
  const cache = new LRUCache<string, Actor>({ max: 1000, ttl: cacheMilliseconds })
  const findToken = createFindToken(prisma)
  return {
    authenticate: async (authorization) => {
      const token = tokenOf(authorization)
      if (token === undefined) {
        throw new PlatformError(
          'UNAUTHENTICATED',
          'the request has no token; send "Authorization: Bearer TOKEN"',
        )
      }
      const hash = hashToken(token)
      const cached = cache.get(hash)
      if (cached !== undefined) return cached
      const row = await findToken(hash)
      if (row === undefined)
        throw new PlatformError('UNAUTHENTICATED', 'the token is unknown to this control plane')
      if (row.expiresAt !== null && row.expiresAt.getTime() <= Date.now()) {
        throw new PlatformError('UNAUTHENTICATED', `the token ${row.name} has expired`)
      }
      const actor: Actor = { kind: row.actor, name: row.name }
      const ttl = row.expiresAt === null ? cacheMilliseconds : row.expiresAt.getTime() - Date.now()
      cache.set(hash, actor, { ttl: Math.max(1, Math.min(cacheMilliseconds, ttl)) })
      return actor
    },
  }
}

/**
 * Returns the token of a Bearer header, or the password of a Basic header, for clients that support only that
 * (`http://any:TOKEN@host`).
 */
function tokenOf(authorization: string | undefined): string | undefined {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ')
  if (value === '') return undefined
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return undefined
  const credentials = Buffer.from(value, 'base64').toString()
  return credentials.slice(credentials.indexOf(':') + 1) || undefined
}

/**
 * Stores the hashes of the tokens that the server was started with. Each replaces the previous token of the same name.
 */
export async function storeBootstrapTokens(
  prisma: PrismaClient,
  tokens: { admin?: string | undefined; worker?: string | undefined },
): Promise<void> {
  const rows = [
    { name: 'admin', actor: 'ADMIN' as const, token: tokens.admin },
    { name: 'worker', actor: 'WORKER' as const, token: tokens.worker },
  ]
  for (const { name, actor, token } of rows) {
    if (token === undefined) continue
    const hash = hashToken(token)
    await prisma.token.upsert({ where: { name }, create: { name, actor, hash }, update: { hash } })
  }
}

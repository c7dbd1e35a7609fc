import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { PlatformError } from '../../schema/errors.ts'
import type { Actor } from '../../schema/graphql/context.ts'
import type { PrismaClient } from '../../prisma/client.ts'
import { createFindToken } from './token-rows.ts'

/** Tells who sends a request. */
export interface Authenticator {
  /** @param authorization The header `Authorization`. Throws UNAUTHENTICATED. */
  authenticate(authorization: string | undefined): Promise<Actor>
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** How long a token that was found is believed without asking the database again. */
const trustMilliseconds = 5000

export function createAuthenticator(prisma: PrismaClient): Authenticator {
  const known = new LRUCache<string, Actor>({ max: 1000, ttl: trustMilliseconds })
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
      const cached = known.get(hash)
      if (cached !== undefined) return cached
      const row = await findToken(hash)
      if (row === undefined) throw new PlatformError('UNAUTHENTICATED', 'the token is not known here')
      if (row.expiresAt !== null && row.expiresAt.getTime() <= Date.now()) {
        throw new PlatformError('UNAUTHENTICATED', `the token ${row.name} has expired`)
      }
      const actor: Actor = { kind: row.actor, name: row.name }
      const left = row.expiresAt === null ? trustMilliseconds : row.expiresAt.getTime() - Date.now()
      known.set(hash, actor, { ttl: Math.max(1, Math.min(trustMilliseconds, left)) })
      return actor
    },
  }
}

/** Bearer tokens, and Basic with the token as password for clients that know nothing else (`http://any:TOKEN@host`). */
function tokenOf(authorization: string | undefined): string | undefined {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ')
  if (value === '') return undefined
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return undefined
  const text = Buffer.from(value, 'base64').toString()
  return text.slice(text.indexOf(':') + 1) || undefined
}

/** Stores the hashes of the tokens that the server was started with; an older one of the same name ends. */
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

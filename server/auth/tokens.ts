import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { PlatformError } from '../../schema/errors.ts'
import type { Actor } from '../../schema/graphql/context.ts'
import { run, type Statement } from '../store/sql.ts'
import { hashToken, shownBy, type Credentials } from './credentials.ts'
import { createFindToken, createFindTokenOfSession } from './token-rows.ts'

/** Authenticates requests. */
export interface Authenticator {
  /** Returns the actor that a request belongs to. Throws UNAUTHENTICATED, and FORBIDDEN for the cookie of a foreign page. */
  authenticate(headers: Credentials): Promise<Actor>
  /** Makes this server ask the database about a session again, which it may know from before. */
  forgetSession(hash: string): void
}

/** Milliseconds for which an authenticated token is cached. */
const cacheMilliseconds = 5000

export function createAuthenticator(sql: Pool): Authenticator {
  const caches = {
    token: new LRUCache<string, Actor>({ max: 1000, ttl: cacheMilliseconds }),
    session: new LRUCache<string, Actor>({ max: 1000, ttl: cacheMilliseconds }),
  }
  const find = { token: createFindToken(sql), session: createFindTokenOfSession(sql) }
  return {
    authenticate: async (headers) => {
      const { by, hash } = shownBy(headers)
      const cache = caches[by]
      const cached = cache.get(hash)
      if (cached !== undefined) return cached
      const row = await find[by](hash)
      if (row === undefined) throw new PlatformError('UNAUTHENTICATED', unknown[by])
      const { name, actor: kind, expiresAt } = row
      if (expiresAt !== null && expiresAt.getTime() <= Date.now()) {
        const message = by === 'token' ? `the token ${name} has expired` : unknown.session
        throw new PlatformError('UNAUTHENTICATED', message)
      }
      const actor: Actor = { kind, name }
      const ttl = expiresAt === null ? cacheMilliseconds : expiresAt.getTime() - Date.now()
      cache.set(hash, actor, { ttl: Math.max(1, Math.min(cacheMilliseconds, ttl)) })
      return actor
    },
    forgetSession: (hash) => void caches.session.delete(hash),
  }
}

const unknown = {
  token: 'the token is unknown to this control plane',
  session: 'the session has ended; log in again',
} as const

/**
 * Stores the hashes of the tokens that the server was started with. Each replaces the previous token of the same name.
 */
export async function storeBootstrapTokens(
  sql: Pool,
  tokens: { admin?: string | undefined; worker?: string | undefined },
): Promise<void> {
  const rows = [
    { name: 'admin', actor: 'ADMIN', token: tokens.admin },
    { name: 'worker', actor: 'WORKER', token: tokens.worker },
  ]
  for (const { name, actor, token } of rows) {
    if (token !== undefined) await run(sql, storeToken, [name, actor, hashToken(token)])
  }
}

/** In SQL, like all that a server does at rest: the first query of Prisma takes 45 MB of memory. */
const storeToken: Statement = {
  name: '',
  text: `
  INSERT INTO "Token" (name, actor, hash) VALUES ($1, $2::"ActorKind", $3)
  ON CONFLICT (name) DO UPDATE SET hash = excluded.hash`,
}

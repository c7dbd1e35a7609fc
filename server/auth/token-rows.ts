import type { Pool } from 'pg'
import type { Actor } from '../../schema/graphql/context.ts'
import { run, type Statement } from '../store/sql.ts'

/** The token that a request shows, or that its session belongs to. */
export interface Authenticated {
  /** The hash of what was shown. */
  hash: string
  name: string
  actor: Actor['kind']
  /** When that ends. */
  expiresAt: Date | null
}

/** Finds a token by the hash of what a request shows; resolves with undefined when none exists. */
export type FindToken = (hash: string) => Promise<Authenticated | undefined>

/** The maximum number of hashes in one query. */
const batch = 1000

/** Finds tokens by their own hashes. */
export function createFindToken(sql: Pool): FindToken {
  return batched((hashes) => run<Authenticated>(sql, findTokens, [hashes]))
}

const findTokens: Statement = {
  name: 'find-tokens',
  text: 'SELECT hash, name, actor, "expiresAt" FROM "Token" WHERE hash = ANY($1)',
}

/** Finds the tokens of sessions by the hashes of the sessions. */
export function createFindTokenOfSession(sql: Pool): FindToken {
  return batched((hashes) => run<Authenticated>(sql, findTokensOfSessions, [hashes]))
}

const findTokensOfSessions: Statement = {
  name: 'find-tokens-of-sessions',
  text: `
  SELECT session.hash, token.name, token.actor, least(session."expiresAt", token."expiresAt") AS "expiresAt"
  FROM "Session" session JOIN "Token" token ON token.hash = session."tokenHash"
  WHERE session.hash = ANY($1)`,
}

/**
 * Creates a lookup that runs one query at a time, for all hashes requested since the previous query started. So guessing
 * tokens, at whatever rate, occupies one connection; and no token is rejected by a result read before it was stored.
 */
function batched(query: (hashes: string[]) => Promise<Authenticated[]>): FindToken {
  const waiting = new Map<string, PromiseWithResolvers<Authenticated | undefined>>()
  let isQuerying = false

  const queryPending = async (): Promise<void> => {
    isQuerying = true
    while (waiting.size > 0) {
      const requested = [...waiting].slice(0, batch)
      for (const [hash] of requested) waiting.delete(hash)
      try {
        const rows = await query(requested.map(([hash]) => hash))
        const found = new Map(rows.map((row) => [row.hash, row]))
        for (const [hash, { resolve }] of requested) resolve(found.get(hash))
      } catch (error) {
        for (const [, { reject }] of requested) reject(error)
      }
    }
    isQuerying = false
  }

  return async (hash) => {
    const requested = waiting.get(hash) ?? Promise.withResolvers<Authenticated | undefined>()
    waiting.set(hash, requested)
    if (!isQuerying) void queryPending()
    return requested.promise
  }
}

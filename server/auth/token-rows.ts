import type { PrismaClient } from '../../prisma/client.ts'

type Token = Awaited<ReturnType<PrismaClient['token']['findMany']>>[number]

/** Finds a token by its hash; resolves with undefined when none exists. */
export type FindToken = (hash: string) => Promise<Token | undefined>

/** The maximum number of hashes in one query. */
const batch = 1000

/**
 * Creates a lookup that runs one query at a time, for all hashes requested since the previous query started. So guessing
 * tokens, at whatever rate, occupies one connection; and no token is rejected by a result read before it was stored.
 */
export function createFindToken(prisma: PrismaClient): FindToken {
  const waiting = new Map<string, PromiseWithResolvers<Token | undefined>>()
  let isQuerying = false

  const queryPending = async (): Promise<void> => {
    isQuerying = true
    while (waiting.size > 0) {
      const requested = [...waiting].slice(0, batch)
      for (const [hash] of requested) waiting.delete(hash)
      try {
        const hashes = requested.map(([hash]) => hash)
        // One prepared statement for any number of hashes; `in` of Prisma prepares one for each length of the list.
        const rows = await prisma.$queryRaw<Token[]>`SELECT * FROM "Token" WHERE hash = ANY(${hashes})`
        const found = new Map(rows.map((row) => [row.hash, row]))
        for (const [hash, { resolve }] of requested) resolve(found.get(hash))
      } catch (error) {
        for (const [, { reject }] of requested) reject(error)
      }
    }
    isQuerying = false
  }

  return async (hash) => {
    const requested = waiting.get(hash) ?? Promise.withResolvers<Token | undefined>()
    waiting.set(hash, requested)
    if (!isQuerying) void queryPending()
    return requested.promise
  }
}

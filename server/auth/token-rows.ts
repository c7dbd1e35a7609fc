import type { PrismaClient } from '../../prisma/client.ts'

type Token = Awaited<ReturnType<PrismaClient['token']['findMany']>>[number]

/** Finds a token by its hash; undefined where there is none. */
export type FindToken = (hash: string) => Promise<Token | undefined>

/** Hashes of one query. */
const batch = 1000

/**
 * Asks the database for tokens with one query at a time, for all that were shown since the one before it began. So tokens that are not
 * known, however many are tried, take one connection; and none is refused by an answer from before it was stored.
 */
export function createFindToken(prisma: PrismaClient): FindToken {
  const waiting = new Map<string, PromiseWithResolvers<Token | undefined>>()
  let isAsking = false

  const ask = async (): Promise<void> => {
    isAsking = true
    while (waiting.size > 0) {
      const asked = [...waiting].slice(0, batch)
      for (const [hash] of asked) waiting.delete(hash)
      try {
        const hashes = asked.map(([hash]) => hash)
        // One statement for any number of them, which a list in a query of Prisma is not.
        const rows = await prisma.$queryRaw<Token[]>`SELECT * FROM "Token" WHERE hash = ANY(${hashes})`
        const found = new Map(rows.map((row) => [row.hash, row]))
        for (const [hash, { resolve }] of asked) resolve(found.get(hash))
      } catch (error) {
        for (const [, { reject }] of asked) reject(error)
      }
    }
    isAsking = false
  }

  return async (hash) => {
    const asked = waiting.get(hash) ?? Promise.withResolvers<Token | undefined>()
    waiting.set(hash, asked)
    if (!isAsking) void ask()
    return asked.promise
  }
}

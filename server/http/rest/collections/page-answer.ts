import type { FastifyRequest } from 'fastify'
import { dataEnvelope } from '../envelope.ts'
import type { Answer } from '../handler.ts'
import { linksOf, pageOf, type Query } from '../queries.ts'
import type { Entry } from './collection.ts'

/** The largest number of entries of a whole list. */
export const maxWhole = 100_000

/** Returns the requested page of a list of entries, with the links to others. */
export async function pageAnswer(
  request: FastifyRequest,
  { type, query }: { type: string; query: Query },
  list: (range: { offset: number; limit: number }) => Promise<{ entries: readonly Entry[]; total: number }>,
): Promise<Answer> {
  const page = pageOf(query)
  const { entries, total } = await list(
    page.size === -1
      ? { offset: 0, limit: maxWhole }
      : { offset: (page.page - 1) * page.size, limit: page.size },
  )
  const link = linksOf(request.url, page, total)
  const body = dataEnvelope(type, entries, { ...page, total })
  return { body, ...(link === undefined ? {} : { headers: { link } }) }
}

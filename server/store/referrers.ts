import type { Referrers, ReferrersQuery } from '../../schema/graphql/store-queries.ts'
import type { StoreContext } from './context.ts'
import { readPage } from './list.ts'
import { run, type Statement } from './sql.ts'

/**
 * Returns one page of the references to an object, each with the referring object. The cost depends only on the size of the
 * page, not on the number of references or objects.
 */
export async function findReferrers(
  { sql }: StoreContext,
  { id, limit, after, fromEnd = false }: ReferrersQuery,
): Promise<Referrers> {
  const values = [id, after?.id ?? (fromEnd ? lastId : 0n), after?.field ?? '', limit]
  const statement = fromEnd ? findReferencesFromEnd : findReferences
  const page = await run<{ fromId: bigint; field: string }>(sql, statement, values)
  const { objects, isCut } = await readPage(sql, [...new Set(page.map(({ fromId }) => fromId))])
  const byId = new Map(objects.map((object) => [object.id, object]))
  const referrers = page.flatMap(({ fromId, field }) => {
    const object = byId.get(fromId)
    return object === undefined ? [] : [{ object, field }]
  })
  return { referrers, isCut }
}

const findReferences: Statement = {
  name: 'find-references',
  text: `
  SELECT "fromId", field FROM "Reference" WHERE "toId" = $1 AND ("fromId", field) > ($2::bigint, $3::text)
  ORDER BY "fromId", field LIMIT $4`,
}

/** An ID after those of all objects. */
const lastId = 2n ** 63n - 1n

const findReferencesFromEnd: Statement = {
  name: 'find-references-from-end',
  text: `
  SELECT "fromId", field FROM "Reference" WHERE "toId" = $1 AND ("fromId", field) < ($2::bigint, $3::text)
  ORDER BY "fromId" DESC, field DESC LIMIT $4`,
}

/** Counts the references to an object. */
export async function countReferrers({ sql }: StoreContext, id: bigint): Promise<number> {
  const [row] = await run<{ count: number }>(sql, countReferences, [id])
  return row?.count ?? 0
}

const countReferences: Statement = {
  name: 'count-references',
  text: 'SELECT count(*)::int AS count FROM "Reference" WHERE "toId" = $1',
}

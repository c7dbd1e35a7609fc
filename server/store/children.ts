import type { StoredObject } from '../../prisma/client.ts'
import { kindNamed } from '../../schema/kinds/index.ts'
import { findByIds, type Holder } from './lookups.ts'
import { run, type Sql } from './sql.ts'

/** Returns those of the holders that are children with objects of their own, as previews are, and not mere records. */
export async function childrenAmong(sql: Sql, holders: readonly Holder[]): Promise<StoredObject[]> {
  const ids = holders
    .filter(({ kind, attached, deleting }) => attached && !deleting && kindNamed(kind).owns !== undefined)
    .map(({ id }) => id)
  if (ids.length === 0) return []
  const found = await run<StoredObject>(sql, findByIds, [ids])
  return found.filter(({ owned }) => !owned)
}

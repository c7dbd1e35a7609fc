import type { PoolClient } from 'pg'
import type { StoredObject } from '../../prisma/client.ts'
import type { StoreContext } from './context.ts'
import { RaceLost } from './races.ts'
import { run, type Statement } from './sql.ts'

/** The objects that a transaction removes, or whose deletion it requests. */
export interface Removals {
  /** Objects that are removed now, or as soon as nothing refers to them. */
  removed: readonly bigint[]
  /** Objects whose deletion is only requested, because a reconciler removes their resources first. @default none */
  requested?: readonly bigint[]
}

/**
 * Locks, before anything is written, every object that a removal may affect: the objects themselves, the objects that they
 * refer to, and so on through objects that are removed with them. Resolves with the given objects that exist.
 *
 * Without these locks, of several transactions that remove the last referrers of an object, each would still see the
 * references of the others, and none would remove the object. Objects that are being deleted are locked exclusively.
 * Objects that stay get a shared lock, so that only a request for their own deletion waits. All transactions lock in the
 * order of ids, so they cannot deadlock.
 */
export async function lockForRemoval(
  sql: PoolClient,
  { reconciledKinds }: Pick<StoreContext, 'reconciledKinds'>,
  { removed, requested = [] }: Removals,
): Promise<Map<bigint, StoredObject>> {
  const given = new Set([...removed, ...requested])
  const found = await run<Affected>(sql, findAffected, [removed, reconciledKinds])
  const affected = new Map(found.map(({ id, going }) => [id, going]))
  for (const id of given) affected.set(id, true)
  const locked = new Map<bigint, StoredObject>()
  for (const { going, ids } of runsById(affected)) {
    if (going) for (const row of await run<StoredObject>(sql, lockGoing, [ids])) locked.set(row.id, row)
    else if ((await run(sql, lockStaying, [ids])).length > 0)
      throw new RaceLost('the deletion of something that a removed object refers to was requested meanwhile')
  }
  return new Map([...locked].filter(([id]) => given.has(id)))
}

interface Affected {
  id: bigint
  going: boolean
}

/** Groups ids, in ascending order, into runs with the same lock mode. */
function runsById(affected: ReadonlyMap<bigint, boolean>): { going: boolean; ids: bigint[] }[] {
  const runs: { going: boolean; ids: bigint[] }[] = []
  for (const [id, going] of [...affected].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const last = runs.at(-1)
    if (last?.going === going) last.ids.push(id)
    else runs.push({ going, ids: [id] })
  }
  return runs
}

/**
 * Finds the objects that $1 refer to, and so on through objects that are removed with them; $2 kinds with a reconciler, whose
 * objects only their reconciler removes. The LIMIT makes Postgres read each object by its id instead of scanning everything
 * that is being deleted.
 */
const findAffected: Statement = {
  name: 'find-affected',
  text: `
  WITH RECURSIVE affected (id, going, removed) AS (
    SELECT id, true, true FROM unnest($1::bigint[]) AS given (id)
    UNION
    SELECT target.id, target.going, target.going AND NOT kind = ANY($2)
    FROM affected CROSS JOIN LATERAL (
      SELECT "toId" AS id FROM "Reference" WHERE "fromId" = affected.id
      UNION ALL SELECT "projectId" FROM "Object" WHERE id = affected.id
    ) named CROSS JOIN LATERAL (
      SELECT id, kind, "deletionRequestedAt" IS NOT NULL AS going FROM "Object" WHERE id = named.id LIMIT 1
    ) target
    WHERE affected.removed
  )
  SELECT DISTINCT id, going FROM affected`,
}

const lockGoing: Statement = {
  name: 'lock-going',
  text: 'SELECT * FROM "Object" WHERE id = ANY($1) ORDER BY id FOR UPDATE',
}

/** Returns the objects whose deletion was requested since they were found to stay. */
const lockStaying: Statement = {
  name: 'lock-staying',
  text: `
  WITH staying AS (
    SELECT id, "deletionRequestedAt" FROM "Object" WHERE id = ANY($1) ORDER BY id FOR KEY SHARE
  )
  SELECT id FROM staying WHERE "deletionRequestedAt" IS NOT NULL`,
}

import type { PoolClient } from 'pg'
import type { ReconcileHolder } from '../../schema/graphql/store-reconciles.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { parentFields } from '../../schema/parents.ts'
import type { StoreContext } from './context.ts'
import { RaceLost } from './races.ts'
import { listed, run, type Statement } from './sql.ts'

/** The objects that a transaction removes, or whose deletion it requests. */
export interface Removals {
  /** Objects that are removed now, or as soon as nothing refers to them. */
  removed: readonly bigint[]
  /** Objects whose deletion is only requested, because a reconciler removes their resources first. @default none */
  requested?: readonly bigint[]
}

/**
 * Locks, before anything is written, every object that a removal may affect: the objects themselves, the objects that they
 * refer to, and so on through objects that are removed with them, and those that these removals trigger. Resolves with the given
 * objects that exist.
 *
 * Without these locks, of several transactions that remove the last referrers of an object, each would still see the
 * references of the others, and none would remove the object. Objects that are being deleted are locked exclusively.
 * Objects that stay get a shared lock, so that only a request for their own deletion waits, or the lock of their update if they are
 * triggered. All transactions lock in the order of ids, so they cannot deadlock.
 */
export async function lockForRemoval(
  sql: PoolClient,
  { reconciledKinds }: Pick<StoreContext, 'reconciledKinds'>,
  { removed, requested = [] }: Removals,
): Promise<Map<bigint, StoredObject>> {
  const given = new Set([...removed, ...requested])
  const found = await run<Affected>(sql, findAffected, [removed, reconciledKinds])
  const affected = new Map(found.map(({ id, lock }) => [id, lock]))
  for (const id of given) affected.set(id, 'going')
  const staying = new Set(found.filter((each) => each.staying).map(({ id }) => id))
  const locked = new Map<bigint, StoredObject>()
  const lockRun = async ({ lock, ids }: { lock: Lock; ids: readonly bigint[] }): Promise<void> => {
    if (lock === 'going') {
      for (const row of await run<StoredObject>(sql, lockGoing, [ids])) locked.set(row.id, row)
      return
    }
    const statement = lock === 'staying' ? lockStaying : lockTriggered
    if ((await run<{ id: bigint }>(sql, statement, [ids])).some(({ id }) => staying.has(id)))
      throw new RaceLost('the deletion of something that a removed object refers to was requested meanwhile')
  }
  // Sent together, they take one round trip. The connection executes them in this order.
  await Promise.all(runsById(affected).map(lockRun))
  return new Map([...locked].filter(([id]) => given.has(id)))
}

/** How an object is locked. */
type Lock = 'going' | 'triggered' | 'staying'

interface Affected {
  id: bigint
  lock: Lock
  /** Whether a removed object refers to it, and its deletion was not requested. */
  staying: boolean
}

/** Groups ids, in ascending order, into runs with the same lock. */
function runsById(affected: ReadonlyMap<bigint, Lock>): { lock: Lock; ids: bigint[] }[] {
  const runs: { lock: Lock; ids: bigint[] }[] = []
  for (const [id, lock] of [...affected].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const last = runs.at(-1)
    if (last?.lock === lock) last.ids.push(id)
    else runs.push({ lock, ids: [id] })
  }
  return runs
}

/**
 * Locks what the removals of objects by their reconciles affect, as {@link lockForRemoval} does, without waiting for other transactions.
 * Resolves with the ids of the objects that may be removed then: all that they affect is locked, their reconciles are the latest ones,
 * and nothing but what is removed with them is to be triggered.
 */
export async function lockFreeForRemoval(
  sql: PoolClient,
  { reconciledKinds }: Pick<StoreContext, 'reconciledKinds'>,
  holders: readonly ReconcileHolder[],
): Promise<Set<bigint>> {
  const columns = [holders.map(({ id }) => id), holders.map(({ epoch }) => epoch)]
  const locked = await run<{ id: bigint }>(sql, lockFree, [...columns, reconciledKinds])
  return new Set(locked.map(({ id }) => id))
}

/**
 * Returns the SQL of a recursive query for the objects that $1 refer to, and so on through objects that are removed with them; `kinds` have
 * a reconciler, whose objects only their reconciler removes. The LIMIT makes Postgres read each object by its id instead of scanning
 * everything that is being deleted.
 *
 * @param root The column of the given object, followed by a comma. Default: what several refer to is found once
 */
const affectedBy = (kinds: string, root: '' | '"rootId",' = ''): string => `
  affected (${root} id, going, removed) AS (
    SELECT ${root === '' ? '' : 'id,'} id, true, true FROM unnest($1::bigint[]) AS given (id)
    UNION
    SELECT ${root} target.id, target.going, target.going AND NOT kind = ANY(${kinds})
    FROM affected CROSS JOIN LATERAL (
      SELECT "toId" AS id FROM "Reference" WHERE "fromId" = affected.id
      UNION ALL SELECT "projectId" FROM "Object" WHERE id = affected.id
    ) named CROSS JOIN LATERAL (
      SELECT id, kind, "deletionRequestedAt" IS NOT NULL AS going FROM "Object" WHERE id = named.id LIMIT 1
    ) target
    WHERE affected.removed
  )`

/** Returns the SQL of the ids of what the removal of objects triggers besides what they refer to, with the id of the removed one. */
const triggeredBy = (ids: string): string => `
    SELECT id, "waitingForId" AS "removedId" FROM "Object" WHERE "waitingForId" = ANY(${ids})
    UNION ALL SELECT "ownerId", "ownedId" FROM "Ownership" WHERE "ownedId" = ANY(${ids})
    UNION ALL SELECT "toId", "fromId" FROM "Reference"
      WHERE "fromId" = ANY(${ids}) AND field IN (${listed(parentFields)})`

const removedIds = 'ARRAY(SELECT id FROM affected WHERE removed)'

/** Finds what {@link affectedBy} finds of $1; $2 kinds. Also finds those that wait for any of them, their owners and their parents. */
const findAffected: Statement = {
  name: 'find-affected',
  text: `
  WITH RECURSIVE ${affectedBy('$2')}
  SELECT id, bool_or(staying) AS staying,
    CASE WHEN bool_or(going) THEN 'going' WHEN bool_or(triggered) THEN 'triggered' ELSE 'staying' END AS lock
  FROM (
    SELECT id, going, NOT going AS staying, false AS triggered FROM affected
    UNION ALL SELECT id, false, false, true FROM (${triggeredBy(removedIds)}) triggered
  ) found GROUP BY id`,
}

/**
 * Locks, of what the removals of the objects $1 affect, what is free: what is being deleted exclusively, and what stays with a shared lock.
 * $2 epochs of the objects, $3 kinds with a reconciler.
 */
const lockFree: Statement = {
  name: 'lock-removals-free',
  text: `
  WITH RECURSIVE ${affectedBy('$3', '"rootId",')}, going AS MATERIALIZED (
    SELECT object.* FROM (SELECT DISTINCT id FROM affected WHERE going ORDER BY id) named CROSS JOIN LATERAL (
      SELECT id, epoch, "deletionRequestedAt" FROM "Object" WHERE id = named.id LIMIT 1 FOR UPDATE SKIP LOCKED
    ) object
  ), staying AS MATERIALIZED (
    SELECT object.* FROM (SELECT DISTINCT id FROM affected WHERE NOT going ORDER BY id) named CROSS JOIN LATERAL (
      SELECT id, "deletionRequestedAt" FROM "Object" WHERE id = named.id LIMIT 1 FOR KEY SHARE SKIP LOCKED
    ) object
  ), "notFree" AS (
    SELECT "rootId" FROM affected
    WHERE CASE
      WHEN removed THEN id NOT IN (SELECT id FROM going)
      WHEN going THEN true
      ELSE id NOT IN (SELECT id FROM staying WHERE "deletionRequestedAt" IS NULL)
    END
    UNION ALL SELECT "rootId" FROM affected JOIN (${triggeredBy(removedIds)}) triggered ON "removedId" = affected.id
  )
  SELECT given.id FROM unnest($1::bigint[], $2::int[]) AS given (id, epoch) JOIN going USING (id, epoch)
  WHERE "deletionRequestedAt" IS NOT NULL AND given.id NOT IN (SELECT "rootId" FROM "notFree")`,
}

const lockGoing: Statement = {
  name: 'lock-going',
  text: 'SELECT * FROM "Object" WHERE id = ANY($1) ORDER BY id FOR UPDATE',
}

const lockStaying: Statement = { name: 'lock-staying', text: lockAndFindGoing('FOR KEY SHARE') }
const lockTriggered: Statement = { name: 'lock-triggered', text: lockAndFindGoing('FOR NO KEY UPDATE') }

/** Returns the SQL that locks objects, and returns those of them whose deletion is requested. */
function lockAndFindGoing(lock: string): string {
  return `
  WITH locked AS (SELECT id, "deletionRequestedAt" FROM "Object" WHERE id = ANY($1) ORDER BY id ${lock})
  SELECT id FROM locked WHERE "deletionRequestedAt" IS NOT NULL`
}

import type { PoolClient } from 'pg'
import type { StoredObject } from '../../prisma/client.ts'
import type { StoreContext } from './context.ts'
import { Raced } from './races.ts'
import { run, type Statement } from './sql.ts'

/** Objects of which a transaction removes rows or requests the deletion. */
export interface Going {
  /** Removed now, or as soon as nothing refers to them. */
  removed: readonly bigint[]
  /** Only requested: a reconciler takes them down first. @default none */
  requested?: readonly bigint[]
}

/**
 * Locks, before anything is written, all that a removal may concern: the objects themselves and what they refer to,
 * and so on where that goes with them. Resolves with those of the given ones that are there.
 *
 * Of several that remove the last referrers of one object, each would otherwise still see the references of the others,
 * and none would remove it. An object that is being deleted is locked for one transaction at a time; one that stays is
 * shared by all who remove its referrers, and only a request for its own deletion waits. All transactions lock in the
 * order of ids, so that none waits for another that waits for it.
 */
export async function lockForRemoval(
  sql: PoolClient,
  { reconciledKinds }: Pick<StoreContext, 'reconciledKinds'>,
  { removed, requested = [] }: Going,
): Promise<Map<bigint, StoredObject>> {
  const given = new Set([...removed, ...requested])
  const found = await run<Concerned>(sql, findConcerned, [removed, reconciledKinds])
  const concerned = new Map(found.map(({ id, going }) => [id, going]))
  for (const id of given) concerned.set(id, true)
  const locked = new Map<bigint, StoredObject>()
  for (const { going, ids } of runsById(concerned)) {
    if (going) for (const row of await run<StoredObject>(sql, lockGoing, [ids])) locked.set(row.id, row)
    else if ((await run(sql, lockStaying, [ids])).length > 0)
      throw new Raced('the deletion of something that a removed object refers to was requested meanwhile')
  }
  return new Map([...locked].filter(([id]) => given.has(id)))
}

interface Concerned {
  id: bigint
  going: boolean
}

/** Ids in ascending order, those next to each other that are locked alike together. */
function runsById(concerned: ReadonlyMap<bigint, boolean>): { going: boolean; ids: bigint[] }[] {
  const runs: { going: boolean; ids: bigint[] }[] = []
  for (const [id, going] of [...concerned].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const last = runs.at(-1)
    if (last?.going === going) last.ids.push(id)
    else runs.push({ going, ids: [id] })
  }
  return runs
}

/**
 * What the objects $1 refer to, and so on through what goes with them; $2 kinds with a reconciler, which nothing else
 * removes. Each is read by its id: without the limit Postgres may rather read all that is being deleted.
 */
const findConcerned: Statement = {
  name: 'find-concerned',
  text: `
  WITH RECURSIVE concerned (id, going, removed) AS (
    SELECT id, true, true FROM unnest($1::bigint[]) AS given (id)
    UNION
    SELECT target.id, target.going, target.going AND NOT kind = ANY($2)
    FROM concerned CROSS JOIN LATERAL (
      SELECT "toId" AS id FROM "Reference" WHERE "fromId" = concerned.id
      UNION ALL SELECT "projectId" FROM "Object" WHERE id = concerned.id
    ) named CROSS JOIN LATERAL (
      SELECT id, kind, "deletionRequestedAt" IS NOT NULL AS going FROM "Object" WHERE id = named.id LIMIT 1
    ) target
    WHERE concerned.removed
  )
  SELECT DISTINCT id, going FROM concerned`,
}

const lockGoing: Statement = {
  name: 'lock-going',
  text: 'SELECT * FROM "Object" WHERE id = ANY($1) ORDER BY id FOR UPDATE',
}

/** Answers with those whose deletion was requested since they were found to stay. */
const lockStaying: Statement = {
  name: 'lock-staying',
  text: `
  WITH staying AS (
    SELECT id, "deletionRequestedAt" FROM "Object" WHERE id = ANY($1) ORDER BY id FOR KEY SHARE
  )
  SELECT id FROM staying WHERE "deletionRequestedAt" IS NOT NULL`,
}

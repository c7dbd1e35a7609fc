import { PlatformError } from '../../schema/errors.ts'
import { run, type Sql, type Statement } from './sql.ts'

/** The name of the housekeeping lease. Its position is the last entry of the log that has been deleted. */
export const housekeeping = 'housekeeping'

/**
 * The SQL of the sequence number that was assigned last, which may not be committed yet; 0 if there is none. The function
 * locks the sequence. A scan does not: while Postgres writes ahead that the next 32 numbers are reserved, it returns the
 * last of those.
 */
export const lastSequenceNumber = `coalesce(pg_sequence_last_value('"Change_seq_seq"'), 0)`

export interface Retention {
  /** The maximum age of an entry, in milliseconds. */
  age: number
  /** The maximum number of entries. */
  maxEntries: number
}

/** The gap in the sequence after a restored log: numbers that were assigned since the backup are lost. */
export const restoreGap = 1_000_000n

/**
 * Throws CURSOR_GONE when entries after a cursor have been deleted, or when the log does not contain the cursor, for example
 * after a restore. Called after a read, it guarantees that the read was complete, because the pruned position is saved
 * before entries are deleted.
 */
export async function assertCursor(sql: Sql, after: bigint): Promise<void> {
  const problem = await findCursorProblem(sql, after)
  if (problem === undefined) return
  const message = `cursor "${after}" ${problem.is}; query \`changeCursor\`, list the objects, and continue from that cursor`
  throw new PlatformError('CURSOR_GONE', message, { details: { cursor: String(problem.cursor) } })
}

/** Says why the log does not contain all entries after a cursor, and the cursor that is next to it; undefined if it does. */
export async function findCursorProblem(sql: Sql, after: bigint): Promise<CursorProblem | undefined> {
  const [log] = await run<Ends>(sql, findEnds, [housekeeping])
  return log && cursorProblem(after, log)
}

interface CursorProblem {
  /** What the cursor is, to follow its name in a message. */
  is: string
  cursor: bigint
}

interface Ends {
  pruned: bigint
  restored: bigint | null
  newest: bigint
}

function cursorProblem(after: bigint, ends: Ends): CursorProblem | undefined {
  const { pruned, newest } = ends
  if (after < pruned) return { is: `is older than the log, which begins after "${pruned}"`, cursor: pruned }
  if (after > newest) return { is: `is newer than the log, which ends at "${newest}"`, cursor: newest }
  const lost = ends.restored ?? newest
  if (after <= lost || after >= lost + restoreGap) return undefined
  return { is: `is newer than the restored backup, which ends at "${lost}"`, cursor: lost }
}

/** Returns the last entry that has been deleted, or is about to be, because of its age or of the size of the log; 0 if none has. */
export async function prunedPosition(sql: Sql): Promise<bigint> {
  const [log] = await run<Ends>(sql, findEnds, [housekeeping])
  return log?.pruned ?? 0n
}

/** Returns the sequence number that was assigned last, which may not be committed yet. */
export async function newestSequenceNumber(sql: Sql): Promise<bigint> {
  const [log] = await run<Ends>(sql, findEnds, [housekeeping])
  return log?.newest ?? 0n
}

const findEnds: Statement = {
  name: 'find-ends-of-log',
  text: `
  SELECT coalesce((SELECT position FROM "Lease" WHERE name = $1), 0) AS pruned,
    (SELECT "restoredThrough" FROM "ControlPlane") AS restored,
    ${lastSequenceNumber} AS newest`,
}

/** Returns the position up to which the log is complete and the relay has read it. */
export async function relayedPosition(sql: Sql): Promise<bigint> {
  const [relayed] = await run<{ upTo: bigint }>(sql, findRelayed, [])
  return relayed?.upTo ?? 0n
}

const findRelayed: Statement = {
  name: 'find-relayed',
  text: `SELECT coalesce((SELECT position FROM "Lease" WHERE name = 'relay'), 0) AS "upTo"`,
}

/**
 * Returns the last expired entry after a position and up to another, among the next `limit`; undefined when none has expired.
 * Entries that the relay has not read yet never expire.
 */
export async function findExpiredChanges(
  sql: Sql,
  { after, upTo, limit, retention }: { after: bigint; upTo: bigint; limit: number; retention: Retention },
): Promise<bigint | undefined> {
  const [expired] = await run<{ upTo: bigint | null }>(sql, findLastExpired, [
    after,
    limit,
    retention.age,
    retention.maxEntries,
    upTo,
  ])
  return expired?.upTo ?? undefined
}

/** Finds expired entries up to the first one that is retained, so that pruning leaves no holes. */
const findLastExpired: Statement = {
  name: 'find-last-over',
  text: `
  WITH oldest AS (
    SELECT seq, time >= now() - $3::float8 * interval '1 millisecond'
      AND seq > (SELECT ${lastSequenceNumber}) - $4::bigint AS kept
    FROM "Change"
    WHERE seq > $1 AND seq <= least($5::bigint, coalesce((SELECT position FROM "Lease" WHERE name = 'relay'), 0))
    ORDER BY seq LIMIT $2
  )
  SELECT max(seq) AS "upTo" FROM oldest WHERE seq < ALL (SELECT seq FROM oldest WHERE kept ORDER BY seq LIMIT 1)`,
}

/**
 * Deletes a range of entries, but none beyond the pruned position of the housekeeping lease: a log that was restored
 * meanwhile begins there. Entries are otherwise immutable, except for sealing what an earlier release stored in plain text.
 */
export async function deleteChanges(sql: Sql, after: bigint, upTo: bigint): Promise<void> {
  await run(sql, deleteRange, [after, upTo, housekeeping])
}

const deleteRange: Statement = {
  name: 'delete-changes',
  text: `
  DELETE FROM "Change" WHERE seq > $1 AND seq <= $2
    AND seq <= (SELECT position FROM "Lease" WHERE name = $3)`,
}

/**
 * Deletes events that were last seen more than `age` milliseconds ago, at most `limit` with an object and as many without one.
 * Resolves with their number.
 */
export async function deleteOldEvents(sql: Sql, age: number, limit: number): Promise<number> {
  return (await run(sql, deleteEvents, [age, limit])).length
}

const deleteFrom = (table: string): string => `
  DELETE FROM "${table}" WHERE id IN (
    SELECT id FROM "${table}" WHERE "lastSeen" < now() - $1::float8 * interval '1 millisecond'
    ORDER BY "lastSeen" LIMIT $2 FOR UPDATE SKIP LOCKED
  ) RETURNING id`

const deleteEvents: Statement = {
  name: 'delete-events',
  text: `
  WITH attached AS (${deleteFrom('ObjectEvent')}), detached AS (${deleteFrom('DetachedEvent')})
  SELECT id FROM attached UNION ALL SELECT id FROM detached`,
}

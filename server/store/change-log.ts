import { PlatformError } from '../../schema/errors.ts'
import { run, type Sql, type Statement } from './sql.ts'

/** The lease of housekeeping; its position is how far the log has been deleted. */
export const housekeeping = 'housekeeping'

export interface Retention {
  /** Milliseconds for which an entry is kept. */
  age: number
  /** Entries that are kept at most. */
  most: number
}

/** Numbers that are left out after what was restored: those that were given out since the backup are lost. */
export const restoreGap = 1_000_000n

/**
 * Throws CURSOR_GONE when entries after this place have been deleted, or when the log does not reach it, as that of a
 * database that was restored. Asked after reading, it vouches for what was read: the place is told before the deletion.
 */
export async function assertCursor(sql: Sql, after: bigint): Promise<void> {
  const [log] = await run<Ends>(sql, findEnds, [housekeeping])
  const wrong = log && wrongCursor(after, log)
  if (wrong === undefined) return
  const message = `cursor "${after}" ${wrong.is}; take \`changeCursor\`, list the objects, and go on from that cursor`
  throw new PlatformError('CURSOR_GONE', message, { details: { cursor: String(wrong.cursor) } })
}

interface Ends {
  pruned: bigint
  restored: bigint | null
  newest: bigint
}

function wrongCursor(after: bigint, ends: Ends): { is: string; cursor: bigint } | undefined {
  const { pruned, newest } = ends
  if (after < pruned) return { is: `is older than the log, which begins after "${pruned}"`, cursor: pruned }
  if (after > newest) return { is: `is newer than the log, which ends at "${newest}"`, cursor: newest }
  const lost = ends.restored ?? newest
  if (after <= lost || after >= lost + restoreGap) return undefined
  return { is: `is of a time after the backup that was restored, which ends at "${lost}"`, cursor: lost }
}

/** How far the log reaches by its numbers; the last of them may not be committed yet. */
export async function newestNumber(sql: Sql): Promise<bigint> {
  const [log] = await run<Ends>(sql, findEnds, [housekeeping])
  return log?.newest ?? 0n
}

const findEnds: Statement = {
  name: 'find-ends-of-log',
  text: `
  SELECT coalesce((SELECT position FROM "Lease" WHERE name = $1), 0) AS pruned,
    (SELECT "restoredThrough" FROM "ControlPlane") AS restored,
    (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM "Change_seq_seq") AS newest`,
}

/**
 * Up to where entries after a place are over, among the next `limit`; undefined where none is. What the relay has not
 * read yet is kept, however old it is.
 */
export async function findOver(
  sql: Sql,
  { after, limit, retention }: { after: bigint; limit: number; retention: Retention },
): Promise<bigint | undefined> {
  const [over] = await run<{ upTo: bigint | null }>(sql, findLastOver, [
    after,
    limit,
    retention.age,
    retention.most,
  ])
  return over?.upTo ?? undefined
}

/** Only a beginning of what was read, so that the log keeps no holes. */
const findLastOver: Statement = {
  name: 'find-last-over',
  text: `
  WITH oldest AS (
    SELECT seq, time >= now() - $3::float8 * interval '1 millisecond'
      AND seq > (SELECT last_value FROM "Change_seq_seq") - $4::bigint AS kept
    FROM "Change"
    WHERE seq > $1 AND seq <= coalesce((SELECT position FROM "Lease" WHERE name = 'relay'), 0)
    ORDER BY seq LIMIT $2
  )
  SELECT max(seq) AS "upTo" FROM oldest WHERE seq < ALL (SELECT seq FROM oldest WHERE kept ORDER BY seq LIMIT 1)`,
}

/**
 * An entry is written again at most once, to seal what a release before stored in the clear. Nothing is deleted beyond the
 * place that is told: a log that was restored meanwhile begins there.
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

/** Deletes events that were last seen before so many milliseconds, at most so many at once; resolves with their number. */
export async function forgetEvents(sql: Sql, age: number, limit: number): Promise<number> {
  return (await run(sql, deleteEvents, [age, limit])).length
}

const deleteEvents: Statement = {
  name: 'delete-events',
  text: `
  DELETE FROM "ObjectEvent" WHERE id IN (
    SELECT id FROM "ObjectEvent" WHERE "lastSeen" < now() - $1::float8 * interval '1 millisecond'
    ORDER BY "lastSeen" LIMIT $2 FOR UPDATE SKIP LOCKED
  ) RETURNING id`,
}

import type { PoolClient } from 'pg'
import { PlatformError } from '../../schema/errors.ts'
import type { StoredEvent } from '../../schema/graphql/store-queries.ts'
import type { EventSubject, EventWrite } from '../../schema/graphql/store-writes.ts'
import { findKind } from '../../schema/kinds/index.ts'
import type { StoreContext } from './context.ts'
import { listEvents } from './events.ts'
import { run, transaction, type Sql, type Statement } from './sql.ts'

/* Events that clients record, such as the controllers of modules. */

/** Records an event, or counts an equal one again. Throws NOT_FOUND if the object does not exist. */
export async function createEvent(context: StoreContext, event: EventWrite): Promise<StoredEvent> {
  return transaction(context.sql, async (sql) => {
    const id = await insertEvent(sql, { event, id: undefined })
    return readEvent(sql, id)
  })
}

/** Replaces an event. Throws NOT_FOUND if it, or its object, does not exist. */
export async function replaceEvent(
  context: StoreContext,
  { id }: Pick<StoredEvent, 'id'>,
  event: EventWrite,
): Promise<StoredEvent> {
  return transaction(context.sql, async (sql) => {
    if ((await removeEvents(sql, [id])) === 0) throw eventNotFound(id)
    return readEvent(sql, await insertEvent(sql, { event, id }))
  })
}

/** Deletes events; those that do not exist are no error. */
export async function deleteEvents(
  context: StoreContext,
  events: readonly Pick<StoredEvent, 'id'>[],
): Promise<void> {
  const ids = events.map(({ id }) => id)
  await transaction(context.sql, (sql) => removeEvents(sql, ids))
}

/** Deletes events; resolves with the number of those that existed. A replacement, which has the same ID, is awaited first. */
async function removeEvents(sql: PoolClient, ids: readonly bigint[]): Promise<number> {
  await run(sql, lockByIds, [ids])
  return (await run(sql, deleteByIds, [ids])).length
}

export function eventNotFound(id: bigint): PlatformError {
  return new PlatformError('NOT_FOUND', `there is no event with ID ${id}`)
}

/** Reports whether the object of an event is one of the store, rather than one of a module. */
export function isStored({ kind }: EventSubject): boolean {
  return findKind(kind) !== undefined
}

async function insertEvent(
  sql: PoolClient,
  { event, id }: { event: EventWrite; id: bigint | undefined },
): Promise<bigint> {
  const { subject, type, reason, note, uid, count, firstSeen, lastSeen, reporter } = event
  const values = [id ?? null, type, reason, note, uid ?? null, count, firstSeen, lastSeen, reporter]
  const isAttached = subject !== undefined && isStored(subject)
  const [row] = await run<{ id: bigint }>(sql, isAttached ? insertAttached : insertDetached, [
    ...values,
    subject?.id ?? null,
    subject?.kind ?? null,
  ])
  if (row !== undefined) return row.id
  throw new PlatformError('NOT_FOUND', `there is no ${subject?.kind} with ID ${subject?.id}`)
}

async function readEvent(sql: Sql, id: bigint): Promise<StoredEvent> {
  const [event] = await listEvents({ reads: sql }, { ids: [id], limit: 1 })
  if (event === undefined) throw eventNotFound(id)
  return event
}

/** $1 id or null, $2 type, $3 reason, $4 note, $5 uid or null, $6 count, $7 first seen, $8 last seen, $9 reporter. */
const numbered = `
  WITH given AS (SELECT coalesce($1::bigint, nextval('"ObjectEvent_id_seq"')) AS id)`

const values = `
  given.id, $2, $3, $4, coalesce('uid:' || $5::text, 'id:' || given.id), $6::int, $7::timestamptz, $8::timestamptz, $9::text`

/** $10 the object, $11 its kind. */
const insertAttached: Statement = {
  name: 'insert-attached-event',
  text: `${numbered}
  INSERT INTO "ObjectEvent" (id, type, reason, note, fingerprint, count, "firstSeen", "lastSeen", reporter, "objectId")
  SELECT ${values}, object.id FROM given, "Object" object WHERE object.id = $10 AND object.kind = $11
  FOR KEY SHARE OF object
  ON CONFLICT ("objectId", fingerprint)
    DO UPDATE SET count = "ObjectEvent".count + excluded.count, "lastSeen" = excluded."lastSeen", noticed = false
  RETURNING id`,
}

/** $10 the object or null, $11 its kind or null. */
const insertDetached: Statement = {
  name: 'insert-detached-event',
  text: `${numbered}
  INSERT INTO "DetachedEvent" (id, type, reason, note, fingerprint, count, "firstSeen", "lastSeen", reporter, "subjectId", kind)
  SELECT ${values}, $10::bigint, $11::text FROM given
  RETURNING id`,
}

/** $1 ids. */
const lockByIds: Statement = {
  name: 'lock-events-by-id',
  text: `
  WITH attached AS (SELECT id FROM "ObjectEvent" WHERE id = ANY($1) ORDER BY id FOR UPDATE),
    detached AS (SELECT id FROM "DetachedEvent" WHERE id = ANY($1) ORDER BY id FOR UPDATE)
  SELECT id FROM attached UNION ALL SELECT id FROM detached`,
}

/** $1 ids. */
const deleteByIds: Statement = {
  name: 'delete-events-by-id',
  text: `
  WITH attached AS (DELETE FROM "ObjectEvent" WHERE id = ANY($1) RETURNING id),
    detached AS (DELETE FROM "DetachedEvent" WHERE id = ANY($1) RETURNING id)
  SELECT id FROM attached UNION ALL SELECT id FROM detached`,
}

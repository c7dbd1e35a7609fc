import { createHash } from 'node:crypto'
import type { EventReport } from '../../schema/status.ts'
import type { StoreContext } from './context.ts'
import { run, type Statement } from './sql.ts'

/* Events that QleetOS itself records, most of them with the report of a reconcile. */

/** The columns of the rows that {@link eventRows} returns. */
export const eventColumns = '(type text, reason text, note text, fingerprint text, count int)'

/** Returns the SQL of rows of events as a source of {@link insertEvents}. */
export const eventsFrom = (events: string): string =>
  `jsonb_to_recordset(${events}::jsonb) AS event ${eventColumns}`

/** Returns the SQL that records events of an object. Without notification channels, an event needs no notice. */
export const insertEvents = (id: string, from: string): string => `
    INSERT INTO "ObjectEvent" ("objectId", type, reason, note, fingerprint, count, noticed)
    SELECT ${id}, type, reason, note, fingerprint, count,
      NOT EXISTS (SELECT FROM "Object" WHERE kind = 'NotificationChannel')
    FROM ${from}
    ON CONFLICT ("objectId", fingerprint)
      DO UPDATE SET count = "ObjectEvent".count + excluded.count, "lastSeen" = now(), noticed = excluded.noticed`

/** $1 id, $2 events. */
const storeEvents: Statement = {
  name: 'store-events',
  text: `
  ${insertEvents('owner.id', `(SELECT id FROM "Object" WHERE id = $1 FOR KEY SHARE) owner, ${eventsFrom('$2')}`)}
  RETURNING id`,
}

/** Records an event of an object that did not come from a reconcile; resolves with false if the object is gone. */
export async function recordEvent(context: StoreContext, id: bigint, event: EventReport): Promise<boolean> {
  return (await run(context.sql, storeEvents, [id, eventRows([event])])).length > 0
}

export interface EventRow extends EventReport {
  fingerprint: string
  count: number
}

/** Returns the rows of events. Equal events are one row with their count, because a statement can write a row only once. */
export function distinctEvents(events: readonly EventReport[]): EventRow[] {
  const found = new Map<string, EventRow>()
  for (const { type, reason, note } of events) {
    const fingerprint = createHash('sha256').update([type, reason, note].join('\0')).digest('hex')
    const count = (found.get(fingerprint)?.count ?? 0) + 1
    found.set(fingerprint, { type, reason, note, fingerprint, count })
  }
  return [...found.values()]
}

/** Returns {@link distinctEvents} as JSON. */
export function eventRows(events: readonly EventReport[]): string {
  return JSON.stringify(distinctEvents(events))
}

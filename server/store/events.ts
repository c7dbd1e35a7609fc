import { kindsReportedBy } from '../../schema/event-reporter.ts'
import type { EventFilter, EventQuery, StoredEvent } from '../../schema/graphql/store-queries.ts'
import { Parameters, runComposed } from './dynamic-statements.ts'
import { projectCondition, scopesCondition } from './filter.ts'
import type { Sql } from './sql.ts'

/*
 * Events of objects, and those without a stored object: of objects that are gone, of objects of modules, and of none. Both tables
 * take their ids from one sequence.
 */

const common = ['type', 'reason', 'note', 'fingerprint', 'count', 'firstSeen', 'lastSeen', 'reporter']
  .map((column) => `event."${column}"`)
  .join(', ')

/** The SQL of all events. */
export const allEvents = `
    SELECT event.id, event."objectId" AS "subjectId", subject.kind, subject.name, subject."projectId",
      false AS "isDetached", ${common}
    FROM "ObjectEvent" event JOIN "Object" subject ON subject.id = event."objectId"
    UNION ALL
    SELECT event.id, event."subjectId", event.kind, event.name, event."projectId", true, ${common}
    FROM "DetachedEvent" event`

interface EventsContext {
  reads: Sql
}

/** Returns a page of events in the order of their IDs. */
export async function listEvents({ reads }: EventsContext, query: EventQuery): Promise<StoredEvent[]> {
  const { limit, offset = 0, before, after, newestFirst = false, ...filter } = query
  const parameters = new Parameters()
  const conditions = [
    ...conditionsOf(filter, parameters),
    ...(before === undefined ? [] : [`object.id < ${parameters.add(before, 'bigint')}`]),
    ...(after === undefined ? [] : [`object.id > ${parameters.add(after, 'bigint')}`]),
  ]
  const text = `
  SELECT * FROM (${allEvents}) object WHERE ${conditions.join(' AND ')}
  ORDER BY object.id ${newestFirst ? 'DESC' : 'ASC'}
  LIMIT ${parameters.add(limit, 'bigint')} OFFSET ${parameters.add(offset, 'bigint')}`
  return runComposed<StoredEvent>(reads, 'list-events', { text, parameters })
}

/** Counts events. */
export async function countEvents({ reads }: EventsContext, filter: EventFilter): Promise<number> {
  const parameters = new Parameters()
  const conditions = conditionsOf(filter, parameters)
  const text = `SELECT count(*)::int AS count FROM (${allEvents}) object WHERE ${conditions.join(' AND ')}`
  const [row] = await runComposed<{ count: number }>(reads, 'count-events', { text, parameters })
  return row?.count ?? 0
}

function conditionsOf(filter: EventFilter, parameters: Parameters): string[] {
  const { ids, subjectId, kinds, name, project, types, reasons, since, within } = filter
  const { note, uid, reporter, isAttached, count, firstSeen, lastSeen } = filter
  const add = (value: unknown, type: string, condition: (placeholder: string) => string): string[] =>
    value === undefined ? [] : [condition(parameters.add(value, type))]
  const time = (value: Date | undefined): string | undefined => value?.toISOString()
  return [
    'true',
    ...add(ids, 'bigint[]', (value) => `object.id = ANY(${value})`),
    ...add(subjectId, 'bigint', (value) => `object."subjectId" = ${value}`),
    ...add(kinds, 'text[]', (value) => `object.kind = ANY(${value})`),
    ...add(name, 'text', (value) => `object.name = ${value}`),
    ...(project === undefined ? [] : [projectCondition(project, parameters)]),
    ...add(types, 'text[]', (value) => `object.type = ANY(${value})`),
    ...add(reasons, 'text[]', (value) => `object.reason = ANY(${value})`),
    ...add(note, 'text', (value) => `object.note = ${value}`),
    ...(uid === undefined ? [] : [uidCondition(parameters.add(uid, 'text'))]),
    ...(reporter === undefined ? [] : [reporterCondition(reporter, parameters)]),
    ...(isAttached === true ? ['object."subjectId" IS NOT NULL'] : []),
    ...add(count, 'int', (value) => `object.count = ${value}`),
    ...add(time(firstSeen), 'timestamptz', (value) => `object."firstSeen" = ${value}`),
    ...add(time(lastSeen), 'timestamptz', (value) => `object."lastSeen" = ${value}`),
    ...add(time(since), 'timestamptz', (value) => `object."lastSeen" >= ${value}`),
    ...(within === undefined ? [] : [`(${scopesCondition(within, parameters)})`]),
  ]
}

/** Returns the condition that an event has an identity: that of a client, or else one that follows from its object and its id. */
function uidCondition(uid: string): string {
  return `(object.fingerprint = 'uid:' || ${uid} OR object."subjectId" || '-' || object.id = ${uid})`
}

/** Returns the condition that a controller has reported an event: one of a client, or the reconcilers of some kinds. */
function reporterCondition(reporter: string, parameters: Parameters): string {
  const [name, kinds] = [
    parameters.add(reporter, 'text'),
    parameters.add(kindsReportedBy(reporter), 'text[]'),
  ]
  return `(object.reporter = ${name} OR object.reporter IS NULL AND object.kind = ANY(${kinds}))`
}

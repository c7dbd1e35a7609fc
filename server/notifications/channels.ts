import type { PoolClient } from 'pg'
import type { LoggedChange } from '../../schema/graphql/store-queries.ts'
import { accepts, isForge, type NoticeFilter } from '../../schema/notifications/filter.ts'
import { noticeReasons } from '../../schema/notifications/reasons.ts'
import { findNames } from '../store/lookups.ts'
import { enqueueNotice, lockChannels, triggerChannels, type Outgoing } from '../store/notifications.ts'
import { run, type Sql, type Statement } from '../store/sql.ts'
import type { StatusChange, Subject } from './happened.ts'
import { noticeOfEvent, noticesOfChange, type FoundNotice, type NoticedEvent } from './notices.ts'

/* Which notices go to which channels. */

/** A notification channel. */
export interface Channel {
  id: bigint
  projectId: bigint
  spec: NoticeFilter & { allProjects?: boolean; repeatInterval?: number }
  createdAt: Date
}

/** Returns the milliseconds before a channel is notified of the same again, unless it says otherwise. */
function defaultRepeatInterval(type: string): number {
  return isForge(type) ? 0 : 300_000
}

/** The age in milliseconds from which nobody is notified any more. */
const maxAge = 24 * 60 * 60_000

export async function findChannels(sql: Sql): Promise<Channel[]> {
  return run<Channel>(sql, findAll, [])
}

/** Returns what channels are notified of by changes of the log. */
export async function outgoingOfChanges(
  sql: Sql,
  channels: readonly Channel[],
  changes: readonly LoggedChange[],
): Promise<Outgoing[]> {
  const relevant = changes.filter(({ operation }) => operation !== 'TRIGGER')
  if (relevant.length === 0) return []
  const [subjects, contents] = await Promise.all([
    readSubjects(sql, relevant),
    run<Content>(sql, findContents, [relevant.map(({ seq }) => seq)]),
  ])
  const contentOf = new Map(contents.map((content) => [content.seq, content]))
  return relevant.flatMap((change) => {
    const { objectId, projectId, seq, time, kind, name } = change
    const content = contentOf.get(seq)
    // Housekeeping has deleted it meanwhile.
    if (content === undefined) return []
    const found = subjects.objects.get(objectId)
    const subject: Subject = {
      kind,
      name,
      project: projectId === null ? null : (subjects.projects.get(projectId) ?? null),
      spec: found?.spec ?? content.spec ?? {},
    }
    return noticesOfChange(change, subject, content).flatMap((notice) =>
      outgoing(channels, notice, { objectId, projectId, time, labels: found?.labels ?? {} }),
    )
  })
}

/** Returns what channels are notified of by the next events, and marks these as noticed. */
export async function outgoingOfEvents(sql: PoolClient, channels: readonly Channel[]): Promise<Outgoing[]> {
  const events = await run<EventRow>(sql, noticeEvents, [eventsAtOnce])
  return events
    .toSorted((one, other) => one.lastSeen.getTime() - other.lastSeen.getTime())
    .filter(({ reason }) => !ownReasons.has(reason))
    .flatMap((event) => {
      const { objectId, projectId, lastSeen: time, labels } = event
      return outgoing(channels, noticeOfEvent(event, event), { objectId, projectId, time, labels })
    })
}

/** Writes to the outboxes of channels, and makes the channels due. */
export async function enqueueAll(sql: PoolClient, all: readonly Outgoing[]): Promise<void> {
  const ids = [...new Set(all.map(({ channelId }) => channelId))]
  if (ids.length === 0) return
  await lockChannels(sql, ids)
  for (const each of all) await enqueueNotice(sql, each)
  await triggerChannels(sql, ids)
}

/** The most events that one transaction marks. */
const eventsAtOnce = 500

/** Reasons that a status has said already. */
const ownReasons: ReadonlySet<string> = new Set(noticeReasons)

interface About {
  objectId: bigint
  projectId: bigint | null
  time: Date
  labels: Readonly<Record<string, string>>
}

function outgoing(
  channels: readonly Channel[],
  { topic, notice }: FoundNotice,
  { objectId, projectId, time, labels }: About,
): Outgoing[] {
  if (time.getTime() < Date.now() - maxAge) return []
  return channels
    .filter(
      ({ id, createdAt, spec, ...channel }) =>
        // A channel that fails says so in its own status.
        id !== objectId &&
        time >= createdAt &&
        (spec.allProjects === true || channel.projectId === projectId) &&
        accepts(spec, notice, labels),
    )
    .map(({ id, spec: { type, repeatInterval } }) => ({
      channelId: id,
      objectId,
      topic,
      notice,
      repeatInterval: repeatInterval === undefined ? defaultRepeatInterval(type) : repeatInterval * 1000,
    }))
}

/** What a change of the log says about its object. */
interface Content extends StatusChange {
  seq: bigint
  /** The spec that it wrote or deleted; null for a change of a status. */
  spec: Subject['spec'] | null
}

interface SubjectRow {
  id: bigint
  spec: Record<string, unknown>
  labels: Record<string, string>
}

interface EventRow extends NoticedEvent, Subject, About {}

async function readSubjects(sql: Sql, changes: readonly LoggedChange[]) {
  const ids = [...new Set(changes.map(({ objectId }) => objectId))]
  const projectIds = [...new Set(changes.flatMap(({ projectId }) => projectId ?? []))]
  const [objects, projects] = await Promise.all([
    run<SubjectRow>(sql, findSubjects, [ids]),
    run<{ id: bigint; name: string }>(sql, findNames, [projectIds]),
  ])
  return {
    objects: new Map(objects.map((row) => [row.id, row])),
    projects: new Map(projects.map(({ id, name }) => [id, name])),
  }
}

const findAll: Statement = {
  name: 'find-notification-channels',
  text: `
  SELECT id, "projectId", spec, "createdAt" FROM "Object"
  WHERE kind = 'NotificationChannel' AND "deletionRequestedAt" IS NULL`,
}

/** The fields of specs that notices name. */
const namedFields = `
  jsonb_strip_nulls(jsonb_build_object('application', spec -> 'application', 'environment', spec -> 'environment',
    'revision', spec -> 'revision', 'reason', spec -> 'reason', 'owner', spec -> 'owner', 'approver', spec -> 'approver'))`

const findSubjects: Statement = {
  name: 'find-notice-subjects',
  text: `SELECT id, ${namedFields} AS spec, labels FROM "Object" WHERE id = ANY($1)`,
}

/** The parts of a status that notices compare, without its longer ones. */
const compared = (status: string): string => `
  CASE WHEN ${status} IS NOT NULL THEN jsonb_strip_nulls(jsonb_build_object(
    'phase', ${status} -> 'phase', 'conditions', coalesce(${status} -> 'conditions', '[]'), 'cause', ${status} -> 'cause',
    'outputs', jsonb_build_object('state', ${status} #> '{outputs,state}', 'revision', ${status} #> '{outputs,revision}',
      'message', ${status} #> '{outputs,message}', 'cause', ${status} #> '{outputs,cause}',
      'healthy', ${status} #> '{outputs,healthy}', 'rollout', ${status} #> '{outputs,rollouts,0}')
  )) END`

const findContents: Statement = {
  name: 'find-notice-contents',
  text: `
  SELECT seq, ${compared('status')} AS now, ${compared('previous')} AS before,
    CASE WHEN status IS NULL THEN spec END AS spec
  FROM (
    SELECT seq, CASE WHEN operation = 'STATUS' THEN after END AS status, coalesce(before, after) AS spec, (
        SELECT after FROM "Change"
        WHERE change.operation = 'STATUS' AND "objectId" = change."objectId" AND seq < change.seq AND operation = 'STATUS'
        ORDER BY seq DESC LIMIT 1
      ) AS previous
    FROM "Change" change WHERE seq = ANY($1)
  ) content`,
}

const noticeEvents: Statement = {
  name: 'notice-events',
  text: `
  WITH fresh AS (
    UPDATE "ObjectEvent" SET noticed = true WHERE id IN (
      SELECT id FROM "ObjectEvent" WHERE NOT noticed ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED
    ) RETURNING "objectId", type, reason, note, "lastSeen"
  )
  SELECT fresh.*, object.kind, object.name, object."projectId", object.labels, project.name AS project, ${namedFields.replaceAll('spec ', 'object.spec ')} AS spec
  FROM fresh JOIN "Object" object ON object.id = fresh."objectId"
    LEFT JOIN "Object" project ON project.id = object."projectId"`,
}

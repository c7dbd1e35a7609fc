import type { PoolClient } from 'pg'
import type { Change } from '../../prisma/generated/client/client.ts'
import { accepts, type NoticeFilter } from '../../schema/notifications/filter.ts'
import { noticeReasons } from '../../schema/notifications/reasons.ts'
import { enqueueNotice, lockChannels, triggerChannels, type Outgoing } from '../store/notifications.ts'
import { run, type Sql, type Statement } from '../store/sql.ts'
import type { ComparedStatus, Subject } from './happened.ts'
import { noticeOfEvent, noticesOfChange, type FoundNotice, type NoticedEvent } from './notices.ts'

/* Which notices go to which channels. */

/** A notification channel. */
export interface Channel {
  id: bigint
  projectId: bigint
  spec: NoticeFilter & { allProjects?: boolean; repeatInterval?: number }
  createdAt: Date
}

/** Milliseconds before a channel is notified of the same again, unless it says otherwise. */
const defaultRepeatInterval = 300_000

/** The age in milliseconds from which nobody is notified any more. */
const maxAge = 24 * 60 * 60_000

export async function findChannels(sql: Sql): Promise<Channel[]> {
  return run<Channel>(sql, findAll, [])
}

/** Returns what channels are notified of by changes of the log. */
export async function outgoingOfChanges(
  sql: Sql,
  channels: readonly Channel[],
  changes: readonly Change[],
): Promise<Outgoing[]> {
  const relevant = changes.filter(({ operation }) => operation !== 'TRIGGER')
  if (relevant.length === 0) return []
  const seqs = relevant.filter(({ operation }) => operation === 'STATUS').map(({ seq }) => seq)
  const [subjects, before] = await Promise.all([
    readSubjects(sql, relevant),
    run<{ seq: bigint; status: ComparedStatus }>(sql, findPreviousStatuses, [seqs]),
  ])
  const statuses = new Map(before.map(({ seq, status }) => [seq, status]))
  return relevant.flatMap((change) => {
    const { objectId, projectId, seq, time, kind, name, before: was, after } = change
    const found = subjects.objects.get(objectId)
    const subject: Subject = {
      kind,
      name,
      project: projectId === null ? null : (subjects.projects.get(projectId) ?? null),
      // The server has validated specs with the schemas of the kinds.
      spec: found?.spec ?? ((was ?? after ?? {}) as Subject['spec']),
    }
    const compared = { ...change, after: withRollout(after) }
    return noticesOfChange(compared, subject, statuses.get(seq)).flatMap((notice) =>
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
    .map(({ id, spec: { repeatInterval } }) => ({
      channelId: id,
      objectId,
      topic,
      notice,
      repeatInterval: repeatInterval === undefined ? defaultRepeatInterval : repeatInterval * 1000,
    }))
}

/** Adds the newest rollout to the outputs of a status, as {@link findPreviousStatuses} does. */
function withRollout(status: unknown): unknown {
  const { outputs } = (status ?? {}) as { outputs?: { rollouts?: readonly unknown[] } }
  if (outputs === undefined) return status
  return { ...(status as object), outputs: { ...outputs, rollout: outputs.rollouts?.[0] } }
}

interface SubjectRow {
  id: bigint
  spec: Record<string, unknown>
  labels: Record<string, string>
}

interface EventRow extends NoticedEvent, Subject, About {}

async function readSubjects(sql: Sql, changes: readonly Change[]) {
  const ids = [...new Set(changes.map(({ objectId }) => objectId))]
  const projectIds = [...new Set(changes.flatMap(({ projectId }) => projectId ?? []))]
  const [objects, projects] = await Promise.all([
    run<SubjectRow>(sql, findSubjects, [ids]),
    run<{ id: bigint; name: string }>(sql, findProjects, [projectIds]),
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
    'revision', spec -> 'revision', 'reason', spec -> 'reason', 'owner', spec -> 'owner'))`

const findSubjects: Statement = {
  name: 'find-notice-subjects',
  text: `SELECT id, ${namedFields} AS spec, labels FROM "Object" WHERE id = ANY($1)`,
}

const findProjects: Statement = {
  name: 'find-notice-projects',
  text: 'SELECT id, name FROM "Object" WHERE id = ANY($1)',
}

/** Finds the status before each of these changes of statuses, without its longer parts. */
const findPreviousStatuses: Statement = {
  name: 'find-previous-statuses',
  text: `
  SELECT change.seq, jsonb_build_object('phase', previous.after -> 'phase', 'conditions', previous.after -> 'conditions',
    'outputs', jsonb_strip_nulls(jsonb_build_object('state', previous.after -> 'outputs' -> 'state',
      'revision', previous.after -> 'outputs' -> 'revision', 'message', previous.after -> 'outputs' -> 'message'))) AS status
  FROM "Change" change CROSS JOIN LATERAL (
    SELECT after FROM "Change"
    WHERE "objectId" = change."objectId" AND seq < change.seq AND operation = 'STATUS' ORDER BY seq DESC LIMIT 1
  ) previous
  WHERE change.seq = ANY($1)`,
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

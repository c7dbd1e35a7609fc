import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { PlatformError } from '../../schema/errors.ts'
import type { ObjectTarget, Write } from '../../schema/graphql/store-writes.ts'
import type { NotificationMessage, TakenNotifications } from '../../schema/graphql/store-reconciles.ts'
import { inProject } from '../../schema/names.ts'
import type { Notice, Notification } from '../../schema/notifications/notice.ts'
import { problemReasons, testReason } from '../../schema/notifications/reasons.ts'
import type { StoreContext } from './context.ts'
import { checkEpoch } from './inventory.ts'
import type { Holder } from './reconcile-steps.ts'
import { findOne, notFound } from './objects.ts'
import type { ProjectNames } from './project-names.ts'
import { recordEvent } from './reported-events.ts'
import { run, transaction, type Statement } from './sql.ts'

/*
 * The outbox of notification channels. A message is composed once, and stored with its ID before it is sent, so that repeats are equal.
 * Whoever changes what a channel has to send locks the channel first: so either the reconcile that takes messages sees a new
 * notification, or the writer sees that nobody retries and makes the channel due.
 */

/** The name of the lease of the work that fills the outbox. Its position is the last change that it has processed. */
export const notifying = 'notifications'

/** A notice for a channel. */
export interface Outgoing {
  channelId: bigint
  objectId: bigint
  topic: string
  notice: Notice
  /** Milliseconds before the same is sent again. */
  repeatInterval: number
}

/** Locks channels, in the order of their ids. Resolves with the number of those that exist. */
export async function lockChannels(sql: PoolClient, ids: readonly bigint[]): Promise<number> {
  return (await run(sql, lockByIds, [ids])).length
}

/** Adds a notice to the outbox of a channel that is locked, or counts an equal one that was not sent yet; nothing if it is gone. */
export async function enqueueNotice(
  sql: PoolClient,
  { channelId, objectId, topic, notice, repeatInterval }: Outgoing,
): Promise<void> {
  await run(sql, enqueue, [
    channelId,
    objectId,
    topic,
    notice.reason,
    JSON.stringify(notice),
    repeatInterval,
    problemReasons,
  ])
}

/** Makes channels due, except those that retry a message: new notifications are no reason to retry it earlier. */
export async function triggerChannels(sql: PoolClient, ids: readonly bigint[]): Promise<void> {
  await run(sql, triggerIdle, [ids])
}

/** Adds a notification that tests a channel, and makes the channel due. Returns its ID. Throws NOT_FOUND. */
export async function addTestNotification(
  { projectName, ...context }: StoreContext & { projectName: ProjectNames },
  target: ObjectTarget,
  { dryRun = false }: Write,
): Promise<string> {
  const channel = await findOne(context, target)
  if (channel === undefined) throw notFound(target)
  const { id, kind, name } = channel
  if (kind !== 'NotificationChannel')
    throw new PlatformError('INVALID_INPUT', `${kind} ${name} is no notification channel`)
  const test = randomUUID()
  const notice: Notice = {
    reason: testReason,
    severity: 'info',
    title: 'Test notification from QleetOS',
    message: `The notification channel ${name} works.`,
    command: `qleetctl get channel/${name}${inProject(target.project)} -o yaml`,
    kind,
    name,
    project: channel.projectId === null ? null : ((await projectName(channel.projectId)) ?? null),
    time: new Date().toISOString(),
  }
  const add = async (sql: PoolClient): Promise<void> => {
    if ((await lockChannels(sql, [id])) === 0) throw notFound(target)
    const topic = `${testReason} ${test}`
    await enqueueNotice(sql, { channelId: id, objectId: id, topic, notice, repeatInterval: 0 })
    await run(sql, triggerNow, [id])
  }
  await transaction(context.sql, add, { rollback: dryRun })
  return test
}

export interface TakeOptions {
  /** The maximum number of notifications in a message. */
  max: number
  /** Milliseconds for which notifications are collected. */
  digest: number
}

/**
 * Returns the message that a channel has to send now: the one that was not accepted, or else a new one of what is due. Gives up what
 * is older than a day, with an event. Throws STALE_EPOCH.
 */
export async function takeNotifications(
  context: StoreContext,
  holder: Holder,
  { max, digest }: TakeOptions,
): Promise<TakenNotifications> {
  const id = holder.objectId
  return transaction(context.sql, async (sql) => {
    const within = { ...context, sql }
    await lockChannels(sql, [id])
    await checkEpoch(within, holder)
    const [before] = await run<Backlog>(sql, readBacklog, [id, digest])
    if (before === undefined || before.pending === 0)
      return { pending: 0, dropped: before?.dropped ?? 0, nextIn: null, message: null }
    const given = await run(sql, dropOld, [id])
    if (given.length > 0)
      await recordEvent(within, id, {
        type: 'Warning',
        reason: 'NotificationsDropped',
        note: `${given.length} notifications could not be sent within a day and were dropped.`,
      })
    const started = await run<MessageRow>(sql, readMessage, [id])
    const rows =
      started.length > 0 ? started : await run<MessageRow>(sql, compose, [id, randomUUID(), max, digest])
    const [after] = await run<Backlog>(sql, readBacklog, [id, digest])
    const { pending, dropped, nextIn } = after ?? before
    return { pending, dropped, nextIn, message: messageOf(rows) }
  })
}

/** Records that a sink has accepted a message. Also a reconcile that is over reports it, since it was sent. */
export async function acknowledgeMessage(
  context: StoreContext,
  channelId: bigint,
  message: string,
): Promise<void> {
  await transaction(context.sql, async (sql) => {
    await lockChannels(sql, [channelId])
    await run(sql, acknowledge, [channelId, message])
  })
}

interface Backlog {
  pending: number
  dropped: number
  nextIn: number | null
}

interface MessageRow extends Notification {
  id: bigint
  message: string
  topic: string
}

function messageOf(rows: readonly MessageRow[]): NotificationMessage | null {
  const [first] = rows
  if (first === undefined) return null
  const test = rows.findLast(({ topic }) => topic.startsWith(`${testReason} `))
  return {
    id: first.message,
    notifications: rows
      .toSorted((one, other) => Number(one.id - other.id))
      .map(({ notice, count }) => ({ notice, count })),
    test: test?.topic.slice(testReason.length + 1) ?? null,
  }
}

const unsent = '"sentAt" IS NULL AND "droppedAt" IS NULL'

const lockByIds: Statement = {
  name: 'lock-channels',
  text: 'SELECT id FROM "Object" WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE',
}

/**
 * $1 channel, $2 object, $3 topic, $4 reason, $5 notice, $6 repeat interval in milliseconds, $7 reasons of problems. Notifications of
 * one object stay in order, so one that is held back holds back those after it, and one that happens again moves to the end. A
 * recovery follows a problem.
 */
const enqueue: Statement = {
  name: 'enqueue-notification',
  text: `
  WITH about AS (
    SELECT * FROM "Notification" WHERE "channelId" = $1 AND "objectId" = $2
  ), merged AS (
    UPDATE "Notification" SET count = count + 1, notice = $5::jsonb, id = nextval('"Notification_id_seq"')
    WHERE id = (
      SELECT id FROM about WHERE topic = $3 AND message IS NULL AND ${unsent} ORDER BY id DESC LIMIT 1
    )
    RETURNING id
  )
  INSERT INTO "Notification" ("channelId", "objectId", topic, reason, notice, "dueAt")
  SELECT $1, $2, $3, $4, $5::jsonb, greatest(now(),
    (SELECT max("sentAt") + $6::float8 * interval '1 millisecond' FROM about WHERE topic = $3),
    (SELECT max("dueAt") FROM about WHERE ${unsent}))
  WHERE NOT EXISTS (SELECT FROM merged) AND EXISTS (SELECT FROM "Object" WHERE id = $1)
    AND ($4 <> 'Recovered' OR (
      SELECT reason FROM about WHERE reason = ANY($7::text[]) OR reason = 'Recovered' ORDER BY id DESC LIMIT 1
    ) = ANY($7::text[]))`,
}

const triggerIdle: Statement = {
  name: 'trigger-channels',
  text: `
  UPDATE "Object" channel SET triggers = triggers + 1, "nextReconcileAt" = now()
  WHERE id = ANY($1) AND NOT EXISTS (
    SELECT FROM "Notification" WHERE "channelId" = channel.id AND message IS NOT NULL AND ${unsent}
  )`,
}

const triggerNow: Statement = {
  name: 'trigger-channel',
  text: 'UPDATE "Object" SET triggers = triggers + 1, "nextReconcileAt" = now() WHERE id = $1',
}

/** Reads what a channel has to send, and the milliseconds until a message is due. $1 channel, $2 milliseconds to collect. */
const readBacklog: Statement = {
  name: 'read-notification-backlog',
  text: `
  SELECT count(*) FILTER (WHERE "droppedAt" IS NULL)::int AS pending,
    count(*) FILTER (WHERE "droppedAt" > now() - interval '7 days')::int AS dropped,
    greatest(0, ceil(extract(epoch FROM min("dueAt") FILTER (WHERE "droppedAt" IS NULL) - now()) * 1000) + $2::float8)::int
      AS "nextIn"
  FROM "Notification" WHERE "channelId" = $1 AND "sentAt" IS NULL`,
}

/** Drops whole messages, so that what is left of one is never sent under its ID. */
const dropOld: Statement = {
  name: 'drop-old-notifications',
  text: `
  WITH old AS (
    SELECT id, message FROM "Notification"
    WHERE "channelId" = $1 AND ${unsent} AND "createdAt" < now() - interval '1 day'
  )
  UPDATE "Notification" SET "droppedAt" = now()
  WHERE "channelId" = $1 AND ${unsent} AND (id IN (SELECT id FROM old) OR message IN (SELECT message FROM old))
  RETURNING id`,
}

const readMessage: Statement = {
  name: 'read-notification-message',
  text: `
  SELECT id, message, topic, notice, count FROM "Notification"
  WHERE "channelId" = $1 AND message IS NOT NULL AND ${unsent} ORDER BY id`,
}

/**
 * $1 channel, $2 ID of the message, $3 maximum, $4 milliseconds to collect. Tests are due at once. What is due later does not delay
 * what is due.
 */
const compose: Statement = {
  name: 'compose-notification-message',
  text: `
  WITH due AS (
    SELECT id, topic, "dueAt" FROM "Notification" WHERE "channelId" = $1 AND ${unsent} AND "dueAt" <= now()
  )
  UPDATE "Notification" SET message = $2
  WHERE id IN (SELECT id FROM due ORDER BY id LIMIT $3) AND EXISTS (
    SELECT FROM due WHERE "dueAt" <= now() - $4::float8 * interval '1 millisecond' OR topic LIKE '${testReason} %'
  )
  RETURNING id, message, topic, notice, count`,
}

const acknowledge: Statement = {
  name: 'acknowledge-notifications',
  text: `UPDATE "Notification" SET "sentAt" = now() WHERE "channelId" = $1 AND message = $2 AND ${unsent}`,
}

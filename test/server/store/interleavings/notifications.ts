import type { Pool } from 'pg'
import type { Store } from '../../../../schema/graphql/store.ts'
import type { Notice } from '../../../../schema/notifications/notice.ts'
import { enqueueAll } from '../../../../server/notifications/channels.ts'
import { transaction } from '../../../../server/store/sql.ts'
import { write } from '../../../support/store.ts'
import {
  confirm,
  remove,
  reportOf,
  started,
  startedOf,
  type Known,
  type RaceTable,
} from './initial-states.ts'
import type { Operation } from './race.ts'

const channel = { kind: 'NotificationChannel', name: 'hook' }

/** Adds a notice to the outbox of the channel, as the work that follows the change log does. */
const enqueue =
  (topic: string): Operation<Known> =>
  ({ sql }, known) =>
    add(sql, startedOf(known, 'hook').id, topic)

function add(sql: Pool, channelId: bigint, topic: string): Promise<void> {
  const notice: Notice = {
    reason: topic,
    severity: 'info',
    title: topic,
    message: '',
    command: '',
    kind: 'Stage',
    name: 'shop',
    project: 'default',
    time: '2026-11-25T18:00:00.000Z',
  }
  return transaction(sql, (within) =>
    enqueueAll(within, [{ channelId, objectId: 7n, topic, notice, repeatInterval: 0 }]),
  )
}

const options = { max: 10, digest: 0 }

/** A channel whose reconcile sends a message. */
async function sending(store: Store, sql: Pool): Promise<Known> {
  await store.apply([{ ...channel, spec: { type: 'webhook', address: 'https://example.com/' } }], write)
  const hook = await started(store, channel)
  await add(sql, hook.id, 'first')
  await store.takeNotifications(hook, options)
  // As a retry finds it: started after the notification.
  return { hook: await started(store, channel) }
}

/** The end of the reconcile: its message is accepted, and it takes the next one, or reports that nothing is left. */
const finish: Operation<Known> = async ({ store, sql }, known) => {
  const hook = startedOf(known, 'hook')
  const { rows } = await sql.query<{ message: string }>(
    'SELECT DISTINCT message FROM "Notification" WHERE message IS NOT NULL',
  )
  await store.acknowledgeMessage(hook.id, rows[0]?.message ?? '')
  const { message } = await store.takeNotifications(hook, options)
  const { requeueAfter: _, ...report } = reportOf(hook)
  await store.report({ ...report, ...(message === null ? {} : { requeueAfter: 0 }) })
}

const test: Operation<Known> = async ({ store }) => {
  await store.sendTestNotification(channel, write)
}

/** A channel that is being deleted, whose reconcile has started. */
async function going(store: Store, sql: Pool): Promise<Known> {
  await sending(store, sql)
  await store.delete([channel], write)
  return { hook: await started(store, channel) }
}

export const notifications: RaceTable = {
  'a notification, and the end of the reconcile that would send it': {
    prepare: sending,
    operations: { server: enqueue('second'), worker: finish },
  },
  'a notification that happens again, and the message that it is part of': {
    prepare: async (store, sql) => {
      const known = await sending(store, sql)
      await add(sql, startedOf(known, 'hook').id, 'second')
      return known
    },
    operations: { server: enqueue('second'), worker: finish },
  },
  'a notification, and the deletion of its channel': {
    prepare: sending,
    operations: { feed: enqueue('second'), user: remove(channel) },
  },
  'a notification, and the removal of its channel': {
    prepare: going,
    operations: { feed: enqueue('second'), worker: confirm('hook') },
  },
  'a test of a channel, and its removal': {
    prepare: going,
    operations: { user: test, worker: confirm('hook') },
  },
}

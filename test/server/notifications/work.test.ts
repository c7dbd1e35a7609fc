import { describe, expect, it, onTestFinished } from 'vitest'
import type { ObjectStatus } from '../../../schema/status.ts'
import { startChangeFeed } from '../../../server/delivery/change-feed.ts'
import { releaseLeases, tryLease } from '../../../server/delivery/leader-leases.ts'
import { notificationsWork } from '../../../server/notifications/work.ts'
import { notifying } from '../../../server/store/notifications.ts'
import { createLog } from '../../../telemetry/log.ts'
import { eventually } from '../../support/eventually.ts'
import { reportOf, restartNamed, statusWith, testStore, write } from '../../support/store.ts'

const test = testStore()
const kind = 'NotificationChannel'

/** Fills outboxes as the holder of the lease, until the returned function is called. */
async function fill(owner: string): Promise<() => Promise<void>> {
  const { sql } = test.database
  const log = createLog('test', 'silent')
  const position = await tryLease(sql, { name: notifying, owner })
  if (position === undefined) throw new Error('another test holds the lease')
  const feed = await startChangeFeed({ pool: sql, log, interval: 20 })
  const ended = new AbortController()
  const done = notificationsWork({ pool: sql, feed, log }).work({
    position,
    signal: ended.signal,
    save: async () => true,
  })
  const stop = async (): Promise<void> => {
    ended.abort()
    await done
    await feed.stop()
    await releaseLeases(sql, owner)
  }
  onTestFinished(stop)
  return stop
}

async function channel(name: string, spec: Record<string, unknown> = {}): Promise<bigint> {
  const document = { kind, name, spec: { type: 'webhook', address: 'https://example.com/hook', ...spec } }
  await test.store.apply([document], write)
  const found = await test.store.find({ kind, name })
  return found?.id ?? 0n
}

/** Reports a status of a channel, which is an object like any other. */
async function report(name: string, status: ObjectStatus): Promise<void> {
  await test.store.report(reportOf(await restartNamed(test.store, kind, name), { status }))
}

function stalled(message: string): ObjectStatus {
  const at = { observedGeneration: 1, lastTransitionTime: '2026-01-01T00:00:00.000Z', reason: 'X', message }
  return {
    phase: 'Blocked',
    conditions: [
      { type: 'Ready', status: 'False', ...at },
      { type: 'Stalled', status: 'True', ...at },
    ],
    outputs: {},
  }
}

async function outbox(id: bigint): Promise<string[]> {
  const { rows } = await test.database.sql.query<{ text: string }>(
    `SELECT notice ->> 'title' || ' ' || count AS text FROM "Notification" WHERE "channelId" = $1 ORDER BY id`,
    [id],
  )
  return rows.map(({ text }) => text)
}

/** Returns what is in an outbox once it has so many notifications. */
async function filled(id: bigint, count: number): Promise<string[]> {
  await eventually(async () => (await outbox(id)).length >= count)
  return outbox(id)
}

async function take(name: string, max = 10) {
  const { id, epoch } = await restartNamed(test.store, kind, name)
  return test.store.takeNotifications({ id, epoch }, { max, digest: 0 })
}

describe('the outbox of a channel', () => {
  it('gets each problem and its end exactly once, whichever server fills it', async () => {
    const id = await channel('once', { names: ['a', 'b'] })
    await channel('a')
    await channel('b')
    const stop = await fill('one')
    await report('a', stalled('no disk'))
    expect(await filled(id, 1)).toEqual(['notification-channel/a is stalled 1'])
    await stop()
    // What is ready for the first time has not recovered from anything.
    await report('b', statusWith(true))
    await report('a', statusWith(true))
    await fill('two')
    expect(await filled(id, 2)).toEqual([
      'notification-channel/a is stalled 1',
      'notification-channel/a has recovered 1',
    ])
  })

  it('gets events, and those of other projects only if the channel is for all', async () => {
    await fill('three')
    const id = await channel('events', { reasons: ['Drift*'], names: ['c'] })
    const everywhere = await channel('everywhere', { reasons: ['Drift*'], names: ['c'], allProjects: true })
    await test.store.apply([{ kind: 'Project', name: 'shop', spec: {} }], write)
    await channel('c')
    const other = {
      kind,
      name: 'c',
      project: 'shop',
      spec: { type: 'webhook', address: 'https://example.com/' },
    }
    await test.store.apply([other], write)
    const drift = {
      type: 'Warning',
      reason: 'DriftCorrected',
      note: 'Deployment web had 3 replicas.',
    } as const
    for (const project of ['default', 'shop']) {
      const found = await test.store.find({ kind, name: 'c', project })
      await test.store.recordEvent(found?.id ?? 0n, drift)
      await filled(everywhere, project === 'shop' ? 2 : 1)
    }
    expect(await outbox(everywhere)).toEqual([driftTitle, driftTitle])
    expect(await outbox(id)).toEqual([driftTitle])
  })

  it('counts what happens again before it is sent, and holds it back if it was just sent', async () => {
    await fill('four')
    const id = await channel('counted', { names: ['d'] })
    await channel('d')
    const flap = async (times: number): Promise<void> => {
      for (let index = 0; index < times; index += 1) {
        await report('d', stalled('no disk'))
        await report('d', statusWith(true))
      }
    }
    await flap(1)
    expect(await filled(id, 2)).toEqual([`${d} is stalled 1`, `${d} has recovered 1`])
    await flap(2)
    await eventually(
      async () => (await outbox(id)).join() === [`${d} is stalled 3`, `${d} has recovered 3`].join(),
    )
    const { message } = await take('counted')
    await test.store.acknowledgeMessage(id, message?.id ?? '')
    await flap(1)
    expect(await filled(id, 4)).toEqual([
      `${d} is stalled 3`,
      `${d} has recovered 3`,
      `${d} is stalled 1`,
      `${d} has recovered 1`,
    ])
    const held = await take('counted')
    expect(held).toMatchObject({ pending: 2, message: null })
    expect(held.nextIn).toBeGreaterThan(290_000)
  })
})

const driftTitle = 'notification-channel/c: DriftCorrected 1'
const d = 'notification-channel/d'

describe('a message', () => {
  it('is the same until its sink has accepted it, and then the next one', async () => {
    await fill('five')
    const id = await channel('ordered', { names: ['e', 'f'] })
    for (const name of ['e', 'f']) {
      await channel(name)
      await report(name, stalled('no disk'))
    }
    await eventually(async () => (await outbox(id)).length === 2)
    const first = await take('ordered', 1)
    await report('e', statusWith(true))
    await eventually(async () => (await outbox(id)).length === 3)
    const again = await take('ordered', 1)
    expect(again.message).toEqual(first.message)
    expect(again.pending).toBe(3)
    await test.store.acknowledgeMessage(id, first.message?.id ?? '')
    const next = await take('ordered', 10)
    expect(next.message?.notifications.map(({ notice }) => notice.title)).toEqual([
      'notification-channel/f is stalled',
      'notification-channel/e has recovered',
    ])
    expect(next.message?.id).not.toBe(first.message?.id)
  })

  it('is dropped after a day, with an event and a count', async () => {
    await fill('six')
    const id = await channel('lost', { names: ['g'] })
    await channel('g')
    await report('g', stalled('no disk'))
    await eventually(async () => (await outbox(id)).length === 1)
    await take('lost')
    await test.database.sql.query(
      `UPDATE "Notification" SET "createdAt" = now() - interval '25 hours' WHERE "channelId" = $1`,
      [id],
    )
    expect(await take('lost')).toMatchObject({ pending: 0, dropped: 1, message: null })
    const events = await test.store.events(id, { take: 10, skip: 0 })
    expect(events.map(({ reason, note }) => [reason, note])).toEqual([
      ['NotificationsDropped', '1 notifications could not be sent within a day and were dropped.'],
    ])
  })

  it('is not taken by a reconcile that is over', async () => {
    const id = await channel('stale')
    const { epoch } = await restartNamed(test.store, kind, 'stale')
    await restartNamed(test.store, kind, 'stale')
    await expect(test.store.takeNotifications({ id, epoch }, { max: 1, digest: 0 })).rejects.toMatchObject({
      code: 'STALE_EPOCH',
    })
  })
})

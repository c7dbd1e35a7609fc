import { randomBytes } from 'node:crypto'
import { AckPolicy, RetentionPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, nanos, type NatsConnection } from '@nats-io/transport-node'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { brokerNames } from '../../../schema/events.ts'
import { consumeTriggers, createNatsQueue } from '../../../workers/engine/consumer.ts'
import type { QueuedTrigger } from '../../../workers/engine/dispatcher.ts'
import { eventually } from '../../support/eventually.ts'

const names = brokerNames(`t${randomBytes(4).toString('hex')}`)
const kind = 'WorkloadInstance'
/** Milliseconds after which the queue delivers a trigger to another worker. */
const ackWait = 1000

let connection: NatsConnection
beforeAll(async () => {
  connection = await connect({ servers: inject('natsUrl'), token: inject('natsToken') })
  const manager = await jetstreamManager(connection)
  await manager.streams.add({
    name: names.stream,
    subjects: [names.subjects],
    retention: RetentionPolicy.Workqueue,
    max_msgs_per_subject: 1,
  })
  await manager.consumers.add(names.stream, {
    durable_name: names.consumer(kind),
    filter_subject: names.filter(kind),
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ackWait),
  })
})
afterAll(async () => {
  await (await jetstreamManager(connection)).streams.delete(names.stream)
  await connection.close()
})

const log = pino({ level: 'silent' })

function consume(take: (trigger: QueuedTrigger) => Promise<void>): () => Promise<void> {
  return consumeTriggers({
    queue: createNatsQueue({ connection: () => connection, isConnected: true }, names),
    kind,
    dispatcher: { take },
    log,
    workingInterval: 100,
  })
}

it('holds a trigger that waits for a free slot, and lets only few wait behind it', async () => {
  const js = jetstream(connection)
  for (let id = 1; id <= 100; id++)
    await js.publish(names.subject(kind, String(id)), JSON.stringify({ v: 1, kind, id: String(id) }))
  const full: string[] = []
  let freeSlot: (() => void) | undefined
  const stopFull = consume(async ({ id, ack }) => {
    full.push(id)
    if (full.length === 1) await new Promise<void>((resolve) => (freeSlot = resolve))
    ack()
  })
  await eventually(async () => (freeSlot === undefined ? undefined : true))
  const manager = await jetstreamManager(connection)
  const info = await manager.consumers.info(names.stream, names.consumer(kind))
  expect(info.num_ack_pending).toBeLessThan(16)

  const elsewhere: string[] = []
  const stopElsewhere = consume(async ({ id, ack }) => {
    elsewhere.push(id)
    ack()
  })
  // The triggers behind it are redelivered elsewhere after the ack wait; this one is not.
  await eventually(async () => (new Set(elsewhere).size === 99 ? true : undefined))
  expect(full).toHaveLength(1)
  expect(elsewhere).not.toContain(full[0])
  freeSlot?.()
  await Promise.all([stopFull(), stopElsewhere()])
})

it('can be closed while its consumer is still being requested', async () => {
  const stop = consume(async () => undefined)
  await expect(stop()).resolves.toBeUndefined()
})

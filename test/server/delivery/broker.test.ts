import { randomBytes } from 'node:crypto'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { brokerNames } from '../../../schema/events.ts'
import { connectBroker, type Broker } from '../../../server/delivery/broker.ts'
import { resyncWork } from '../../../server/delivery/resync.ts'
import { eventually } from '../../support/eventually.ts'
import { createTestStore, defaultRuntime, definition, write, type TestStore } from '../../support/store.ts'

const prefix = `t${randomBytes(4).toString('hex')}`
const names = brokerNames(prefix)
/** Resolves with as many messages as are announced. */
const kinds = ['WorkloadInstance', ...Array.from({ length: 30 }, (_, at) => `Kind${at}`)]

let test: TestStore
let observer: NatsConnection
let broker: Broker
beforeAll(async () => {
  test = await createTestStore()
  const access = { url: inject('natsUrl'), token: inject('natsToken') }
  observer = await connect({ servers: access.url, token: access.token })
  broker = await connectBroker({ ...access, prefix, log: pino({ level: 'silent' }), kinds })
  await eventually(async () => (await broker.queued().catch(() => undefined)) && true)
})
afterAll(async () => {
  await broker?.close()
  await (await jetstreamManager(observer)).streams.delete(names.stream)
  await observer.close()
  await test.database.drop()
})

/** Returns the requests to the API of JetStream about the stream while a function runs. */
async function requestsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const subjects: string[] = []
  const subscription = observer.subscribe('$JS.API.>', {
    callback: (_, { subject }) => void (subject.includes(names.stream) && subjects.push(subject)),
  })
  await observer.flush()
  await work()
  await observer.flush()
  subscription.unsubscribe()
  return subjects
}

it('counts the queue of 31 kinds with one request', async () => {
  await broker.publish([{ v: 1, kind: 'Kind7', id: '1' }])
  let queued: ReadonlyMap<string, number> = new Map()
  const requests = await requestsDuring(async () => (queued = await broker.queued()))
  expect(requests).toEqual([`$JS.API.CONSUMER.LIST.${names.stream}`])
  expect(queued.size).toBe(31)
  expect([...queued].filter(([, count]) => count > 0)).toEqual([['Kind7', 1]])
})

it('counts the queues of few kinds without those of others', async () => {
  await broker.publish([{ v: 1, kind: 'Kind8', id: '1' }])
  let queued: ReadonlyMap<string, number> = new Map()
  const requests = await requestsDuring(async () => (queued = await broker.queued(['Kind8', 'Kind9'])))
  expect(requests.toSorted()).toEqual(
    ['Kind8', 'Kind9'].map((kind) => `$JS.API.CONSUMER.INFO.${names.stream}.${names.consumer(kind)}`),
  )
  expect([...queued]).toEqual([
    ['Kind8', 1],
    ['Kind9', 0],
  ])
})

it('makes one request for each poll of a resync that waits for the queue, however many kinds there are', async () => {
  const { sql } = test.database
  await test.store.apply([...defaultRuntime, definition('a')], write)
  const many = Array.from({ length: 60 }, (_, at) => ({
    kind: 'WorkloadInstance',
    name: `many-${at}`,
    spec: { definition: 'a' },
  }))
  await test.store.apply(many, write)
  await sql.query(
    `UPDATE "Object" SET "nextReconcileAt" = CASE WHEN kind = 'WorkloadInstance' THEN now() END`,
  )
  const end = new AbortController()
  let looks = 0
  const counted = {
    ...broker,
    queued: (of?: readonly string[]) => {
      looks += 1
      return broker.queued(of)
    },
  }
  const { work } = resyncWork({ pool: sql, broker: counted, log: pino({ level: 'silent' }) })
  const requests = await requestsDuring(async () => {
    const ended = work({ signal: end.signal, position: 0n, save: async () => true })
    await eventually(async () => (looks >= 5 ? true : undefined))
    end.abort()
    await ended
  })
  expect(requests).toHaveLength(looks)
})

import type { StoredEvent } from '../../../../schema/graphql/store-queries.ts'
import type { EventWrite } from '../../../../schema/graphql/store-writes.ts'
import type { Store } from '../../../../schema/graphql/store.ts'
import { write } from '../../../support/store.ts'
import {
  confirm,
  going,
  running,
  runtime,
  started,
  startedOf,
  target,
  type Known,
  type RaceTable,
} from './initial-states.ts'
import type { Operation } from './race.ts'

/* Races of what is recorded about objects: events, and the schemas that clusters serve. */

function eventOf({ id }: { id: bigint }, note = 'seen', uid?: string): EventWrite {
  const time = new Date('2026-01-01T00:00:00Z')
  return {
    subject: { kind: 'WorkloadInstance', id },
    type: 'Normal',
    reason: 'Seen',
    note,
    ...(uid !== undefined && { uid }),
    count: 1,
    firstSeen: time,
    lastSeen: time,
    reporter: 'controller',
  }
}

const reported =
  (uid?: string): Operation<Known> =>
  async ({ store }, known) => {
    await store.createEvent(eventOf(startedOf(known, 'one'), 'seen', uid))
  }

const recorded: Operation<Known> = ({ store }, known) =>
  store.recordEvent(startedOf(known, 'one').id, { type: 'Normal', reason: 'TerminalOpened', note: 'opened' })

function storedEvent(known: Known): StoredEvent {
  // Only its id is used.
  return { id: startedOf(known, 'event').id } as StoredEvent
}

/** Replaces the event of the initial state. */
const replaced =
  (note: string): Operation<Known> =>
  async ({ store }, known) => {
    await store.replaceEvent(storedEvent(known), eventOf(startedOf(known, 'one'), note))
  }

const deleted: Operation<Known> = ({ store }, known) => store.deleteEvents([storedEvent(known)])

async function withEvent(store: Store): Promise<Known> {
  const known = await running(store, 'one')
  const { id } = await store.createEvent(eventOf(startedOf(known, 'one')))
  return { ...known, event: { ...startedOf(known, 'one'), id } }
}

const schemas: Operation<Known> = ({ store }, known) => {
  const { id, epoch } = startedOf(known, 'space')
  const schema = { apiVersion: 'example.com/v1', hash: 'a', kinds: {} }
  return store.reportSchemas(id, epoch, { served: [schema], schemas: [schema] })
}

/** A runtime that is being deleted, whose reconcile has started. */
async function runtimeGoing(store: Store): Promise<Known> {
  await running(store)
  await store.delete([runtime], write)
  return { space: await started(store, runtime) }
}

export const events: RaceTable = {
  'an event of a client, and the removal of its object': {
    prepare: (store) => going(store, ['one']),
    operations: { client: reported(), worker: confirm('one') },
  },
  'an event, and the removal of its object': {
    prepare: (store) => going(store, ['one']),
    operations: { server: recorded, worker: confirm('one') },
  },
  'an event, and the forced deletion of its object': {
    prepare: (store) => running(store, 'one'),
    operations: {
      server: recorded,
      user: ({ store }) => store.delete([target('one')], { ...write, force: true }),
    },
  },
  'two equal events': {
    prepare: (store) => running(store, 'one'),
    operations: { one: reported('a'), other: reported('a') },
  },
  'two changes of an event': {
    prepare: withEvent,
    operations: { one: replaced('one'), other: replaced('other') },
  },
  'a change of an event, and its deletion': {
    prepare: withEvent,
    operations: { one: replaced('one'), other: deleted },
  },
  'schemas of a cluster, and the removal of its runtime': {
    prepare: runtimeGoing,
    operations: { one: schemas, worker: confirm('space') },
  },
  'schemas that two reconciles report': {
    prepare: runtimeGoing,
    operations: { one: schemas, other: schemas },
  },
}

import type { Pool } from 'pg'
import type { Store } from '../../../../schema/graphql/store.ts'
import { inventoryEntry, write } from '../../../support/store.ts'
import {
  apply,
  instance,
  report,
  reportOf,
  running,
  runtime,
  started,
  startedOf,
  target,
  together,
  type Known,
  type RaceTable,
} from './initial-states.ts'
import type { Operation } from './race.ts'

/** Records resources of an object in the runtime. */
const record =
  (owner: string, ...names: string[]): Operation<Known> =>
  ({ store }, known) => {
    const { id, epoch } = startedOf(known, owner)
    const runtimeId = startedOf(known, 'space').id
    return store.recordApplied(
      id,
      epoch,
      names.map((name) => inventoryEntry(runtimeId, name)),
    )
  }

/** Records a database with a provider, with its id once it has one. */
const recordExternal =
  (owner: string, ...names: string[]): Operation<Known> =>
  ({ store }, known) => {
    const { id, epoch } = startedOf(known, owner)
    const database = { provider: 'aws', account: '1', region: 'here', type: 'Database', order: 0, tags: {} }
    return store.recordExternal(
      id,
      epoch,
      names.map((name) => ({ ...database, name })),
    )
  }

async function withRuntime(store: Store, ...names: string[]): Promise<Known> {
  return { ...(await running(store, ...names)), space: await started(store, runtime) }
}

const begin: Operation<Known> = ({ store }, known) => store.startReconcile(startedOf(known, 'a').id)
const follow: Operation<Known> = ({ store }, known) =>
  store.startReconcile(startedOf(known, 'a').id, startedOf(known, 'a').epoch)

/** Reports that the awaited object was not ready when it was read. */
const wait =
  (name: string, awaited = 'space'): Operation<Known> =>
  ({ store }, known) => {
    const { id, version } = startedOf(known, awaited)
    return store.report({ ...reportOf(startedOf(known, name), 'Failed'), waitingFor: { id, version } })
  }

const beginOf =
  (name: string): Operation<Known> =>
  ({ store }, known) =>
    store.startReconcile(startedOf(known, name).id, startedOf(known, name).epoch)

const reportEvent = (name: string): Operation<Known> =>
  report(name, { events: [{ type: 'Normal', reason: 'Waiting', note: name }] })

/** Reports what reconciles have applied. */
const reportAll = (...names: string[]): Operation<Known> =>
  together(
    ...names.map((name): Operation<Known> => (on, known) => {
      const applied = [inventoryEntry(startedOf(known, 'space').id, name)]
      const events = [{ type: 'Normal' as const, reason: 'Applied', note: name }]
      return report(name, { applied, events })(on, known)
    }),
  )

const removals = (...ids: string[]) => ids.map((id) => ({ id, text: id }))

/** An instance that waits for the confirmation of a list, and whose next reconcile has started. */
async function withList(store: Store, sql: Pool): Promise<Known> {
  const known = await running(store, 'a')
  await store.report({ ...reportOf(startedOf(known, 'a')), confirm: removals('u') })
  await sql.query(
    `UPDATE "Object" SET confirmation = jsonb_set(confirmation, '{token}', '"t"') WHERE name = 'a'`,
  )
  return { a: await started(store, target('a')) }
}

const confirmList: Operation<Known> = ({ store }) =>
  store.confirmRemoval({ target: target('a'), token: 't' }, write)

/** Two objects after a restore that has lost ten ids. */
async function withLost(store: Store, sql: Pool): Promise<Known> {
  const known = await running(store, 'a', 'b')
  await sql.query(`UPDATE "ControlPlane" SET "orphanedIds" = '{[1000000,1000009]}'`)
  return known
}

/** With a key, so that others run before it is committed. */
const readopt =
  (name: string, ...ids: bigint[]): Operation<Known> =>
  ({ store }, known) =>
    store.once({ actor: 'worker', key: name, request: name }, (once) =>
      once.readopt(startedOf(known, name), ids),
    )

async function withDue(store: Store, sql: Pool): Promise<Known> {
  const known = await running(store, 'a', 'b')
  await sql.query(
    `UPDATE "Object" SET "leaseExpiresAt" = NULL, "nextReconcileAt" = now() - interval '1 hour'`,
  )
  return known
}

const takeDue: Operation<Known> = async ({ store }) =>
  (await store.takeDue({ kinds: ['WorkloadInstance'], max: 5, overdue: 0 })).map(({ id }) => id)

export const reconciles: RaceTable = {
  'two starts of one reconcile': {
    prepare: withDue,
    operations: { one: begin, other: begin },
  },
  'two successors of one reconcile': {
    prepare: (store) => running(store, 'a'),
    operations: { one: follow, other: follow },
  },
  'two objects that intend the same external resources': {
    prepare: (store) => running(store, 'a', 'b'),
    operations: {
      one: recordExternal('a', 'first', 'second'),
      other: recordExternal('b', 'second', 'first'),
    },
  },
  'two groups of reconciles that start together': {
    prepare: (store) => running(store, 'a', 'b'),
    connections: 1,
    operations: {
      one: together(beginOf('a'), beginOf('b')),
      other: together(beginOf('b'), beginOf('a')),
    },
  },
  'reconciles that start together, and a change of the spec of one': {
    prepare: withDue,
    connections: 1,
    operations: {
      worker: together(beginOf('a'), beginOf('b')),
      user: apply(instance('a', { namespace: undefined }), { ...instance('a'), name: 'b' }),
    },
  },
  'reports that arrive together, and the next reconcile of one': {
    prepare: (store) => withRuntime(store, 'a', 'b'),
    connections: 1,
    operations: { worker: reportAll('a', 'b'), other: follow },
  },
  'reports that arrive together and have applied nothing, and the next reconcile of one': {
    prepare: (store) => running(store, 'a', 'b'),
    connections: 1,
    operations: { worker: together(reportEvent('a'), reportEvent('b')), other: follow },
  },
  'reports that arrive together, and a change of the spec of one': {
    prepare: (store) => withRuntime(store, 'a', 'b'),
    connections: 1,
    operations: {
      worker: reportAll('a', 'b'),
      user: apply({ kind: 'WorkloadInstance', name: 'b', spec: { definition: 'web', runtime: 'space' } }),
    },
  },
  'two groups of reports that arrive together': {
    prepare: (store) => withRuntime(store, 'a', 'b'),
    connections: 1,
    operations: { one: reportAll('a', 'b'), again: reportAll('b', 'a') },
  },
  'reports that arrive together, and an object that starts to wait for one of them': {
    prepare: (store) => withRuntime(store, 'a', 'b', 'c'),
    connections: 1,
    operations: { workers: reportAll('a', 'b'), waits: wait('c', 'b') },
  },
  'reports that arrive together, and one that locks the objects in another order': {
    prepare: (store) => withRuntime(store, 'a', 'b'),
    connections: 1,
    operations: { workers: reportAll('a', 'b'), waits: wait('a', 'b') },
  },
  'records of two objects together, and another demand for their resources': {
    prepare: (store) => withRuntime(store, 'a', 'b', 'c'),
    connections: 1,
    operations: {
      workers: together(record('a', 'x'), record('b', 'y')),
      other: record('c', 'y', 'x'),
    },
  },
  'records of two objects together, and the next reconcile of one': {
    prepare: (store) => withRuntime(store, 'a', 'b'),
    connections: 1,
    operations: { workers: together(record('a', 'x'), record('b', 'y')), next: follow },
  },
  'an external resource, and the next reconcile': {
    prepare: (store) => running(store, 'a'),
    operations: { worker: recordExternal('a', 'first'), other: follow },
  },
  'a report, and the next reconcile': {
    prepare: (store) => running(store, 'a'),
    operations: { worker: report('a'), other: follow },
  },
  'two reports of one reconcile': {
    prepare: (store) => running(store, 'a'),
    operations: {
      one: report('a', { events: [{ type: 'Normal', reason: 'R', note: 'n' }] }),
      again: report('a', { events: [{ type: 'Normal', reason: 'R', note: 'n' }] }),
    },
  },
  'a report, and a change of the spec': {
    prepare: (store) => running(store, 'a'),
    operations: {
      worker: report('a'),
      user: apply(instance('a', { namespace: undefined }), { ...instance('a'), name: 'b' }),
    },
  },
  'a report without changes, and a request for a reconcile': {
    prepare: async (store) => {
      const known = await running(store, 'a')
      await store.report(reportOf(startedOf(known, 'a')))
      return { a: await started(store, target('a')) }
    },
    operations: { worker: report('a'), user: ({ store }) => store.trigger(target('a'), write) },
  },
  'a report that waits, and the awaited object becoming ready': {
    prepare: (store) => withRuntime(store, 'a'),
    operations: { waits: wait('a'), awaited: report('space') },
  },
  'a report that waits, and the awaited, unreferenced object becoming ready': {
    prepare: (store) => running(store, 'a', 'b'),
    operations: { waits: wait('a', 'b'), awaited: report('b') },
  },
  'two objects that wait, and the awaited object becoming ready': {
    prepare: (store) => withRuntime(store, 'a', 'b'),
    operations: { one: wait('a'), other: wait('b'), awaited: report('space') },
    stops: ['lock-reported-with-dependents', 'store-reports', 'trigger-referrers', 'COMMIT'],
    preemptions: 1,
  },
  'resources that two objects demand, in opposite orders': {
    prepare: (store) => withRuntime(store, 'a', 'b'),
    operations: { a: record('a', 'x', 'y'), b: record('b', 'y', 'x') },
  },
  'a resource that is recorded, and the next reconcile': {
    prepare: (store) => withRuntime(store, 'a'),
    operations: { old: record('a', 'x'), next: follow },
  },
  'a resource that is removed from the inventory, and the next reconcile': {
    prepare: async (store) => {
      const known = await withRuntime(store, 'a')
      const { id, epoch } = startedOf(known, 'a')
      await store.recordApplied(id, epoch, [inventoryEntry(startedOf(known, 'space').id, 'x')])
      return known
    },
    operations: {
      old: async ({ store }, known) => {
        const { id, epoch } = startedOf(known, 'a')
        const entries = await store.inventory(id)
        await store.forgetApplied(
          id,
          epoch,
          entries.map((entry) => entry.id),
        )
      },
      next: follow,
    },
  },
  'two confirmations of one list': {
    prepare: withList,
    operations: { one: confirmList, other: confirmList },
  },
  'a confirmation, and a report with another list': {
    prepare: withList,
    operations: { user: confirmList, worker: report('a', { confirm: removals('u', 'v') }) },
  },
  'a lease that is renewed, and the next reconcile': {
    prepare: (store) => running(store, 'a'),
    operations: {
      keeps: async ({ store }, known) => (await store.renewLeases([startedOf(known, 'a')])).map(String),
      next: follow,
    },
  },
  'two claims of due objects': {
    prepare: withDue,
    operations: { one: takeDue, other: takeDue },
  },
  'a claim of due objects, and the start of a reconcile': {
    prepare: withDue,
    operations: { resync: takeDue, worker: begin },
  },
  'two objects that re-adopt lost resources': {
    prepare: withLost,
    operations: {
      a: readopt('a', 1_000_001n, 1_000_002n),
      b: readopt('b', 1_000_002n, 1_000_001n),
    },
  },
  'one object that re-adopts lost resources twice': {
    prepare: withLost,
    operations: { one: readopt('a', 1_000_001n), again: readopt('a', 1_000_001n) },
  },
  'observed changes in a cluster, and the start of a reconcile': {
    prepare: async (store, sql) => {
      const known = await withRuntime(store, 'a')
      await sql.query(`UPDATE "Object" SET "leaseExpiresAt" = NULL WHERE name = 'a'`)
      return known
    },
    operations: {
      watch: ({ store }, known) =>
        store.triggerOwners([{ ownerId: startedOf(known, 'a').id, uid: 'u' }], write),
      worker: begin,
    },
  },
}

import type { Pool } from 'pg'
import type { Store } from '../../../../schema/graphql/store.ts'
import { allKinds } from '../../../../schema/kinds/index.ts'
import { sweepUnreferenced } from '../../../../server/store/sweep.ts'
import { defaultRuntime, definition, write, inventoryEntry } from '../../../support/store.ts'
import {
  apply,
  confirm,
  create,
  going,
  instance,
  remove,
  report,
  reportOf,
  running,
  runtime,
  started,
  startedOf,
  target,
  together,
  web,
  type Known,
  type RaceTable,
} from './initial-states.ts'
import type { Operation } from './race.ts'

const p = { kind: 'Project', name: 'p' }

const reconciledKinds = allKinds.filter(({ reconciled }) => reconciled).map(({ kind }) => kind)
const plainKinds = allKinds.filter(({ reconciled }) => !reconciled).map(({ kind }) => kind)

const sweepAll: Operation<Known> = async ({ sql }) => {
  await sweepUnreferenced({ sql, reconciledKinds }, { kinds: plainKinds, limit: 10, write })
}

/** Reports that an instance still waits for another. */
const reportWaiting =
  (name: string, awaited: string) =>
  async ({ store }: { store: Store }, known: Known): Promise<void> => {
    const { id, version } = startedOf(known, awaited)
    await store.report({ ...reportOf(startedOf(known, name), 'Failed'), waitingFor: { id, version } })
  }

/** Two definitions of a project that are being deleted, each with one instance whose removal is done. */
async function membersGoing(
  store: Store,
  others: readonly { kind: string; name: string }[] = [],
): Promise<Known> {
  const project = p.name
  const names = ['a', 'b']
  await store.apply([...defaultRuntime, { ...p, spec: {} }], write)
  const members = names.flatMap((name) => [
    { ...definition(name), project },
    { ...instance(name, { definition: name, runtime: 'default/space' }), project },
  ])
  await store.apply(members, write)
  await store.delete([...others, ...members.map(({ kind, name }) => ({ kind, name, project }))], write)
  const known: Record<string, Awaited<ReturnType<typeof started>>> = {}
  for (const name of names) known[name] = await started(store, target(name, project))
  return known
}

/** An instance that is being deleted, and a definition whose deletion is not requested. */
const instanceGoing = (store: Store): Promise<Known> => going(store, ['a'], [])

/** Instances that are being deleted, of which the first two wait for the last. */
async function waitingForLast(store: Store): Promise<Known> {
  const known = await going(store, ['a', 'b', 'c'], [])
  for (const name of ['a', 'b']) await reportWaiting(name, 'c')({ store }, known)
  return { ...known, a: await started(store, target('a')), b: await started(store, target('b')) }
}

/** Objects as they remained before the targets were locked: to be deleted, and unreferenced. */
async function forgotten(store: Store, sql: Pool): Promise<Known> {
  await store.apply(
    [
      { ...p, spec: {} },
      { ...definition('left'), project: 'p' },
    ],
    write,
  )
  await sql.query(`UPDATE "Object" SET "deletionRequestedAt" = now() WHERE name IN ('p', 'left')`)
  return {}
}

export const deletions: RaceTable = {
  'the last two instances of a definition that is deleted with them': {
    prepare: (store) => going(store, ['a', 'b']),
    operations: { a: confirm('a'), b: confirm('b') },
  },
  'the last three instances of a definition': {
    prepare: (store) => going(store, ['a', 'b', 'c']),
    operations: { a: confirm('a'), b: confirm('b'), c: confirm('c') },
    stops: ['lock-going', 'remove-free', 'COMMIT'],
    preemptions: 1,
  },
  'the last instances of a definition, two of which are confirmed together': {
    prepare: (store) => going(store, ['a', 'b', 'c']),
    connections: 1,
    operations: { worker: together(confirm('a'), confirm('b')), other: confirm('c') },
  },
  'two groups of the last instances of a definition': {
    prepare: (store) => going(store, ['a', 'b', 'c', 'd']),
    connections: 1,
    operations: {
      one: together(confirm('a'), confirm('b')),
      other: together(confirm('d'), confirm('c')),
    },
  },
  'two groups of the same instances': {
    prepare: (store) => going(store, ['a', 'b']),
    connections: 1,
    operations: {
      one: together(confirm('a'), confirm('b')),
      again: together(confirm('b'), confirm('a')),
    },
  },
  'instances that are confirmed together, and a request to delete their definition': {
    prepare: (store) => going(store, ['a', 'b'], []),
    connections: 1,
    operations: { worker: together(confirm('a'), confirm('b')), user: remove(web) },
  },
  'instances that are confirmed together, and the next reconcile of one': {
    prepare: (store) => going(store, ['a', 'b'], []),
    connections: 1,
    operations: {
      worker: together(confirm('a'), confirm('b')),
      other: ({ store }, known) =>
        store.startReconcile(startedOf(known, 'a').id, startedOf(known, 'a').epoch),
    },
  },
  'instances that are confirmed together, and one that starts to wait for one of them': {
    prepare: (store) => going(store, ['a', 'b', 'c'], []),
    connections: 1,
    operations: {
      worker: together(confirm('a'), confirm('b')),
      waits: ({ store }, known) => reportWaiting('c', 'a')({ store }, known),
    },
  },
  'instances that are confirmed together, for one of which others wait': {
    prepare: waitingForLast,
    connections: 1,
    operations: {
      worker: together(confirm('c'), confirm('b')),
      waits: ({ store }, known) => reportWaiting('a', 'c')({ store }, known),
    },
  },
  'the last members of a project, confirmed together, and a request to delete it': {
    prepare: (store) => membersGoing(store),
    connections: 1,
    operations: { worker: together(confirm('a'), confirm('b')), user: remove(p) },
  },
  'the last members of a project that is deleted with them': {
    prepare: (store) => membersGoing(store, [p]),
    operations: { a: confirm('a'), b: confirm('b') },
    preemptions: 1,
  },
  'the last members of a project, and a request to delete it': {
    prepare: (store) => membersGoing(store),
    operations: { a: confirm('a'), b: confirm('b'), user: remove(p) },
    stops: ['lock-staying', 'COMMIT'],
    preemptions: 3,
  },
  'the last instance, and a request to delete its definition': {
    prepare: instanceGoing,
    operations: { a: confirm('a'), user: remove(web) },
  },
  'the last instance, and a request to delete its runtime, which waits for it': {
    prepare: instanceGoing,
    operations: {
      a: confirm('a'),
      runtime: async ({ store }) => {
        await store.delete([runtime], write)
        const current = await started(store, runtime)
        // As its reconciler does: it waits while an object is left in it.
        if (await store.find(target('a'))) await store.report(reportOf(current, 'Failed'))
        else await store.confirmDeletion({ ...current, leaveBehind: false }, write)
      },
    },
    preemptions: 1,
  },
  'the last instance, and a request to delete it together with its definition': {
    prepare: instanceGoing,
    operations: { a: confirm('a'), user: remove(target('a'), web) },
  },
  'the last instance of a definition that is newer than it': {
    prepare: async (store) => {
      await running(store, 'a', 'b')
      await store.apply([definition('newer')], write)
      await store.apply(
        ['a', 'b'].map((name) => instance(name, { definition: 'newer' })),
        write,
      )
      const newer = { kind: 'WorkloadDefinition', name: 'newer' }
      await store.delete([newer, target('a'), target('b')], write)
      return { a: await started(store, target('a')), b: await started(store, target('b')) }
    },
    operations: { a: confirm('a'), b: confirm('b') },
    preemptions: 1,
  },
  'two requests to delete one object': {
    prepare: (store) => running(store, 'a'),
    operations: { one: remove(web, target('a')), other: remove(target('a'), web) },
  },
  'a definition, and its only instance': {
    prepare: (store) => running(store, 'a'),
    operations: { definition: remove(web), instance: remove(target('a')) },
  },
  'a definition, and a new instance of it': {
    prepare: (store) => running(store),
    operations: { user: remove(web), other: create(instance('new')) },
  },
  'a definition, and new instances of it in one request': {
    prepare: (store) => running(store),
    operations: { user: remove(web), other: apply(definition('more'), instance('new'), instance('newer')) },
  },
  'a project, and its first member': {
    prepare: async (store) => {
      await store.create({ ...p, spec: {} }, write)
      return {}
    },
    operations: {
      user: remove(p),
      other: create({ ...definition('member'), project: 'p' }),
    },
  },
  'a definition, and an instance that is changed to reference it': {
    prepare: async (store) => {
      const known = await running(store, 'a')
      await store.apply([definition('other')], write)
      return known
    },
    operations: {
      user: remove({ kind: 'WorkloadDefinition', name: 'other' }),
      other: apply(instance('a', { definition: 'other' })),
    },
  },
  'a definition, and an instance that is changed to reference another': {
    prepare: async (store) => {
      const known = await running(store, 'a')
      await store.apply([definition('other')], write)
      return known
    },
    operations: { user: remove(web), other: apply(instance('a', { definition: 'other' })) },
  },
  'an instance that is being deleted, and a change of its definition': {
    prepare: instanceGoing,
    operations: { a: confirm('a'), user: apply(definition('web', 'b')) },
  },
  'an instance, and a report about it': {
    prepare: (store) => running(store, 'a'),
    operations: { user: remove(target('a')), worker: report('a') },
  },
  'an instance that is removed, and a late report about it': {
    prepare: instanceGoing,
    operations: {
      a: confirm('a'),
      late: report('a', { events: [{ type: 'Normal', reason: 'R', note: 'n' }] }),
    },
  },
  'an instance that is removed, and another reconcile of it': {
    prepare: instanceGoing,
    operations: {
      a: confirm('a'),
      other: ({ store }, known) =>
        store.startReconcile(startedOf(known, 'a').id, startedOf(known, 'a').epoch),
    },
  },
  'an instance that is removed, and a resource that it records late': {
    prepare: async (store) => ({ ...(await instanceGoing(store)), space: await started(store, runtime) }),
    operations: {
      a: confirm('a'),
      late: ({ store }, known) => {
        const { id, epoch } = startedOf(known, 'a')
        return store.recordApplied(id, epoch, [inventoryEntry(startedOf(known, 'space').id, 'late')])
      },
    },
  },
  'an instance that is removed, and its forced deletion': {
    prepare: instanceGoing,
    operations: {
      a: confirm('a'),
      user: ({ store }) => store.delete([target('a')], { ...write, force: true }),
    },
  },
  'a runtime that is removed, and a new instance in it': {
    prepare: async (store) => {
      await running(store)
      await store.delete([runtime], write)
      return { space: await started(store, runtime) }
    },
    operations: { space: confirm('space'), user: create(instance('new')) },
    refused: ['user'],
  },
  'an awaited object, and a report that starts to wait for it': {
    prepare: (store) => going(store, ['a', 'b'], []),
    operations: {
      a: confirm('a'),
      waits: reportWaiting('b', 'a'),
    },
  },
  'an awaited object, and a report of an older one that waits for it': {
    prepare: waitingForLast,
    operations: { c: confirm('c'), a: reportWaiting('a', 'c') },
  },
  'an awaited object, and reports of two older ones that wait for it': {
    prepare: waitingForLast,
    operations: { c: confirm('c'), a: reportWaiting('a', 'c'), b: reportWaiting('b', 'c') },
    preemptions: 1,
  },
  'what is attached to an application, and a report of the application': {
    prepare: async (store) => {
      const known = await running(store, 'a')
      const attached = { kind: 'WorkloadServiceDependency', name: 'one' }
      await store.apply(
        [{ ...attached, spec: { workloadInstance: 'a', upstreamHost: 'example.com' } }],
        write,
      )
      await store.delete([attached], write)
      return { ...known, one: await started(store, attached) }
    },
    operations: { one: confirm('one'), application: report('a') },
  },
  'one object by its id, and another that gets its name': {
    prepare: async (store) => {
      await running(store)
      return { web: await started(store, web) }
    },
    operations: {
      byId: ({ store }, known) => store.delete([{ id: startedOf(known, 'web').id }], write),
      byName: async ({ store }) => {
        await store.delete([web], write).catch(() => undefined)
        await store.apply([definition('web', 'another')], write)
      },
    },
    preemptions: 1,
  },
  'two sweeps of unreferenced objects': {
    prepare: forgotten,
    operations: { one: sweepAll, other: sweepAll },
    preemptions: 1,
  },
  'a sweep of unreferenced objects, and a deletion of their project': {
    prepare: forgotten,
    operations: { sweep: sweepAll, user: remove(p) },
  },
  'a sweep, and the last instance': {
    prepare: (store) => going(store, ['a']),
    operations: { a: confirm('a'), sweep: sweepAll },
  },
}

import { isPlatformError } from '../../../../schema/errors.ts'
import { defaultRuntime, definition, write } from '../../../support/store.ts'
import {
  apply,
  create,
  instance,
  remove,
  report,
  running,
  runtime,
  started,
  startedOf,
  target,
  web,
  type RaceTable,
} from './initial-states.ts'

const space = (name: string, more: object = {}) => ({
  kind: 'KubernetesRuntimeInstance',
  name,
  spec: { definition: 'simulated', ...more },
})

/** Adds the existing version. */
const change = (data: string, expectedVersion: number) =>
  apply({ ...definition('web', data), expectedVersion })

function needing(name: string, other: string) {
  const { kind, spec } = definition(name)
  return {
    kind,
    name,
    spec: { ...spec, dependencies: [{ name: other, kind: 'Workload', definition: other }] },
  }
}

export const writes: RaceTable = {
  'two objects of one name': {
    prepare: (store) => running(store),
    operations: { one: create(definition('new', 'a')), other: create(definition('new', 'b')) },
  },
  'one object that is created, and applied': {
    prepare: (store) => running(store),
    operations: {
      one: create(definition('new', 'a')),
      other: apply(definition('new', 'b'), instance('a', { definition: 'new' })),
    },
  },
  'two overlapping sets, in opposite orders': {
    prepare: (store) => running(store),
    operations: {
      one: apply(definition('x', 'one'), definition('y', 'one'), definition('web', 'one')),
      other: apply(definition('web', 'other'), definition('y', 'other'), definition('x', 'other')),
    },
    preemptions: 1,
  },
  'two changes of one version': {
    prepare: (store) => running(store, 'a'),
    operations: { one: change('b', 1), other: change('c', 1) },
  },
  'two creations of one object by apply': {
    prepare: (store) => running(store),
    operations: {
      one: apply({ ...definition('new', 'a'), expectedVersion: 0 }),
      other: apply({ ...definition('new', 'b'), expectedVersion: 0 }),
    },
  },
  'two changes of different fields': {
    prepare: (store) => running(store, 'a'),
    operations: {
      spec: ({ store }) => store.update({ ...web, spec: definition('web', 'b').spec }, write),
      labels: ({ store }) => store.update({ ...web, labels: { team: 'a' } }, write),
    },
  },
  'a change by id, and another object that gets the name': {
    prepare: async (store) => {
      await running(store)
      return { web: await started(store, web) }
    },
    operations: {
      byId: ({ store }, known) =>
        store.update({ id: startedOf(known, 'web').id, labels: { team: 'a' } }, write),
      byName: async ({ store }) => {
        await store.delete([web], write).catch(() => undefined)
        await store.apply([definition('web', 'another')], write)
      },
    },
    preemptions: 1,
  },
  'two new default runtimes': {
    prepare: async (store) => {
      await store.apply(defaultRuntime.slice(0, 1), write)
      return {}
    },
    operations: {
      one: create(space('one', { defaultRuntime: true })),
      other: create(space('other', { defaultRuntime: true })),
    },
  },
  'two runtimes that become the default': {
    prepare: async (store) => {
      await store.apply([...defaultRuntime.slice(0, 1), space('one'), space('other')], write)
      return {}
    },
    operations: {
      one: apply(space('one', { defaultRuntime: true })),
      other: apply(space('other', { defaultRuntime: true })),
    },
  },
  'two runtimes that become the default, in requests with keys': {
    prepare: async (store) => {
      await store.apply([...defaultRuntime.slice(0, 1), space('one'), space('other')], write)
      return {}
    },
    operations: {
      one: ({ store }) =>
        store.once({ actor: 'a', key: 'one', request: 1 }, (once) =>
          once.apply([space('one', { defaultRuntime: true })], write),
        ),
      other: ({ store }) =>
        store.once({ actor: 'a', key: 'other', request: 1 }, (once) =>
          once.apply([space('other', { defaultRuntime: true })], write),
        ),
    },
    preemptions: 1,
  },
  'the deletion of a default runtime, and an instance that is changed to it': {
    prepare: (store) => running(store),
    operations: {
      user: remove(runtime),
      // Either the error that it is being deleted, or that there is none any more.
      other: ({ store }) =>
        store.apply([{ ...instance('a'), spec: { definition: 'web' } }], write).catch((error: unknown) => {
          if (isPlatformError(error) && ['BLOCKED', 'INVALID_INPUT'].includes(error.code)) return 'refused'
          throw error
        }),
    },
  },
  'a change of a definition, and a new instance of it': {
    prepare: (store) => running(store),
    operations: { user: change('b', 1), other: create(instance('new')) },
  },
  'a change of a definition, and a report about an instance of it': {
    prepare: (store) => running(store, 'a'),
    operations: { user: change('b', 1), worker: report('a') },
  },
  'changes of an instance and of its definition': {
    prepare: (store) => running(store, 'a'),
    operations: {
      definition: apply(definition('web', 'b')),
      instance: apply({ ...instance('a'), labels: { team: 'a' } }),
    },
  },
  'two changes that close a cycle together': {
    prepare: async (store) => {
      await store.apply([definition('one'), definition('two')], write)
      return {}
    },
    operations: { one: apply(needing('one', 'two')), two: apply(needing('two', 'one')) },
  },
  'a change, and its dry run': {
    prepare: (store) => running(store, 'a'),
    operations: {
      user: apply(definition('web', 'b')),
      trial: ({ store }) => store.apply([definition('web', 'c'), instance('a')], { ...write, dryRun: true }),
    },
  },
  'a request for a reconcile, and a deletion': {
    prepare: (store) => running(store, 'a'),
    operations: {
      user: remove(target('a')),
      other: ({ store }) => store.trigger(target('a'), write),
    },
  },
}

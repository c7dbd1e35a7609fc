import type { Store } from '../../../../schema/graphql/store.ts'
import { statusWith, write } from '../../../support/store.ts'
import {
  apply,
  instance,
  remove,
  report,
  running,
  runtime,
  started,
  startedOf,
  target,
  type Known,
  type RaceTable,
} from './initial-states.ts'
import type { Operation } from './race.ts'

/** A ready runtime, and instances with requirements whose reconciles have started. */
async function unplaced(store: Store, names: readonly string[], placement: object = {}): Promise<Known> {
  await running(store)
  const space = await started(store, runtime)
  await store.report({
    ...space,
    observedGeneration: space.generation,
    status: statusWith(true),
    failures: 0,
    events: [],
    applied: [],
    actor: 'worker',
  })
  await store.apply(
    names.map((name) => ({ ...instance(name), spec: { definition: 'web', placement } })),
    write,
  )
  const known: Record<string, Awaited<ReturnType<typeof started>>> = { space: await started(store, runtime) }
  for (const name of names) known[name] = await started(store, target(name))
  return known
}

/** Resolves with the runtime that was chosen, and its rejection otherwise. */
const place =
  (name: string): Operation<Known> =>
  async ({ store }, known) => {
    const { id, epoch } = startedOf(known, name)
    const { runtime: chosen, rejected } = await store.placeInstance({ id, epoch }, write)
    return chosen ?? rejected
  }

/** An instance to place, and a Secret that is attached to it, whose reconciles have started. */
async function unplacedWithSecret(store: Store): Promise<Known> {
  const known = await unplaced(store, ['one'])
  await store.apply(
    [
      { kind: 'SecretDefinition', name: 'login', spec: { data: { password: 'x' } } },
      { ...secret, spec: { definition: 'login', workloadInstance: 'one' } },
    ],
    write,
  )
  return { ...known, login: await started(store, secret) }
}

const secret = { kind: 'SecretInstance', name: 'login' }

const dedicated = { isolation: 'dedicated' }

export const placements: RaceTable = {
  'two instances that require a runtime of their own': {
    prepare: (store) => unplaced(store, ['one', 'two'], dedicated),
    operations: { one: place('one'), two: place('two') },
  },
  'two instances that are placed': {
    prepare: (store) => unplaced(store, ['one', 'two']),
    operations: { one: place('one'), two: place('two') },
  },
  'an instance that is placed, and the deletion of its runtime': {
    prepare: (store) => unplaced(store, ['one']),
    operations: { one: place('one'), user: remove(runtime) },
  },
  'an instance that is placed, and a report of its runtime': {
    prepare: (store) => unplaced(store, ['one']),
    operations: { one: place('one'), worker: report('space', { status: statusWith(false) }) },
  },
  'an instance that is placed, and a change of its requirements': {
    prepare: (store) => unplaced(store, ['one']),
    operations: {
      one: place('one'),
      user: apply({ ...target('one'), spec: { definition: 'web', placement: { location: 'Europe:Paris' } } }),
    },
  },
  'an instance that is placed, and its deletion': {
    prepare: (store) => unplaced(store, ['one']),
    operations: { one: place('one'), user: remove(target('one')) },
  },
  'an instance that is placed, and the Secret of it': {
    prepare: unplacedWithSecret,
    operations: { one: place('one'), login: place('login') },
  },
  'a Secret that follows its application, and a report of the runtime': {
    prepare: async (store) => {
      const known = await unplacedWithSecret(store)
      await store.placeInstance(startedOf(known, 'one'), write)
      return known
    },
    operations: { login: place('login'), worker: report('space', { status: statusWith(false) }) },
  },
  'a Secret that follows its application, and their deletion': {
    prepare: async (store) => {
      const known = await unplacedWithSecret(store)
      await store.placeInstance(startedOf(known, 'one'), write)
      return known
    },
    operations: { login: place('login'), user: remove(secret, target('one')) },
  },
  'two reconciles that place the same instance': {
    prepare: (store) => unplaced(store, ['one']),
    operations: {
      one: place('one'),
      other: ({ store }, known) =>
        store.startReconcile(startedOf(known, 'one').id, startedOf(known, 'one').epoch),
    },
  },
}

import type { RolloutAction } from '../../../../schema/graphql/store-rollouts.ts'
import type { Store } from '../../../../schema/graphql/store.ts'
import { definition, write } from '../../../support/store.ts'
import {
  apply,
  create,
  instance,
  remove,
  report,
  running,
  startedOf,
  target,
  web,
  type Known,
  type RaceTable,
} from './initial-states.ts'
import type { Operation } from './race.ts'

const rollout = { waves: [{ instances: 1 }], settle: 0 }

/** Returns the definition with waves. */
function rolled(data: string) {
  const { kind, name, spec } = definition('web', data)
  return { kind, name, spec: { ...spec, rollout } }
}

/** Instances whose reconciles have started, of a definition whose edits go in waves. */
async function waiting(store: Store): Promise<Known> {
  const known = await running(store, 'one', 'two')
  await store.apply([rolled('a')], write)
  return known
}

/** The same, with an edit that has reached none of them. */
async function edited(store: Store): Promise<Known> {
  const known = await waiting(store)
  await store.apply([rolled('b')], write)
  return known
}

const stepOf =
  (target: { kind: string; name: string }): Operation<Known> =>
  async ({ store }) => {
    const found = await store.find(target)
    await store.advanceRollout(found?.id ?? 0n)
  }

const step = stepOf(web)

/** The same, with the edit in the first of them. */
async function begun(store: Store): Promise<Known> {
  const known = await edited(store)
  const found = await store.find(web)
  await store.advanceRollout(found?.id ?? 0n)
  return known
}

/** The same, with another definition. */
async function editedBesideOther(store: Store): Promise<Known> {
  const known = await edited(store)
  await store.apply([definition('other')], write)
  return known
}

const decide =
  (action: RolloutAction, target = web): Operation<Known> =>
  ({ store }) =>
    store.controlRollout({ target, action }, write)

const small = { kind: 'Profile', name: 'small' }

function profile(maxInstances: number) {
  return {
    ...small,
    spec: { type: 'KubernetesRuntime', provider: 'kind', parameters: { maxInstances }, rollout },
  }
}

function user(name: string, labels: Record<string, string> = {}) {
  return { kind: 'KubernetesRuntimeDefinition', name, labels, spec: { profile: 'small' } }
}

/** Objects that use a profile, whose edit has reached none of them. */
async function editedProfile(store: Store): Promise<Known> {
  await store.apply([profile(2)], write)
  await store.apply([user('one'), user('two')], write)
  await store.apply([profile(5)], write)
  return {}
}

export const rollouts: RaceTable = {
  'an edit of a definition with waves, and one of its instances': {
    prepare: waiting,
    operations: { user: apply(rolled('b')), other: apply(instance('one', { guard: 'off' })) },
  },
  'two edits of a definition with waves': {
    prepare: waiting,
    operations: { user: apply(rolled('b')), other: apply(rolled('c')) },
    preemptions: 1,
  },
  'a wave, and an edit of an instance in it': {
    prepare: edited,
    operations: { server: step, user: apply(instance('one', { guard: 'off' })) },
  },
  'a wave, and a report about an instance in it': {
    prepare: edited,
    operations: { server: step, worker: report('one') },
  },
  'a wave, and the deletion of an instance in it': {
    prepare: edited,
    operations: { server: step, user: remove(target('one')) },
  },
  'a wave, and the next edit': {
    prepare: edited,
    operations: { server: step, user: apply(rolled('c')) },
    preemptions: 1,
  },
  'a wave, and a new instance': {
    prepare: edited,
    operations: { server: step, user: create(instance('three')) },
  },
  'a wave, and the end of the rollout by a person who aborts it': {
    prepare: begun,
    operations: { server: step, user: decide('abort') },
  },
  'a wave, and a person who gives the edit to all': {
    prepare: begun,
    operations: { server: step, user: decide('finish') },
  },
  'a rollout that is aborted, and the deletion of an instance that has the edit': {
    prepare: begun,
    operations: { one: decide('abort'), other: remove(target('one')) },
  },
  'a wave, and the deletion of the definition with its instances': {
    prepare: edited,
    operations: { server: step, user: remove(web, target('one'), target('two')) },
  },
  'an edit of a definition with waves, and a new instance': {
    prepare: waiting,
    operations: { user: apply(rolled('b')), other: create(instance('three')) },
  },
  'a wave, and an instance that changes to another definition': {
    prepare: editedBesideOther,
    operations: { server: step, user: apply(instance('one', { definition: 'other' })) },
  },
  'an edit of a definition with waves, and an instance that changes to it': {
    prepare: async (store) => {
      const known = await waiting(store)
      await store.apply([definition('other'), instance('three', { definition: 'other' })], write)
      return known
    },
    operations: { user: apply(rolled('b')), other: apply(instance('three')) },
  },
  'an edit of a definition with waves, and an instance that changes to another one': {
    prepare: async (store) => {
      const known = await waiting(store)
      await store.apply([definition('other')], write)
      return known
    },
    operations: { user: apply(rolled('b')), other: apply(instance('one', { definition: 'other' })) },
  },
  'a definition whose waves are removed, and a new instance': {
    prepare: edited,
    operations: { user: apply(definition('web', 'c')), other: create(instance('three')) },
  },
  'a definition whose waves are removed, and a wave': {
    prepare: edited,
    operations: { user: apply(definition('web', 'c')), server: step },
    preemptions: 1,
  },
  'a rollback of a definition with waves, and a wave': {
    prepare: edited,
    operations: {
      user: ({ store }) => store.rollBack(web, {}, write),
      server: step,
    },
    preemptions: 1,
  },
  'an edit of a profile with waves, and a new object that uses it': {
    prepare: async (store) => {
      await store.apply([profile(2)], write)
      await store.apply([user('one')], write)
      return {}
    },
    operations: { user: apply(profile(5)), other: create(user('two')) },
    preemptions: 1,
  },
  'a wave of a profile, and an edit of an object that uses it': {
    prepare: editedProfile,
    operations: { server: stepOf(small), user: apply(user('one', { team: 'a' })) },
    preemptions: 1,
  },
  'a wave of a profile, and the deletion of an object that uses it': {
    prepare: editedProfile,
    operations: { server: stepOf(small), user: remove({ kind: 'KubernetesRuntimeDefinition', name: 'one' }) },
    preemptions: 1,
  },
  'a wave of a profile, and an object that ceases to use it': {
    prepare: editedProfile,
    operations: { server: stepOf(small), user: apply({ ...user('one'), spec: { provider: 'kind' } }) },
    preemptions: 1,
  },
  'a wave of a profile, and the next edit of it': {
    prepare: editedProfile,
    operations: { server: stepOf(small), user: apply(profile(7)) },
    preemptions: 1,
  },
  'a wave of a profile, and a new object that uses it': {
    prepare: editedProfile,
    operations: { server: stepOf(small), user: create(user('three')) },
    preemptions: 1,
  },
  'the same step on two servers': {
    prepare: edited,
    operations: { one: step, other: step },
  },
  'the end of the last instance of a version, and the deletion of its definition': {
    prepare: async (store) => {
      const known = await edited(store)
      await store.delete([target('one'), target('two')], write)
      return known
    },
    operations: {
      worker: async ({ store }, known) => {
        for (const name of ['one', 'two']) {
          const { id, epoch } = startedOf(known, name)
          await store.confirmDeletion({ id, epoch, leaveBehind: false }, write)
        }
      },
      user: remove(web),
    },
    preemptions: 1,
  },
}

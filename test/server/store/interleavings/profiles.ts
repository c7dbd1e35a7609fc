import type { Store } from '../../../../schema/graphql/store.ts'
import { write } from '../../../support/store.ts'
import { apply, create, remove, type Known, type RaceTable } from './initial-states.ts'
import type { Operation } from './race.ts'

/* Races of objects that are moved to the version of their profile, and of rollbacks. */

const small = { kind: 'Profile', name: 'small' }

function profile(maxInstances: number) {
  return { ...small, spec: { type: 'KubernetesRuntime', provider: 'kind', parameters: { maxInstances } } }
}

function user(name: string, labels: Record<string, string> = {}) {
  return { kind: 'KubernetesRuntimeDefinition', name, labels, spec: { profile: 'small' } }
}

const named = (name: string) => ({ kind: 'KubernetesRuntimeDefinition', name })

/** Objects that use the first version of a profile, of which there is a second one. */
async function edited(store: Store): Promise<Known> {
  await store.apply([profile(2)], write)
  await store.apply([user('one'), user('two')], write)
  await store.apply([profile(5)], write)
  return {}
}

const rollAll: Operation<Known> = ({ store }) => store.rollProfile({ profile: small }, write)

const rollBack: Operation<Known> = ({ store }) => store.rollBack(small, { toGeneration: 1 }, write)

export const profiles: RaceTable = {
  'objects that are moved, and the deletion of one': {
    prepare: edited,
    operations: { one: rollAll, other: remove(named('one')) },
  },
  'objects that are moved, and the edit of one': {
    prepare: edited,
    operations: { one: rollAll, other: apply(user('one', { team: 'a' })) },
  },
  'objects that are moved, and one that ceases to use the profile': {
    prepare: edited,
    operations: { one: rollAll, other: apply({ ...user('one'), spec: { provider: 'kind' } }) },
  },
  'objects that are moved, and the next version': {
    prepare: edited,
    operations: { one: rollAll, other: apply(profile(7)) },
  },
  'objects that are moved twice': {
    prepare: edited,
    operations: { one: rollAll, other: rollAll },
  },
  'objects that are moved, and a new one': {
    prepare: edited,
    operations: { one: rollAll, other: create(user('three')) },
  },
  'a rollback of a profile, and another edit': {
    prepare: edited,
    operations: { one: rollBack, other: apply(profile(7)) },
  },
  'a rollback of a profile, and its deletion': {
    prepare: async (store) => {
      await store.apply([profile(2)], write)
      await store.apply([profile(5)], write)
      return {}
    },
    operations: { one: rollBack, other: remove(small) },
  },
}

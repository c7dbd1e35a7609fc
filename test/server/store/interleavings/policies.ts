import { definition, write } from '../../../support/store.ts'
import { apply, create, remove, running, started, startedOf, web, type RaceTable } from './initial-states.ts'

const policy = (expression: string, spec: object = {}) => ({
  kind: 'Policy',
  name: 'p',
  spec: { rules: [{ name: 'r', expression, message: 'is not allowed', remedy: 'Change it.' }], ...spec },
})

const named = { kind: 'Policy', name: 'p' }

const exception = {
  kind: 'PolicyException',
  name: 'e',
  spec: {
    policy: 'p',
    objects: [{ name: 'new' }],
    owner: 'payments',
    reason: 'It moves.',
    expiresAt: '2099-01-01T00:00:00Z',
  },
}

/** Returns a policy that allows no object named `new`. */
const forbidding = policy('object.name != "new"')

/** A write is as if it came wholly before or after a change of the policies, so that it never mixes two states of them. */
export const policies: RaceTable = {
  'a new policy, and an object that it forbids': {
    prepare: (store) => running(store),
    operations: { policy: create(forbidding), object: create(definition('new')) },
  },
  'a new policy, and objects that it forbids in one apply': {
    prepare: (store) => running(store),
    operations: { policy: apply(forbidding), objects: apply(definition('other'), definition('new')) },
    preemptions: 1,
  },
  'a new policy, and a change that it forbids': {
    prepare: async (store) => {
      await running(store)
      await store.create(definition('new', 'a'), write)
      return {}
    },
    operations: { policy: create(forbidding), object: apply(definition('new', 'b')) },
  },
  'a policy that is deleted, and an object that it forbids': {
    prepare: async (store) => {
      await running(store)
      await store.create(forbidding, write)
      return {}
    },
    operations: { policy: remove(named), object: create(definition('new')) },
  },
  'a policy that becomes stricter while another one is relaxed, and an object': {
    prepare: async (store) => {
      await running(store)
      await store.apply([forbidding], write)
      return {}
    },
    operations: {
      policy: apply(policy('object.name != "other"')),
      object: apply(definition('new'), definition('other')),
    },
    refused: ['object'],
    preemptions: 1,
  },
  'an exception, and the object that it exempts': {
    prepare: async (store) => {
      await running(store)
      await store.create(forbidding, write)
      return {}
    },
    operations: { exception: create(exception), object: create(definition('new')) },
  },
  'a policy of deletions, and a deletion that it forbids': {
    prepare: (store) => running(store),
    operations: {
      policy: create(policy('object.name != "web"', { operations: ['delete'] })),
      object: remove(web),
    },
  },
  'a policy, and an exception that is removed': {
    prepare: async (store) => {
      await running(store)
      await store.apply([forbidding, exception], write)
      await store.delete([{ kind: 'PolicyException', name: 'e' }], write)
      return { e: await started(store, { kind: 'PolicyException', name: 'e' }) }
    },
    operations: {
      worker: ({ store }, known) => {
        const { id, epoch } = startedOf(known, 'e')
        return store.confirmDeletion({ id, epoch, leaveBehind: false }, write)
      },
      object: create(definition('new')),
    },
    refused: ['object'],
  },
}

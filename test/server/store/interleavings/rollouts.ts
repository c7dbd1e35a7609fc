import type { Store } from '../../../../schema/graphql/store.ts'
import { definition, write } from '../../../support/store.ts'
import {
  apply,
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

const step: Operation<Known> = async ({ store }) => {
  const found = await store.find(web)
  await store.advanceRollout(found?.id ?? 0n)
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

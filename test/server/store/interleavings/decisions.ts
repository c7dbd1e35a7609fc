import { definition, write } from '../../../support/store.ts'
import { create, remove, type RaceTable } from './initial-states.ts'

/* Races of profiles and tiers. */

const tier = {
  kind: 'Tier',
  name: 'one',
  spec: { criticality: 10, quotas: [{ kind: 'WorkloadDefinition', maximum: 1 }] },
}

const inShop = (name: string) => ({ ...definition(name), project: 'shop' })

const shop = (spec: object) => ({ kind: 'Project', name: 'shop', spec })

const profile = (name: string) => ({
  kind: 'Profile',
  name,
  spec: { type: 'KubernetesRuntime', provider: 'simulated', conditions: { labels: { a: name } } },
})

const tied = (name: string) => ({
  kind: 'Profile',
  name,
  spec: { type: 'KubernetesRuntime', provider: 'simulated' },
})

const runtimes = (name: string) => ({
  kind: 'KubernetesRuntimeDefinition',
  name,
  labels: { a: 'a' },
  spec: {},
})

export const decisions: RaceTable = {
  'two objects, and a quota of one': {
    prepare: async (store) => {
      await store.apply([tier, shop({ tier: 'one' })], write)
      return {}
    },
    operations: { one: create(inShop('a')), other: create(inShop('b')) },
  },
  'two profiles that tie': {
    prepare: async () => ({}),
    operations: { one: create(tied('a')), other: create(tied('b')) },
  },
  'the deletion of a profile, and an object that it would provide': {
    prepare: async (store) => {
      await store.apply([profile('a')], write)
      return {}
    },
    operations: { removed: remove({ kind: 'Profile', name: 'a' }), created: create(runtimes('x')) },
  },
}

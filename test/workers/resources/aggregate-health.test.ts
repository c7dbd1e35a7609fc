import { expect, it } from 'vitest'
import type { Cluster } from '../../../workers/kube/client/cluster.ts'
import { KubeError } from '../../../workers/kube/client/kube-error.ts'
import type { KubeObject } from '../../../workers/kube/client/client.ts'
import type { ResourceState } from '../../../workers/kube/apply/sync.ts'
import { aggregateHealth } from '../../../workers/resources/aggregate-health.ts'

const type = { group: 'apps', version: 'v1', kind: 'Deployment', plural: 'deployments', namespaced: true }
const { signal } = new AbortController()

function clusterOf(request: () => Promise<unknown>): Cluster {
  return { client: { server: 'test', request } } as unknown as Cluster
}

const nothing = clusterOf(async () => ({}))

function health(
  resources: readonly ResourceState[],
  { cluster = nothing, leaving = [] }: { cluster?: Cluster; leaving?: ResourceState[] } = {},
) {
  return aggregateHealth(cluster, { resources: [...resources], leaving, held: [], unwatched: false }, signal)
}

it('ends with one full stop, whether the messages of a cluster have one or not', async () => {
  const failed = (name: string, message: string): ResourceState => ({
    key: `Deployment ${name}`,
    type,
    health: { state: 'failed', reason: 'Invalid', message },
  })
  const { message } = await health([
    failed('a', 'is refused.'),
    failed('b', 'is refused'),
    failed('c', 'no..'),
  ])
  expect(message).toBe('Deployment a: is refused; Deployment b: is refused; Deployment c: no.')
})

it('keeps the health of a resource whose pods may not be read, and names what that needs', async () => {
  const live = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop', uid: 'u' },
    spec: { selector: { matchLabels: { app: 'web' } } },
  } as unknown as KubeObject
  const progressing = { state: 'progressing', reason: 'Rolling', message: '0 of 1 pods are ready' } as const
  const refused = clusterOf(async () => {
    throw new KubeError('forbidden', 'needs permission to list pods', { status: 403, reason: 'Forbidden' })
  })
  const found = await health([{ key: 'Deployment shop/web', type, live, health: progressing }], {
    cluster: refused,
  })
  expect(found).toMatchObject({
    state: 'progressing',
    reason: 'Rolling',
    message: 'Deployment shop/web: 0 of 1 pods are ready; finding out why needs permission to list pods.',
  })
})

it('reports what cannot be pruned as a failure, and what is being pruned as progress', async () => {
  const ready: ResourceState = {
    key: 'Deployment shop/web',
    type,
    health: { state: 'ready', reason: '', message: '' },
  }
  const pruned = (name: string, state: 'failed' | 'terminating', reason: string): ResourceState => ({
    key: `Deployment shop/${name}`,
    type,
    health: { state, reason, message: `is ${state}` },
  })
  const going = pruned('going', 'terminating', 'Terminating')
  expect(await health([ready], { leaving: [going] })).toMatchObject({
    state: 'progressing',
    reason: 'Pruning',
    message: 'Deployment shop/going is terminating.',
  })
  expect(await health([ready], { leaving: [going, pruned('hidden', 'failed', 'Forbidden')] })).toMatchObject({
    state: 'failed',
    reason: 'Forbidden',
    message: 'Deployment shop/hidden: is failed.',
  })
})

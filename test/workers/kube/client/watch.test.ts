import { afterEach, expect, it, vi } from 'vitest'
import type { KubeClient, KubeRequest } from '../../../../workers/kube/client/client.ts'
import { KubeError } from '../../../../workers/kube/client/kube-error.ts'
import { labels } from '../../../../workers/kube/client/owner.ts'
import { Watch, type ObservedResource } from '../../../../workers/kube/client/watch.ts'

const type = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true }

const item = (uid: string, resourceVersion: string) => ({
  metadata: { uid, resourceVersion, labels: { [labels.objectId]: '7' } },
})
const bookmark = (resourceVersion: string) => ({
  type: 'BOOKMARK',
  object: { metadata: { resourceVersion } },
})

afterEach(() => void vi.useRealTimers())

/** A cluster whose watches send what `stream` yields. */
function startWatch() {
  const requests: string[] = []
  const changed: ObservedResource[] = []
  const cluster = {
    version: '100',
    items: [item('a', '90')],
    stream: async function* (): AsyncGenerator {},
  }
  const request = async ({ query = {} }: KubeRequest): Promise<unknown> => {
    requests.push(`list limit=${query['limit']}`)
    return { metadata: { resourceVersion: cluster.version }, items: cluster.items }
  }
  const stream = ({ query = {} }: KubeRequest): AsyncGenerator => {
    requests.push(`watch from ${query['resourceVersion']}`)
    return cluster.stream()
  }
  const client = { server: 'test', request, stream } as unknown as KubeClient
  const watch = new Watch(client, type, { changed: (seen) => changed.push(seen), listed: async () => {} })
  const { signal } = new AbortController()
  return { cluster, requests, changed, follow: () => watch.follow(signal) }
}

it('resumes a watch whose term has ended after a bookmark, without a further request', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { cluster, requests, follow } = startWatch()
  cluster.stream = async function* () {
    vi.advanceTimersByTime(298_000)
    yield bookmark('120')
    vi.advanceTimersByTime(2000)
  }
  await follow()
  await follow()
  expect(requests).toEqual(['list limit=500', 'watch from 100', 'watch from 120'])
})

const broken = async function* (): AsyncGenerator {
  yield bookmark('120')
  throw new KubeError('unreachable', 'broken off')
}

it.each([
  ['whose connection has broken', broken],
  [
    'that has ended before its term, as by an API server that stops',
    async function* () {
      yield bookmark('120')
    },
  ],
  ['that has reported nothing', async function* () {}],
] as const)('compares the versions before it resumes a watch %s', async (_, stream) => {
  const { cluster, requests, follow } = startWatch()
  cluster.stream = stream
  await follow().catch(() => undefined)
  cluster.version = '130'
  requests.length = 0
  await follow().catch(() => undefined)
  expect(requests).toEqual(['list limit=1', expect.stringMatching(/^watch from 1[02]0$/)])
})

it('reports a resource whose label names another object to both of them', async () => {
  const { cluster, changed, follow } = startWatch()
  cluster.stream = async function* () {
    const labelled = { metadata: { uid: 'a', resourceVersion: '120', labels: { [labels.objectId]: '8' } } }
    yield { type: 'MODIFIED', object: labelled }
  }
  await follow()
  expect(changed).toEqual([
    { ownerId: '8', uid: 'a', resourceVersion: '120' },
    { ownerId: '7', uid: 'a', resourceVersion: '120' },
  ])
})

it('lists again once the cluster has returned to an earlier version, and reports what differs', async () => {
  const { cluster, requests, changed, follow } = startWatch()
  cluster.items = [item('a', '90'), item('b', '95'), item('c', '110')]
  cluster.stream = broken
  await follow().catch(() => undefined)
  cluster.version = '96'
  cluster.items = [item('a', '90'), item('b', '94')]
  requests.length = 0
  await follow().catch(() => undefined)
  expect(requests).toEqual(['list limit=1', 'list limit=500', 'watch from 96'])
  expect(changed).toEqual([
    { ownerId: '7', uid: 'b', resourceVersion: '94' },
    { ownerId: '7', uid: 'c', resourceVersion: null },
  ])
})

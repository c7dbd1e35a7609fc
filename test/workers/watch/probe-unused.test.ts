import { expect, it, vi } from 'vitest'
import type { Client } from '../../../client-sdk/index.ts'
import type { Breaker } from '../../../process/upstream/breaker.ts'
import { trustedPolicy } from '../../../schema/clusters/policy.ts'
import type { KubeRequest } from '../../../workers/kube/client/client.ts'
import type { Cluster } from '../../../workers/kube/client/cluster.ts'
import { KubeError } from '../../../workers/kube/client/kube-error.ts'
import { createClusters } from '../../../workers/runtimes/clusters.ts'
import { probeUnused } from '../../../workers/watch/probe-unused.ts'

it('a cluster that is away and not used any more is probed, and one that requests have just tried is not', async () => {
  const probed: [id: string, KubeRequest][] = []
  const failure = { kind: 'unreachable', message: 'connection refused', reason: 'ConnectionRefused' }
  const opened = (retryAt: number) => ({ since: 0, failure, retryAt })
  const openBreakers = () =>
    new Map([
      ['unused', opened(Date.now() - 21_000)],
      ['gone', opened(Date.now() - 21_000)],
      ['used', opened(Date.now() - 1000)],
    ])
  const of = async (id: string) => {
    const request = async (sent: KubeRequest): Promise<unknown> => {
      probed.push([id, sent])
      if (id === 'gone') throw new Error('connection refused')
      return { gitVersion: 'v1.36.2' }
    }
    return { client: { request } } as unknown as Cluster
  }
  await probeUnused({ of, openBreakers }, new AbortController().signal)
  expect(probed.map(([id, { path, probe }]) => [id, path, probe])).toEqual([
    ['unused', '/version', true],
    ['gone', '/version', true],
  ])
})

it.each([
  ['an invalid kubeconfig', { accessKubeconfig: 'apiVersion: v1' }],
  ['no kubeconfig', {}],
])('a cluster whose runtime has %s since it is away does not count as away any more', async (_, edited) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  let secrets: Record<string, string> = {
    accessKubeconfig:
      'current-context: a\nclusters: [{name: a, cluster: {server: "https://127.0.0.1:1"}}]\nusers: [{name: a, user: {token: t}}]\ncontexts: [{name: a, context: {cluster: a, user: a}}]\n',
  }
  let reads = 0
  const execute = async (): Promise<object> => {
    reads += 1
    return { result: { secrets, object: { definition: { manifestSpec: { provider: 'simulated' } } } } }
  }
  const used: Breaker<KubeError>[] = []
  const clusters = createClusters({
    client: { execute } as unknown as Client,
    policy: trustedPolicy,
    connectTo: ({ breaker }) => {
      if (breaker !== undefined) used.push(breaker)
      return { server: 'https://127.0.0.1:1', request: async () => ({}), close: async () => {} } as never
    },
  })
  const { signal } = new AbortController()
  try {
    await clusters.of('1')
    used[0]?.open(new KubeError('unreachable', 'connection refused', { reason: 'ConnectionRefused' }))
    expect([...clusters.openBreakers().keys()]).toEqual(['1'])
    const before = secrets
    secrets = edited
    vi.advanceTimersByTime(60_000)
    for (let round = 0; round < 3; round++) await probeUnused(clusters, signal)
    expect(reads).toBe(2)
    expect(clusters.openBreakers().size).toBe(0)
    secrets = before
    await clusters.of('1')
    expect(used.map(({ state }) => state)).toEqual(['open', 'closed'])
  } finally {
    await clusters.close()
    vi.useRealTimers()
  }
})

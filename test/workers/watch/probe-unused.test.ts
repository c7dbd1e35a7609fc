import { expect, it } from 'vitest'
import type { KubeRequest } from '../../../workers/kube/client/client.ts'
import type { Cluster } from '../../../workers/kube/client/cluster.ts'
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

import { afterEach, describe, expect, it, vi } from 'vitest'
import { clusterPolicy } from '../../../schema/clusters/policy.ts'
import type { Client } from '../../../client-sdk/index.ts'
import { KubeError } from '../../../workers/kube/client/kube-error.ts'
import { kubeFailures } from '../../../workers/kube/client/kube-failures.ts'
import { createClusters, type Clusters } from '../../../workers/runtimes/clusters.ts'
import { createBreakers } from '../../../process/upstream/breakers.ts'
import { eventually } from '../../support/eventually.ts'

const kubeconfig = (token: string, port = 6443): string =>
  `current-context: a\nclusters: [{name: a, cluster: {server: "https://127.0.0.1:${port}"}}]\nusers: [{name: a, user: {token: ${token}}}]\ncontexts: [{name: a, context: {cluster: a, user: a}}]\n`

const opened: { close(): unknown }[] = []
const opening = <Each extends { close(): unknown }>(each: Each): Each => {
  opened.push(each)
  return each
}
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

const policy = clusterPolicy({
  QLEET_CLUSTER_ALLOW: [],
  QLEET_CLUSTER_DENY: [],
  QLEET_CLUSTER_HTTP: false,
  QLEET_CLUSTER_SKIP_TLS_VERIFY: false,
})

/** Creates clusters with these credentials, and counts requests to the server. */
function clustersWith(
  secrets: Record<string, string>,
  provider = 'simulated',
): { clusters: Clusters; asked: () => number } {
  let asked = 0
  const execute = async (): Promise<object> => {
    asked += 1
    return { result: { secrets, object: { definition: { manifestSpec: { provider } } } } }
  }
  // The code under test uses only this method of the client.
  const client = { execute } as unknown as Client
  return { clusters: opening(createClusters({ client, policy })), asked: () => asked }
}

describe('createClusters', () => {
  it('keeps connections while the credentials are unchanged', async () => {
    const { clusters, asked } = clustersWith({ accessKubeconfig: kubeconfig('one') })
    const first = await clusters.of('1', 3)
    expect(await clusters.of('1', 3)).toBe(first)
    expect(await clusters.of('1')).toBe(first)
    expect(asked()).toBe(1)
    expect(await clusters.of('1', 4)).toBe(first)
    expect(asked()).toBe(2)
  })

  it('caches credentials for half a minute, and those of a version as long as that is the newest', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const { clusters, asked } = clustersWith({ accessKubeconfig: kubeconfig('one') })
      await clusters.of('1', 3)
      vi.advanceTimersByTime(3_600_000)
      await clusters.of('1', 3)
      expect(asked()).toBe(1)
      await clusters.of('1')
      expect(asked()).toBe(2)
      clusters.invalidate('1')
      await clusters.of('1', 3)
      expect(asked()).toBe(3)
    } finally {
      vi.useRealTimers()
    }
  })

  it('uses new credentials as soon as the runtime was read with them', async () => {
    const secrets = { accessKubeconfig: kubeconfig('one') }
    const { clusters } = clustersWith(secrets)
    const first = await clusters.of('1', 3)
    secrets.accessKubeconfig = kubeconfig('two')
    expect(await clusters.of('1', 3)).toBe(first)
    expect(await clusters.of('1', 4)).not.toBe(first)
  })

  it('requests credentials again after they were refused', async () => {
    const secrets = { accessKubeconfig: kubeconfig('one') }
    const { clusters } = clustersWith(secrets)
    const first = await clusters.of('1')
    secrets.accessKubeconfig = kubeconfig('two')
    clusters.invalidate('1')
    expect(await clusters.of('1')).not.toBe(first)
  })

  it('requests unchanged credentials once when they have to be checked', async () => {
    const { clusters, asked } = clustersWith({ accessKubeconfig: kubeconfig('one') })
    const first = await clusters.of('1')
    clusters.invalidate('1')
    expect(await clusters.of('1')).toBe(first)
    expect(await clusters.of('1')).toBe(first)
    expect(asked()).toBe(2)
  })

  it('refuses addresses that users may not connect to, even if they are stored already', async () => {
    const secrets = { accessKubeconfig: kubeconfig('one') }
    await expect(clustersWith(secrets, 'kubeconfig').clusters.of('1')).rejects.toMatchObject({
      failure: 'unreachable',
      reason: 'InvalidKubeconfig',
      message: expect.stringContaining(
        'a loopback address: 127.0.0.1. Use another address, or ask the operator',
      ),
    })
    for (const provider of ['simulated', 'kind', 'inCluster'])
      expect((await clustersWith(secrets, provider).clusters.of('1')).client.server).toBe(
        'https://127.0.0.1:6443',
      )
  })

  it('is unavailable while there are no credentials', async () => {
    await expect(clustersWith({}).clusters.of('1')).rejects.toMatchObject({
      failure: 'unreachable',
      reason: 'NoCredentials',
    })
  })
})

describe('createBreakers', () => {
  const options = { failures: kubeFailures, channelName: 'test' }

  it('shares the result of one thread with all threads of a process', async () => {
    const one = opening(createBreakers(options))
    const other = opening(createBreakers(options))
    const breaker = one.of('7', false)
    for (let failure = 0; failure < 3; failure++)
      breaker.failed(new KubeError('unreachable', 'does not answer', { reason: 'ConnectionRefused' }))
    const until = (state: string) =>
      eventually(async () => (other.states().get('7') === state ? true : undefined), {
        within: 60_000,
        every: 5,
      })
    expect(await until('open')).toBe(true)
    expect(() => other.of('7', false).enter()).toThrow('does not answer')
    other.of('7', false).succeeded()
    expect(
      await eventually(async () => (breaker.state === 'closed' ? true : undefined), {
        within: 60_000,
        every: 5,
      }),
    ).toBe(true)
  })
})

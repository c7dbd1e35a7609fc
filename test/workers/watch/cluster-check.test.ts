import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KubeError } from '../../../workers/kube/client/kube-error.ts'
import type { Clusters } from '../../../workers/runtimes/clusters.ts'
import { ClusterCheck } from '../../../workers/watch/cluster-check.ts'
import type { WatchedRuntime } from '../../../workers/watch/watched-runtime.ts'

const runtime = {
  id: '7',
  name: 'space',
  version: 3,
  readySince: '2026-01-01T00:00:00.000Z',
} as WatchedRuntime
const index = (hash: string) => ({
  paths: { 'apis/example.com/v1': { serverRelativeURL: `/openapi/v3/apis/example.com/v1?hash=${hash}` } },
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** A check of a cluster whose responses can be changed; counts requests and triggers. */
function checkOf() {
  const responses: Record<string, unknown> = {
    '/version': { gitVersion: 'v1.34.1' },
    '/openapi/v3': index('a'),
  }
  const seen = { requests: 0, triggers: [] as string[], versions: [] as number[] }
  const request = async ({ path }: { path: string }) => {
    seen.requests += 1
    const response = responses[path]
    if (response instanceof Error) throw response
    return response
  }
  const clusters = {
    of: async (_: string, version: number) => {
      seen.versions.push(version)
      return { client: { request } }
    },
  } as unknown as Clusters
  const ended = new AbortController()
  const check = new ClusterCheck({
    clusters,
    triggers: { object: (_, id) => void seen.triggers.push(id) },
    log: pino({ level: 'silent' }),
    signal: ended.signal,
  })
  /** Lets half a minute pass; resolves with the number of triggers meanwhile. */
  const next = async (changes: Partial<WatchedRuntime> = {}): Promise<number> => {
    const before = seen.triggers.length
    vi.advanceTimersByTime(30_000)
    check.startIfDue({ ...runtime, ...changes })
    await check.ended()
    return seen.triggers.length - before
  }
  return { check, ended, next, responses, seen }
}

describe('the check of a cluster', () => {
  it('triggers its runtime at first, and then only when the cluster serves something else', async () => {
    const { next, responses, seen } = checkOf()
    expect(await next()).toBe(1)
    expect(await next()).toBe(0)
    responses['/openapi/v3'] = index('b')
    expect(await next()).toBe(1)
    expect(await next()).toBe(0)
    responses['/version'] = { gitVersion: 'v1.35.0' }
    expect(await next()).toBe(1)
    expect(await next()).toBe(0)
    expect(seen.triggers).toEqual(['7', '7', '7'])
  })

  it.each([
    ['does not respond', new KubeError('unreachable', 'refused', { reason: 'ConnectionRefused' })],
    ['refuses the credentials', new KubeError('unauthenticated', 'Unauthorized')],
    ['is no API server', { message: 'hello' }],
  ])('triggers its runtime each time while the cluster %s', async (_, response) => {
    const { next, responses } = checkOf()
    await next()
    responses['/version'] = response
    expect(await next()).toBe(1)
    expect(await next()).toBe(1)
  })

  it('needs no schemas of custom resources', async () => {
    const { next, responses } = checkOf()
    responses['/openapi/v3'] = new KubeError('notFound', 'no such path')
    expect(await next()).toBe(1)
    expect(await next()).toBe(0)
  })

  it('is made every half minute, with credentials as new as the runtime, and not while the runtime is not ready', async () => {
    const { check, next, seen } = checkOf()
    expect(await next({ readySince: null })).toBe(0)
    expect(seen.requests).toBe(0)
    await next({ version: 5 })
    const { requests } = seen
    check.startIfDue(runtime)
    await check.ended()
    expect(seen.requests).toBe(requests)
    expect(seen.versions).toEqual([5])
  })

  it('has no effect once it is aborted', async () => {
    const { next, ended, responses } = checkOf()
    responses['/version'] = new KubeError('unreachable', 'aborted')
    ended.abort()
    expect(await next()).toBe(0)
  })
})

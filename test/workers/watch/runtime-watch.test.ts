import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import type { Cluster } from '../../../workers/kube/client/cluster.ts'
import { KubeError } from '../../../workers/kube/client/kube-error.ts'
import { labels } from '../../../workers/kube/client/owner.ts'
import type { Clusters } from '../../../workers/runtimes/clusters.ts'
import { RuntimeWatch, type RuntimeWatchOptions } from '../../../workers/watch/runtime-watch.ts'
import { eventually } from '../../support/eventually.ts'

const configMaps = { group: '', version: 'v1', kind: 'ConfigMap' }

const runtime = {
  id: '1',
  name: 'space',
  version: 1,
  readySince: '2026-01-01T00:00:00.000Z',
  deletionRequestedAt: null,
  outputs: {},
  appliedTypes: [configMaps],
}

interface Recorded {
  objectId: string
  uid: string | null
  ready: boolean
}

interface Scene {
  /** The inventory of the runtime, by kind. */
  recorded: Record<string, Recorded[]>
  /** The UIDs of the resources in the cluster, by kind. A kind that is missing is not served. */
  present: Record<string, string[]>
  isCurrent?: boolean
  /** Fails each watch once it has begun. @default none fails */
  breaks?: boolean
  /** Refuses all lists. @default none is refused */
  isForbidden?: boolean
}

let watch: RuntimeWatch | undefined
afterEach(() => watch?.end())

/** Watches a runtime, and returns what is triggered there. */
async function watched({ recorded, present, isCurrent = true, breaks = false, isForbidden = false }: Scene) {
  const seen = { all: 0, objects: [] as string[], resources: [] as string[], watches: 0, lists: 0 }
  const kindOf = (path: string): string => (path.endsWith('pods') ? 'Pod' : 'ConfigMap')
  const client = {
    server: 'https://example.com',
    request: async ({ path, query }: { path: string; query: { limit: string } }) => {
      // One of a single resource compares the versions of watch and cluster.
      if (query.limit !== '1') seen.lists += 1
      if (isForbidden) throw new KubeError('forbidden', 'may not list')
      const items = (present[kindOf(path)] ?? []).map((uid) => ({
        metadata: { uid, resourceVersion: '1', labels: { [labels.objectId]: `of-${uid}` } },
      }))
      return { metadata: { resourceVersion: '10' }, items }
    },
    stream: async function* ({ signal }: { signal: AbortSignal }) {
      seen.watches += 1
      if (breaks) throw new KubeError('unreachable', 'connection refused')
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve, { once: true })
        if (signal.aborted) resolve(undefined)
      })
      yield* []
    },
  }
  const cluster = {
    client,
    discovery: {
      find: async (_: string, kind: string) =>
        present[kind] === undefined
          ? undefined
          : { ...configMaps, kind, plural: `${kind.toLowerCase()}s`, namespaced: true },
    },
  } as unknown as Cluster
  const options = {
    runtime: { id: '1', name: 'space' },
    client: {
      execute: async (_: unknown, { kind }: { kind: string }) => ({
        result: { next: null, resources: recorded[kind] ?? [] },
      }),
    },
    clusters: { of: async () => cluster } as unknown as Clusters,
    locks: { acquire: async () => ({ renew: async () => true, release: async () => undefined }) },
    looks: { isCurrent: async () => isCurrent, record: async () => undefined },
    triggers: {
      runtime: () => void (seen.all += 1),
      object: (_: string, id: string) => void seen.objects.push(id),
      resource: ({ uid }: { uid: string }) => void seen.resources.push(uid),
    },
    log: pino({ level: 'silent' }),
  } as unknown as RuntimeWatchOptions
  watch = new RuntimeWatch(options)
  await watch.update(runtime)
  return seen
}

const entry = (objectId: string, uid: string | null, ready = true): Recorded => ({ objectId, uid, ready })

it('triggers the objects whose resources are missing, and those that are not ready', async () => {
  const seen = await watched({
    recorded: {
      ConfigMap: [entry('kept', 'a'), entry('lost', 'b'), entry('begun', null), entry('waiting', 'c', false)],
    },
    present: { ConfigMap: ['a', 'c'], Pod: [] },
  })
  await eventually(async () => seen.watches === 2)
  expect(seen.objects.toSorted()).toEqual(['begun', 'lost', 'waiting'])
  expect(seen.resources.toSorted()).toEqual(['a', 'c'])
  expect(seen.all).toBe(0)
})

it('reports only the pods of the inventory', async () => {
  const seen = await watched({
    recorded: { Pod: [entry('own', 'p')] },
    present: { ConfigMap: ['stray'], Pod: ['p', 'of-a-deployment'] },
  })
  await eventually(async () => seen.watches === 2)
  expect(seen.resources.toSorted()).toEqual(['p', 'stray'])
  expect(seen.objects).toEqual([])
})

it('triggers nothing when a watch breaks, since it continues where it was', async () => {
  const seen = await watched({
    recorded: { ConfigMap: [entry('kept', 'a')] },
    present: { ConfigMap: ['a'], Pod: [] },
    breaks: true,
  })
  await eventually(async () => seen.watches >= 4)
  expect(seen.objects).toEqual([])
  expect(seen.lists).toBe(2)
})

it('triggers the objects with resources that the cluster does not serve, once', async () => {
  const seen = await watched({
    recorded: { ConfigMap: [entry('kept', 'a')] },
    present: { Pod: [] },
  })
  await eventually(async () => seen.objects.length > 0)
  await sleep(50)
  expect(seen.objects).toEqual(['kept'])
})

it('triggers the objects with resources that may not be watched, every ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const scene = { recorded: { ConfigMap: [entry('hidden', 'a')] }, present: { ConfigMap: ['a'] } }
    const seen = await watched({ ...scene, isForbidden: true })
    const lists = (count: number) => eventually(async () => seen.lists >= count)
    await eventually(async () => seen.objects.length > 0)
    await lists(3)
    expect(seen.objects).toEqual(['hidden'])
    vi.advanceTimersByTime(10 * 60_000)
    await eventually(async () => seen.objects.length > 1)
    await lists(seen.lists + 1)
    expect(seen.objects).toEqual(['hidden', 'hidden'])
  } finally {
    vi.useRealTimers()
  }
})

it('triggers everything if other workers have looked at it last', async () => {
  const seen = await watched({ recorded: {}, present: { ConfigMap: [], Pod: [] }, isCurrent: false })
  expect(seen.all).toBe(1)
})

it('watches anew after an outage, also one that began and ended between two calls', async () => {
  const seen = await watched({ recorded: {}, present: { ConfigMap: [], Pod: [] } })
  const watches = (count: number) => eventually(async () => seen.watches === count || undefined)
  await watches(2)
  await watch?.update({ ...runtime, version: 2 })
  await watch?.update({ ...runtime, readySince: '2026-01-01T00:00:07.000Z' })
  await watches(4)
  await watch?.update({ ...runtime, readySince: null })
  await watch?.update({ ...runtime, readySince: '2026-01-01T00:00:08.000Z' })
  await watches(6)
  await sleep(50)
  expect(seen.watches).toBe(6)
})

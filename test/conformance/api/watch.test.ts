import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { isRecord } from '../../../schema/manifests.ts'
import type { KubeClient, KubeObject } from '../../../workers/kube/client/client.ts'
import { labels } from '../../../workers/kube/client/owner.ts'
import { Watch as OwnWatch, type ObservedResource } from '../../../workers/kube/client/watch.ts'
import { eventually } from '../../support/eventually.ts'
import { apiOf } from '../support/api.ts'
import { configMap, definitionOf, definitions, pod } from '../support/objects.ts'
import { onEachTarget } from '../support/target.ts'

interface Event {
  type: string
  object: KubeObject
}

interface Watch {
  events: Event[]
  /** Waits until the given number of events has arrived. */
  first(count: number): Promise<Event[]>
  stop(): Promise<void>
}

/** Selects the objects of the tests: servers and their controllers create ConfigMaps in every namespace at any time. */
const own = { labelSelector: 'own=yes' }
const ownMap = (name: string, data: Record<string, string> = {}) =>
  configMap(name, data, { labels: { own: 'yes' } })

function watch(client: KubeClient, path: string, query: Record<string, string>): Watch {
  const controller = new AbortController()
  const events: Event[] = []
  const run = async (): Promise<void> => {
    const stream = client.stream({
      method: 'GET',
      path,
      query: { watch: 'true', ...(path.endsWith('/configmaps') ? own : {}), ...query },
      signal: controller.signal,
    })
    // The server's events have the shape of events; a test checks the rest.
    for await (const event of stream) if (isRecord(event)) events.push(event as unknown as Event)
  }
  // It ends by being stopped; a test checks the events until then.
  let failure: unknown
  const ended = run().catch((error: unknown) => (failure = error))
  return {
    events,
    first: async (count) => {
      await eventually(
        async () => {
          if (failure !== undefined) throw failure
          return events.length >= count
        },
        { every: 20 },
      )
      return events.slice(0, count)
    },
    stop: async () => {
      controller.abort()
      await ended
    },
  }
}

const summaries = (events: readonly Event[]): string[] =>
  events.map(({ type, object }) => `${type} ${object.metadata.name}`)

onEachTarget('watching', (target) => {
  const setup = async () => {
    const path = `/api/v1/namespaces/${await target().namespace()}/configmaps`
    return { api: apiOf(target().client), path, client: target().client }
  }

  it('sends everything after the version of a list, in order, and nothing before it', async () => {
    const { api, path, client } = await setup()
    await api.post(path, ownMap('before'))
    const { resourceVersion = '' } = (await api.get(path)).metadata
    await api.post(path, ownMap('one', { a: '1' }))
    const { first, stop } = watch(client, path, { resourceVersion })
    await api.patch(`${path}/one`, { data: { a: '2' } })
    await api.delete(`${path}/one`)
    const events = await first(3)
    await stop()
    expect(summaries(events)).toEqual(['ADDED one', 'MODIFIED one', 'DELETED one'])
    const versions = events.map(({ object }) => Number(object.metadata.resourceVersion))
    expect(versions).toEqual([...versions].sort((a, b) => a - b))
    expect(events[2]?.object['data']).toEqual({ a: '2' })
  })

  it('resumes from any event without losing or repeating one', async () => {
    const { api, path, client } = await setup()
    const { resourceVersion = '' } = (await api.get(path)).metadata
    for (const name of ['a', 'b', 'c']) await api.post(path, ownMap(name))
    const from = watch(client, path, { resourceVersion })
    const [, second] = await from.first(2)
    await from.stop()
    const again = watch(client, path, { resourceVersion: second?.object.metadata.resourceVersion ?? '' })
    expect(summaries(await again.first(1))).toEqual(['ADDED c'])
    await again.stop()
  })

  it('starts with the existing objects if no version is given', async () => {
    const { api, path, client } = await setup()
    for (const name of ['one', 'two']) await api.post(path, ownMap(name))
    const { first, stop } = watch(client, path, {})
    const events = await first(2)
    await stop()
    expect(summaries(events).sort()).toEqual(['ADDED one', 'ADDED two'])
  })

  it('streams the list, and marks its end with a bookmark if requested', async (context) => {
    const { api, path, client } = await setup()
    for (const name of ['one', 'two']) await api.post(path, ownMap(name))
    const { first, stop } = watch(client, path, {
      sendInitialEvents: 'true',
      allowWatchBookmarks: 'true',
      resourceVersionMatch: 'NotOlderThan',
    })
    // An API server in front of an old etcd cannot, and reports so at once.
    if (JSON.stringify(await first(1)).includes('RequestWatchProgress is disabled')) return context.skip()
    const events = await first(3)
    await stop()
    expect(events.map(({ type }) => type)).toEqual(['ADDED', 'ADDED', 'BOOKMARK'])
    const { annotations, resourceVersion } = events[2]?.object.metadata ?? { name: '' }
    expect(annotations).toEqual({ 'k8s.io/initial-events-end': 'true' })
    expect(Number(resourceVersion)).toBeGreaterThan(0)
  })

  it('sends an object that starts to match a selector as added, and one that no longer matches as deleted', async () => {
    const { api, path, client } = await setup()
    const { resourceVersion = '' } = (await api.get(path)).metadata
    const { first, stop } = watch(client, path, { resourceVersion, labelSelector: 'in=yes' })
    await api.post(path, ownMap('one'))
    await api.patch(`${path}/one`, { metadata: { labels: { in: 'yes' } } })
    await api.patch(`${path}/one`, { data: { a: '1' } })
    await api.patch(`${path}/one`, { metadata: { labels: { in: 'no' } } })
    const events = await first(3)
    await stop()
    expect(summaries(events)).toEqual(['ADDED one', 'MODIFIED one', 'DELETED one'])
  })

  it('ends at its timeout', async () => {
    const { path, client } = await setup()
    const startedAt = performance.now()
    const query = { watch: 'true', timeoutSeconds: '1' }
    for await (const event of client.stream({ method: 'GET', path, query })) void event
    expect(performance.now() - startedAt).toBeGreaterThan(500)
  })

  it('sends only metadata to clients that accept it', async () => {
    const { api, path, client } = await setup()
    await api.post(path, ownMap('one', { a: 'hidden-value' }))
    const accept = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
    const query = { watch: 'true', timeoutSeconds: '1' }
    const objects: unknown[] = []
    for await (const event of client.stream({ method: 'GET', path, query, accept })) objects.push(event)
    expect(JSON.stringify(objects)).not.toContain('hidden-value')
    expect(objects).toContainEqual(
      expect.objectContaining({
        object: expect.objectContaining({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' }),
      }),
    )
  })

  it('sends 410 within the stream if the version is too old', async () => {
    const { client, prefix, owned } = target()
    const definition = definitionOf({
      group: `${prefix}.example.com`,
      kind: 'Late',
      schema: { type: 'object' },
    })
    owned(`${definitions}/${definition.metadata.name}`)
    await apiOf(client).post(definitions, definition)
    // No server retains events from before the kind existed.
    const path = `/apis/${prefix}.example.com/v1/lates`
    await apiOf(client).until(path, () => true)
    const { first, stop } = watch(client, path, { resourceVersion: '1' })
    const [event] = await first(1)
    await stop()
    expect(event).toMatchObject({
      type: 'ERROR',
      object: {
        kind: 'Status',
        code: 410,
        reason: 'Expired',
        // A server that was compacted after its start reports it without the numbers.
        message: expect.stringMatching(/^too old resource version: 1 \(\d+\)$|is too old/),
      },
    })
  })

  it('sends 410 for a compacted version, and continues from a new list', async (context) => {
    const { forgetful } = target()
    if (forgetful === undefined) return context.skip()
    const { api, path } = await setup()
    const { resourceVersion = '' } = (await api.get(path)).metadata
    await api.post(path, ownMap('one'))
    const server = await forgetful()
    const old = watch(server.client, path, { resourceVersion })
    const [event] = await old.first(1)
    await old.stop()
    expect(event).toMatchObject({
      type: 'ERROR',
      object: {
        kind: 'Status',
        code: 410,
        reason: 'Expired',
        message: expect.stringMatching(
          new RegExp(`^too old resource version: ${resourceVersion} \\(\\d+\\)$`),
        ),
      },
    })
    const listed = (await apiOf(server.client).get(path)).metadata.resourceVersion ?? ''
    const again = watch(server.client, path, { resourceVersion: listed })
    await api.post(path, ownMap('two'))
    expect(summaries(await again.first(1))).toEqual(['ADDED two'])
    await again.stop()
    await server.close()
  })

  it('sends bookmarks with its position, shortly before its timeout, to clients that request them', async () => {
    const { api, path, client } = await setup()
    const { resourceVersion = '' } = (await api.get(path)).metadata
    const all = async (query: object): Promise<unknown[]> => {
      const events: unknown[] = []
      const request = { watch: 'true', timeoutSeconds: '4', resourceVersion, ...own, ...query }
      for await (const event of client.stream({ method: 'GET', path, query: request })) events.push(event)
      return events
    }
    // Writes in another namespace, so that there are no events to send, for as long as it takes.
    const elsewhere = `/api/v1/namespaces/${await target().namespace()}/configmaps`
    const { metadata } = await api.post(elsewhere, ownMap('one'))
    let isOver = false
    const write = async (): Promise<void> => {
      for (let count = 0; !isOver; count += 1) {
        await api.patch(`${elsewhere}/one`, { data: { count: String(count) } })
        await sleep(200)
      }
    }
    const writing = write()
    const [bookmarks, nothing] = await Promise.all([all({ allowWatchBookmarks: 'true' }), all({})])
    isOver = true
    await writing
    expect(nothing).toEqual([])
    const last = bookmarks.at(-1) as Event
    expect(last).toEqual({
      type: 'BOOKMARK',
      object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { resourceVersion: expect.any(String) } },
    })
    const { resourceVersion: reached } = last.object.metadata
    expect(Number(reached)).toBeGreaterThanOrEqual(Number(metadata.resourceVersion))
  })

  it('refuses an invalid version', async () => {
    const { path, client } = await setup()
    await expect(
      client.stream({ method: 'GET', path, query: { watch: 'true', resourceVersion: 'x' } }).next(),
    ).rejects.toMatchObject({ message: expect.stringContaining('resourceVersion: Invalid value: "x"') })
  })

  it('sends the life of pods: scheduled, running, being deleted, deleted', async () => {
    const { api, client } = await setup()
    const path = `/api/v1/namespaces/${await target().namespace()}/pods`
    const { resourceVersion = '' } = (await api.get(path)).metadata
    const { events, stop } = watch(client, path, { resourceVersion })
    await api.post(path, pod('one'))
    await api.until(`${path}/one`, ({ status }) => (status as { phase: string }).phase === 'Running')
    await api.delete(`${path}/one`)
    await eventually(async () => (events.at(-1)?.type === 'DELETED' ? true : undefined))
    await stop()
    expect(events[0]?.type).toBe('ADDED')
    expect(events.at(-1)).toMatchObject({
      type: 'DELETED',
      object: { metadata: { deletionTimestamp: expect.any(String), deletionGracePeriodSeconds: 0 } },
    })
  })

  it('of our own reports again once the cluster was restored to an earlier version', async () => {
    const { client } = target()
    const { api, path } = await setup()
    // As if a backup had been restored after the first list.
    let ahead = 1_000_000
    const request: KubeClient['request'] = async (given) => {
      const page = await client.request(given)
      if (!isRecord(page) || !isRecord(page['metadata'])) return page
      const resourceVersion = String(Number(page['metadata']['resourceVersion']) + ahead)
      ahead = 0
      return { ...page, metadata: { ...page['metadata'], resourceVersion } }
    }
    const changes: ObservedResource[] = []
    const watched = new OwnWatch(
      { ...client, server: client.server, request, stream: (given) => client.stream(given) },
      { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true },
      { changed: (resource) => changes.push(resource), listed: async () => {} },
    )
    const create = (name: string) =>
      api.post(path, configMap(name, {}, { labels: { [labels.objectId]: '78' } }))
    const isReported = async () => changes.some(({ ownerId }) => ownerId === '78') || undefined
    await watched.follow(AbortSignal.timeout(1000)).catch(() => undefined)
    const stopping = new AbortController()
    const ended = watched.follow(stopping.signal).catch(() => undefined)
    try {
      await create('after')
      expect(await eventually(isReported, { every: 20 })).toBe(true)
    } finally {
      stopping.abort()
      await ended
    }
  })

  it('of our own starts with a kind that has no resources yet', async () => {
    const { client } = target()
    const namespace = await target().namespace()
    const plural = 'podtemplates'
    const type = { group: '', version: 'v1', kind: 'PodTemplate', plural, namespaced: true }
    const changes: ObservedResource[] = []
    const listing = Promise.withResolvers<readonly ObservedResource[]>()
    const watched = new OwnWatch(client, type, {
      changed: (resource) => changes.push(resource),
      listed: async (resources) => listing.resolve(resources),
    })
    const stopping = new AbortController()
    const ended = watched.follow(stopping.signal).catch(listing.reject)
    try {
      expect(await listing.promise).toEqual([])
      const template = { metadata: {}, spec: { containers: [{ name: 'a', image: 'a' }] } }
      const metadata = { name: 'first', labels: { [labels.objectId]: '77' } }
      await apiOf(client).post(`/api/v1/namespaces/${namespace}/${plural}`, {
        apiVersion: 'v1',
        kind: 'PodTemplate',
        metadata,
        template,
      })
      const isReported = async () => changes.some(({ ownerId }) => ownerId === '77') || undefined
      await eventually(isReported, { every: 20 })
    } finally {
      stopping.abort()
      await ended
    }
  })
})

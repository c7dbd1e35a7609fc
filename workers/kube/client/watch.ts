import { z } from 'zod'
import { isStatus, statusText } from './response.ts'
import type { KubeClient } from './client.ts'
import type { ResourceType } from './discovery.ts'
import { expected } from './expected.ts'
import { pathOf } from './paths.ts'
import { KubeError, isKubeError } from './kube-error.ts'
import { labels } from './owner.ts'

/** What a watch tells: a resource that carries the label of an object of the control plane. */
export interface SeenResource {
  ownerId: string
  uid: string
  /** Null when it is gone. */
  resourceVersion: string | null
}

const Metadata = z.object({
  metadata: z.object({
    uid: z.string(),
    resourceVersion: z.string(),
    labels: z.record(z.string(), z.string()).optional(),
  }),
})

const List = z.object({
  metadata: z.object({ resourceVersion: z.string().optional(), continue: z.string().optional() }),
  items: z.array(Metadata),
})

const Event = z.object({ type: z.string(), object: z.unknown() })
const Bookmark = z.object({ metadata: z.object({ resourceVersion: z.string() }) })

const accept = (form: string): string => `application/json;as=${form};v=v1;g=meta.k8s.io, application/json`

export interface WatchCallbacks {
  changed(seen: SeenResource): void
  /** Called once, with the first list made: what was gone by then is not told of. */
  listed(): void
}

/**
 * Watches the metadata of our resources of one kind in one cluster until the signal is aborted or the connection
 * breaks; then it is called again, and goes on where it was. What changed while nobody watched is found by comparing
 * the list with what was seen before.
 */
export function createWatch(client: KubeClient, type: ResourceType, { changed, listed }: WatchCallbacks) {
  const seen = new Map<string, { version: string; owner: string | undefined }>()
  let resourceVersion: string | undefined
  let isFirst = true

  const see = (object: unknown): void => {
    const { metadata } = expected(Metadata, object, client)
    const { uid, resourceVersion: version } = metadata
    const ownerId = metadata.labels?.[labels.objectId] ?? seen.get(uid)?.owner
    if (seen.get(uid)?.version === version) return
    seen.set(uid, { version, owner: ownerId })
    if (ownerId !== undefined) changed({ ownerId, uid, resourceVersion: version })
  }

  const list = async (signal: AbortSignal): Promise<void> => {
    const present = new Set<string>()
    for (let next: string | undefined = ''; next !== undefined;) {
      const page: z.infer<typeof List> = expected(
        List,
        await client.request({
          method: 'GET',
          path: pathOf(type, ''),
          query: { labelSelector: labels.objectId, limit: '500', continue: next === '' ? undefined : next },
          accept: accept('PartialObjectMetadataList'),
          signal,
        }),
        client,
      )
      for (const item of page.items) {
        present.add(item.metadata.uid)
        see(item)
      }
      ;({ resourceVersion } = page.metadata)
      next = page.metadata.continue === '' ? undefined : page.metadata.continue
    }
    for (const [uid, { owner }] of seen) {
      if (present.has(uid)) continue
      seen.delete(uid)
      if (owner !== undefined) changed({ ownerId: owner, uid, resourceVersion: null })
    }
    if (isFirst) listed()
    isFirst = false
  }

  return async (signal: AbortSignal): Promise<void> => {
    if (resourceVersion === undefined) await list(signal)
    const query = {
      watch: 'true',
      allowWatchBookmarks: 'true',
      resourceVersion,
      timeoutSeconds: '300',
      labelSelector: labels.objectId,
    }
    const events = client.stream({
      method: 'GET',
      path: pathOf(type, ''),
      query,
      accept: accept('PartialObjectMetadata'),
      signal,
    })
    try {
      for await (const line of events) {
        const { type: kind, object } = expected(Event, line, client)
        if (kind === 'ERROR') throw watchError(object)
        const version = expected(Bookmark, object, client).metadata.resourceVersion
        if (kind === 'DELETED') {
          const { metadata } = expected(Metadata, object, client)
          seen.delete(metadata.uid)
          const ownerId = metadata.labels?.[labels.objectId]
          if (ownerId !== undefined) changed({ ownerId, uid: metadata.uid, resourceVersion: null })
        } else if (kind !== 'BOOKMARK') see(object)
        resourceVersion = version
      }
    } catch (error) {
      // Too old: the list tells what was missed.
      if (!isKubeError(error, 'gone')) throw error
      resourceVersion = undefined
    }
  }
}

function watchError(status: unknown): KubeError {
  const { code, message } = isStatus(status) ? status : {}
  return new KubeError(code === 410 ? 'gone' : 'serverError', statusText(message) || 'the watch failed')
}

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

/** Our resources of one kind in one cluster, by their metadata. */
export class Watch {
  readonly #client: KubeClient
  readonly #type: ResourceType
  readonly #callbacks: WatchCallbacks
  /** What is there, as far as it was seen, by uid. */
  readonly #seen = new Map<string, { version: string; owner: string | undefined }>()
  /** Where the watch goes on; undefined where a list has to be made first. */
  #resourceVersion: string | undefined
  #hasListed = false

  constructor(client: KubeClient, type: ResourceType, callbacks: WatchCallbacks) {
    this.#client = client
    this.#type = type
    this.#callbacks = callbacks
  }

  /**
   * Watches until the signal is aborted or the connection breaks; then it is called again, and goes on where it was. What
   * changed while nobody watched is found by comparing the list with what was seen before.
   */
  async follow(signal: AbortSignal): Promise<void> {
    if (this.#resourceVersion === undefined) await this.#list(signal)
    const query = {
      watch: 'true',
      allowWatchBookmarks: 'true',
      resourceVersion: this.#resourceVersion,
      timeoutSeconds: '300',
      labelSelector: labels.objectId,
    }
    const events = this.#client.stream({
      method: 'GET',
      path: pathOf(this.#type, ''),
      query,
      accept: accept('PartialObjectMetadata'),
      signal,
    })
    try {
      for await (const line of events) this.#take(line)
    } catch (error) {
      // Too old: the list tells what was missed.
      if (!isKubeError(error, 'gone')) throw error
      this.#resourceVersion = undefined
    }
  }

  async #list(signal: AbortSignal): Promise<void> {
    const present = new Set<string>()
    for (let next: string | undefined = ''; next !== undefined;) {
      const { metadata, items } = await this.#page(next, signal)
      for (const item of items) {
        present.add(item.metadata.uid)
        this.#see(item)
      }
      this.#resourceVersion = metadata.resourceVersion
      next = metadata.continue === '' ? undefined : metadata.continue
    }
    for (const [uid, { owner }] of this.#seen) if (!present.has(uid)) this.#lose(uid, owner)
    if (!this.#hasListed) this.#callbacks.listed()
    this.#hasListed = true
  }

  /** @param token Where the page begins; empty for the first. */
  async #page(token: string, signal: AbortSignal): Promise<z.infer<typeof List>> {
    const query = {
      labelSelector: labels.objectId,
      limit: '500',
      continue: token === '' ? undefined : token,
    }
    const page = await this.#client.request({
      method: 'GET',
      path: pathOf(this.#type, ''),
      query,
      accept: accept('PartialObjectMetadataList'),
      signal,
    })
    return expected(List, page, this.#client)
  }

  /** One line of the stream. */
  #take(line: unknown): void {
    const { type, object } = expected(Event, line, this.#client)
    if (type === 'ERROR') throw watchError(object)
    const { resourceVersion } = expected(Bookmark, object, this.#client).metadata
    if (type === 'DELETED') {
      const { metadata } = expected(Metadata, object, this.#client)
      this.#lose(metadata.uid, metadata.labels?.[labels.objectId])
    } else if (type !== 'BOOKMARK') this.#see(object)
    this.#resourceVersion = resourceVersion
  }

  #see(object: unknown): void {
    const { metadata } = expected(Metadata, object, this.#client)
    const { uid, resourceVersion: version } = metadata
    const owner = metadata.labels?.[labels.objectId] ?? this.#seen.get(uid)?.owner
    if (this.#seen.get(uid)?.version === version) return
    this.#seen.set(uid, { version, owner })
    if (owner !== undefined) this.#callbacks.changed({ ownerId: owner, uid, resourceVersion: version })
  }

  #lose(uid: string, owner: string | undefined): void {
    this.#seen.delete(uid)
    if (owner !== undefined) this.#callbacks.changed({ ownerId: owner, uid, resourceVersion: null })
  }
}

function watchError(status: unknown): KubeError {
  const { code, message } = isStatus(status) ? status : {}
  return new KubeError(code === 410 ? 'gone' : 'serverError', statusText(message) || 'the watch failed')
}

import { z } from 'zod'
import { isStatus } from './response.ts'
import { statusText } from './status-text.ts'
import type { KubeClient, KubeRequest } from './client.ts'
import type { ResourceType } from './discovery.ts'
import { arrayOf } from './array-of.ts'
import { parseResponse } from './parse-response.ts'
import { pathOf } from './paths.ts'
import { KubeError, isKubeError } from './kube-error.ts'
import { labels } from './owner.ts'
import { isEarlier } from './resource-version.ts'

/** The seconds after which a watch is renewed. */
const term = 300

/** A change that a watch reports: a resource with the label of an object of the control plane. */
export interface ObservedResource {
  ownerId: string
  uid: string
  /** Null if the resource was deleted. */
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
  items: arrayOf(Metadata),
})

type Query = NonNullable<KubeRequest['query']>

const Event = z.object({ type: z.string(), object: z.unknown() })
const Bookmark = z.object({ metadata: z.object({ resourceVersion: z.string() }) })

const accept = (form: string): string => `application/json;as=${form};v=v1;g=meta.k8s.io, application/json`

export interface WatchCallbacks {
  changed(resource: ObservedResource): void
  /**
   * Called once, with the resources of the first list, before any change is reported. Resources that were deleted before are not
   * among them. If it fails, they are listed again.
   */
  listed(resources: readonly ObservedResource[]): Promise<void>
}

/** A metadata-only watch of the resources of one kind in one cluster that QleetOS manages. */
export class Watch {
  readonly #client: KubeClient
  readonly #type: ResourceType
  readonly #callbacks: WatchCallbacks
  /** The last observed version of each resource, by uid. */
  readonly #known = new Map<string, { version: string; owner: string | undefined }>()
  /** The version to resume the watch from; undefined if a list is needed first. */
  #resourceVersion: string | undefined
  /** The cluster has named the version as its own so lately that it cannot have returned to an earlier state since. */
  #isConfirmed = false
  #hasListed = false

  constructor(client: KubeClient, type: ResourceType, callbacks: WatchCallbacks) {
    this.#client = client
    this.#type = type
    this.#callbacks = callbacks
  }

  /**
   * Watches until the signal is aborted or the connection breaks; the next call resumes from the last version. Changes in
   * between that the cluster no longer has in its history are found by comparing a new list with the known resources. So are those
   * of a cluster that was restored: from a version that it has yet to reach, it would report nothing.
   */
  async follow(signal: AbortSignal): Promise<void> {
    if (!this.#isConfirmed && (await this.#wasRestored(signal))) this.#resourceVersion = undefined
    this.#isConfirmed = false
    if (this.#resourceVersion === undefined) await this.#list(signal)
    const query = {
      watch: 'true',
      allowWatchBookmarks: 'true',
      resourceVersion: this.#resourceVersion,
      timeoutSeconds: String(term),
      labelSelector: labels.objectId,
    }
    const events = this.#client.stream({
      method: 'GET',
      path: pathOf(this.#type, ''),
      query,
      accept: accept('PartialObjectMetadata'),
      signal,
    })
    const startedAt = performance.now()
    let isHeard = false
    try {
      for await (const line of events) {
        this.#handle(line)
        isHeard = true
      }
      // An API server sends a bookmark before the term ends. One that shuts down ends its watches before.
      this.#isConfirmed = isHeard && performance.now() - startedAt > (term - 5) * 1000
    } catch (error) {
      // The version is too old: the next list reveals the missed changes.
      if (!isKubeError(error, 'gone')) throw error
      this.#resourceVersion = undefined
    }
  }

  /** Reports whether the cluster is at an earlier version than the watch. */
  async #wasRestored(signal: AbortSignal): Promise<boolean> {
    if (this.#resourceVersion === undefined) return false
    const { metadata } = await this.#get({ limit: '1' }, signal)
    return isEarlier(metadata.resourceVersion, this.#resourceVersion)
  }

  async #list(signal: AbortSignal): Promise<void> {
    const present = new Set<string>()
    for (let next: string | undefined = ''; next !== undefined;) {
      const { metadata, items } = await this.#page(next, signal)
      for (const item of items) {
        present.add(item.metadata.uid)
        this.#update(item)
      }
      this.#resourceVersion = metadata.resourceVersion
      next = metadata.continue === '' ? undefined : metadata.continue
    }
    for (const [uid, { owner }] of this.#known) if (!present.has(uid)) this.#remove(uid, owner)
    if (!this.#hasListed) await this.#reportFirst()
    this.#hasListed = true
  }

  async #reportFirst(): Promise<void> {
    const resources = [...this.#known].flatMap(([uid, { version, owner }]) =>
      owner === undefined ? [] : [{ ownerId: owner, uid, resourceVersion: version }],
    )
    try {
      await this.#callbacks.listed(resources)
    } catch (error) {
      this.#resourceVersion = undefined
      throw error
    }
  }

  /** @param token The continue token of the page; empty for the first one. */
  #page(token: string, signal: AbortSignal): Promise<z.infer<typeof List>> {
    const query = {
      labelSelector: labels.objectId,
      limit: '500',
      continue: token === '' ? undefined : token,
    }
    return this.#get(query, signal)
  }

  async #get(query: Query, signal: AbortSignal): Promise<z.infer<typeof List>> {
    const page = await this.#client.request({
      method: 'GET',
      path: pathOf(this.#type, ''),
      query,
      accept: accept('PartialObjectMetadataList'),
      signal,
    })
    return parseResponse(List, page, this.#client)
  }

  /** Handles one line of the stream. */
  #handle(line: unknown): void {
    const { type, object } = parseResponse(Event, line, this.#client)
    if (type === 'ERROR') throw watchError(object)
    const { resourceVersion } = parseResponse(Bookmark, object, this.#client).metadata
    if (type === 'DELETED') {
      const { metadata } = parseResponse(Metadata, object, this.#client)
      this.#remove(metadata.uid, metadata.labels?.[labels.objectId])
    } else if (type !== 'BOOKMARK') this.#update(object)
    this.#resourceVersion = resourceVersion
  }

  #update(object: unknown): void {
    const { metadata } = parseResponse(Metadata, object, this.#client)
    const { uid, resourceVersion: version } = metadata
    const known = this.#known.get(uid)
    const owner = metadata.labels?.[labels.objectId] ?? known?.owner
    if (known?.version === version) return
    this.#known.set(uid, { version, owner })
    this.#report({ owner, uid, resourceVersion: version })
    // Somebody has edited the label: only its owner knows that.
    if (known !== undefined && known.owner !== owner)
      this.#report({ owner: known.owner, uid, resourceVersion: version })
  }

  #remove(uid: string, owner: string | undefined): void {
    this.#known.delete(uid)
    this.#report({ owner, uid, resourceVersion: null })
  }

  #report({ owner, ...seen }: Omit<ObservedResource, 'ownerId'> & { owner: string | undefined }): void {
    if (owner !== undefined && this.#hasListed) this.#callbacks.changed({ ownerId: owner, ...seen })
  }
}

function watchError(status: unknown): KubeError {
  const { code, message } = isStatus(status) ? status : {}
  return new KubeError(code === 410 ? 'gone' : 'serverError', statusText(message) || 'the watch failed')
}

import type { ClusterContext } from '../context.ts'
import { expired, statusOf } from '../errors/status-error.ts'
import type { JsonObject } from '../json.ts'
import { storageKey } from '../resources/registry.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'
import type { Matcher } from '../selectors/selectors.ts'
import type { StoreEvent } from '../storage/history.ts'
import type { KubeObject } from '../storage/object.ts'
import { toVersion } from './convert.ts'
import { parseListOptions, type ListOptions } from './list-options.ts'
import { matcherOf, type ListRequest } from './read.ts'

export interface WatchEvent {
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'
  object: KubeObject
}

export interface WatchSink {
  send(event: WatchEvent): void
  /** Ends the watch with an error. */
  fail(status: JsonObject): void
}

const bookmarkMs = 55_000
const initialEventsEnd = 'k8s.io/initial-events-end'

/**
 * Sends the events of the objects of a request after its resourceVersion, or first the existing objects if it has none.
 * Returns a function that ends the watch.
 */
export function watchObjects(context: ClusterContext, request: ListRequest, sink: WatchSink): () => void {
  const { resource, namespace, query } = request
  const { store } = context
  const key = storageKey(resource)
  const matches = matcherOf(request)
  const options = parseListOptions(query, true)
  const start = startOf(options)
  const wantsBookmarks = options.allowBookmarks
  let sent = store.revision()

  const inScope = (object: KubeObject) => namespace === '' || object.metadata.namespace === namespace
  const send = (event: StoreEvent) => {
    // A client may know a future revision.
    if (event.revision <= start.from) return
    sent = event.revision
    const seen = inScope(event.object) ? seenAs(event, matches) : undefined
    if (seen !== undefined) sink.send({ type: seen.type, object: toVersion(resource, seen.object) })
  }

  if (start.state) {
    const objects = store.list(key, namespace === '' ? undefined : namespace)
    for (const object of objects)
      if (matches?.(object) ?? true) sink.send({ type: 'ADDED', object: toVersion(resource, object) })
    if (start.marksEnd && wantsBookmarks) sink.send(bookmark(resource, sent, { [initialEventsEnd]: 'true' }))
  } else {
    const missed = store.since(key, start.from)
    if (missed === undefined) {
      sink.fail(statusOf(expired(`too old resource version: ${start.from} (${store.revision()})`)))
      return () => {}
    }
    for (const event of missed) send(event)
  }
  const unsubscribe = store.subscribe(key, send)
  const sendBookmark = (): void => sink.send(bookmark(resource, Math.max(sent, store.revision())))
  const timer = wantsBookmarks ? setInterval(sendBookmark, bookmarkMs) : undefined
  const last = wantsBookmarks ? beforeEnd(query, sendBookmark) : undefined
  return () => {
    clearInterval(timer)
    clearTimeout(last)
    unsubscribe()
  }
}

/** Schedules a bookmark before the end, so that the next watch starts where this one ends. */
function beforeEnd(query: URLSearchParams, sendBookmark: () => void): NodeJS.Timeout | undefined {
  const seconds = Number(query.get('timeoutSeconds') ?? 0)
  return seconds > 2 ? setTimeout(sendBookmark, (seconds - 2) * 1000) : undefined
}

export function bookmark(
  resource: Resource,
  revision: number,
  annotations?: Record<string, string>,
): WatchEvent {
  const metadata = { resourceVersion: String(revision), annotations }
  // A bookmark is an object with only a position.
  const object = {
    kind: resource.kind,
    apiVersion: apiVersionOf(resource),
    metadata,
  } as unknown as KubeObject
  return { type: 'BOOKMARK', object }
}

/** Returns the event for a watcher with a selector: an object that starts or ceases to match is added or deleted. */
function seenAs(
  event: StoreEvent,
  matches: Matcher | undefined,
): { type: StoreEvent['type']; object: KubeObject } | undefined {
  if (matches === undefined) return event
  const before = event.previous !== undefined && matches(event.previous)
  const now = event.type !== 'DELETED' && matches(event.object)
  if (now) return { type: before ? 'MODIFIED' : 'ADDED', object: event.object }
  if (!before || event.previous === undefined) return undefined
  const { previous } = event
  const metadata = { ...previous.metadata, resourceVersion: String(event.revision) }
  return { type: 'DELETED', object: { ...previous, metadata } }
}

interface Start {
  from: number
  /** The existing objects are sent first. */
  state: boolean
  /** A bookmark follows the existing objects. */
  marksEnd: boolean
}

function startOf({ revision = 0, sendInitialEvents }: ListOptions): Start {
  if (sendInitialEvents === true) return { from: revision, state: true, marksEnd: true }
  return { from: revision, state: sendInitialEvents === undefined && revision === 0, marksEnd: false }
}

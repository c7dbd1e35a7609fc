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
  /** The watch cannot go on; nothing follows. */
  fail(status: JsonObject): void
}

const bookmarkMs = 55_000
const initialEventsEnd = 'k8s.io/initial-events-end'

/**
 * Tells what happens to the objects of a request from the resourceVersion it names, or first what there is when it
 * names none. Returns the function that ends it.
 */
export function watchObjects(context: ClusterContext, request: ListRequest, sink: WatchSink): () => void {
  const { resource, namespace, query } = request
  const { store } = context
  const key = storageKey(resource)
  const matches = matcherOf(request)
  const options = parseListOptions(query, true)
  const begin = beginOf(options)
  const wantsBookmarks = options.allowBookmarks
  let told = store.revision()

  const inScope = (object: KubeObject) => namespace === '' || object.metadata.namespace === namespace
  const tell = (event: StoreEvent) => {
    // A client may know a revision that is still to come.
    if (event.revision <= begin.from) return
    told = event.revision
    const seen = inScope(event.object) ? seenAs(event, matches) : undefined
    if (seen !== undefined) sink.send({ type: seen.type, object: toVersion(resource, seen.object) })
  }

  if (begin.state) {
    const objects = store.list(key, namespace === '' ? undefined : namespace)
    for (const object of objects)
      if (matches?.(object) ?? true) sink.send({ type: 'ADDED', object: toVersion(resource, object) })
    if (begin.marksEnd && wantsBookmarks) sink.send(bookmark(resource, told, { [initialEventsEnd]: 'true' }))
  } else {
    const missed = store.since(key, begin.from)
    if (missed === undefined) {
      sink.fail(statusOf(expired(`too old resource version: ${begin.from} (${store.revision()})`)))
      return () => {}
    }
    for (const event of missed) tell(event)
  }
  const unsubscribe = store.subscribe(key, tell)
  const mark = (): void => sink.send(bookmark(resource, Math.max(told, store.revision())))
  const timer = wantsBookmarks ? setInterval(mark, bookmarkMs) : undefined
  const last = wantsBookmarks ? beforeEnd(query, mark) : undefined
  return () => {
    clearInterval(timer)
    clearTimeout(last)
    unsubscribe()
  }
}

/** So that the next watch begins where this one ends. */
function beforeEnd(query: URLSearchParams, mark: () => void): NodeJS.Timeout | undefined {
  const seconds = Number(query.get('timeoutSeconds') ?? 0)
  return seconds > 2 ? setTimeout(mark, (seconds - 2) * 1000) : undefined
}

export function bookmark(
  resource: Resource,
  revision: number,
  annotations?: Record<string, string>,
): WatchEvent {
  const metadata = { resourceVersion: String(revision), annotations }
  // A bookmark is an object with nothing but a position.
  const object = {
    kind: resource.kind,
    apiVersion: apiVersionOf(resource),
    metadata,
  } as unknown as KubeObject
  return { type: 'BOOKMARK', object }
}

/** What an event is to a watcher that sees only some objects: one that begins or ceases to match appears or goes. */
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

interface Begin {
  from: number
  /** Whether what there is comes first. */
  state: boolean
  /** Whether a bookmark marks the end of it. */
  marksEnd: boolean
}

function beginOf({ revision = 0, sendInitialEvents }: ListOptions): Begin {
  if (sendInitialEvents === true) return { from: revision, state: true, marksEnd: true }
  return { from: revision, state: sendInitialEvents === undefined && revision === 0, marksEnd: false }
}

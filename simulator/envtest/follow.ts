import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../context.ts'
import { isStatusError } from '../errors/status-error.ts'
import { isObject, objectOf, objectsOf, stringOf, type JsonObject } from '../json.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'
import { storageKey } from '../resources/registry.ts'
import { asObject, type KubeObject } from '../storage/object.ts'
import type { ApiClient } from './client.ts'
import type { Mirror } from './mirror.ts'

/** Keeps the copy of a resource up to date. */
export interface Following {
  /** Resolves once the first list has been read, or the API server has no such resource. */
  listed: Promise<void>
  stop(): void
}

export interface Followed {
  client: ApiClient
  mirror: Mirror
  resource: Resource
  log: Log
}

/** Milliseconds before a failed list or watch is repeated. */
const retryDelay = 300

/** Reads a resource by a list and then a watch, again and again, until it is stopped. */
export function follow(followed: Followed): Following {
  const stopping = new AbortController()
  let onListed = (): void => {}
  const listed = new Promise<void>((resolve) => (onListed = resolve))
  void run(followed, stopping.signal, onListed)
  return {
    listed,
    stop: () => {
      stopping.abort()
      onListed()
    },
  }
}

async function run(followed: Followed, signal: AbortSignal, onListed: () => void): Promise<void> {
  const { resource, log } = followed
  let logged = ''
  for (let revision: string | undefined; !signal.aborted;) {
    try {
      revision ??= await list(followed)
      onListed()
      logged = ''
      revision = await watch(followed, revision, signal)
    } catch (error) {
      if (signal.aborted) return
      // This release of Kubernetes does not serve it.
      if (isStatusError(error) && error.code === 404) {
        onListed()
        return
      }
      // The history that the watch needs is gone, or its end is unknown.
      revision = undefined
      const message = error instanceof Error ? error.message : String(error)
      if (message !== logged)
        log('cannot follow a resource', { resource: storageKey(resource), error: message })
      logged = message
      await sleep(retryDelay)
    }
  }
}

/** Returns the path of the collection of a resource. */
export function collectionPath({ group, version, plural, namespaced }: Resource, namespace = ''): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  return namespaced && namespace !== '' ? `${root}/namespaces/${namespace}/${plural}` : `${root}/${plural}`
}

/** Reads all objects of a resource. Resolves with the revision of the list. */
async function list({ client, mirror, resource }: Followed): Promise<string> {
  const objects: KubeObject[] = []
  let token = ''
  for (;;) {
    const page = await client.request({
      method: 'GET',
      path: collectionPath(resource),
      query: { limit: '500', ...(token === '' ? {} : { continue: token }) },
    })
    objects.push(...objectsOf(page['items']).map((object) => complete(resource, object)))
    const metadata = objectOf(page['metadata'])
    token = stringOf(metadata['continue'])
    if (token !== '') continue
    const revision = stringOf(metadata['resourceVersion'])
    mirror.replace(storageKey(resource), objects, Number(revision))
    return revision
  }
}

/** Follows the changes since a revision. Resolves with the last one when the API server ends the watch. */
async function watch(
  { client, mirror, resource }: Followed,
  from: string,
  signal: AbortSignal,
): Promise<string> {
  let revision = from
  const query = { resourceVersion: from, allowWatchBookmarks: 'true', timeoutSeconds: '300' }
  for await (const { type, object } of client.watch(collectionPath(resource), query, signal)) {
    if (!isObject(object)) continue
    revision = stringOf(objectOf(object['metadata'])['resourceVersion']) || revision
    if (type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED')
      mirror.observe(storageKey(resource), type, complete(resource, object))
  }
  return revision
}

/** Returns an object with its kind, which the items of a list lack. */
export function complete(resource: Resource, object: JsonObject): KubeObject {
  return asObject({ ...object, apiVersion: apiVersionOf(resource), kind: resource.kind })
}

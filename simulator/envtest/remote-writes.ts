import { conflict, hasReason, StatusError } from '../errors/status-error.ts'
import { at, clone, equal, listOf, objectOf, stringOf, type JsonObject } from '../json.ts'
import { namespaceFinalizer, targetOf } from '../operations/system.ts'
import { storageKey } from '../resources/registry.ts'
import type { Resource } from '../resources/resource.ts'
import type { ClusterContext } from '../context.ts'
import type { KubeObject } from '../storage/object.ts'
import type { SystemWrites } from '../system-writes.ts'
import type { ApiClient } from './client.ts'
import { collectionPath, complete } from './follow.ts'

/** The most attempts to change an object that others change at the same time. */
const maxAttempts = 8

/** Returns the writes of a component in an API server of another process. What they return is in the copy of the objects at once. */
export function remoteWrites(context: ClusterContext, client: ApiClient, component: string): SystemWrites {
  const query = { fieldManager: component }
  const pathOf = (object: JsonObject): { resource: Resource; path: string } => {
    const { resource, namespace, name } = targetOf(context, object)
    return { resource, path: `${collectionPath(resource, namespace)}/${name}` }
  }
  const remember = (resource: Resource, response: JsonObject): KubeObject => {
    const object = complete(resource, response)
    const { namespace = '', name } = object.metadata
    return context.store.put({ resource: storageKey(resource), namespace, name }, object)
  }
  const read = async (object: KubeObject): Promise<KubeObject> => {
    const { resource, path } = pathOf(object)
    return remember(resource, await client.request({ method: 'GET', path }))
  }

  const change = async (
    object: KubeObject,
    subresource: string,
    mutate: (object: KubeObject) => void,
  ): Promise<KubeObject> => {
    const { resource, path } = pathOf(object)
    const { namespace = '', name } = object.metadata
    let live = context.store.get({ resource: storageKey(resource), namespace, name }) ?? (await read(object))
    for (let attempt = 1; ; attempt++) {
      const next = clone(live)
      mutate(next)
      if (equal(next, live)) return live
      try {
        const body = complete(resource, next)
        return remember(
          resource,
          await client.request({ method: 'PUT', path: `${path}${subresource}`, query, body }),
        )
      } catch (error) {
        if (!hasReason(error, 'Conflict') || attempt === maxAttempts) throw error
        live = await read(object)
      }
    }
  }

  return {
    create: async (object) => {
      const { resource, namespace } = targetOf(context, object)
      const request = { method: 'POST' as const, path: collectionPath(resource, namespace), query }
      return remember(resource, await client.request({ ...request, body: complete(resource, object) }))
    },
    update: (object, mutate) => change(object, '', mutate),
    updateStatus: (object, mutate) => change(object, '/status', mutate),
    updateScale: async (object, replicas) => {
      const { path } = pathOf(object)
      await client.request({
        method: 'PATCH',
        path: `${path}/scale`,
        query,
        contentType: 'application/merge-patch+json',
        body: { spec: { replicas } },
      })
      return read(object)
    },
    apply: async (object) => {
      const { resource, path } = pathOf(object)
      const contentType = 'application/apply-patch+yaml'
      const forced = { ...query, force: 'true' }
      remember(
        resource,
        await client.request({ method: 'PATCH', path, query: forced, contentType, body: object }),
      )
    },
    delete: async (object, { propagation, gracePeriodSeconds, preconditions } = {}) => {
      const body = {
        apiVersion: 'v1',
        kind: 'DeleteOptions',
        propagationPolicy: propagation,
        gracePeriodSeconds,
        preconditions,
      }
      await client.request({ method: 'DELETE', path: pathOf(object).path, body })
    },
    bind: async (pod, node) => {
      const target = { apiVersion: 'v1', kind: 'Node', name: node.metadata.name }
      const { name, namespace, uid } = pod.metadata
      const body = { apiVersion: 'v1', kind: 'Binding', metadata: { name, namespace, uid }, target }
      await client.request({ method: 'POST', path: `${pathOf(pod).path}/binding`, query, body })
    },
    finalize: async (namespace) => {
      const { resource, path } = pathOf(namespace)
      const { name } = namespace.metadata
      const remaining = await firstIn(context, client, name)
      if (remaining !== undefined) throw conflict(resource, name, `it still has ${remaining}`)
      const live = objectOf(await client.request({ method: 'GET', path }))
      const others = listOf(at(live, 'spec', 'finalizers')).filter((each) => each !== namespaceFinalizer)
      const body = complete(resource, { ...live, spec: { ...objectOf(live['spec']), finalizers: others } })
      await client.request({ method: 'PUT', path: `${path}/finalize`, query, body })
    },
    latest: async ({ resource: key, namespace, name }) => {
      const resource = context.registry.findStored(key)
      if (resource === undefined) throw new Error(`no resource ${key} is known`)
      try {
        const path = `${collectionPath(resource, namespace)}/${name}`
        return remember(resource, await client.request({ method: 'GET', path }))
      } catch (error) {
        // A path that is not served at all says nothing about the object.
        if (error instanceof StatusError && error.code === 404 && stringOf(error.details?.name) === name)
          return undefined
        throw error
      }
    },
  }
}

/** Returns a resource of which a namespace still has objects, by the API server and not by the copy; undefined if it is empty. */
async function firstIn(
  { registry }: ClusterContext,
  client: ApiClient,
  namespace: string,
): Promise<string | undefined> {
  const keys = new Set(registry.all().filter(isListed).map(storageKey))
  for (const key of keys) {
    const resource = registry.findStored(key)
    if (resource === undefined) continue
    try {
      const path = collectionPath(resource, namespace)
      const page = await client.request({ method: 'GET', path, query: { limit: '1' } })
      if (listOf(page['items']).length > 0) return key
    } catch (error) {
      if (!(error instanceof StatusError) || error.code !== 404) throw error
    }
  }
  return undefined
}

function isListed({ namespaced, verbs }: Resource): boolean {
  return namespaced && verbs.includes('list') && verbs.includes('delete')
}

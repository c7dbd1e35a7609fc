import { z } from 'zod'
import { apiVersionOf } from '../../schema/group-version.ts'
import { pause } from '../../schema/retry.ts'
import { isRecord } from '../../schema/manifests.ts'
import type { KubeClient, KubeObject } from '../kube/client/client.ts'
import type { ResourceType } from '../kube/client/discovery.ts'
import { arrayOf } from '../kube/client/array-of.ts'
import { parseResponse } from '../kube/client/parse-response.ts'
import { pathOf } from '../kube/client/paths.ts'
import { isKubeError } from '../kube/client/kube-error.ts'

export interface ListedResources {
  type: ResourceType
  /** The namespace; empty for all namespaces. */
  namespace: string
  /** A label selector. @default all resources */
  labelSelector?: string
}

const Page = z.object({
  metadata: z.object({ resourceVersion: z.string().optional(), continue: z.string().optional() }),
  items: arrayOf(z.record(z.string(), z.unknown())),
})
const Event = z.object({ type: z.string(), object: z.record(z.string(), z.unknown()) })

/** A listed state: objects by uid, and the resource version from which a watch continues. */
interface Listed {
  objects: Map<string, KubeObject>
  resourceVersion: string | undefined
}

/** Lists the current objects. A kind that the cluster does not serve, or that may not be read, has none. */
export async function listNow(
  client: KubeClient,
  { type, namespace, labelSelector }: ListedResources,
  signal: AbortSignal,
): Promise<Listed> {
  const apiVersion = apiVersionOf(type)
  const objects = new Map<string, KubeObject>()
  let resourceVersion: string | undefined
  try {
    for (let next: string | undefined = ''; next !== undefined;) {
      const query = { labelSelector, limit: '500', continue: next === '' ? undefined : next }
      const path = pathOf(type, namespace)
      const page: unknown = await client.request({ method: 'GET', path, query, signal })
      const { metadata, items } = parseResponse(Page, page, client)
      for (const item of items) store(objects, { apiVersion, kind: type.kind, ...item })
      ;({ resourceVersion } = metadata)
      next = metadata.continue === '' ? undefined : metadata.continue
    }
  } catch (error) {
    if (!isKubeError(error, 'notFound', 'forbidden')) throw error
  }
  return { objects, resourceVersion }
}

/** Milliseconds before a broken list or watch is restarted. */
const pauseAfterFailure = 2000

/**
 * Calls `changed` with all objects of a list, initially and whenever one changes, until the signal is aborted. Throws
 * only if the first list fails; later failures are retried.
 */
export async function liveList(
  client: KubeClient,
  resources: ListedResources,
  { signal, changed }: { signal: AbortSignal; changed: (objects: ReadonlyMap<string, KubeObject>) => void },
): Promise<void> {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    try {
      const { objects, resourceVersion } = await listNow(client, resources, signal)
      changed(objects)
      if (resourceVersion === undefined) await pause(pauseAfterFailure, signal)
      else await watch(client, resources, { signal, resourceVersion, objects, changed })
    } catch (error) {
      if (signal.aborted) return
      if (isFirst) throw error
      await pause(pauseAfterFailure, signal)
    }
  }
}

async function watch(
  client: KubeClient,
  { type, namespace, labelSelector }: ListedResources,
  {
    signal,
    resourceVersion,
    objects,
    changed,
  }: {
    signal: AbortSignal
    resourceVersion: string
    objects: Map<string, KubeObject>
    changed: (objects: ReadonlyMap<string, KubeObject>) => void
  },
): Promise<void> {
  const query = { watch: 'true', resourceVersion, labelSelector, timeoutSeconds: '300' }
  const events = client.stream({ method: 'GET', path: pathOf(type, namespace), query, signal })
  for await (const line of events) {
    const { type: kind, object } = parseResponse(Event, line, client)
    // The resource version has expired or the watch failed: list again.
    if (kind === 'ERROR') return
    if (kind === 'DELETED') objects.delete(uidOf(object))
    else store(objects, object)
    changed(objects)
  }
}

function store(objects: Map<string, KubeObject>, object: Record<string, unknown>): void {
  // Safe: every object of an API server has these fields.
  objects.set(uidOf(object), object as KubeObject)
}

function uidOf(object: Record<string, unknown>): string {
  const { metadata } = object
  return isRecord(metadata) ? String(metadata['uid']) : ''
}

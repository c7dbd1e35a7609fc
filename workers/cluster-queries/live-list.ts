import { z } from 'zod'
import { pause } from '../../schema/retry.ts'
import { isRecord } from '../../schema/manifests.ts'
import type { KubeClient, KubeObject } from '../kube/client/client.ts'
import type { ResourceType } from '../kube/client/discovery.ts'
import { expected } from '../kube/client/expected.ts'
import { pathOf } from '../kube/client/paths.ts'
import { isKubeError } from '../kube/client/kube-error.ts'

export interface ListedResources {
  type: ResourceType
  /** Empty for all namespaces. */
  namespace: string
  /** Default: all. */
  labelSelector?: string
}

const Page = z.object({
  metadata: z.object({ resourceVersion: z.string().optional(), continue: z.string().optional() }),
  items: z.array(z.record(z.string(), z.unknown())),
})
const Event = z.object({ type: z.string(), object: z.record(z.string(), z.unknown()) })

/** Objects by uid, as a list found them, and where a watch goes on. */
interface Listed {
  objects: Map<string, KubeObject>
  resourceVersion: string | undefined
}

/** What is there now. A kind that the cluster does not serve, or that may not be read, has no objects. */
export async function listNow(
  client: KubeClient,
  { type, namespace, labelSelector }: ListedResources,
  signal: AbortSignal,
): Promise<Listed> {
  const apiVersion = type.group === '' ? type.version : `${type.group}/${type.version}`
  const objects = new Map<string, KubeObject>()
  let resourceVersion: string | undefined
  try {
    for (let next: string | undefined = ''; next !== undefined;) {
      const query = { labelSelector, limit: '500', continue: next === '' ? undefined : next }
      const path = pathOf(type, namespace)
      const page: unknown = await client.request({ method: 'GET', path, query, signal })
      const { metadata, items } = expected(Page, page, client)
      for (const item of items) keep(objects, { apiVersion, kind: type.kind, ...item })
      ;({ resourceVersion } = metadata)
      next = metadata.continue === '' ? undefined : metadata.continue
    }
  } catch (error) {
    if (!isKubeError(error, 'notFound', 'forbidden')) throw error
  }
  return { objects, resourceVersion }
}

/** Milliseconds before a list that broke is read again. */
const pauseAfterFailure = 2000

/**
 * Calls `changed` with all objects of a list, at first and whenever one changes, until the signal is aborted. Throws
 * what the first list throws; what breaks later is taken up again.
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
    const { type: kind, object } = expected(Event, line, client)
    // Too old, or broken: the next list tells.
    if (kind === 'ERROR') return
    if (kind === 'DELETED') objects.delete(uidOf(object))
    else keep(objects, object)
    changed(objects)
  }
}

function keep(objects: Map<string, KubeObject>, object: Record<string, unknown>): void {
  // An API server sends nothing without these.
  objects.set(uidOf(object), object as KubeObject)
}

function uidOf(object: Record<string, unknown>): string {
  const { metadata } = object
  return isRecord(metadata) ? String(metadata['uid']) : ''
}

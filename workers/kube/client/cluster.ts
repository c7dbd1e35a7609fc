import type { ClusterAccess } from '../../../schema/clusters/kubeconfig/access.ts'
import type { KubeClient, KubeObject } from './client.ts'
import type { Discovery, ResourceType } from './discovery.ts'
import { jsonInYaml } from './json-in-yaml.ts'
import { pathOf } from './paths.ts'
import { KubeError, isKubeError } from './kube-error.ts'
import { fieldManager } from './resource.ts'
import { withoutValues } from './secret-values.ts'
import { isRecord, type Manifest } from '../../../schema/manifests.ts'

/** A cluster, and the object of the control plane that stands for it. */
export interface Cluster {
  /** Id of the KubernetesRuntimeInstance. */
  runtimeId: string
  client: KubeClient
  discovery: Discovery
  /** How it is reached, with the credentials of QleetOS, which nobody is given. */
  access: ClusterAccess
}

export interface Place {
  type: ResourceType
  namespace: string
  name: string
}

/** The object, or undefined when it is not there. */
export async function getObject(
  client: KubeClient,
  { type, namespace, name }: Place,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  try {
    return asObject(
      await client.request({ method: 'GET', path: pathOf(type, namespace, name), signal }),
      client,
    )
  } catch (error) {
    if (isKubeError(error, 'notFound')) return undefined
    throw error
  }
}

export interface ListObjects {
  type: ResourceType
  /** Empty for all namespaces. */
  namespace: string
  labelSelector?: string
  fieldSelector?: string
  /** Stop after a page with at least so many. */
  atMost?: number
  signal: AbortSignal
}

/** All objects of a list, page by page. A list without kind and version in its items gets them from the type. */
export async function listObjects(client: KubeClient, options: ListObjects): Promise<KubeObject[]> {
  const { type, namespace, labelSelector, fieldSelector, signal, atMost = Infinity } = options
  const apiVersion = type.group === '' ? type.version : `${type.group}/${type.version}`
  const objects: KubeObject[] = []
  for (let next: string | undefined = ''; next !== undefined;) {
    const query = { limit: '500', labelSelector, fieldSelector, continue: next === '' ? undefined : next }
    const page = await client.request({ method: 'GET', path: pathOf(type, namespace), query, signal })
    const { items, metadata } = isRecord(page) ? page : {}
    for (const item of Array.isArray(items) ? items : [])
      objects.push(asObject({ apiVersion, kind: type.kind, ...item }, client))
    const token: unknown = isRecord(metadata) ? metadata['continue'] : undefined
    next = typeof token === 'string' && token !== '' && objects.length < atMost ? token : undefined
  }
  return objects
}

/** The same, and nothing of what we may not list, or what the cluster does not serve any more. */
export async function listReadable(client: KubeClient, options: ListObjects): Promise<KubeObject[]> {
  try {
    return await listObjects(client, options)
  } catch (error) {
    if (isKubeError(error, 'forbidden', 'notFound')) return []
    throw error
  }
}

export interface ApplyOptions {
  manifest: Manifest
  signal: AbortSignal
  /** Take fields that others own; without it the cluster answers with a conflict that names them. */
  force: boolean
  /** Only ask what would come of it. */
  dryRun?: boolean
  /** Throws when it may not be done any more; see {@link KubeRequest.beforeSend}. */
  assertHeld?: () => void
}

/** Server-side apply: says which fields we want; the cluster keeps those of others. */
export async function applyObject(
  client: KubeClient,
  { type, namespace, name }: Place,
  { manifest, signal, force, dryRun = false, assertHeld }: ApplyOptions,
): Promise<KubeObject> {
  const applied = client.request({
    method: 'PATCH',
    path: pathOf(type, namespace, name),
    query: { fieldManager, force: String(force), ...(dryRun ? { dryRun: 'All' } : {}) },
    contentType: 'application/apply-patch+yaml',
    body: jsonInYaml(manifest),
    signal,
    ...(assertHeld && { beforeSend: assertHeld }),
  })
  return asObject(
    await applied.catch((error: unknown) => {
      throw isKubeError(error) && manifest.kind === 'Secret' ? withoutValues(error, manifest) : error
    }),
    client,
  )
}

/** Asks for deletion of exactly this object; one of the same name that came later stays. */
export async function deleteObject(
  client: KubeClient,
  { type, namespace, name }: Place,
  { uid, signal, assertHeld }: { uid: string; signal: AbortSignal; assertHeld: () => void },
): Promise<void> {
  try {
    await client.request({
      method: 'DELETE',
      path: pathOf(type, namespace, name),
      body: {
        kind: 'DeleteOptions',
        apiVersion: 'v1',
        preconditions: { uid },
        propagationPolicy: 'Background',
      },
      signal,
      beforeSend: assertHeld,
    })
  } catch (error) {
    if (!isKubeError(error, 'notFound', 'conflict')) throw error
  }
}

/** What the API server sent as an object is one: its shape is the contract of Kubernetes. */
function asObject(value: unknown, { server }: KubeClient): KubeObject {
  if (isRecord(value) && isRecord(value['metadata'])) return value as unknown as KubeObject
  const message = `${server} answered with something that is not an object of Kubernetes`
  throw new KubeError('garbled', message, { reason: 'NotKubernetes' })
}

import { defined } from '../../../schema/defined.ts'
import { apiVersionOf } from '../../../schema/group-version.ts'
import type { ClusterAccess } from '../../../schema/clusters/kubeconfig/access.ts'
import type { KubeClient, KubeObject } from './client.ts'
import type { Discovery, ResourceType } from './discovery.ts'
import { jsonInYaml } from './json-in-yaml.ts'
import { pathOf } from './paths.ts'
import { KubeError, isKubeError } from './kube-error.ts'
import { fieldManager } from './resource.ts'
import { isStatus } from './response.ts'
import { withoutSecretValues } from './secret-values.ts'
import { isRecord, type Manifest } from '../../../schema/manifests.ts'

/** A cluster and the runtime object that represents it. */
export interface Cluster {
  /** The id of the KubernetesRuntimeInstance. */
  runtimeId: string
  client: KubeClient
  discovery: Discovery
  /** The address and the credentials of QleetOS, which are never given to users. */
  access: ClusterAccess
}

/** The reference to one object in a cluster. */
export interface ObjectRef {
  type: ResourceType
  namespace: string
  name: string
}

/** Returns the object, or undefined if it does not exist. */
export async function getObject(
  client: KubeClient,
  { type, namespace, name }: ObjectRef,
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

/** Returns the object, or undefined if it does not exist, or if the credentials may not read it. */
export async function getPermitted(
  client: KubeClient,
  ref: ObjectRef,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  try {
    return await getObject(client, ref, signal)
  } catch (error) {
    if (isKubeError(error, 'forbidden')) return undefined
    throw error
  }
}

export interface ListObjects {
  type: ResourceType
  /** The namespace to list; empty for all namespaces. */
  namespace: string
  labelSelector?: string
  fieldSelector?: string
  /** Stops after the page that reaches this number of objects. @default all objects */
  atMost?: number
  signal: AbortSignal
}

/** Lists objects page by page. Sets kind and API version from the type on items that lack them. */
export async function listObjects(client: KubeClient, options: ListObjects): Promise<KubeObject[]> {
  const { type, namespace, labelSelector, fieldSelector, signal, atMost = Infinity } = options
  const apiVersion = apiVersionOf(type)
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

/** Lists objects; returns none if the credentials may not list the kind, or if the cluster no longer serves it. */
export async function listPermitted(client: KubeClient, options: ListObjects): Promise<KubeObject[]> {
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
  /** Takes over fields of other managers; without it, such fields lead to a conflict that names their managers. */
  force: boolean
  /** Returns the result without persisting it. @default false */
  dryRun?: boolean
  /** Throws when the reconcile no longer holds its lease; see {@link KubeRequest.beforeSend}. */
  assertHeld?: () => void
}

/** Applies a manifest server-side: sets the declared fields and keeps those of other managers. */
export async function applyObject(
  client: KubeClient,
  { type, namespace, name }: ObjectRef,
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
      throw isKubeError(error) && manifest.kind === 'Secret' ? withoutSecretValues(error, manifest) : error
    }),
    client,
  )
}

export interface MergePatchOptions extends Pick<ApplyOptions, 'signal' | 'assertHeld'> {
  /** The fields that change, as a JSON merge patch: null removes one. */
  patch: Record<string, unknown>
}

/** Changes single fields of an object as a client that does not declare them. Resolves with the object. */
export async function mergePatch(
  client: KubeClient,
  { type, namespace, name }: ObjectRef,
  { patch, signal, assertHeld }: MergePatchOptions,
): Promise<KubeObject> {
  const response = await client.request({
    method: 'PATCH',
    path: pathOf(type, namespace, name),
    query: { fieldManager },
    contentType: 'application/merge-patch+json',
    body: patch,
    signal,
    ...(assertHeld && { beforeSend: assertHeld }),
  })
  return asObject(response, client)
}

export interface DeleteOptions extends Pick<ApplyOptions, 'signal' | 'dryRun' | 'assertHeld'> {
  uid: string
  /** The version as which the object is deleted. @default any */
  resourceVersion?: string
}

/** What a cluster responded to the deletion of an object. */
export interface Deletion {
  /** False if the object still exists, and if the response does not show whether it does. */
  isGone: boolean
  /** The object while it is terminating, if the cluster responded with it. */
  live?: KubeObject
}

/**
 * Requests the deletion of the object with this uid and version; another object of the same name stays. The cluster reports that the
 * object is gone by the status of the request, in the place of the object that is terminating. Of some kinds of its core, such as
 * services, it responds with the object in any case, whose deletion timestamp shows whether it is terminating.
 * https://github.com/kubernetes/apiserver/blob/master/pkg/registry/generic/registry/store.go
 */
export async function deleteObject(
  client: KubeClient,
  { type, namespace, name }: ObjectRef,
  { uid, resourceVersion, signal, assertHeld, dryRun = false }: DeleteOptions,
): Promise<Deletion> {
  try {
    const response = await client.request({
      method: 'DELETE',
      path: pathOf(type, namespace, name),
      body: {
        kind: 'DeleteOptions',
        apiVersion: 'v1',
        preconditions: defined({ uid, resourceVersion }),
        propagationPolicy: 'Background',
        ...(dryRun ? { dryRun: ['All'] } : {}),
      },
      signal,
      ...(assertHeld && { beforeSend: assertHeld }),
    })
    const details = isStatus(response) && response['status'] === 'Success' ? response['details'] : undefined
    if (isRecord(details) && details['uid'] === uid) return { isGone: true }
    const metadata = isRecord(response) ? response['metadata'] : undefined
    if (!isRecord(metadata) || metadata['uid'] !== uid) return { isGone: false }
    const isTerminating = typeof metadata['deletionTimestamp'] === 'string'
    // Other API servers may respond with the object before they delete it.
    return isTerminating
      ? { isGone: false, live: asObject(response, client) }
      : { isGone: type.group === '' && !dryRun }
  } catch (error) {
    if (!isKubeError(error, 'notFound', 'conflict')) throw error
    return { isGone: false }
  }
}

/** Casts a response to an object once it has metadata; the rest of its shape is guaranteed by the Kubernetes API. */
function asObject(value: unknown, { server }: KubeClient): KubeObject {
  if (isRecord(value) && isRecord(value['metadata'])) return value as unknown as KubeObject
  const message = `${server} returned something that is not a Kubernetes object`
  throw new KubeError('garbled', message, { reason: 'NotKubernetes' })
}

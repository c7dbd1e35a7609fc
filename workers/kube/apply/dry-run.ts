import type { Manifest } from '../../../schema/manifests.ts'
import type { KubeObject } from '../client/client.ts'
import { applyObject, type Cluster, type ObjectRef } from '../client/cluster.ts'
import { isKubeError } from '../client/kube-error.ts'
import { annotations, isAdopted, type DesiredResource } from '../client/resource.ts'
import type { Autoscalers } from './autoscalers.ts'
import { delegatedFields, withoutDelegatedFields } from './ownership-transfer.ts'

export interface DryRunContext {
  cluster: Cluster
  autoscalers: Autoscalers
  signal: AbortSignal
}

interface DryRun {
  resource: DesiredResource
  live: KubeObject | undefined
}

/**
 * Returns what an apply would make of a resource, without persisting it. Returns undefined if an admission webhook has side effects
 * and does not support dry runs.
 *
 * @param force See `ApplyOptions`; a resource that existed before is adopted without it.
 */
export async function dryRun(
  { cluster, autoscalers, signal }: DryRunContext,
  { resource, live }: DryRun,
  force = true,
): Promise<KubeObject | undefined> {
  const manifest =
    live === undefined
      ? resource.manifest
      : manifestFor(resource, live, {
          delegated: await delegatedFields(autoscalers, resource, live),
          adopts: !force,
        })
  try {
    return await applyObject(cluster.client, refOf(resource), { manifest, signal, force, dryRun: true })
  } catch (error) {
    // The API server reports this in the message alone, without a reason of its own.
    if (isKubeError(error, 'invalid') && error.message.includes('does not support dry run')) return undefined
    throw error
  }
}

/** Returns the manifest to apply to a live object: without delegated fields, and annotated if the object is adopted. */
export function manifestFor(
  resource: DesiredResource,
  live: KubeObject,
  { delegated, adopts = false }: { delegated: readonly string[]; adopts?: boolean },
): Manifest {
  const manifest = withoutDelegatedFields(resource.manifest, live, delegated)
  if (!adopts && !isAdopted(live)) return manifest
  const adopted = { ...manifest.metadata.annotations, [annotations.adopted]: 'true' }
  return { ...manifest, metadata: { ...manifest.metadata, annotations: adopted } }
}

export function refOf({ type, identity }: DesiredResource): ObjectRef {
  return { type, namespace: identity.namespace, name: identity.name }
}

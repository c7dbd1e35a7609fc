import { dataHolders } from '../../../schema/data-holders.ts'
import type { ResourceIdentity } from '../../../schema/manifests.ts'
import type { KubeObject } from '../client/client.ts'
import { isNamespace, outlivesOwner } from '../client/resource.ts'

/* What has to be looked at before it is deleted. */

type Kind = Pick<ResourceIdentity, 'kind' | 'group'>

/** Reports whether a deletion of this kind can delete data, so that a removal has to look for it. */
export function mayHoldData({ kind, group }: Kind): boolean {
  return (
    dataHolders[`${kind}.${group}`] !== undefined ||
    isNamespace({ kind, group }) ||
    isDefinition({ kind, group })
  )
}

export function isDefinition({ kind, group }: Kind): boolean {
  return kind === 'CustomResourceDefinition' && group === 'apiextensions.k8s.io'
}

/**
 * Returns the resource version as which a resource that was just applied may be deleted without another look at it. Undefined if it may
 * have to stay, and if it has a generation, since the status of such a resource changes its version.
 */
export function deletableVersionOf(live: KubeObject, kind: Kind): string | undefined {
  const { generation, resourceVersion } = live.metadata
  if (generation !== undefined || outlivesOwner(live) || mayHoldData(kind)) return undefined
  return resourceVersion
}

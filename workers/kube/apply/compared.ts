import type { Manifest } from '../../../schema/manifests.ts'
import type { KubeObject } from '../client/client.ts'
import { originOf, type Owner } from '../client/owner.ts'
import type { DesiredResource } from '../client/resource.ts'
import { isEarlier } from '../client/resource-version.ts'
import type { InventoryEntry } from './inventory.ts'

/** A resource in its desired, last applied and live state. */
export interface Compared {
  resource: DesiredResource
  entry: InventoryEntry | undefined
  live: KubeObject | undefined
}

/** Reports whether the origin labels are missing, as on objects that an earlier release has applied. */
export function lacksOrigin({ metadata }: KubeObject, owner: Owner): boolean {
  return metadata.deletionTimestamp === undefined && !contains(metadata.labels, originOf(owner))
}

/**
 * Reports whether the live object is as it was last applied. The resource version usually decides; if it differs, an
 * equal generation with our labels and annotations means that only the status has changed.
 */
export function isUnchanged({ resource, entry, live }: Compared): boolean {
  if (entry?.uid !== live?.metadata.uid) return false
  if (live?.metadata.deletionTimestamp !== undefined) return true
  if (entry?.resourceVersion === live?.metadata.resourceVersion) return true
  // A cluster that was restored counts its generations again.
  if (isEarlier(live?.metadata.resourceVersion, entry?.resourceVersion)) return false
  const { metadata } = resource.manifest
  return (
    entry?.liveGeneration != null &&
    entry.liveGeneration === live?.metadata.generation &&
    contains(live.metadata.labels, metadata.labels) &&
    contains(live.metadata.annotations, metadata.annotations)
  )
}

/** Returns the manifest without the origin labels: users do not declare them, so their absence is no drift. */
export function withoutOrigin({ manifest }: DesiredResource, owner: Owner): Manifest {
  const origin = originOf(owner)
  const labels = Object.entries(manifest.metadata.labels ?? {}).filter(([key]) => !Object.hasOwn(origin, key))
  return { ...manifest, metadata: { ...manifest.metadata, labels: Object.fromEntries(labels) } }
}

function contains(whole: Record<string, string> = {}, part: Record<string, string> = {}): boolean {
  return Object.entries(part).every(([key, value]) => whole[key] === value)
}

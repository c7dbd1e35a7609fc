import type { KubeObject } from '../client/client.ts'
import { labels } from '../client/owner.ts'
import { isAdopted, isCrd } from '../client/resource.ts'
import { hasAppliedFields } from './ownership.ts'

/**
 * Reports whether an earlier owner has left a definition in the cluster because of the objects that others have of it. Its next
 * owner takes it back.
 */
export function isReleasedDefinition(live: KubeObject): boolean {
  if (!isCrd(live) || isAdopted(live) || live.metadata.labels?.[labels.objectId] !== undefined) return false
  return hasAppliedFields(live)
}

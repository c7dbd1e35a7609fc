import type { AnyObject } from '../../client-sdk/index.ts'
import { isRecord } from '../../schema/manifests.ts'
import { apiVersion } from './api-version.ts'

/** An object in the shape in which files describe it: what `apply` reads, without what only the server sets. */
export interface AppliedShape {
  apiVersion: string
  kind: string
  metadata: { name: string; project?: string; labels?: Record<string, string> }
  spec: Record<string, unknown>
}

/** Returns an object in the shape in which files describe it. Secrets are placeholders, as the server returns them. */
export function appliedShapeOf({
  kind,
  name,
  projectName,
  labels,
  manifestSpec,
}: Pick<AnyObject, 'kind' | 'name' | 'projectName' | 'labels' | 'manifestSpec'>): AppliedShape {
  const given = isRecord(labels) ? sorted(labels) : {}
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(projectName === null ? {} : { project: projectName }),
      // The schema declares labels as JSON; the server stores strings only.
      ...(Object.keys(given).length === 0 ? {} : { labels: given as Record<string, string> }),
    },
    spec: isRecord(manifestSpec) ? manifestSpec : {},
  }
}

function sorted(map: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)))
}

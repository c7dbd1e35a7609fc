import type { Manifest } from '../../client-sdk/index.ts'
import { apiVersion } from '../../schema/api-version.ts'
import { isRecord } from '../../schema/records.ts'

/** An object in the shape in which files describe it: what `apply` reads, without what only the server sets. */
export interface AppliedShape {
  apiVersion: string
  kind: string
  metadata: {
    name: string
    project?: string
    labels?: Record<string, string>
    annotations?: Record<string, string>
  }
  spec: Record<string, unknown>
}

/** Names an object and its spec. */
export interface ShapeFields {
  kind: string
  metadata: {
    name: string
    project?: string | undefined
    labels?: Manifest['metadata']['labels']
    annotations?: Manifest['metadata']['labels']
  }
  spec: unknown
}

/** Returns an object in the shape in which files describe it. Secrets are placeholders, as the server returns them. */
export function appliedShape({
  kind,
  metadata: { name, project, labels, annotations },
  spec,
}: ShapeFields): AppliedShape {
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(project === undefined ? {} : { project }),
      ...mapIfAny('labels', labels),
      ...mapIfAny('annotations', annotations),
    },
    spec: isRecord(spec) ? spec : {},
  }
}

/** Returns an object of the server in the shape in which files describe it. */
export function appliedShapeOf({ manifest }: { manifest: Manifest }): AppliedShape {
  return appliedShape(manifest)
}

function mapIfAny<Field extends 'labels' | 'annotations'>(
  field: Field,
  map: Record<string, string> = {},
): Partial<Record<Field, Record<string, string>>> {
  const entries = Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1))
  if (entries.length === 0) return {}
  // A computed key widens to any string.
  return { [field]: Object.fromEntries(entries) } as Partial<Record<Field, Record<string, string>>>
}

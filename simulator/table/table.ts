import type { ClusterContext } from '../context.ts'
import { without, type Json, type JsonObject } from '../json.ts'
import type { Resource } from '../resources/resource.ts'
import type { KubeObject } from '../storage/object.ts'
import { columnsOf } from './columns.ts'

export interface TableInput {
  objects: readonly KubeObject[]
  /** The query, in which `includeObject` selects how much of each object is included. */
  query: URLSearchParams
  metadata: JsonObject
}

/** Returns objects as `kubectl get` prints them: columns and rows with formatted cells. */
export function tableOf(
  context: ClusterContext,
  resource: Resource,
  { objects, query, metadata }: TableInput,
): JsonObject {
  const columns = columnsOf(resource)
  const include = query.get('includeObject') ?? 'Metadata'
  const now = context.now()
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: columns.map((column) => without(column, 'cell')),
    rows: objects.map((object) => ({
      cells: columns.map(({ cell }) => cell(object, now) ?? null),
      object: included(object, include),
    })),
  }
}

function included(object: KubeObject, include: string): Json {
  if (include === 'None') return null
  if (include === 'Object') return object
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: object.metadata }
}

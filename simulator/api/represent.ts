import { stringify } from 'yaml'
import type { ClusterContext } from '../context.ts'
import type { JsonObject } from '../json.ts'
import type { Listed } from '../operations/read.ts'
import type { WatchEvent } from '../operations/watch.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'
import type { KubeObject } from '../storage/object.ts'
import { tableOf } from '../table/table.ts'
import type { Representation } from './negotiate.ts'
import { jsonOf } from './respond.ts'

interface Text {
  text: string
  type: string
}

interface One {
  resource: Resource
  object: KubeObject
  query: URLSearchParams
}

export function represent(
  context: ClusterContext,
  { resource, object, query }: One,
  { format, as }: Representation,
): Text {
  if (as === 'table') {
    const { resourceVersion } = object.metadata
    return written(
      tableOf(context, resource, { objects: [object], query, metadata: { resourceVersion } }),
      format,
    )
  }
  if (as === 'metadata') return written(partial(object), format)
  return format === 'json' ? { text: jsonOf(object), type: 'application/json' } : written(object, format)
}

export function representList(
  context: ClusterContext,
  { resource, listed, query }: { resource: Resource; listed: Listed; query: URLSearchParams },
  { format, as }: Representation,
): Text {
  const metadata: JsonObject = {
    resourceVersion: listed.resourceVersion,
    // Lists of custom resources always have the field.
    continue: listed.continue ?? (resource.custom === undefined ? undefined : ''),
    remainingItemCount: listed.remaining,
  }
  if (as === 'table')
    return written(tableOf(context, resource, { objects: listed.items, query, metadata }), format)
  if (as === 'metadata')
    return written(
      {
        kind: 'PartialObjectMetadataList',
        apiVersion: 'meta.k8s.io/v1',
        metadata,
        // Lists of metadata are converted to a slice that stays nil without items.
        items: listed.items.length === 0 ? null : listed.items.map(partial),
      },
      format,
    )
  const head = { kind: resource.listKind, apiVersion: apiVersionOf(resource), metadata }
  if (format === 'yaml') return written({ ...head, items: listed.items }, format)
  // Built from the JSON of the items, which is serialised once per object.
  const items = listed.items.map((item) => itemJson(resource, item)).join(',')
  return { text: `${JSON.stringify(head).slice(0, -1)},"items":[${items}]}`, type: 'application/json' }
}

/** Returns the JSON of a list item: items of built-in lists omit their kind, items of custom resources do not. */
function itemJson(resource: Resource, item: KubeObject): string {
  if (resource.custom !== undefined) return jsonOf(item)
  let text = withoutKind.get(item)
  if (text === undefined) {
    const { apiVersion: _, kind: __, ...rest } = item
    withoutKind.set(item, (text = JSON.stringify(rest)))
  }
  return text
}
const withoutKind = new WeakMap<KubeObject, string>()

/** Returns one event of a watch as JSON. */
export function representEvent(
  context: ClusterContext,
  {
    resource,
    event,
    query,
    isFirst,
  }: { resource: Resource; event: WatchEvent; query: URLSearchParams; isFirst: boolean },
  { as }: Representation,
): string {
  const { type, object } = event
  if (as === 'object') return `{"type":"${type}","object":${jsonOf(object)}}`
  if (as === 'metadata') return JSON.stringify({ type, object: partial(object) })
  const { resourceVersion } = object.metadata
  const table = tableOf(context, resource, {
    objects: type === 'BOOKMARK' ? [] : [object],
    query,
    metadata: { resourceVersion },
  })
  // Only the first event has the columns.
  return JSON.stringify({ type, object: isFirst ? table : { ...table, columnDefinitions: null } })
}

function partial({ metadata }: KubeObject): JsonObject {
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata }
}

function written(object: JsonObject, format: Representation['format']): Text {
  return format === 'yaml'
    ? { text: stringify(object, { sortMapEntries: true }), type: 'application/yaml' }
    : { text: JSON.stringify(object), type: 'application/json' }
}

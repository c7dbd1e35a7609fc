import { classOf } from './class-names.ts'
import { referredSchema, type Property, type Published, type Schema } from './published.ts'
import { schemaOfKind } from './resources.ts'

/** Returns the names of the schemas of all kinds that requests may contain, and of their nested types, sorted. */
export function servedSchemas({ groupVersions, schemas }: Published): string[] {
  const found = new Set<string>()
  const pending = [...schemas.keys()].filter((name) => name.endsWith('.meta.v1.DeleteOptions'))
  for (const { group, version, resources } of groupVersions)
    for (const resource of resources)
      if (!isOptions(resource.kind))
        pending.push(
          schemaOfKind(schemas, {
            group: resource.group ?? group,
            version: resource.version ?? version,
            kind: resource.kind,
          }),
        )
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const schema = schemas.get(name)
    if (schema === undefined || found.has(name)) continue
    found.add(name)
    for (const property of Object.values(schema.properties ?? {}))
      pending.push(referredSchema(property) ?? '')
  }
  return [...found].sort()
}

/** Reports whether a kind, such as `PodExecOptions`, is passed as URL parameters and has no schema. */
function isOptions(kind: string): boolean {
  return kind.endsWith('Options')
}

/**
 * Facts about a type that the client library's classes lack, of the type that `simulator/schema/type-facts.ts`
 * declares.
 */
export interface TypeFacts {
  mapType?: 'atomic' | 'granular'
  fields: Record<string, FieldFacts>
}

type FieldFacts = Record<string, unknown>

/** Returns facts about types by the client library's classes. Types without any are omitted. */
export function typeFacts(published: Published, classes: ReadonlySet<string>): Record<string, TypeFacts> {
  const made: Record<string, TypeFacts> = {}
  for (const name of servedSchemas(published)) {
    const schema = published.schemas.get(name)
    const model = classOf(name, classes)
    if (schema === undefined || model === undefined) continue
    const mapType = schema['x-kubernetes-map-type']
    const fields = Object.entries(schema.properties ?? {})
      .map(([field, property]) => [field, factsOf(schema, { field, property })] as const)
      .filter(([, facts]) => Object.keys(facts).length > 0)
    if (mapType === undefined && fields.length === 0) continue
    made[model] = { ...(mapType === undefined ? {} : { mapType }), fields: Object.fromEntries(fields) }
  }
  return made
}

function factsOf(schema: Schema, { field, property }: { field: string; property: Property }): FieldFacts {
  const isRequired = schema.required?.includes(field) === true
  const listType = property['x-kubernetes-list-type']
  const facts: FieldFacts = {
    format: referredSchema(property)?.endsWith('.api.resource.Quantity') === true ? 'quantity' : undefined,
    listType: listType === 'atomic' ? undefined : listType,
    listMapKeys: property['x-kubernetes-list-map-keys'],
    mapType: property['x-kubernetes-map-type'],
    patchStrategy: property['x-kubernetes-patch-strategy'],
    patchMergeKey: property['x-kubernetes-patch-merge-key'],
    ...defaultOf(property, isRequired),
  }
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}

/**
 * Returns the default of a field. Required fields are always serialised, as are objects with an empty default, since
 * they are not pointers in Go. Any other default that is the zero value of its type has no effect.
 */
function defaultOf({ default: given, type }: Property, isRequired: boolean): FieldFacts {
  if (given === undefined)
    return isRequired && (type === 'array' || type === 'object') ? { always: null } : {}
  if (JSON.stringify(given) === '{}') return { always: given }
  if (given === '' || given === 0 || given === false) return isRequired ? { always: given } : {}
  return { default: given }
}

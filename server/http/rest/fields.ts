import { z } from 'zod'
import type { Kind } from '../../../schema/kinds/kind.ts'
import { onceForEach } from '../../../schema/once-for-each.ts'
import { legacyStatuses } from './legacy-status.ts'
import { isManifestList } from './manifest-lists.ts'
import { isRecord } from '../../../schema/records.ts'
import { nestedNames, renamed, restName } from './names.ts'
import type { InertField } from '../../../schema/rest-names.ts'

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The origin of the value of a field. */
export type FieldSource =
  | 'name'
  | 'project'
  | 'labels'
  /** A field of the spec. */
  | 'spec'
  /** A field of the spec with a reference, which the legacy API has as the ID of the object. */
  | 'reference'
  /** A field that the server sets and that requests must not contain. */
  | 'server'
  /** A field that the server derives from the status, accepted in requests and ignored. */
  | 'status'
  /** The ID of an owned object: see `owned` of the kind. Accepted in requests and ignored. */
  | 'owned'
  /** A reference that only clients read: see `kept` of the kind. */
  | 'kept'
  /** A field without a counterpart: see `inert` of the kind. */
  | 'inert'
  /** A list of other objects: see `associations` of the kind. */
  | 'association'

/** A field of an object in the legacy API. */
export interface RestField {
  /** Name in PascalCase. Requests and filters may use any case, as in the legacy API. */
  name: string
  from: FieldSource
  description: string
  schema: JsonSchema
  /** The spec field, or the output. */
  field?: string
  /** The kind of the referenced object. */
  to?: string
  /** The value in responses without another one: 0 or an empty text. */
  none?: 0 | ''
  /** The value of an inert field in responses. */
  default?: boolean | number | string
  /** Returns the value of an inert field in responses by the outputs of the object. */
  derive?: InertField['derive']
  /** True if a POST request must contain the field. */
  required?: boolean
  /** True if lists can be filtered by equality with the field. */
  filterable?: boolean
}

const time: JsonSchema = { type: 'string', format: 'date-time' }
const id: JsonSchema = { type: 'integer', minimum: 1 }
const boolean: JsonSchema = { type: 'boolean' }
const text: JsonSchema = { type: 'string' }
const nameList: JsonSchema = { type: 'array', items: { type: 'object', properties: { Name: text } } }
const manifestList: JsonSchema = { type: 'array', items: { type: 'object' } }
const inertSchemas = { boolean, integer: { type: 'integer' }, string: text, time, json: {} } as const

/** Returns the fields of a kind in the legacy API, in the order of responses. */
export const restFields = onceForEach((kind: Kind): readonly RestField[] =>
  [
    ...serverFields(kind),
    ...identityFields(kind),
    ...specFields(kind),
    ...statusFields(kind),
    ...ownedFields(kind),
    ...keptFields(kind),
    ...inertFields(kind),
    ...associationFields(kind),
  ].map((field) => ({
    ...field,
    filterable: isFilterable(kind, field),
    ...(kind.rest.always?.includes(field.name) === true ? withNone(field) : {}),
  })),
)

function withNone({ schema }: RestField): Pick<RestField, 'none' | 'schema'> {
  return schema['type'] === 'integer' ? { none: 0, schema: { ...schema, minimum: 0 } } : { none: '', schema }
}

/**
 * As in the legacy API, lists can be filtered by every field with one value, apart from those of the server, documents and what
 * is secret.
 */
function isFilterable({ manifests, secrets }: Kind, { from, field = '', schema }: RestField): boolean {
  const isScalar = ['string', 'integer', 'number', 'boolean'].includes(String(schema['type']))
  return from !== 'server' && isScalar && !manifests.includes(field) && !secrets.includes(field)
}

/** Finds a field by its name, or an older name, in any case. */
export function findRestField(kind: Kind, name: string): RestField | undefined {
  const wanted = name.toLowerCase()
  const alias = Object.entries(kind.rest.fieldAliases ?? {}).find(
    ([old]) => old.toLowerCase() === wanted,
  )?.[1]
  return restFields(kind).find((each) =>
    alias === undefined ? each.name.toLowerCase() === wanted : each.field === alias && isOfSpec(each),
  )
}

export function isOfSpec({ from }: RestField): boolean {
  return from === 'spec' || from === 'reference'
}

function serverFields({ kind }: Kind): RestField[] {
  const server = { from: 'server' } as const
  return [
    { ...server, name: 'ID', schema: id, description: `The ID of the ${kind}.` },
    { ...server, name: 'CreatedAt', schema: time, description: 'The time of creation.' },
    { ...server, name: 'UpdatedAt', schema: time, description: 'The time of the last change.' },
    { ...server, name: 'DeletedAt', schema: time, description: 'Never present: deleted objects are gone.' },
  ]
}

function identityFields({ scope, nameOf }: Kind): RestField[] {
  const required = nameOf === undefined
  const name = { name: 'Name', schema: text, required, from: 'name' } as const
  const labels: JsonSchema = { type: 'object', additionalProperties: text }
  return [
    { ...name, description: 'The name, which is unique among the objects of its kind in a project.' },
    ...(scope === 'project'
      ? [
          {
            name: 'Project',
            from: 'project' as const,
            schema: text,
            description: 'The name of the project. Default: `default`. Cannot change after creation.',
          },
        ]
      : []),
    { name: 'Labels', from: 'labels', schema: labels, description: 'Labels, which replace those stored.' },
  ]
}

function specFields(kind: Kind): RestField[] {
  return Object.entries(kind.spec.shape).map(([field, type]) => {
    const reference = kind.references.find((each) => each.field === field)
    const { $schema: _, ...whole } = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })
    const { description = '', ...plain } = plainSchema(whole)
    const schema = isManifestList(kind, field)
      ? manifestList
      : kind.rest.nameLists?.includes(field) === true
        ? nameList
        : withNestedNames(plain, nestedNames(kind, field))
    const isOptional =
      type.safeParse(undefined).success ||
      reference?.defaultsToWhere !== undefined ||
      Object.hasOwn(kind.rest.defaults ?? {}, field)
    return {
      name: restName(kind, field),
      field,
      description: String(description),
      required: !isOptional,
      ...(reference === undefined
        ? { from: 'spec' as const, schema }
        : { from: 'reference' as const, schema: id, to: reference.to }),
    }
  })
}

/** Returns the schema of a list of objects with the legacy names of their fields. */
function withNestedNames(
  schema: JsonSchema,
  names: Readonly<Record<string, string>> | undefined,
): JsonSchema {
  const { items } = schema
  if (names === undefined || !isRecord(items) || !isRecord(items['properties'])) return schema
  const [properties] = renamed([items['properties']], (name) => names[name] ?? name) as [JsonSchema]
  const { required = [] } = items as { required?: string[] }
  return { ...schema, items: { ...items, properties, required: required.map((name) => names[name] ?? name) } }
}

/** The metadata of fields that describes them to the layers of QleetOS, not to clients. */
const internal = [
  'references',
  'referencesAll',
  'defaultsToWhere',
  'defaultsToThatOf',
  'insteadOf',
  'secret',
  'secretMap',
  'manifests',
  'filterable',
  'enumName',
  'enumDescription',
  'values',
  'enumDescriptions',
]

/** Returns a schema without the metadata of QleetOS, at all levels. */
function plainSchema(schema: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !internal.includes(key))
      .map(([key, value]: [string, unknown]) => [key, plainValue(value)]),
  )
}

function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue)
  return typeof value === 'object' && value !== null ? plainSchema(value) : value
}

function statusFields(kind: Kind): RestField[] {
  const status = { from: 'status' } as const
  const outputs = Object.entries(kind.rest.outputs ?? {}).map(([name, field]) => {
    const type = kind.outputs.shape[field]
    return { ...status, name, field, schema: text, description: type?.meta()?.description ?? '' }
  })
  const statuses: JsonSchema = { type: 'string', enum: legacyStatuses }
  return [
    ...outputs,
    {
      ...status,
      name: 'Reconciled',
      schema: boolean,
      description: 'True if the newest state has been reconciled and works.',
    },
    {
      ...status,
      name: 'CreationAcknowledged',
      schema: time,
      description: 'The time at which the object was accepted.',
    },
    {
      ...status,
      name: 'CreationConfirmed',
      schema: time,
      description: 'The time since which the object is ready.',
    },
    {
      ...status,
      name: 'CreationFailed',
      schema: boolean,
      description: 'True if the last reconcile failed.',
    },
    { ...status, name: 'DeletionScheduled', schema: time, description: 'The time of the request to delete.' },
    {
      ...status,
      name: 'DeletionAcknowledged',
      schema: time,
      description: 'The time since which the object is being deleted.',
    },
    {
      ...status,
      name: 'DeletionConfirmed',
      schema: time,
      description: 'Never present: deleted objects are gone.',
    },
    {
      ...status,
      name: 'InterruptReconciliation',
      schema: boolean,
      default: false,
      description: 'Always false: reconciles are not interrupted.',
    },
    ...(kind.reconciled
      ? [
          {
            ...status,
            name: 'Status',
            schema: statuses,
            description: 'A summary of the state in one word.',
          },
          {
            ...status,
            name: 'StatusReason',
            schema: text,
            description: 'The reason for which the object is not ready.',
          },
        ]
      : []),
    {
      ...status,
      name: 'Confirmation',
      schema: { $ref: '#/components/schemas/Confirmation' },
      description: 'The removals that wait for a confirmation; absent if there are none.',
    },
  ]
}

function ownedFields({ rest }: Kind): RestField[] {
  return Object.entries(rest.owned ?? {}).map(([name, to]) => ({
    name,
    from: 'owned',
    to,
    schema: id,
    description: `The ID of the ${to} that the object owns; absent while it has none.`,
  }))
}

function keptFields({ rest }: Kind): RestField[] {
  return Object.entries(rest.kept ?? {}).map(([name, { to, description }]) => ({
    name,
    from: 'kept',
    to,
    schema: id,
    description,
  }))
}

function inertFields({ rest }: Kind): RestField[] {
  return Object.entries(rest.inert ?? {}).map(([name, { type, ...inert }]) => ({
    name,
    from: 'inert',
    schema: inertSchemas[type],
    ...inert,
  }))
}

function associationFields({ rest }: Kind): RestField[] {
  return (rest.associations ?? []).map((name) => ({
    name,
    from: 'association',
    schema: { type: 'array', maxItems: 0 },
    description: 'Related objects of the legacy API. Requests may contain an empty list.',
  }))
}

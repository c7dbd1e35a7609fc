import { z } from 'zod'
import { inputSpec } from '../../schema/inputs.ts'
import { isRecord } from '../../schema/manifests.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import { defaultProject } from '../../schema/names.ts'
import { ObjectStatus } from '../../schema/status.ts'
import { apiVersion } from '../../schema/api-version.ts'

/** A field of the documents of a kind, as `explain` prints it. */
export interface DocumentField {
  name: string
  /** For example `string`, `integer`, `Object`, `[]Object` or `map[string]string`. */
  type: string
  description: string
  isRequired: boolean
  isImmutable: boolean
  /** Stored encrypted, printed as a placeholder. */
  isSecret: boolean
  /** The kind that the field refers to. */
  references?: string
  /** The value that an omitted field has. */
  default?: unknown
  /** Allowed values with their descriptions. */
  values: readonly (readonly [value: string, description: string])[]
  /** Limits such as `at most 63 characters`. */
  limits: readonly string[]
  /** The fields of a map, or of the maps in a list or a map with arbitrary keys. */
  fields: readonly DocumentField[]
  /** True for a map with arbitrary keys. */
  isOpen: boolean
}

/** Returns the whole document of a kind as a field, derived from the registry. */
export function documentOfKind(kind: Kind): DocumentField {
  const schema = z.toJSONSchema(documentSchema(kind), { io: 'input', unrepresentable: 'any' })
  return fieldOf(kind.kind, schema, { kind, path: [], isRequired: true })
}

function documentSchema(kind: Kind): z.ZodObject {
  return z.object({
    apiVersion: z.literal(apiVersion).meta({ description: 'The version of this format.' }),
    kind: z.literal(kind.kind).meta({ description: 'The kind of the object.' }),
    metadata: metadataOf(kind).meta({ description: 'Identity of the object.' }),
    spec: inputSpec(kind).meta({ description: 'The desired state of the object.' }),
    status: Status.extend({
      outputs: kind.outputs.meta({ description: 'Outputs for users and for other objects.' }),
    })
      .optional()
      .meta({ description: 'The observed state of the object. Ignored in files.' }),
  })
}

function metadataOf(kind: Kind): z.ZodObject {
  const project = z
    .string()
    .optional()
    .meta({ description: 'The project of the object.', default: defaultProject })
  return z.object({
    name: z.string().max(63).meta({ description: 'The name, unique within its project and kind.' }),
    ...(kind.scope === 'global' ? {} : { project }),
    labels: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'Labels, which `-l` selects objects by.' }),
    annotations: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'Annotations, for tools and people. Omitted: the stored ones are retained.' }),
    uid: set(z.string(), 'The ID, a decimal number, unique among objects of all kinds.'),
    generation: set(z.int(), 'The generation, which increases with each change of the desired state.'),
    resourceVersion: set(
      z.string(),
      'The version, which increases with each change of the object or its status.',
    ),
    creationTimestamp: set(z.iso.datetime(), 'The time of creation.'),
    deletionTimestamp: set(z.iso.datetime(), 'The time at which deletion was requested.'),
  })
}

/** Declares a field that only the server sets. */
function set(type: z.ZodType, description: string): z.ZodType {
  return type.optional().meta({ description: `${description} Set by the server.` })
}

const Removal = z.object({
  id: z.string().meta({ description: 'The ID of the resource.' }),
  text: z.string().meta({ description: 'The resource and the reason for its removal.' }),
})

const Status = ObjectStatus.extend({
  conditions: ObjectStatus.shape.conditions.meta({ description: 'Conditions, at most one of each type.' }),
  cause: ObjectStatus.shape.cause.meta({ description: 'The root cause for which the object is not ready.' }),
  ready: z.boolean().meta({ description: 'Indicates whether the newest generation is ready.' }),
  observedGeneration: z.int().meta({ description: 'The generation that the status reflects.' }),
  stalled: z
    .boolean()
    .meta({ description: 'Indicates whether only a change of the spec or of the environment can help.' }),
  confirmation: z
    .object({
      token: z.string().meta({ description: 'The token that confirms this list.' }),
      expiresAt: z.iso.datetime().meta({ description: 'The time at which the token expires.' }),
      removals: z.array(Removal).meta({ description: 'The resources to remove.' }),
    })
    .optional()
    .meta({ description: 'Removals that wait for `qleetctl confirm`.' }),
})

interface Context {
  kind: Kind
  path: readonly string[]
  isRequired: boolean
}

function fieldOf(name: string, schema: unknown, context: Context): DocumentField {
  const node = isRecord(schema) ? schema : {}
  // The entries of a list or of a map with arbitrary keys.
  const items = [node['items'], node['additionalProperties']].find(isRecord)
  const { kind, path, isRequired } = context
  const [section, field] = path
  const inSpec = section === 'spec' && path.length === 2
  const to = inSpec ? kind.references.find((reference) => reference.field === field)?.to : undefined
  return {
    name,
    type: typeOf(node),
    description: path.length === 0 ? kind.description : String(node['description'] ?? ''),
    // The status is never written by users.
    isRequired: isRequired && section !== 'status',
    isImmutable: inSpec && field !== undefined && kind.immutable?.includes(field) === true,
    isSecret: inSpec && field !== undefined && isSecretField(kind, field),
    ...(to === undefined ? {} : { references: to }),
    ...(node['default'] === undefined ? {} : { default: node['default'] }),
    values: valuesOf(items ?? node),
    limits: limitsOf(node),
    fields: fieldsOf(items ?? node, context),
    isOpen:
      isRecord(node['additionalProperties']) || (node['type'] === 'object' && !isRecord(node['properties'])),
  }
}

function isSecretField({ secrets, secretMaps }: Kind, name: string): boolean {
  return secrets.includes(name) || secretMaps.some(({ field }) => field === name)
}

function fieldsOf(node: Record<string, unknown>, { kind, path }: Context): DocumentField[] {
  const properties = isRecord(node['properties']) ? node['properties'] : {}
  const required: unknown[] = Array.isArray(node['required']) ? node['required'] : []
  return Object.entries(properties).map(([name, child]) =>
    fieldOf(name, child, { kind, path: [...path, name], isRequired: required.includes(name) }),
  )
}

function typeOf(node: Record<string, unknown>): string {
  const { type, items, additionalProperties: values } = node
  if (isRecord(items)) return `[]${typeOf(items)}`
  if (isRecord(values)) return `map[string]${typeOf(values)}`
  if (type === 'object') return 'Object'
  return typeof type === 'string' ? type : 'any'
}

function valuesOf(node: Record<string, unknown>): [string, string][] {
  const values = node['const'] === undefined ? node['enum'] : [node['const']]
  if (!Array.isArray(values)) return []
  const descriptions: unknown[] = Array.isArray(node['enumDescriptions']) ? node['enumDescriptions'] : []
  return values.map((value, index) => [String(value), String(descriptions[index] ?? '')])
}

/** Formats of limits, by the keyword of JSON Schema. */
const limits: Readonly<Record<string, (value: unknown) => string>> = {
  minLength: (value) => `at least ${counted(value, 'character')}`,
  maxLength: (value) => `at most ${counted(value, 'character')}`,
  minimum: (value) => `at least ${String(value)}`,
  maximum: (value) => `at most ${String(value)}`,
  minItems: (value) => `at least ${counted(value, 'entry', 'entries')}`,
  maxItems: (value) => `at most ${counted(value, 'entry', 'entries')}`,
}

function counted(count: unknown, one: string, many = `${one}s`): string {
  return `${String(count)} ${count === 1 ? one : many}`
}

function limitsOf(node: Record<string, unknown>): string[] {
  return Object.entries(limits).flatMap(([keyword, format]) =>
    node[keyword] === undefined || Math.abs(Number(node[keyword])) >= Number.MAX_SAFE_INTEGER
      ? []
      : [format(node[keyword])],
  )
}

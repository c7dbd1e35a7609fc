import { z } from 'zod'
import type { ReadPublished } from './source.ts'

/** An OpenAPI schema of a type or a field, as far as it decides which values are valid. */
interface Property {
  $ref?: string | undefined
  allOf?: readonly Property[] | undefined
  type?: string | undefined
  format?: string | undefined
  items?: Property | undefined
  additionalProperties?: Property | boolean | undefined
  'x-kubernetes-patch-merge-key'?: string | undefined
}

const Property: z.ZodType<Property> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    allOf: z.array(Property).optional(),
    type: z.string().optional(),
    format: z.string().optional(),
    items: Property.optional(),
    additionalProperties: z.union([z.boolean(), Property]).optional(),
    'x-kubernetes-patch-merge-key': z.string().optional(),
  }),
)

const Schema = z.object({
  properties: z.record(z.string(), Property).optional(),
  required: z.array(z.string()).optional(),
  'x-kubernetes-group-version-kind': z
    .array(z.object({ group: z.string(), version: z.string(), kind: z.string() }))
    .optional(),
})
type Schema = z.infer<typeof Schema>

const Document = z.object({ components: z.object({ schemas: z.record(z.string(), Schema) }) })

const Resource = z.object({
  responseKind: z.object({ group: z.string(), version: z.string(), kind: z.string() }),
  verbs: z.array(z.string()),
})
const Discovery = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string().optional() }),
      versions: z.array(z.object({ version: z.string(), resources: z.array(Resource) })),
    }),
  ),
})

/** The groups and versions of aggregated discovery omit the core group. */
const CoreDiscovery = z.object({
  resources: z.array(z.object({ name: z.string(), kind: z.string(), verbs: z.array(z.string()) })),
})

/** The types of the kinds that can be created, in the form that `schema/kubernetes/manifest-types.ts` declares. */
interface ManifestTypes {
  kinds: Record<string, Record<string, string>>
  types: Record<string, string>
  /** The keys by which strategic merge patches merge lists, by type and field. */
  mergeKeys: Record<string, Record<string, string>>
}

/** Types that are written as values of another form than their schema has. */
const specialTypes: Readonly<Record<string, string>> = {
  'apimachinery.pkg.api.resource.Quantity': 'quantity',
  'apimachinery.pkg.util.intstr.IntOrString': 'intOrString',
  'apimachinery.pkg.apis.meta.v1.Time': 'time',
  'apimachinery.pkg.apis.meta.v1.MicroTime': 'time',
  'apimachinery.pkg.apis.meta.v1.FieldsV1': 'any',
  'apimachinery.pkg.apis.meta.v1.Patch': 'any',
  'apimachinery.pkg.runtime.RawExtension': 'any',
}

/** Required fields that API servers accept without a value, because they have a default or may be empty. */
const optionalFields: ReadonlySet<string> = new Set([
  'RoleRef.apiGroup',
  'HTTPHeader.value',
  'EndpointSlice.endpoints',
  'CSINodeSpec.drivers',
])

/** Returns the generated file with the types of all kinds of a release that can be created. */
export async function manifestTypesFile(read: ReadPublished, notice: string): Promise<string> {
  const { kinds, types, mergeKeys } = await readTypes(read)
  const lines = Object.entries(types).map(([name, fields]) => `${name} ${fields}`)
  return `${notice}
/** The names of types by API version and kind. */
export const kindTypes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
${Object.entries(kinds)
  .map(([version, names]) => `  ${JSON.stringify(version)}: ${JSON.stringify(names)},`)
  .join('\n')}
}

/** The keys by which strategic merge patches merge the items of lists, by type and field. */
export const mergeKeys: Readonly<Record<string, Readonly<Record<string, string>>>> = {
${Object.entries(mergeKeys)
  .map(([type, keys]) => `  ${JSON.stringify(type)}: ${JSON.stringify(keys)},`)
  .join('\n')}
}

/** The types, one a line: the name, and the fields with their types. */
export const typeLines = \`
${lines.join('\n')}
\`
`
}

async function readTypes(read: ReadPublished): Promise<ManifestTypes> {
  const kinds: ManifestTypes['kinds'] = {}
  const schemas = new Map<string, Schema>()
  for (const { group, version, created } of await discovered(read)) {
    const file = group === '' ? `api__${version}` : `apis__${group}__${version}`
    const text = await read(`api/openapi-spec/v3/${file}_openapi.json`)
    const { components } = Document.parse(JSON.parse(text))
    for (const [name, schema] of Object.entries(components.schemas)) schemas.set(shortName(name), schema)
    kinds[group === '' ? version : `${group}/${version}`] = Object.fromEntries(
      created.map((kind) => [kind, nameOf(schemas, { group, version, kind })]),
    )
  }
  const types = reachable(
    schemas,
    Object.values(kinds).flatMap((names) => Object.values(names)),
  )
  return { kinds, types, mergeKeys: mergeKeysOf(schemas, Object.keys(types)) }
}

function mergeKeysOf(
  schemas: ReadonlyMap<string, Schema>,
  types: readonly string[],
): Record<string, Record<string, string>> {
  const found = types.map((type): [string, Record<string, string>] => {
    const fields = Object.entries(schemas.get(type)?.properties ?? {}).flatMap(([field, property]) => {
      const key = property['x-kubernetes-patch-merge-key']
      return key === undefined ? [] : [[field, key]]
    })
    return [type, Object.fromEntries(fields) as Record<string, string>]
  })
  return Object.fromEntries(found.filter(([, keys]) => Object.keys(keys).length > 0))
}

interface Discovered {
  group: string
  version: string
  /** The kinds that can be created. */
  created: string[]
}

async function discovered(read: ReadPublished): Promise<Discovered[]> {
  const core = CoreDiscovery.parse(JSON.parse(await read('api/discovery/api__v1.json')))
  const { items } = Discovery.parse(JSON.parse(await read('api/discovery/aggregated_v2.json')))
  const canCreate = ({ verbs }: { verbs: readonly string[] }): boolean => verbs.includes('create')
  return [
    {
      group: '',
      version: 'v1',
      created: core.resources
        .filter((each) => canCreate(each) && !each.name.includes('/'))
        .map(({ kind }) => kind),
    },
    ...items.flatMap(({ metadata: { name: group = '' }, versions }) =>
      versions.map(({ version, resources }) => ({
        group,
        version,
        created: resources.filter(canCreate).map(({ responseKind }) => responseKind.kind),
      })),
    ),
  ]
}

function nameOf(
  schemas: ReadonlyMap<string, Schema>,
  wanted: { group: string; version: string; kind: string },
): string {
  for (const [name, schema] of schemas) {
    const [only, second] = schema['x-kubernetes-group-version-kind'] ?? []
    const { group, version, kind } = only ?? {}
    const isWanted = group === wanted.group && version === wanted.version && kind === wanted.kind
    if (isWanted && second === undefined) return name
  }
  throw new Error(`no schema for ${wanted.group}/${wanted.version}, Kind=${wanted.kind}`)
}

/** Returns the types of the kinds and all types within them. The status is any value: only clusters write it. */
function reachable(schemas: ReadonlyMap<string, Schema>, roots: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {}
  const pending = [...roots]
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found[name] !== undefined) continue
    const { properties = {}, required = [] } = schemas.get(name) ?? {}
    const isKind = roots.includes(name)
    const fields = Object.entries(properties).map(([field, property]) => {
      const isOpaque = (isKind && field === 'status') || field === 'managedFields'
      const type = isOpaque ? 'any' : typeOf(schemas, property)
      const referred = /[^[\]{}]+$/.exec(type)?.[0] ?? ''
      if (schemas.has(referred)) pending.push(referred)
      const isRequired = required.includes(field) && mustBeGiven(name, { field, type })
      return `${field}${isRequired ? '!' : ''}:${type}`
    })
    found[name] = fields.join(' ')
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Reports whether a required field must be given. A number or a boolean that is not is 0 or false, which may be valid. */
function mustBeGiven(name: string, { field, type }: { field: string; type: string }): boolean {
  if (['int32', 'int64', 'number', 'boolean'].includes(type)) return false
  return !optionalFields.has(`${name.slice(name.lastIndexOf('.') + 1)}.${field}`)
}

/** Returns the type of a field: a simple type or the name of a type, in `[]` for a list and `{}` for a map. */
function typeOf(schemas: ReadonlyMap<string, Schema>, property: Property): string {
  const { $ref, allOf, type, format, items, additionalProperties } = property
  const address = $ref ?? allOf?.[0]?.$ref
  if (address !== undefined) {
    const name = shortName(address.slice(address.lastIndexOf('/') + 1))
    const hasFields = schemas.get(name)?.properties !== undefined
    return specialTypes[name] ?? (hasFields ? name : 'any')
  }
  if (type === 'array') return `[]${items === undefined ? 'any' : typeOf(schemas, items)}`
  if (type === 'object')
    return typeof additionalProperties === 'object' ? `{}${typeOf(schemas, additionalProperties)}` : 'any'
  if (type === 'integer') return format === 'int32' ? 'int32' : 'int64'
  if (type === 'string') return format === 'byte' ? 'bytes' : 'string'
  return type === 'number' || type === 'boolean' ? type : 'any'
}

function shortName(schema: string): string {
  return schema.replace(/^io\.k8s\./, '').replace(/^api\./, '')
}

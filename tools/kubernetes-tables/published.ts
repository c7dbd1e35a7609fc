import { z } from 'zod'
import { parseMessages, type Messages } from './messages.ts'
import type { ReadPublished } from './source.ts'

const SchemaReference = z.object({
  $ref: z.string().optional(),
  allOf: z.array(z.object({ $ref: z.string().optional() })).optional(),
})

const MapType = z.enum(['atomic', 'granular']).optional()

/** The parts of a field's OpenAPI schema from which the tables are derived. */
const Property = SchemaReference.extend({
  type: z.string().optional(),
  items: SchemaReference.optional(),
  additionalProperties: z.union([z.boolean(), SchemaReference]).optional(),
  default: z.json().optional(),
  'x-kubernetes-list-type': z.enum(['atomic', 'set', 'map']).optional(),
  'x-kubernetes-list-map-keys': z.array(z.string()).optional(),
  'x-kubernetes-map-type': MapType,
  'x-kubernetes-patch-strategy': z.string().optional(),
  'x-kubernetes-patch-merge-key': z.string().optional(),
})
export type Property = z.infer<typeof Property>

const Schema = z.object({
  properties: z.record(z.string(), Property).optional(),
  required: z.array(z.string()).optional(),
  'x-kubernetes-map-type': MapType,
  'x-kubernetes-group-version-kind': z
    .array(z.object({ group: z.string(), version: z.string(), kind: z.string() }))
    .optional(),
})
export type Schema = z.infer<typeof Schema>

const Document = z.object({ components: z.object({ schemas: z.record(z.string(), Schema) }) })

const ApiResource = z.object({
  /** The plural, followed by a slash and the name for a subresource. */
  name: z.string(),
  singularName: z.string(),
  namespaced: z.boolean(),
  /** Absent if it is the same as that of the list. */
  group: z.string().optional(),
  version: z.string().optional(),
  kind: z.string(),
  verbs: z.array(z.string()),
  shortNames: z.array(z.string()).optional(),
  categories: z.array(z.string()).optional(),
  storageVersionHash: z.string().optional(),
})
export type ApiResource = z.infer<typeof ApiResource>

const ApiResourceList = z.object({ resources: z.array(ApiResource) })

/** A group and version with its resources and subresources, as in discovery. */
export interface GroupVersion {
  group: string
  version: string
  resources: readonly ApiResource[]
}

/** The published definitions of Kubernetes. */
export interface Published {
  groupVersions: readonly GroupVersion[]
  /** OpenAPI schemas by name, for example `io.k8s.api.core.v1.PodSpec`. */
  schemas: ReadonlyMap<string, Schema>
  /** Protobuf messages by schema name. */
  messages: Messages
}

const staging = 'staging/src/k8s.io'
const proto = 'generated.proto'

/** Groups whose objects the simulator accepts only as JSON, because clients send no other encoding. */
const withoutMessages: ReadonlySet<string> = new Set(['apiregistration.k8s.io', 'apiextensions.k8s.io'])

/** Reads the published definitions of groups and versions, such as `v1` and `apps/v1`. */
export async function readPublished(read: ReadPublished, names: readonly string[]): Promise<Published> {
  const groupVersions: GroupVersion[] = []
  const schemas = new Map<string, Schema>()
  const messages = parseMessages(await read(`${staging}/apimachinery/pkg/apis/meta/v1/${proto}`))
  for (const groupVersion of names) {
    const [version = '', group = ''] = groupVersion.split('/').reverse()
    const file = group === '' ? `api__${version}` : `apis__${group}__${version}`
    const { resources } = ApiResourceList.parse(JSON.parse(await read(`api/discovery/${file}.json`)))
    groupVersions.push({ group, version, resources })
    const { components } = Document.parse(JSON.parse(await read(`api/openapi-spec/v3/${file}_openapi.json`)))
    for (const entry of Object.entries(components.schemas)) schemas.set(...entry)
    if (withoutMessages.has(group)) continue
    const folder = group === '' ? 'core' : group.split('.')[0]
    const found = parseMessages(await read(`${staging}/api/${folder}/${version}/${proto}`))
    for (const entry of found) messages.set(...entry)
  }
  return { groupVersions, schemas, messages }
}

/** Returns the name of the schema that a field references, directly or for its items or values. */
export function referredSchema(property: Property): string | undefined {
  const { items, additionalProperties } = property
  const values = typeof additionalProperties === 'object' ? additionalProperties : undefined
  for (const candidate of [property, items, values]) {
    const address = candidate?.$ref ?? candidate?.allOf?.[0]?.$ref
    if (address !== undefined) return address.slice(address.lastIndexOf('/') + 1)
  }
  return undefined
}

import { createHash } from 'node:crypto'
import { classOf } from './class-names.ts'
import type { ApiResource, GroupVersion, Published, Schema } from './published.ts'

/** A resource, of the type that `simulator/resources/resource.ts` declares. */
export interface BuiltinResource {
  group: string
  version: string
  kind: string
  listKind: string
  plural: string
  singular: string
  shortNames: readonly string[]
  categories: readonly string[]
  namespaced: boolean
  verbs: readonly string[]
  subresources: readonly Subresource[]
  model: string
  storageVersion: string
}

interface Subresource {
  name: string
  kind?: { group: string; version: string; kind: string }
  verbs: readonly string[]
}

/** Returns the resources of all groups and versions, with their subresources. */
export function resourcesOf(
  { groupVersions, schemas }: Published,
  classes: ReadonlySet<string>,
): BuiltinResource[] {
  return groupVersions.flatMap((groupVersion) =>
    groupVersion.resources
      .filter(({ name }) => !name.includes('/'))
      .map((resource): BuiltinResource => {
        const { group, version, resources } = groupVersion
        const { kind, name, singularName, shortNames, categories, namespaced, verbs } = resource
        const schema = schemaOfKind(schemas, { group, version, kind })
        const model = classOf(schema, classes)
        if (model === undefined)
          throw new Error(`@kubernetes/client-node has no class for ${schema}: upgrade it to a newer release`)
        return {
          group,
          version,
          kind,
          listKind: `${kind}List`,
          plural: name,
          singular: singularName,
          shortNames: shortNames ?? [],
          categories: categories ?? [],
          namespaced,
          verbs,
          subresources: resources
            .filter((each) => each.name.startsWith(`${name}/`))
            .map((each) => subresourceOf(groupVersion, resource, each)),
          model,
          storageVersion: storageVersionOf(groupVersions, groupVersion, resource),
        }
      }),
  )
}

/** Returns the name of the schema of a kind. */
export function schemaOfKind(
  schemas: ReadonlyMap<string, Schema>,
  { group, version, kind }: { group: string; version: string; kind: string },
): string {
  for (const [name, schema] of schemas) {
    const kinds = schema['x-kubernetes-group-version-kind'] ?? []
    if (
      kinds.length === 1 &&
      kinds.some((each) => each.group === group && each.version === version && each.kind === kind)
    )
      return name
  }
  throw new Error(`no schema for ${group}/${version}, Kind=${kind}`)
}

/** Returns a subresource, with its kind if that differs from the kind of the resource. */
function subresourceOf(
  { group, version }: GroupVersion,
  resource: ApiResource,
  declared: ApiResource,
): Subresource {
  const kind = {
    group: declared.group ?? group,
    version: declared.version ?? version,
    kind: declared.kind,
  }
  const isOwn = kind.group === group && kind.version === version && kind.kind === resource.kind
  return {
    name: declared.name.slice(resource.name.length + 1),
    ...(isOwn ? {} : { kind }),
    verbs: declared.verbs,
  }
}

/** Returns the storage version of a resource: the version of its group from which its published hash is computed. */
function storageVersionOf(
  groupVersions: readonly GroupVersion[],
  { group, version }: GroupVersion,
  { kind, storageVersionHash }: ApiResource,
): string {
  const versions = groupVersions.filter((each) => each.group === group).map((each) => each.version)
  return versions.find((each) => hashOf(`${group}/${each}/${kind}`) === storageVersionHash) ?? version
}

/** Computes the hash as the discovery of k8s.io/apiserver does. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 8).toString('base64')
}

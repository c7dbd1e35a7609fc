import { differences, type FieldDifference } from '../differences.ts'
import { isRecord, resourceNameOf, type Manifest } from '../manifests.ts'

/** What an environment runs of a revision. */
export interface Release {
  /** The resources as the environment changes them, with the images of the revision. */
  manifests: readonly Manifest[]
  /** The other fields of the definition, such as its dependencies. */
  settings: Readonly<Record<string, unknown>>
  /** How what it depends on is provided, by the names of the dependencies. @default not compared */
  provided?: Readonly<Record<string, unknown>>
}

/** A difference of one field. */
export interface ReleaseDifference extends FieldDifference {
  /**
   * The resource, such as `Deployment/web`; `definition` for fields of the definition besides its resources, and `dependency/database`
   * for how a dependency is provided.
   */
  resource: string
}

/** Returns the differences between two releases by resource and field. Entries of lists are compared by their names. */
export function compareReleases(before: Release, after: Release): ReleaseDifference[] {
  const [from, to] = [resourcesOf(before), resourcesOf(after)]
  const names = [...new Set([...from.keys(), ...to.keys()])].toSorted()
  return names.flatMap((resource): ReleaseDifference[] => {
    const [one, other] = [from.get(resource), to.get(resource)]
    // A resource that only one of them has is one difference.
    if (one === undefined) return [{ resource, path: '', after: 'exists' }]
    if (other === undefined) return [{ resource, path: '', before: 'exists' }]
    return differences({ spec: one }, { spec: other }).map(({ path, ...values }) => ({
      resource,
      path: path.replace(/^spec\.?/, ''),
      ...values,
    }))
  })
}

function resourcesOf({ manifests, settings, provided = {} }: Release): Map<string, unknown> {
  const resources = manifests.map((each): [string, unknown] => [resourceNameOf(each), byName(each)])
  const dependencies = Object.entries(provided).map(([name, how]): [string, unknown] => [
    `dependency/${name}`,
    how,
  ])
  return new Map([['definition', byName(settings)], ...resources, ...dependencies])
}

/** Returns a value whose lists of named entries are maps, so that an entry more or less does not move all others. */
export function byName(value: unknown): unknown {
  if (Array.isArray(value)) {
    const names = value.map((each: unknown) => (isRecord(each) ? each['name'] : undefined))
    const areNames = names.every((name) => typeof name === 'string') && new Set(names).size === names.length
    return areNames && names.length > 0
      ? Object.fromEntries(value.map((each: Record<string, unknown>) => [each['name'], byName(each)]))
      : value.map(byName)
  }
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, byName(each)]))
}

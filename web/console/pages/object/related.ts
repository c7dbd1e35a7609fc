import type { AnyObject, ObjectFilter } from '../../../../client-sdk/index.ts'
import { isRecord } from '../../../../schema/records.ts'
import { kindOf } from '../../data/kinds.ts'
import type { Named } from '../../data/paths.ts'
import { client } from '../../data/session.ts'

/* What an object has to do with others: its owners, what it consists of, and what its spec refers to. */

/** A reference of a spec to another object. */
export interface Use extends Named {
  field: string
}

/** Returns the objects that the spec of an object refers to, by the reference fields of its kind. */
export function usesOf({ kind, projectName, manifestSpec }: AnyObject): Use[] {
  const spec = isRecord(manifestSpec) ? manifestSpec : {}
  const { references, referenceLists } = kindOf(kind)
  const single = references.flatMap(({ field, to }) => useOf(field, to, spec[field], projectName))
  const listed = referenceLists.flatMap(({ field, to, key }) => {
    const entries = spec[field]
    if (!Array.isArray(entries)) return []
    return entries.flatMap((entry: unknown) =>
      useOf(field, to, key === undefined || !isRecord(entry) ? entry : entry[key], projectName),
    )
  })
  return [...single, ...listed]
}

// oxlint-disable-next-line max-params -- a field, and what is in it
function useOf(field: string, to: string, value: unknown, project: string | null): Use[] {
  if (typeof value !== 'string' || value === '') return []
  const [first = '', second] = value.split('/')
  const isGlobal = kindOf(to).scope === 'global'
  const place = second === undefined ? project : first
  return [{ field, kind: to, name: second ?? first, projectName: isGlobal ? null : place }]
}

/** What an object consists of: the objects that it owns, those that these own, and so on. */
export interface Family {
  /** Objects by the id of their owner. */
  ownedBy: ReadonlyMap<string, readonly AnyObject[]>
}

/** The depth of real ownership is only a few levels. */
const maxDepth = 5
const maxObjects = 200

export async function readFamily(id: string, signal: AbortSignal): Promise<Family> {
  const ownedBy = new Map<string, AnyObject[]>()
  let count = 0
  let owners = [id]
  for (let depth = 0; depth < maxDepth && owners.length > 0; depth += 1) {
    signal.throwIfAborted()
    const found = await Promise.all(owners.map(async (owner) => ({ owner, owned: await readOwned(owner) })))
    owners = []
    for (const { owner, owned } of found) {
      ownedBy.set(owner, owned)
      count += owned.length
      if (count < maxObjects)
        owners.push(...owned.map((each) => each.id).filter((each) => !ownedBy.has(each)))
    }
  }
  return { ownedBy }
}

async function readOwned(id: string): Promise<AnyObject[]> {
  const owned: AnyObject[] = []
  for await (const object of client.objects.owned(id)) {
    owned.push(object)
    if (owned.length >= maxObjects) break
  }
  return owned
}

/** Returns all objects of a family, without those at its top. */
export function membersOf({ ownedBy }: Family): AnyObject[] {
  return [...ownedBy.values()].flat()
}

/** Returns filters that match objects by their names, one for each kind and project. */
export function filtersFor(objects: readonly Named[]): ObjectFilter[] {
  const groups = new Map<string, { kind: string; project: string | null; names: Set<string> }>()
  for (const { kind, projectName = null, name } of objects) {
    const key = `${kind}/${projectName ?? ''}`
    const group = groups.get(key) ?? { kind, project: projectName, names: new Set<string>() }
    group.names.add(name)
    groups.set(key, group)
  }
  return [...groups.values()].map(({ kind, project, names }) => ({
    // The names of kinds are the values of the enum of the API.
    kinds: [kind as NonNullable<ObjectFilter['kinds']>[number]],
    names: [...names].toSorted(),
    ...(project === null ? {} : { projects: [project] }),
  }))
}

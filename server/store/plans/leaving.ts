import type { PlannedObject } from '../../../schema/graphql/store-writes.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import { findByIds, keyText } from '../lookups.ts'
import { findOwnedObjects, findOwners, type Ownership } from '../ownership.ts'
import { run, type Sql } from '../sql.ts'

/** A stored application, and the keys of the objects that it wants. */
export interface OwningApplication {
  key: PlannedObject['owner']
  wanted: ReadonlySet<string>
  /** The children, which it does not own, that it lets expire. @default none */
  expiring?: readonly StoredObject[]
}

/** An owned object that may leave with its owner. */
interface LeavingObject extends Pick<PlannedObject, 'owner'> {
  id: bigint
  target: PlannedObject['owner']
  owners: readonly Ownership[]
}

/** Returns what becomes of the objects that applications own and no longer want, and of what these own. */
export async function leavingObjects(
  sql: Sql,
  applications: ReadonlyMap<bigint, OwningApplication>,
): Promise<PlannedObject[]> {
  const going = new Set<bigint>()
  const leaving = new Map<bigint, LeavingObject>()
  const keeps = (ownerId: bigint, { target }: LeavingObject): boolean =>
    !going.has(ownerId) && applications.get(ownerId)?.wanted.has(keyText(target)) !== false
  const addOwned = async (owner: PlannedObject['owner'], ownerId: bigint): Promise<void> => {
    const owned = await withOwners(sql, owner, await findOwnedObjects(sql, ownerId))
    for (const each of owned) if (!keeps(ownerId, each) && !leaving.has(each.id)) leaving.set(each.id, each)
  }
  // Including those that have no owner yet.
  const wantedByAny = new Set([...applications.values()].flatMap(({ wanted }) => [...wanted]))
  for (const [ownerId, { key, expiring = [] }] of applications) {
    await addOwned(key, ownerId)
    for (const each of await withOwners(sql, key, expiring)) leaving.set(each.id, each)
  }
  // An object goes with the last of its owners, in whatever order these are found.
  for (let isComplete = false; !isComplete;) {
    isComplete = true
    for (const each of leaving.values()) {
      const stays =
        wantedByAny.has(keyText(each.target)) ||
        each.owners.some(({ ownerId, gracePeriod }) => gracePeriod > 0 || keeps(ownerId, each))
      if (going.has(each.id) || stays) continue
      going.add(each.id)
      isComplete = false
      await addOwned(each.target, each.id)
    }
  }
  return [...leaving.values()].map(({ id, owner, target }) => ({
    owner,
    dependency: null,
    ...target,
    runtime: null,
    action: going.has(id) ? 'delete' : 'release',
    differences: [],
    problem: null,
  }))
}

async function withOwners(
  sql: Sql,
  owner: PlannedObject['owner'],
  objects: readonly StoredObject[],
): Promise<LeavingObject[]> {
  const ids = objects.map(({ id }) => id)
  const owners = Map.groupBy(await findOwners(sql, ids), ({ ownedId }) => ownedId)
  const projectIds = objects.flatMap(({ projectId }) => projectId ?? [])
  const projects = await run<StoredObject>(sql, findByIds, [projectIds])
  return objects.map(({ id, kind, name, projectId }) => {
    const project = projects.find((each) => each.id === projectId)?.name ?? ''
    return { id, owner, target: { kind, project, name }, owners: owners.get(id) ?? [] }
  })
}

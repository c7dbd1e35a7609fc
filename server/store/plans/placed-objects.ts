import type { NamedObject } from '../../../schema/graphql/store-plans.ts'
import { parseQualifiedName } from '../../../schema/names.ts'
import type { CheckRules } from '../../../schema/resource-checks.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import { findControlPlane, findLabelIds } from '../former-ids.ts'
import { findNames, findObjects, keyNamed, keyText, type ObjectKey } from '../lookups.ts'
import { findOwnedByEach } from '../ownership.ts'
import { run, specOf, type Sql } from '../sql.ts'
import type { AskedRuntime } from './cluster-checks.ts'

/* The runtimes of the objects whose resources a plan changes. */

/** An object that a plan may place in a runtime. */
interface Placeable {
  object: NamedObject
  /** The name of the runtime that is planned for it. */
  runtime?: string | undefined
}

/** An object in one of its runtimes. */
export interface Placed<Item> {
  item: Item
  /** @default it does not exist yet, or is in no runtime yet */
  instance: StoredObject | undefined
  /** The owner of its resources. */
  owner: CheckRules['owner']
  asked: AskedRuntime
}

/**
 * Returns objects in each of their runtimes.
 *
 * @param created The objects that the plan has created, which do not exist for clusters yet
 */
export async function placedIn<Item extends Placeable>(
  sql: Sql,
  items: readonly Item[],
  created: ReadonlySet<bigint>,
): Promise<Placed<Item>[]> {
  if (items.length === 0) return []
  const controlPlane = await findControlPlane({ sql })
  const placements = await placementsOf(sql, items, created)
  const instances = placements.flatMap(({ instance }) => instance ?? [])
  const projects = await projectNames(sql, instances)
  const labelIds = await findLabelIds(
    sql,
    instances.map(({ id }) => id),
  )
  const placeOf = await placesOf(sql, placements, created)
  return placements.map((placement) => {
    const { item, instance } = placement
    const { object } = item
    const owner = {
      id: instance === undefined ? '0' : String(labelIds.get(instance.id) ?? instance.id),
      kind: object.kind,
      project: projects.get(instance?.projectId ?? 0n) ?? object.project ?? '',
      name: instance?.name ?? object.name,
      controlPlane,
    }
    return { item, instance, owner, asked: { object, ...placeOf(placement) } }
  })
}

interface Placement<Item> extends Pick<Placed<Item>, 'item' | 'instance'> {
  /** The name of the runtime, if one is chosen. */
  runtime: unknown
}

async function placementsOf<Item extends Placeable>(
  sql: Sql,
  items: readonly Item[],
  created: ReadonlySet<bigint>,
): Promise<Placement<Item>[]> {
  const found = await findObjects(
    sql,
    items.map(({ object }) => keyNamed(object)),
  )
  const known = [...found.values()].filter(({ id }) => !created.has(id))
  const owned = await findOwnedByEach(
    sql,
    known.filter((each) => !isPlaced(each)).map(({ id }) => id),
  )
  return items.flatMap((item): Placement<Item>[] => {
    const stored = found.get(keyText(item.object))
    // It is itself in a runtime, or owns instances in several locations.
    const candidates =
      stored === undefined || created.has(stored.id) ? [] : [stored, ...(owned.get(stored.id) ?? [])]
    const instances = candidates.filter((each) => each.kind === stored?.kind && isPlaced(each))
    if (instances.length === 0) return [{ item, instance: undefined, runtime: item.runtime }]
    return instances.map((instance) => ({ item, instance, runtime: specOf(instance)['runtime'] }))
  })
}

function isPlaced(object: StoredObject): boolean {
  return specOf(object)['runtime'] !== undefined
}

/** Returns the names of the projects of objects by the ids of the projects. */
async function projectNames(sql: Sql, objects: readonly StoredObject[]): Promise<Map<bigint, string>> {
  const ids = objects.flatMap(({ projectId }) => projectId ?? [])
  const rows = await run<{ id: bigint; name: string }>(sql, findNames, [ids])
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns a function that returns the runtime of a placement, or why there is none. */
async function placesOf(
  sql: Sql,
  placements: readonly Placement<Placeable>[],
  created: ReadonlySet<bigint>,
): Promise<(placement: Placement<Placeable>) => Pick<AskedRuntime, 'runtime' | 'place'>> {
  const runtimes = await findObjects(
    sql,
    placements.flatMap((placement) => runtimeOf(placement) ?? []),
  )
  return (placement) => {
    const key = runtimeOf(placement)
    if (key === undefined) return notYet('', 'the runtime is chosen when the change is made')
    const found = runtimes.get(keyText(key))
    return found === undefined || created.has(found.id)
      ? notYet(key.name, 'the runtime does not exist yet')
      : { runtime: key.name, place: { id: found.id } }
  }
}

function runtimeOf({ item, runtime }: Placement<Placeable>): ObjectKey | undefined {
  if (typeof runtime !== 'string' || runtime === '') return undefined
  const key = parseQualifiedName(runtime, item.object.project ?? 'default')
  return { kind: 'KubernetesRuntimeInstance', ...key }
}

function notYet(runtime: string, message: string): Pick<AskedRuntime, 'runtime' | 'place'> {
  return { runtime, place: { reason: 'NoRuntime', message } }
}

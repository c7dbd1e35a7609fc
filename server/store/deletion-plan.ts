import type { DeletionStep, ObjectTarget, Write } from '../../schema/graphql/store-writes.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { StoreContext } from './context.ts'
import { deleteAll } from './delete.ts'
import { findByIds, findHolders, findObjects } from './lookups.ts'
import { keysOf } from './objects.ts'
import { withoutReferrers } from './owned-deletion.ts'
import { findDataHolders, findOwnedObjects, findOwners } from './ownership.ts'
import { run, type Sql, type Statement } from './sql.ts'

/** The most objects that one plan lists. */
const maxSteps = 1000

/**
 * Returns what a deletion would delete and what would stay, in the order in which it happens. Deletes nothing. Throws the errors of
 * the deletion.
 */
export async function planDeletion(
  context: StoreContext,
  targets: readonly ObjectTarget[],
  write: Write,
): Promise<DeletionStep[]> {
  await deleteAll(context, targets, { ...write, dryRun: true })
  return deletionSteps(context, targets)
}

/** Returns what the deletion of objects would delete, whether or not it is permitted. */
export async function deletionSteps(
  context: StoreContext,
  targets: readonly ObjectTarget[],
): Promise<DeletionStep[]> {
  const objects = [...(await findObjects(context.sql, await keysOf(context, targets))).values()]
  const planner = new DeletionPlanner(context.sql, objects)
  for (const object of objects) await planner.add(object)
  return planner.finish()
}

type Step = Pick<DeletionStep, 'object' | 'keptBy'>

/** Walks from the targets to what they own. */
class DeletionPlanner {
  readonly #sql: Sql
  readonly #steps: Step[] = []
  readonly #seen = new Set<bigint>()
  /** The objects that are deleted. */
  readonly #going: Set<bigint>

  constructor(sql: Sql, targets: readonly StoredObject[]) {
    this.#sql = sql
    this.#going = new Set(targets.map(({ id }) => id))
  }

  async add(object: StoredObject): Promise<void> {
    if (this.#seen.has(object.id) || this.#steps.length >= maxSteps) return
    this.#seen.add(object.id)
    const owned = await findOwnedObjects(this.#sql, object.id)
    const holders = await findHolders(this.#sql, [object.id])
    const attached = new Set(holders.flatMap((each) => (each.attached ? [each.id] : [])))
    for (const each of owned) if (attached.has(each.id)) await this.#addGoing([each])
    this.#steps.push({ object, keptBy: [] })
    await this.#addOwned(owned.filter(({ id }) => !attached.has(id)))
  }

  async #addGoing(objects: readonly StoredObject[]): Promise<void> {
    for (const { id } of objects) this.#going.add(id)
    for (const each of objects) await this.add(each)
  }

  async #addOwned(owned: readonly StoredObject[]): Promise<void> {
    const owners = Map.groupBy(
      await findOwners(
        this.#sql,
        owned.map(({ id }) => id),
      ),
      ({ ownedId }) => ownedId,
    )
    const sharersOf = ({ id }: StoredObject): bigint[] =>
      (owners.get(id) ?? []).flatMap(({ ownerId }) => (this.#going.has(ownerId) ? [] : [ownerId]))
    const own = owned.filter((each) => sharersOf(each).length === 0)
    const free = await withoutReferrers(this.#sql, own, this.#going)
    for (const each of owned) {
      if (free.includes(each)) continue
      const by = sharersOf(each)
      await this.#keep(each, by.length > 0 ? by : await this.#referrersOf(each))
    }
    // Instances refer to their definitions, which are older.
    await this.#addGoing(free.toSorted((one, other) => (one.id < other.id ? 1 : -1)))
  }

  async #referrersOf({ id }: StoredObject): Promise<bigint[]> {
    const holders = await findHolders(this.#sql, [id])
    return holders.filter((each) => !each.attached && !this.#going.has(each.id)).map((each) => each.id)
  }

  async #keep(object: StoredObject, by: readonly bigint[]): Promise<void> {
    if (this.#seen.has(object.id)) return
    this.#seen.add(object.id)
    this.#steps.push({ object, keptBy: await run<StoredObject>(this.#sql, findByIds, [by]) })
  }

  async finish(): Promise<DeletionStep[]> {
    const ids = this.#steps.flatMap(({ object, keptBy }) => (keptBy.length === 0 ? [object.id] : []))
    const counts = await run<{ objectId: bigint; count: number }>(this.#sql, countResources, [ids])
    const resources = new Map(counts.map(({ objectId, count }) => [objectId, count]))
    const data = Map.groupBy(await findDataHolders(this.#sql, ids), ({ objectId }) => objectId)
    return this.#steps.map(({ object, keptBy }) => ({
      object,
      keptBy,
      resources: resources.get(object.id) ?? 0,
      data: (data.get(object.id) ?? []).map(
        ({ kind, namespace, name }) => `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`,
      ),
    }))
  }
}

const countResources: Statement = {
  name: 'count-applied',
  text: `
  SELECT "objectId", count(*)::int AS count FROM "AppliedResource" WHERE "objectId" = ANY($1) GROUP BY "objectId"`,
}

import type { DeletionStep, ObjectTarget, Write } from '../../schema/graphql/store-writes.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { StoreContext } from './context.ts'
import { childrenAmong } from './children.ts'
import { deleteAll } from './delete.ts'
import { findByIds, findHolders, findObjects } from './lookups.ts'
import { keysOf } from './objects.ts'
import { withoutReferrers } from './owned-deletion.ts'
import { dataName, findDataHolders, findOwnedObjects, findOwners } from './ownership.ts'
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
  return new DeletionPlanner(context.sql, objects).plan()
}

type Step = Pick<DeletionStep, 'object' | 'keptBy'>

/** Walks from the targets to what they own, and to their children. */
class DeletionPlanner {
  readonly #sql: Sql
  readonly #targets: readonly StoredObject[]
  /** The objects that are deleted. */
  readonly #going: Set<bigint>
  readonly #read = new Map<bigint, Below>()
  #steps: Step[] = []
  #seen = new Set<bigint>()

  constructor(sql: Sql, targets: readonly StoredObject[]) {
    this.#sql = sql
    this.#targets = targets
    this.#going = new Set(targets.map(({ id }) => id))
  }

  async plan(): Promise<DeletionStep[]> {
    // What one object keeps leaves with it, so the objects that use it have to be known.
    for (let before = -1; before !== this.#going.size;) {
      before = this.#going.size
      this.#steps = []
      this.#seen = new Set()
      for (const target of this.#targets) await this.#add(target)
    }
    return this.#described()
  }

  async #add(object: StoredObject): Promise<void> {
    if (this.#seen.has(object.id) || this.#steps.length >= maxSteps) return
    this.#seen.add(object.id)
    const { first, owned } = await this.#below(object.id)
    await this.#addGoing(first)
    this.#steps.push({ object, keptBy: [] })
    await this.#addOwned(owned)
  }

  async #below(id: bigint): Promise<Below> {
    const known = this.#read.get(id)
    if (known !== undefined) return known
    const owned = await findOwnedObjects(this.#sql, id)
    const holders = await findHolders(this.#sql, [id])
    const attached = new Set(holders.flatMap((each) => (each.attached ? [each.id] : [])))
    const children = await childrenAmong(this.#sql, holders)
    const below = {
      first: [...children, ...owned.filter((each) => attached.has(each.id))],
      owned: owned.filter((each) => !attached.has(each.id)),
    }
    this.#read.set(id, below)
    return below
  }

  async #addGoing(objects: readonly StoredObject[]): Promise<void> {
    for (const { id } of objects) this.#going.add(id)
    for (const each of objects) await this.#add(each)
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
    // It goes with the last of its owners.
    const isLast = ({ id }: StoredObject): boolean =>
      (owners.get(id) ?? []).every(({ ownerId }) => this.#seen.has(ownerId))
    const free = await withoutReferrers(this.#sql, own, this.#going)
    for (const each of owned) {
      if (free.includes(each)) continue
      const by = sharersOf(each)
      await this.#keep(each, by.length > 0 ? by : await this.#referrersOf(each))
    }
    // Instances refer to their definitions, which are older.
    await this.#addGoing(free.filter(isLast).toSorted((one, other) => (one.id < other.id ? 1 : -1)))
  }

  async #referrersOf({ id }: StoredObject): Promise<bigint[]> {
    const holders = await findHolders(this.#sql, [id])
    return holders.filter((each) => !each.attached && !this.#going.has(each.id)).map((each) => each.id)
  }

  async #keep(object: StoredObject, by: readonly bigint[]): Promise<void> {
    if (this.#seen.has(object.id) || this.#going.has(object.id)) return
    this.#seen.add(object.id)
    this.#steps.push({ object, keptBy: await run<StoredObject>(this.#sql, findByIds, [by]) })
  }

  async #described(): Promise<DeletionStep[]> {
    const ids = this.#steps.flatMap(({ object, keptBy }) => (keptBy.length === 0 ? [object.id] : []))
    const counts = await run<{ objectId: bigint; count: number }>(this.#sql, countResources, [ids])
    const resources = new Map(counts.map(({ objectId, count }) => [objectId, count]))
    const data = Map.groupBy(await findDataHolders(this.#sql, ids), ({ objectId }) => objectId)
    return this.#steps.map(({ object, keptBy }) => ({
      object,
      keptBy,
      resources: resources.get(object.id) ?? 0,
      data: (data.get(object.id) ?? []).map(dataName),
    }))
  }
}

/** What an object owns, and its children. */
interface Below {
  /** What is deleted before it. */
  first: readonly StoredObject[]
  /** What else it owns. */
  owned: readonly StoredObject[]
}

const countResources: Statement = {
  name: 'count-applied',
  text: `
  SELECT "objectId", count(*)::int AS count FROM "AppliedResource" WHERE "objectId" = ANY($1) GROUP BY "objectId"`,
}

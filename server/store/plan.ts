import type { PoolClient } from 'pg'
import type { Write, WritePlan } from '../../schema/graphql/store-writes.ts'
import type { ObjectInput } from '../../schema/inputs.ts'
import { allKinds, kindNamed } from '../../schema/kinds/index.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { StoreContext } from './context.ts'
import { dependentDefinitionOf } from './declared-dependencies.ts'
import { instancesOfKinds } from './instances.ts'
import { findByIds } from './lookups.ts'
import { checkAll } from './objects.ts'
import type { ChangedRelease } from './plans/changed-releases.ts'
import { DependencyPlanner, type StateBefore } from './plans/dependency-planner.ts'
import type { ChangedSpec } from './plans/operations.ts'
import type { ChangedWorkload } from './plans/resources.ts'
import { run, transaction, type Sql } from './sql.ts'
import { writeInTransaction } from './write-items.ts'

/** The most applications that one plan resolves; the others are counted. */
const maxApplications = 200

/**
 * Returns what an apply would do: its results, and the objects that applications would then create, change and delete for their
 * dependencies. Writes nothing.
 */
export async function planAll(
  context: StoreContext,
  inputs: readonly ObjectInput[],
  write: Write,
): Promise<WritePlan> {
  const dryRun = { ...write, dryRun: true }
  const items = await checkAll(context, inputs, dryRun)
  return transaction(
    context.sql,
    async (sql) => {
      const applied = await writeInTransaction(context, sql, { items, write: dryRun })
      const written = applied.map(({ object }) => object)
      return { applied, ...(await effectsOnDependencies(context, sql, { written, write })) }
    },
    { rollback: true },
  )
}

/** What applications do after a change, and the workloads whose resources it may touch. */
export interface DependencyEffects extends Omit<WritePlan, 'applied'> {
  workloads: ChangedWorkload[]
  releases: ChangedRelease[]
  /** The specs of the objects that they create and update. */
  specs: ChangedSpec[]
}

/**
 * Returns what applications do for their dependencies after a write. Within the transaction of the write, their objects are written as
 * their reconcilers would write them, which is then rolled back.
 */
export async function effectsOnDependencies(
  context: StoreContext,
  sql: PoolClient,
  { written, write, before }: { written: readonly StoredObject[]; write: Write; before?: StateBefore },
): Promise<DependencyEffects> {
  const ids = await applicationsOf(sql, written)
  const found = await run<StoredObject>(sql, findByIds, [ids.slice(0, maxApplications)])
  const applications = found.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
  const work = async (within: PoolClient): Promise<DependencyEffects> => {
    const planner = new DependencyPlanner(context, within, { write, before })
    for (const application of applications) await planner.addApplication(application)
    for (const object of written) {
      if (object.kind === 'Application') await planner.addEnvironments(object)
      else if (!ids.includes(object.id)) await planner.addServices(object)
    }
    await planner.addLeaving()
    const { objects, placements, workloads, releases, specs } = planner
    return { objects, placements, workloads, releases, specs, omitted: ids.length - applications.length }
  }
  return transaction(sql, work, { rollback: true })
}

/** The kinds of instances whose definitions can declare dependencies. */
const dependentKinds = allKinds
  .map(({ kind }) => kind)
  .filter((kind) => dependentDefinitionOf(kind) !== undefined)

/** Returns the ids of the instances that a write concerns: those written, and those of written definitions. */
async function applicationsOf(sql: Sql, written: readonly StoredObject[]): Promise<bigint[]> {
  const definitions = written.filter(({ kind }) => kindNamed(kind).dependencies !== undefined)
  // What else refers to a definition, such as an Application, has no dependencies of its own.
  const instances = await run<{ id: bigint }>(sql, instancesOfKinds, [
    definitions.map(({ id }) => id),
    dependentKinds,
  ])
  const own = written.filter(({ kind }) => dependentKinds.includes(kind))
  return [...new Set([...own, ...instances].map(({ id }) => id))]
}

import type { PoolClient } from 'pg'
import type { NamedObject, PlanEffects, PlannedDeletion } from '../../../schema/graphql/store-plans.ts'
import type { DeletionStep } from '../../../schema/graphql/store-writes.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import type { StoreContext } from '../context.ts'
import { findByIds, findObjects } from '../lookups.ts'
import { effectsOnDependencies } from '../plan.ts'
import { run, specOf, type Sql } from '../sql.ts'
import { plannedOperations, type ChangedSpec } from './operations.ts'
import type { RecordedWrite, RecordedWrites } from './recorded-writes.ts'
import { plannedResources, type ComparedWorkload } from './resources.ts'
import { plannedRollouts } from './rollouts.ts'

/** What a change does, with what clusters can be asked about it. */
export interface EffectsWithin {
  effects: PlanEffects
  compared: readonly ComparedWorkload[]
  /** The objects that it has created. */
  created: ReadonlySet<bigint>
}

/** Returns what has been written in a transaction, and what follows from it. */
export async function effectsOf(
  context: StoreContext,
  sql: PoolClient,
  { writes, deletions, before, actor }: RecordedWrites & { actor: string },
): Promise<EffectsWithin> {
  const nameOf = await namesOf(sql, [
    ...writes.map(({ object }) => object),
    ...deletions.flatMap(({ object, keptBy }) => [object, ...keptBy]),
  ])
  const changed = writes.filter(({ action }) => action !== 'delete').map(({ object }) => object)
  const created = new Set(writes.flatMap(({ action, object }) => (action === 'create' ? [object.id] : [])))
  const { workloads, specs, ...dependencies } = await effectsOnDependencies(context, sql, {
    written: changed,
    write: { actor },
    before: { created, written: before },
  })
  const delivered = await plannedRollouts(
    sql,
    writes.filter(({ action }) => action !== 'keep').map(({ object }) => object),
  )
  const { digester } = context
  const { resources, notes, compared } = await plannedResources({ digester, actor }, [
    ...workloads,
    ...delivered.workloads,
  ])
  const leaving = dependencies.objects.filter(({ action }) => action === 'delete')
  const gone = [
    ...(await findObjects(sql, leaving)).values(),
    ...deletions.filter(({ keptBy }) => keptBy.length === 0).map(({ object }) => object),
  ]
  const nameOfGone = await namesOf(sql, gone)
  const operations = await plannedOperations(sql, [
    ...writes
      .filter(({ action }) => action === 'create' || action === 'update')
      .map(({ object, action }) => ({
        ...nameOf(object),
        before: action === 'create' ? undefined : specOf(before.get(object.id) ?? object),
        after: specOf(object),
      })),
    ...specs,
    ...gone.map((object) => ({ ...nameOfGone(object), before: specOf(object), after: undefined })),
  ])
  const effects: PlanEffects = {
    changes: writes.map(({ object, ...change }) => ({ ...nameOf(object), ...change })),
    ...dependencies,
    deletions: deletions.map((step) => deletionOf(step, nameOf)),
    rollouts: delivered.rollouts,
    resources,
    operations,
    risks: [],
    notes: [...delivered.notes, ...notes, ...notesOfCharts(specs, writes)],
  }
  return { effects, compared, created }
}

/** Says of Helm workloads that change that their resources are not listed. */
function notesOfCharts(specs: readonly ChangedSpec[], writes: readonly RecordedWrite[]): string[] {
  const written = writes.filter(({ action }) => action === 'create' || action === 'update')
  const all = [...specs, ...written.map(({ object }) => object)]
  const names = new Set(all.filter(({ kind }) => kind === 'HelmWorkloadInstance').map(({ name }) => name))
  return [...names].map(
    (name) => `The resources of Helm workload ${name} are rendered by workers later, so they are not listed.`,
  )
}

function deletionOf(
  { object, keptBy, resources, data }: DeletionStep,
  nameOf: (object: StoredObject) => NamedObject,
): PlannedDeletion {
  return { ...nameOf(object), keptBy: keptBy.map(nameOf), resources, data }
}

/** Returns a function that names the given objects. */
async function namesOf(
  sql: Sql,
  objects: readonly StoredObject[],
): Promise<(object: StoredObject) => NamedObject> {
  const ids = [...new Set(objects.flatMap(({ projectId }) => projectId ?? []))]
  const projects = ids.length === 0 ? [] : await run<StoredObject>(sql, findByIds, [ids])
  const known = new Map(projects.map(({ id, name }) => [id, name]))
  return ({ kind, projectId, name }) => ({ kind, project: known.get(projectId ?? 0n) ?? null, name })
}

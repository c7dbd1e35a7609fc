import type { PoolClient } from 'pg'
import { shownValue } from '../../../schema/errors.ts'
import type { NamedObject, PlanEffects, PlannedDeletion } from '../../../schema/graphql/store-plans.ts'
import type { Reach } from '../../../schema/graphql/store-rollouts.ts'
import type { DeletionStep } from '../../../schema/graphql/store-writes.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import type { StoreContext } from '../context.ts'
import { findReach } from '../definition-rollouts/reach.ts'
import { findByIds, findObjects } from '../lookups.ts'
import { dataName, findDataHolders } from '../ownership.ts'
import { effectsOnDependencies } from '../plan.ts'
import { run, specOf, type Sql } from '../sql.ts'
import type { ChangedRelease } from './changed-releases.ts'
import type { ComparedEffects } from './moved-effects.ts'
import { plannedOperations, type ChangedSpec } from './operations.ts'
import type { RecordedWrites } from './recorded-writes.ts'
import { plannedResources, type ComparedWorkload } from './resources.ts'
import { plannedRollouts } from './rollouts.ts'

/** The most objects that a plan names of those that an edit reaches. */
const namedObjects = 100

/** What a change does, with what clusters can be asked about it, and what further effects follow from. */
export interface EffectsWithin {
  effects: ComparedEffects
  compared: readonly ComparedWorkload[]
  /** The Helm workloads whose resources workers know. */
  releases: readonly ChangedRelease[]
  /** The objects that it has created. */
  created: ReadonlySet<bigint>
  /** The specs of the objects of applications that it creates and updates. */
  specs: readonly ChangedSpec[]
  /** What else becomes of resources and rollouts, in sentences. */
  notes: readonly string[]
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
  const { workloads, releases, specs, ...dependencies } = await effectsOnDependencies(context, sql, {
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
  const reached = new Map<bigint, Reach>()
  for (const { action, object } of writes) {
    const reaches = action === 'update' ? await findReach({ sql }, object, namedObjects) : undefined
    if (reaches !== undefined && reaches.total > 0) reached.set(object.id, reaches)
  }
  const effects: ComparedEffects = {
    changes: writes.map(({ object, ...change }) => {
      const reaches = reached.get(object.id)
      return { ...nameOf(object), ...change, ...(reaches === undefined ? {} : { reaches }) }
    }),
    ...dependencies,
    deletions: deletions.map((step) => deletionOf(step, nameOf)),
    rollouts: delivered.rollouts,
    resources,
  }
  return { effects, compared, releases, created, specs, notes: [...delivered.notes, ...notes] }
}

/** Returns what a plan says for information of what has been written in a transaction: it is not compared when the plan is executed. */
export async function informationOf(
  sql: Sql,
  {
    writes,
    deletions,
    before,
    effects,
    specs,
    notes,
  }: RecordedWrites & Pick<EffectsWithin, 'effects' | 'specs' | 'notes'>,
): Promise<Pick<PlanEffects, 'operations' | 'notes'>> {
  const written = writes.filter(({ action }) => action === 'create' || action === 'update')
  const leaving = [
    ...(
      await findObjects(
        sql,
        effects.objects.filter(({ action }) => action === 'delete'),
      )
    ).values(),
  ]
  const gone = [
    ...leaving,
    ...deletions.filter(({ keptBy }) => keptBy.length === 0).map(({ object }) => object),
  ]
  const nameOf = await namesOf(sql, [...written.map(({ object }) => object), ...gone])
  const operations = await plannedOperations(sql, [
    ...written.map(({ object, action }) => ({
      ...nameOf(object),
      before: action === 'create' ? undefined : specOf(before.get(object.id) ?? object),
      after: specOf(object),
    })),
    ...specs,
    ...gone.map((object) => ({ ...nameOf(object), before: specOf(object), after: undefined })),
  ])
  return { operations, notes: [...(await lostData(sql, leaving)), ...notes] }
}

/** Returns a sentence about each object that leaves with data. */
async function lostData(sql: Sql, leaving: readonly StoredObject[]): Promise<string[]> {
  const held = await findDataHolders(
    sql,
    leaving.map(({ id }) => id),
  )
  const byObject = Map.groupBy(held, ({ objectId }) => objectId)
  return leaving.flatMap(({ id, kind, name }) => {
    const data = (byObject.get(id) ?? []).map(dataName)
    return data.length === 0
      ? []
      : [`${kind} ${shownValue(name)} is deleted with the data of ${data.join(', ')}.`]
  })
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

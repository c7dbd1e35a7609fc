import { randomBytes } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import type { PoolClient } from 'pg'
import { isPlatformError, listedErrors, PlatformError } from '../../../schema/errors.ts'
import type {
  ExecutedPlan,
  PlanEffects,
  PlannedRequest,
  SavedPlan,
} from '../../../schema/graphql/store-plans.ts'
import type { QueryWorkers } from '../../../schema/cluster-queries.ts'
import type { Store } from '../../../schema/graphql/store.ts'
import { maxErrors } from '../../../schema/limits.ts'
import type { StoreContext } from '../context.ts'
import { deletionSteps } from '../deletion-plan.ts'
import { findObjects } from '../lookups.ts'
import { keysOf } from '../objects.ts'
import { run, transaction, type Statement } from '../sql.ts'
import { arrivingWith, checkTargets } from './check-targets.ts'
import { checkedResources } from './cluster-checks.ts'
import { effectsOf, informationOf } from './effects.ts'
import { movedEffects, type ComparedEffects } from './moved-effects.ts'
import { lifetime, maxPlans, readPlan, readSavedPlan, unknownPlan, type PlanRow } from './read-plan.ts'
import { notListed, releaseEffects } from './release-effects.ts'
import { releaseTargets, type ReleaseTarget } from './release-targets.ts'
import { risksOf, type Reason } from './risks.ts'
import { recordingStore, type ReadBefore, type RecordedWrites } from './recorded-writes.ts'

/** A mutation to plan. */
export interface PlannedMutation {
  actor: string
  request: PlannedRequest
  /** Asks clusters about the resources that would change. @default they are not asked */
  queryWorkers?: QueryWorkers
}

/** Creates a store within a transaction. */
export type StoreWithin = (sql: PoolClient) => Store

/**
 * Executes a mutation in a transaction that is rolled back, and records what it did as a plan.
 *
 * @param work The mutation. It gets the store to write to.
 */
export async function savePlan<Result>(
  context: StoreContext,
  { actor, request, queryWorkers }: PlannedMutation,
  { storeIn, work }: { storeIn: StoreWithin; work: (store: Store) => Promise<Result> },
): Promise<{ result: Result; plan: SavedPlan }> {
  const {
    result,
    effects: found,
    information,
    targets,
    releases,
    compared,
  } = await transaction(
    context.sql,
    async (sql) => {
      const recorded = await recordedWork(context, sql, { actor, storeIn, work })
      const asked = queryWorkers === undefined ? [] : recorded.compared
      const { created, effects } = recorded
      const arriving = arrivingWith(recorded.compared, effects.objects)
      return {
        ...recorded,
        information: await informationOf(sql, recorded),
        targets: await checkTargets(sql, asked, { created, arriving }),
        releases: await releaseTargets({ ...context, sql, actor }, recorded.releases, { created, arriving }),
      }
    },
    { rollback: true },
  )
  const { resources, notes, risks } =
    queryWorkers === undefined
      ? withoutWorkers(found.resources, releases)
      : await foundByWorkers(queryWorkers, { resources: found.resources, targets, releases })
  const allNotes = [...information.notes, ...notes]
  const effects: PlanEffects = { ...found, ...information, notes: allNotes, resources, risks: [] }
  effects.risks = risksOf(effects, compared, risks)
  const id = newId()
  const sealed = context.encryption.seal(serialize(request).toString('base64'), sealingContext(id))
  const [plan] = await run<PlanRow>(context.sql, insertPlan, [id, actor, sealed, JSON.stringify(effects)])
  if (plan === undefined) throw new Error('a stored plan was not returned')
  await run(context.sql, dropSurplus, [actor, maxPlans])
  return { result, plan }
}

interface Found extends Pick<PlanEffects, 'resources' | 'notes'> {
  risks: Reason[]
}

/** Returns the resources of a plan with what clusters say about them, and those that only workers know. */
async function foundByWorkers(
  queryWorkers: QueryWorkers,
  asked: Parameters<typeof checkedResources>[1] & { releases: readonly ReleaseTarget[] },
): Promise<Found> {
  const [resources, rendered] = await Promise.all([
    checkedResources(queryWorkers, asked),
    releaseEffects(queryWorkers, { targets: asked.releases, listed: asked.resources.length }),
  ])
  return { ...rendered, resources: [...resources, ...rendered.resources] }
}

function withoutWorkers(resources: PlanEffects['resources'], releases: readonly ReleaseTarget[]): Found {
  const notes = releases.map(({ object, runtime }) => notListed(object, runtime, 'no worker was asked'))
  return { resources, notes, risks: [] }
}

/** Returns a plan. Throws NOT_FOUND. */
export async function findPlan({ sql }: StoreContext, id: string): Promise<SavedPlan> {
  const plan = await readSavedPlan(sql, id)
  if (plan === undefined) throw unknownPlan(id)
  return planOf(plan)
}

export interface PlanExecution<Result> {
  storeIn: StoreWithin
  /** Repeats the mutation. */
  work: (store: Store, request: PlannedRequest) => Promise<Result>
  /** Finds out whether it can be executed. @default false */
  dryRun?: boolean
}

/**
 * Executes a plan in one transaction: its mutation takes effect if that, and what follows from it, is what was planned. Throws
 * PLAN_OUTDATED with what is different now, NOT_FOUND, CONFLICT for a plan that was executed, and the errors of the mutation.
 */
export async function executePlan<Result>(
  context: StoreContext,
  { actor, id }: { actor: string; id: string },
  { storeIn, work, dryRun = false }: PlanExecution<Result>,
): Promise<ExecutedPlan> {
  return transaction(
    context.sql,
    async (sql) => {
      const [planned] = await run<PlanRow>(sql, lockPlan, [id])
      if (planned === undefined) throw unknownPlan(id)
      if (planned.executedAt !== null) throw executedBefore(planned)
      const opened = context.encryption.open(planned.request, sealingContext(id))
      // Written by `savePlan`.
      const request = deserialize(Buffer.from(opened, 'base64')) as PlannedRequest
      const { effects, objects } = await recordedWork(context, sql, {
        actor,
        storeIn,
        work: (store) => work(store, request),
      })
      const moved = movedEffects(planned.effects, asStored(effects))
      if (moved.length > 0) throw outdated(planned, moved)
      const [plan] = await run<PlanRow>(sql, markExecuted, [id, actor])
      return { plan: planOf(plan ?? planned), objects }
    },
    { rollback: dryRun },
  )
}

async function recordedWork<Result>(
  context: StoreContext,
  sql: PoolClient,
  { actor, storeIn, work }: { actor: string; storeIn: StoreWithin; work: (store: Store) => Promise<Result> },
) {
  const recorded: RecordedWrites = { writes: [], deletions: [], before: new Map() }
  const within = { ...context, sql }
  const reads: ReadBefore = {
    stepsOf: (targets) => deletionSteps(within, targets),
    objectsOf: async (targets) => {
      // What cannot be found is an error of the write that follows.
      const keys = await keysOf(within, targets).catch((error: unknown) => {
        if (isPlatformError(error)) return []
        throw error
      })
      return [...(await findObjects(sql, keys)).values()]
    },
  }
  const result = await work(recordingStore(storeIn(sql), recorded, reads))
  const objects = recorded.writes.map(({ object }) => object)
  return { ...recorded, result, objects, ...(await effectsOf(context, sql, { ...recorded, actor })) }
}

/** Returns effects as they are read from the database. */
function asStored(effects: ComparedEffects): ComparedEffects {
  return JSON.parse(JSON.stringify(effects)) as ComparedEffects
}

/** Returns a stored plan. An earlier release has stored fewer effects. */
function planOf(row: PlanRow): SavedPlan {
  return { ...row, effects: Object.assign({ operations: [], risks: [] }, row.effects) }
}

/** Returns an id that can be typed: 50 random bits, without letters that look like digits. */
function newId(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz023456789'
  return [...randomBytes(10)].map((byte) => letters[byte % letters.length]).join('')
}

function sealingContext(id: string): string {
  return `plan ${id}`
}

function executedBefore({ id, executedAt, executor }: SavedPlan): PlatformError {
  const when = executedAt?.toISOString() ?? ''
  return new PlatformError('CONFLICT', `plan ${id} was executed at ${when} by ${executor ?? ''}`)
}

function outdated({ id }: SavedPlan, moved: readonly string[]): PlatformError {
  const shown = moved.slice(0, maxErrors)
  const list = listedErrors(shown, { of: 'effects have changed', furtherFields: moved.length - shown.length })
  return new PlatformError(
    'PLAN_OUTDATED',
    `plan ${id} would not do any more what it was made for; nothing was changed. Make a new plan. ${list}`,
  )
}

const insertPlan: Statement = {
  name: 'insert-plan',
  text: `
  INSERT INTO "Plan" (id, actor, request, effects, "expiresAt")
  VALUES ($1, $2, $3, $4, now() + interval '${lifetime}') RETURNING *`,
}

/** $1 actor, $2 the number of its plans that stay: the newest. */
const dropSurplus: Statement = {
  name: 'drop-surplus-plans',
  text: `
  DELETE FROM "Plan" WHERE id IN (
    SELECT id FROM "Plan" WHERE actor = $1 ORDER BY "createdAt" DESC, id OFFSET $2 FOR UPDATE SKIP LOCKED
  )`,
}

const lockPlan: Statement = { name: 'lock-plan', text: `${readPlan.text} FOR UPDATE` }

const markExecuted: Statement = {
  name: 'mark-plan-executed',
  text: 'UPDATE "Plan" SET "executedAt" = now(), executor = $2 WHERE id = $1 RETURNING *',
}

import type { PoolClient } from 'pg'
import { differences } from '../../schema/differences.ts'
import type { Applied, Write } from '../../schema/graphql/store-writes.ts'
import { uncheckedKinds } from '../../schema/policies/cel/violations.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { createSlices } from '../pacing/slices.ts'
import {
  batchNeeds,
  changeProblems,
  checkReferences,
  duplicateProblems,
  exclusiveProblems,
  fillDefaults,
  findProjects,
  ownedProblems,
  presenceProblems,
  versionProblems,
  type Item,
  type Planned,
} from './checks.ts'
import { approvedPlanProblems } from './approved-plans.ts'
import { authorProblems } from './authors.ts'
import { builtInProblems } from './built-in.ts'
import { customResourceErrors } from './custom-resources.ts'
import { withRolloutOf } from './definition-rollouts/condition.ts'
import { hasRules, holdInstances } from './definition-rollouts/edits.ts'
import { cycleProblem, cycleProblems } from './cycles.ts'
import { deliveryProblems } from './delivery-checks.ts'
import { dependencyLimitProblems } from './dependency-limits.ts'
import { creationText, insertObjects, maxObjects } from './creations.ts'
import { sealDraft, manifestPlaceholderErrors, type Sealed } from './drafts.ts'
import type { StoreContext } from './context.ts'
import { keyText, lockObjects } from './lookups.ts'
import { editObjects, editText } from './edits.ts'
import { dependencyOrder } from './order.ts'
import { overrideProblems } from './override-checks.ts'
import { parameterProblems } from './parameter-checks.ts'
import { placementProblems } from './placement-checks.ts'
import { previewProblems } from './preview-checks.ts'
import { promotedApplications } from './promoted-applications.ts'
import { promotionProblems } from './promotion-checks.ts'
import { checkPolicies } from './policies.ts'
import { invalid, problemError, type Problem } from './problems.ts'
import { definitionLimitProblems, fillProfiles, tieProblems } from './profiles.ts'
import { contradictionProblems, referencedSpecs } from './referenced-specs.ts'
import { RaceLost } from './races.ts'
import { sealTexts } from './sealed-texts.ts'
import { acceptedStatus, run, transaction } from './sql.ts'
import { tierProblems } from './tiers.ts'
import { renewReferrers } from './write-object.ts'
import { deepEqual } from './deep-equal.ts'

/** Writes all items or none, in one transaction; throws an error with all problems. */
export async function writeItems(
  context: StoreContext,
  items: readonly Item[],
  write: Write,
): Promise<Applied[]> {
  return transaction(context.sql, (sql) => writeInTransaction(context, sql, { items, write }), {
    rollback: write.dryRun === true,
  })
}

/** Writes all items or none as a part of a transaction. */
export async function writeInTransaction(
  context: StoreContext,
  sql: PoolClient,
  { items, write }: { items: readonly Item[]; write: Write },
): Promise<Applied[]> {
  const keys = items.map(({ key }) => key)
  const [stored, known] = await Promise.all([lockObjects(sql, keys), findProjects(sql, items)])
  const problems: Problem[] = duplicateProblems(items)
  const planned: Planned[] = []
  const slices = createSlices()
  for (const item of items) {
    await slices.spend()
    const existing = stored.get(keyText(item.key))
    const refused = [...presenceProblems(item, existing), ...versionProblems(item, existing)]
    const built = await item.build(existing)
    problems.push(...refused, ...built.problems)
    const { draft } = built
    if (draft === undefined) continue
    const texts = await sealTexts(context, { draft, existing, path: item.path, actor: write.actor })
    planned.push({ item, draft, existing, texts })
  }
  const findReferenced = referencedSpecs(sql, planned)
  const findPromoted = promotedApplications(sql)
  problems.push(...(await fillDefaults(sql, planned, findReferenced)))
  problems.push(...planned.flatMap(placementProblems))
  problems.push(...builtInProblems(planned, write.actor), ...authorProblems(planned, write.actor))
  problems.push(...(await approvedPlanProblems(sql, planned, { actor: write.actor, findPromoted })))
  problems.push(...(await fillProfiles(sql, planned, findReferenced)))
  problems.push(...planned.flatMap((plan) => changeProblems(plan, context.clusters)))
  problems.push(...invalid(planned.flatMap(({ texts, item }) => manifestPlaceholderErrors(texts, item.path))))
  problems.push(...invalid(await customResourceErrors(context, sql, { planned, actor: write.actor })))
  problems.push(...(await ownedProblems(sql, planned)))
  const { problems: unresolved, projects } = await checkReferences(sql, planned, {
    known,
    readable: write.readable,
  })
  problems.push(...unresolved, ...(await tierProblems(sql, planned, projects)))
  problems.push(
    ...(await tieProblems(sql, planned, projects)),
    ...(await definitionLimitProblems(sql, planned)),
  )
  problems.push(...(await contradictionProblems(planned, findReferenced)))
  problems.push(...(await exclusiveProblems(sql, planned)), ...(await parameterProblems(sql, planned)))
  problems.push(...(await overrideProblems(context, { planned, findReferenced }, write.actor)))
  problems.push(
    ...(await deliveryProblems(context, { planned, findReferenced }, write.actor)),
    ...(await previewProblems(sql, planned)),
    ...(await promotionProblems(sql, planned, findPromoted)),
  )
  if (problems.length === 0)
    problems.push(...(await dependencyLimitProblems(sql, { planned, projects, findReferenced })))
  const checked = await checkPolicies(context, sql, { planned, projects, findReferenced, write })
  problems.push(...checked.problems)
  const { ordered, cyclic } = dependencyOrder(planned, batchNeeds(planned))
  problems.push(...cyclic.map(cycleProblem), ...(await cycleProblems(sql, ordered)))
  if (problems.length > 0) throw problemError(problems)

  const results = await writeAll(context, sql, { ordered, write, version: checked.version })
  if (planned.some(({ draft }) => uncheckedKinds.has(draft.kind.kind))) context.policies.forget()
  const applied = planned.flatMap((plan) => {
    const result = results.get(plan)
    const warnings = checked.warnings.get(plan)
    return result === undefined ? [] : [warnings === undefined ? result : { ...result, warnings }]
  })
  return write.dryRun === true ? withNewProjects(applied) : applied
}

/** Returns the results of a dry run with the names of the projects that exist only in it. */
export function withNewProjects(applied: readonly Applied[]): Applied[] {
  const created = new Map(
    applied.flatMap(({ object, result }) =>
      object.kind === 'Project' && result === 'created' ? [[object.id, object.name]] : [],
    ),
  )
  return applied.map((each) => {
    const newProject = created.get(each.object.projectId ?? 0n)
    return newProject === undefined ? each : { ...each, object: { ...each.object, newProject } }
  })
}

interface Writing {
  write: Write
  /** The version of the policies against which all objects were checked; null if they were not. */
  version: string | null
}

/** Writes objects, each of which follows those that it refers to. */
async function writeAll(
  context: StoreContext,
  sql: PoolClient,
  { ordered, ...writing }: Writing & { ordered: readonly Planned[] },
): Promise<Map<Planned, Applied>> {
  const results = new Map<Planned, Applied>()
  const needs = batchNeeds(ordered)
  const slices = createSlices()
  /** The objects to create next, by their positions. */
  const created = new Map<number, Planned>()
  const create = async (): Promise<void> => {
    const plans = [...created.values()]
    created.clear()
    if (plans.length > 0) await createAll(context, sql, { ...writing, plans, results })
  }
  /** The edits to make next; while there are any, no object is to be created. */
  let edits: PlannedEdit[] = []
  const edit = async (): Promise<void> => {
    const next = edits
    edits = []
    if (next.length > 0) await editAll(context, sql, { ...writing, edits: next, results })
  }
  for (const [position, plan] of ordered.entries()) {
    await slices.spend()
    const planned = plannedEdit(context, plan)
    if (planned === undefined) {
      await edit()
      if (created.size >= maxObjects || needs(plan).some((index) => created.has(index))) await create()
      created.set(position, plan)
    } else if ('result' in planned) results.set(plan, planned)
    else {
      await create()
      // Instances are held once all edits before are made.
      if (edits.length >= maxObjects || planned.holds) await edit()
      edits.push(planned)
    }
  }
  await create()
  await edit()
  return results
}

/** Objects that one statement writes. */
interface Batch extends Writing {
  results: Map<Planned, Applied>
}

async function createAll(
  context: StoreContext,
  sql: PoolClient,
  { plans, results, write, version }: Batch & { plans: readonly Planned[] },
): Promise<void> {
  const options = { ...write, isChecked: true, policies: version }
  const creations = plans.map(({ draft, texts }) =>
    creationText(sealDraft({ draft, texts }, context.encryption), options),
  )
  const rows = await insertObjects(sql, creations)
  for (const [index, plan] of plans.entries()) {
    const { object } = rows[index] ?? {}
    if (object === undefined) throw raceLost(context)
    results.set(plan, { object, result: 'created', differences: differences(undefined, object) })
  }
}

interface PlannedEdit {
  plan: Planned
  existing: StoredObject
  sealed: Sealed
  /** Whether the spec changes. */
  desired: boolean
  /** Whether instances have to be held before the edit. */
  holds: boolean
}

/** Returns the edit of a stored object, or the result if it is not changed; undefined for an object to create. */
function plannedEdit(
  { encryption }: StoreContext,
  plan: Planned,
): PlannedEdit | (Applied & { result: 'unchanged' }) | undefined {
  const { draft, existing, item } = plan
  if (existing === undefined) return undefined
  const sealed = sealDraft(plan, encryption)
  const desired = !deepEqual(sealed.spec, existing.spec)
  const isNoted =
    !deepEqual(sealed.labels, existing.labels) || !deepEqual(sealed.annotations, existing.annotations)
  if (!desired && !isNoted) return { object: existing, result: 'unchanged', differences: [] }
  if (item.keeps === true) return { object: existing, result: 'unchanged', differences: [], isHeldBack: true }
  return {
    plan,
    existing,
    sealed,
    desired,
    holds: desired && draft.kind.rollsOut && hasRules({ existing, sealed }),
  }
}

async function editAll(
  context: StoreContext,
  sql: PoolClient,
  { edits, results, write, version }: Batch & { edits: readonly PlannedEdit[] },
): Promise<void> {
  const texts: string[] = []
  const reaching: bigint[] = []
  for (const { plan, existing, sealed, desired, holds } of edits) {
    const { id } = existing
    const reaches = !holds || (await holdInstances(context, sql, { existing, sealed, actor: write.actor }))
    if (desired && reaches) reaching.push(id)
    const accepted =
      desired && !plan.draft.kind.reconciled ? acceptedStatus(plan.draft, existing.generation + 1) : null
    const status = accepted === null || reaches ? accepted : withRolloutOf(accepted, existing)
    texts.push(editText(sealed, { ...write, id, desired, status, policies: version }))
  }
  const ids = edits.map(({ existing }) => existing.id)
  // Sent together: an edit that is refused is followed by a rollback.
  const [rows, renewed] = await Promise.all([
    editObjects(sql, texts),
    reaching.length === 0
      ? []
      : run<StoredObject>(sql, renewReferrers, [reaching, context.reconciledKinds, ids]),
  ])
  const latest = new Map(renewed.map((row) => [row.id, row]))
  for (const [index, { plan, existing }] of edits.entries()) {
    const row = rows[index]
    if (row === undefined) throw raceLost(context)
    const object = latest.get(row.id) ?? row
    results.set(plan, { object, result: 'updated', differences: differences(existing, object) })
  }
}

/** Returns the error for a write whose preconditions no longer hold. The policies may be what has changed. */
function raceLost({ policies }: StoreContext): RaceLost {
  policies.forget()
  return new RaceLost('what an object refers to, its name, or a policy has changed since it was read')
}

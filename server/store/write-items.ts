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
  cycleProblem,
  cycleProblems,
  duplicateProblems,
  exclusiveProblems,
  fillDefaults,
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
import { holdInstances } from './definition-rollouts/edits.ts'
import { dependencyLimitProblems } from './dependency-limits.ts'
import { creationText, insertObjects, maxCreations } from './creations.ts'
import { sealDraft, manifestPlaceholderErrors, type Sealed } from './drafts.ts'
import type { StoreContext } from './context.ts'
import { keyText, lockObjects } from './lookups.ts'
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
import { documentWords } from './search-documents.ts'
import { acceptedStatus, run, transaction } from './sql.ts'
import { tierProblems } from './tiers.ts'
import { renewReferrers, updateObject } from './write-object.ts'
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
  const stored = await lockObjects(
    sql,
    items.map(({ key }) => key),
  )
  const problems: Problem[] = duplicateProblems(items)
  const planned: Planned[] = []
  const slices = createSlices()
  for (const item of items) {
    await slices.spend()
    const existing = stored.get(keyText(item.key))
    const refused = [...presenceProblems(item, existing), ...versionProblems(item, existing)]
    const built = await item.build(existing)
    problems.push(...refused, ...built.problems)
    if (built.draft !== undefined) planned.push({ item, draft: built.draft, existing })
  }
  const findReferenced = referencedSpecs(sql, planned)
  const findPromoted = promotedApplications(sql)
  problems.push(...(await fillDefaults(sql, planned, findReferenced)))
  problems.push(...planned.flatMap(placementProblems))
  problems.push(...builtInProblems(planned, write.actor), ...authorProblems(planned, write.actor))
  problems.push(...(await approvedPlanProblems(sql, planned, { actor: write.actor, findPromoted })))
  problems.push(...(await fillProfiles(sql, planned, findReferenced)))
  problems.push(...planned.flatMap((plan) => changeProblems(plan, context.clusters)))
  for (const { draft, existing, item } of planned)
    problems.push(
      ...invalid(manifestPlaceholderErrors(draft, item.path, { encryption: context.encryption, existing })),
    )
  problems.push(...invalid(await customResourceErrors(context, sql, { planned, actor: write.actor })))
  problems.push(...(await ownedProblems(sql, planned)))
  const { problems: unresolved, projects } = await checkReferences(sql, planned)
  problems.push(...unresolved, ...(await tierProblems(sql, planned, projects)))
  problems.push(
    ...(await tieProblems(sql, planned, projects)),
    ...(await definitionLimitProblems(sql, planned)),
  )
  problems.push(...(await contradictionProblems(planned, findReferenced)))
  problems.push(...(await exclusiveProblems(sql, planned)), ...(await parameterProblems(sql, planned)))
  problems.push(...(await overrideProblems(planned, findReferenced)))
  problems.push(
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

/** Writes objects, each of which follows those that it refers to. */
async function writeAll(
  context: StoreContext,
  sql: PoolClient,
  { ordered, write, version }: { ordered: readonly Planned[]; write: Write; version: string | null },
): Promise<Map<Planned, Applied>> {
  const results = new Map<Planned, Applied>()
  const needs = batchNeeds(ordered)
  const options = { ...write, isChecked: true, policies: version }
  /** The objects to create next, by their positions. */
  let created = new Map<number, Planned>()
  const create = async (): Promise<void> => {
    const plans = [...created.values()]
    created = new Map()
    if (plans.length === 0) return
    const texts = plans.map(({ draft }) => creationText(sealDraft(draft, context.encryption), options))
    const rows = await insertObjects(sql, texts)
    for (const [index, plan] of plans.entries()) {
      const { object } = rows[index] ?? {}
      if (object === undefined) throw raceLost(context)
      results.set(plan, { object, result: 'created', differences: differences(undefined, object) })
    }
  }
  for (const [position, plan] of ordered.entries()) {
    const { existing } = plan
    const followsCreated = needs(plan).some((index) => created.has(index))
    if (existing !== undefined || created.size >= maxCreations || followsCreated) await create()
    if (existing === undefined) created.set(position, plan)
    else results.set(plan, await updateStored(context, sql, { plan: { ...plan, existing }, write, version }))
  }
  await create()
  return results
}

async function updateStored(
  context: StoreContext,
  sql: PoolClient,
  {
    plan: { draft, existing, item },
    write,
    version,
  }: { plan: Planned & { existing: StoredObject }; write: Write; version: string | null },
): Promise<Applied> {
  const sealed = sealDraft(draft, context.encryption, existing)
  const desired = !deepEqual(sealed.spec, existing.spec)
  const isNoted =
    !deepEqual(sealed.labels, existing.labels) || !deepEqual(sealed.annotations, existing.annotations)
  if (!desired && !isNoted) return { object: existing, result: 'unchanged', differences: [] }
  if (item.keeps === true) return { object: existing, result: 'unchanged', differences: [], isHeldBack: true }
  const generation = existing.generation + (desired ? 1 : 0)
  const accepted = desired && !draft.kind.reconciled ? acceptedStatus(draft, generation) : null
  const reaches =
    !desired ||
    !draft.kind.rollsOut ||
    (await holdInstances(context, sql, { existing, sealed, actor: write.actor }))
  const status = accepted === null || reaches ? accepted : withRolloutOf(accepted, existing)
  const [row] = await run<StoredObject>(sql, updateObject, [
    ...referenceColumns(sealed),
    existing.id,
    JSON.stringify(sealed.labels),
    JSON.stringify(sealed.spec),
    secretsColumn(sealed),
    sealed.exclusive,
    desired,
    status === null ? null : JSON.stringify(status),
    draft.kind.reconciled,
    write.actor,
    write.reason ?? null,
    write.traceparent ?? null,
    JSON.stringify(sealed.annotations),
    documentWords(sealed),
    version,
  ])
  if (row === undefined) throw raceLost(context)
  if (desired && reaches) await run(sql, renewReferrers, [existing.id, context.reconciledKinds])
  return { object: row, result: 'updated', differences: differences(existing, row) }
}

/** Returns the error for a write whose preconditions no longer hold. The policies may be what has changed. */
function raceLost({ policies }: StoreContext): RaceLost {
  policies.forget()
  return new RaceLost('what an object refers to, its name, or a policy has changed since it was read')
}

function referenceColumns({ references }: Sealed): unknown[] {
  return [
    references.map(({ field }) => field),
    references.map(({ kind }) => kind),
    references.map(({ project }) => project),
    references.map(({ name }) => name),
  ]
}

function secretsColumn({ secrets }: Sealed): string | null {
  return Object.keys(secrets).length === 0 ? null : JSON.stringify(secrets)
}

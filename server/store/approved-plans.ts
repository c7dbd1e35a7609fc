import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { compositionOf, isSameComposition, promotedRevision } from '../../schema/delivery/composition.ts'
import { movedSince } from '../../schema/delivery/plan-basis.ts'
import { planBasis } from '../../schema/delivery/plan-digests.ts'
import { plannedPromotions } from '../../schema/delivery/planned-promotions.ts'
import type { Surroundings } from '../../schema/delivery/surroundings.ts'
import type { ErrorCode, FieldError } from '../../schema/errors.ts'
import type { PlannedRollout, SavedPlan } from '../../schema/graphql/store-plans.ts'
import { join } from '../../schema/issue-errors.ts'
import type { Application } from '../../schema/kinds/application.ts'
import { Promotion } from '../../schema/kinds/promotion.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { Planned } from './checks.ts'
import { projectOf } from './drafts.ts'
import { howLong, readSavedPlan } from './plans/read-plan.ts'
import type { Problem } from './problems.ts'
import type { FindPromoted } from './promoted-applications.ts'
import { specOf, type Sql } from './sql.ts'

/*
 * Approvals of plans. When one is written, its plan must be about exactly this promotion, and not outdated. The promotion keeps what the plan
 * was based on, so that it can be compared when the revision is chosen, which may be long after the plan is gone.
 */

type Spec = z.infer<(typeof Promotion)['spec']>
type Refusal = Omit<FieldError, 'path'> & { field?: string; problem?: ErrorCode }

/** Records the plans of new promotions. Returns the problems of those that are not about them, or are outdated. */
export async function approvedPlanProblems(
  sql: Sql,
  planned: readonly Planned[],
  { actor, findPromoted }: { actor: string; findPromoted: FindPromoted },
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const plan of planned) {
    const { draft, existing, item } = plan
    if (draft.kind.kind !== Promotion.kind) continue
    const { plan: id, planned: given } = draft.spec as Spec
    if (existing !== undefined) {
      const known = specOf(existing)
      // Recorded when it was created.
      if (given === undefined && id === known['plan'] && known['planned'] !== undefined)
        draft.spec['planned'] = known['planned']
      continue
    }
    const found = await foundPlan(sql, plan, { actor, findPromoted })
    if ('refusal' in found) {
      const { field = 'plan', problem = 'INVALID_INPUT', ...error } = found.refusal
      problems.push({ code: problem, field: { path: join(join(item.path, 'spec'), field), ...error } })
    } else if (given !== undefined && !isDeepStrictEqual(given, found.planned))
      problems.push({
        code: 'INVALID_INPUT',
        field: {
          path: join(join(item.path, 'spec'), 'planned'),
          code: 'FORBIDDEN',
          message: 'is recorded by the control plane',
          remedy: 'Leave it out.',
        },
      })
    else if (found.planned !== undefined) draft.spec['planned'] = found.planned
  }
  return problems
}

async function foundPlan(
  sql: Sql,
  { draft }: Planned,
  { actor, findPromoted }: { actor: string; findPromoted: FindPromoted },
): Promise<{ planned: Spec['planned'] } | { refusal: Refusal }> {
  // Validated with the schema of the kind before.
  const spec = draft.spec as Spec
  if (spec.plan === undefined) return { planned: undefined }
  const plan = await readSavedPlan(sql, spec.plan)
  if (plan === undefined)
    return {
      refusal: {
        code: 'NOT_FOUND',
        message: `names no plan: ${howLong}`,
        value: JSON.stringify(spec.plan),
        remedy: 'Make a new one, with `qleetctl promote --dry-run=plan`, and approve that.',
      },
    }
  const promoted = await findPromoted(draft)
  if (promoted === undefined) return { planned: undefined }
  const { application, around } = promoted
  const rollout = plan.effects.rollouts.find(
    (each) =>
      each.application.name === application.name &&
      each.application.project === projectOf(draft) &&
      each.environment === spec.environment,
  )
  const other = rollout === undefined ? [] : differentFrom(spec, plan, { around, rollout })
  if (rollout === undefined || other.length > 0) return { refusal: otherPlan(spec, plan, application) }
  const rules = around.environments.find(({ name }) => name === spec.environment)?.spec ?? {}
  if (rules.approvalPlan === 'byAnother' && plan.actor === actor)
    return {
      refusal: {
        code: 'FORBIDDEN',
        message: `was made by ${actor}, who cannot approve it: ${spec.environment} requires the plan of another user`,
        value: JSON.stringify(plan.id),
        remedy: 'Let another user approve it, or approve the plan of another user.',
      },
    }
  const moved = movedSince(rollout.basis, basisNow(application, spec.environment, around))
  if (moved.length > 0)
    return {
      refusal: {
        problem: 'PLAN_OUTDATED',
        code: 'CONFLICT',
        message: `names a plan that would not do any more what it was made for: ${moved.join(', ')}`,
        value: JSON.stringify(plan.id),
        remedy: 'Make a new plan.',
      },
    }
  return { planned: { by: plan.actor, basis: rollout.basis } }
}

/** Returns what a promotion has that the plan does not approve. */
function differentFrom(
  spec: Spec,
  { effects }: SavedPlan,
  { around, rollout }: { around: Surroundings; rollout: PlannedRollout },
): string[] {
  if (rollout.approves === null || rollout.approves === undefined) return ['approval']
  const wanted = compositionOf(spec)
  if (wanted === undefined) return rollout.approves === spec.revision ? [] : ['revision']
  // The revision may not have been made yet when the plan was.
  const planned = plannedPromotions(effects.changes).filter(
    ({ project, application, environment }) =>
      project === rollout.application.project &&
      application === rollout.application.name &&
      environment === rollout.environment,
  )
  const made = promotedRevision(around.revisions, spec)?.spec.number
  const isSame =
    made === rollout.approves || planned.some((each) => isSameComposition(compositionOf(each), wanted))
  return isSame ? [] : ['parts']
}

function otherPlan(spec: Spec, { id, effects }: SavedPlan, { name }: StoredObject): Refusal {
  const approved = effects.rollouts.flatMap(({ application, environment, approves }) =>
    approves === null || approves === undefined
      ? []
      : [`revision ${approves} of ${application.name} for ${environment}`],
  )
  const what = spec.only === undefined ? '' : `${spec.only.join(', ')} of `
  return {
    code: 'CONFLICT',
    message:
      `is not about ${what}revision ${spec.revision} of ${name} for ${spec.environment}; the plan approves ` +
      (approved.join(', ') || 'nothing'),
    value: JSON.stringify(id),
    remedy:
      'Approve what the plan is about, or make a plan of this promotion with `qleetctl promote --dry-run=plan`.',
  }
}

function basisNow(application: StoredObject, environment: string, around: Surroundings) {
  // Validated before it was stored.
  const { environments } = specOf(application) as z.infer<(typeof Application)['spec']>
  const stage = around.stages.find(({ spec }) => spec.environment === environment)
  return planBasis({
    runs: around.revisions.find(({ name }) => name === stage?.spec.revision)?.spec.number,
    entry: environments.find((each) => each.environment === environment),
    rules: around.environments.find(({ name }) => name === environment)?.spec ?? {},
  })
}

import type { z } from 'zod'
import type { Environment } from '../kinds/environment.ts'
import { approvedRevision } from './approvals.ts'
import { newestWhole, promotedRevision } from './composition.ts'
import { movedSince, type PlanBasis } from './plan-basis.ts'
import type { KnownRevision, Surroundings } from './surroundings.ts'

type Promotion = Surroundings['promotions'][number]

/** An environment in which revisions are approved. */
export interface ApprovedPlace {
  environment: string
  rules: z.infer<(typeof Environment)['spec']>
  current: KnownRevision | undefined
  /** What decides now what a rollout would do. */
  basis: () => PlanBasis
  now: number
}

/** The revision that is wanted; undefined to stay at the present one. */
export interface Wanted {
  revision: KnownRevision | undefined
  waiting?: string
  /** Set if no person decides about that. */
  isBusy?: true
  /** Set if that is a promotion or an approval by a user. */
  needsApproval?: true
  /** The time at which this may change by itself, in milliseconds. */
  until?: number
}

/** A promotion with what it counts for. */
interface Counted {
  /** The number of the revision. */
  revision: number
  approver: string | undefined
  /** Milliseconds. */
  expiry: number
  /** Why it does not count. Absent if it does. */
  problem?: string
}

/**
 * Returns the revision that was approved last. A promotion that has expired, or whose plan is outdated, approves nothing that it has not
 * brought there before.
 */
export function promoted(around: Surroundings, place: ApprovedPlace): Wanted {
  const { environment, rules, current } = place
  const { approvals = 1 } = rules
  const known = [...around.revisions, ...around.invalid]
  const counted = around.promotions.flatMap((each) => countedIn(place, each, known) ?? [])
  const valid = counted.filter(({ problem }) => problem === undefined)
  // What has not taken effect yet may expire before.
  const until = Math.min(
    ...valid.filter(({ revision }) => revision !== current?.spec.number).map(({ expiry }) => expiry),
  )
  const wait = until < Infinity ? { until } : {}
  const asking = { needsApproval: true as const, ...wait }
  const newest = counted.at(-1)
  // The newest promotion decides: what was approved before it is not wanted any more.
  if (newest?.problem !== undefined) return { revision: undefined, waiting: newest.problem, ...asking }
  const { revision: approved, pending } = approvedRevision(valid, approvals)
  const revision = around.revisions.find(({ spec }) => spec.number === approved)
  if (pending !== undefined) {
    const { approvers, revision: number } = pending
    const waiting = `Revision ${number} has ${approvers.length} of ${approvals} approvals for ${environment}, by ${approvers.join(' and ')}.`
    const problems = counted.flatMap(({ problem, revision: of }) => (of === number ? (problem ?? []) : []))
    return { revision, waiting: [waiting, ...problems].join(' '), ...asking }
  }
  const whole = newestWhole(around.revisions)
  const chosen = revision ?? current
  return whole === undefined || whole.name === chosen?.name
    ? { revision, ...wait }
    : {
        revision,
        waiting: `Revision ${whole.spec.number} waits for its promotion to ${environment}.`,
        ...asking,
      }
}

/** Returns what a promotion counts for; undefined if it is of another environment, has expired, or its revision is not made yet. */
function countedIn(
  { environment, rules, current, basis, now }: ApprovedPlace,
  { spec }: Promotion,
  known: readonly KnownRevision[],
): Counted | undefined {
  if (spec.environment !== environment) return undefined
  const whole = spec.only === undefined ? spec.revision : undefined
  const revision = promotedRevision(known, spec)?.spec.number ?? whole
  if (revision === undefined) return undefined
  const { approver, expiresAt } = spec
  const expiry = expiresAt === undefined ? Infinity : Date.parse(expiresAt)
  const counted = { revision, approver, expiry }
  if (revision === current?.spec.number) return counted
  if (expiry <= now) return undefined
  const problem = planProblem(spec, { rules, basis })
  const by = approver === undefined ? '' : ` by ${approver}`
  return problem === undefined
    ? counted
    : {
        ...counted,
        problem: `The approval of revision ${revision} for ${environment}${by} does not hold: ${problem}.`,
      }
}

/** Returns why a promotion does not count because of its plan, in a clause; undefined if it does. */
function planProblem(
  { plan, planned, approver }: Promotion['spec'],
  { rules: { approvalPlan = 'optional' }, basis }: Pick<ApprovedPlace, 'rules' | 'basis'>,
): string | undefined {
  if (plan === undefined || planned === undefined)
    return approvalPlan === 'optional' ? undefined : 'it names no plan, which the environment requires'
  if (approvalPlan === 'byAnother' && planned.by === approver)
    return `plan ${plan} was made by ${planned.by} as well, and the environment requires that of another user`
  const moved = movedSince(planned.basis, basis())
  return moved.length === 0 ? undefined : `plan ${plan} is outdated, because ${moved.join(', ')}`
}

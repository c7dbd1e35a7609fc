import type { CanaryProgress } from '../../schema/delivery/canary-progress.ts'
import type { RolloutSettings } from '../../schema/delivery/rollout-settings.ts'
import type { Canary, Health, Rollout } from './rollout.ts'

/*
 * The new revision beside the one before, as data: a canary, or the other side of a blue-green switch, which is a canary with one step.
 * Each reconcile computes the next state from the last one, and from what the cluster, the gateways and the analysis report.
 */

/** How a revision takes the place of the one before, if it runs beside it first. */
export interface CanaryPlan {
  /** The last one has the weight 100. */
  steps: readonly { weight: number; pause: number }[]
  failureLimit: number
  /** Milliseconds for which requests that are under way may end before its pods are removed. */
  drain: number
}

const defaultDrain = 5000

const defaultSteps: NonNullable<RolloutSettings['steps']> = [
  { weight: 10, pauseSeconds: 60 },
  { weight: 50, pauseSeconds: 60 },
]

/** Returns the plan of an environment; undefined if revisions do not run beside each other there. */
export function planOf({
  strategy = 'rolling',
  steps = defaultSteps,
  keepSeconds = 300,
  drainSeconds = defaultDrain / 1000,
  analysis = {},
}: RolloutSettings): CanaryPlan | undefined {
  if (strategy === 'rolling') return undefined
  const { failureLimit = 0 } = analysis
  const limits = { failureLimit, drain: drainSeconds * 1000 }
  if (strategy === 'blueGreen') return { steps: [{ weight: 100, pause: keepSeconds * 1000 }], ...limits }
  const listed = steps.map(({ weight, pauseSeconds = 0 }) => ({ weight, pause: pauseSeconds * 1000 }))
  const isComplete = listed.at(-1)?.weight === 100
  return { steps: isComplete ? listed : [...listed, { weight: 100, pause: 0 }], ...limits }
}

/**
 * Reports whether the chosen revision has to run beside the one before first. The first revision has nothing beside it, and the way back
 * to an earlier one is short.
 */
export function needsCanary(
  { active, target, running, healthy, failed, canary, jobs }: Rollout,
  plan: CanaryPlan | undefined,
): boolean {
  if (plan === undefined || active !== target || failed === target) return false
  if (running === undefined || running === target || healthy === undefined) return false
  // Only newer revisions run all their jobs.
  if (jobs !== 'all' && healthy !== target) return false
  return !(canary?.revision === target && canary.phase === 'promoting')
}

/** Returns a rollout whose canary gets no requests any more, once it is of no use. */
export function withoutUseless(rollout: Rollout, plan: CanaryPlan | undefined, now: number): Rollout {
  const { canary, active, target, failed } = rollout
  if (canary === undefined || canary.phase === 'promoting' || canary.phase === 'leaving') return rollout
  const isUseful = plan !== undefined && canary.revision === target && active === target && failed !== target
  return isUseful ? rollout : leaving(rollout, canary, now)
}

/** Returns a rollout whose canary gets no requests any more, and is removed soon. */
export function leaving(rollout: Rollout, canary: Canary, now: number): Rollout {
  const { revision, step } = canary
  return { ...rollout, canary: { revision, step, phase: 'leaving', weight: 0, changedAt: now } }
}

/** Returns a rollout with a canary that starts. */
export function starting(rollout: Rollout, now: number): Rollout {
  return {
    ...rollout,
    canary: { revision: rollout.target, phase: 'starting', step: 0, weight: 0, changedAt: now },
  }
}

/** A gateway of the workload. */
export interface GatewayState {
  name: string
  /** The name of the Service to which its routes send requests; absent before it has any. */
  service?: string
  /** The weight of the canary in its routes, as far as their controller has accepted that; absent otherwise. */
  weight?: number
  /** Why it is not ready, if it is not. */
  cause?: string
}

/** What the analysis has found so far. Times are in milliseconds since 1970. */
export interface Analysed {
  passedAt?: number
  failures: number
  message?: string
}

export interface ObservedCanary {
  health: Health
  analysed: Analysed
  gateways: readonly GatewayState[]
  /** True if the remaining steps and the analysis are skipped by a decision. */
  isSkipped: boolean
  /** Milliseconds. */
  limits: { settle: number; deadline: number }
  now: number
}

/** What to do about a canary next: store another state, wait, or let its revision fail. */
export type NextCanary =
  | { next: Canary; wait?: never; failure?: never }
  | { wait: number; message: string; next?: never; failure?: never }
  | { failure: string; next?: never; wait?: never }

/** The longest pause in milliseconds between two looks at gateways and pods that are awaited. */
const glance = 1000

/** Decides about the canary of the chosen revision. */
export function nextCanary(canary: Canary, plan: CanaryPlan, observed: ObservedCanary): NextCanary {
  const { health, analysed, isSkipped } = observed
  if (health.isStalled === true) return { failure: `Its canary cannot become ready: ${health.cause ?? ''}` }
  if (!isSkipped && analysed.failures > plan.failureLimit) {
    const often = analysed.failures === 1 ? '' : ` ${analysed.failures} times`
    return { failure: `The analysis of its canary failed${often}: ${analysed.message ?? ''}` }
  }
  return canary.phase === 'starting'
    ? nextWhileStarting(canary, plan, observed)
    : nextWhileShifting(canary, plan, observed)
}

function nextWhileStarting(canary: Canary, plan: CanaryPlan, observed: ObservedCanary): NextCanary {
  const { health, limits, isSkipped, now } = observed
  const { since, ...unready } = canary
  if (!health.isReady) {
    if (since !== undefined) return { next: unready }
    return late(canary.changedAt + limits.deadline, observed, {
      failure: `Its canary was not ready within ${limits.deadline / 1000} seconds${because(health.cause)}`,
      message: 'Waiting until its canary is ready.',
    })
  }
  if (since === undefined) return { next: { ...canary, since: now } }
  const settled = since + limits.settle
  if (now < settled) return { wait: settled - now, message: 'Its canary is ready and settles.' }
  if (!isSkipped && !hasPassed(observed, since)) return awaitAnalysis(settled, observed)
  return { next: atStep(plan, { ...canary, step: isSkipped ? plan.steps.length - 1 : 0 }, now) }
}

function nextWhileShifting(canary: Canary, plan: CanaryPlan, observed: ObservedCanary): NextCanary {
  const { gateways, limits, isSkipped, now } = observed
  const { step, weight, since, changedAt } = canary
  const last = plan.steps.length - 1
  if (!gateways.some(({ service }) => service !== undefined))
    return { failure: 'There is no gateway any more that sends its canary requests.' }
  if (isSkipped && weight < 100) return { next: atStep(plan, { ...canary, step: last }, now) }
  const behind = gateways.find((each) => each.service !== undefined && each.weight !== weight)
  if (since === undefined && behind !== undefined)
    return late(changedAt + limits.deadline, observed, {
      failure: `GatewayInstance ${behind.name} did not send its canary ${weight} % of the requests within ${limits.deadline / 1000} seconds${because(behind.cause)}`,
      message: `Waiting until GatewayInstance ${behind.name} sends its canary ${weight} % of the requests.`,
    })
  if (since === undefined) return { next: { ...canary, since: now } }
  const pause = isSkipped ? 0 : (plan.steps[step]?.pause ?? 0)
  const end = since + pause
  if (now < end) return { wait: end - now, message: `Its canary gets ${weight} % of the requests.` }
  if (!isSkipped && !hasPassed(observed, since)) return awaitAnalysis(end, observed)
  return weight < 100
    ? { next: atStep(plan, { ...canary, step: step + 1 }, now) }
    : { next: { revision: canary.revision, phase: 'promoting', step, weight, changedAt: now } }
}

function atStep(
  plan: CanaryPlan,
  { revision, step }: Pick<Canary, 'revision' | 'step'>,
  now: number,
): Canary {
  const index = Math.min(step, plan.steps.length - 1)
  const weight = plan.steps[index]?.weight ?? 100
  return { revision, phase: 'shifting', step: index, weight, changedAt: now }
}

function hasPassed({ analysed: { passedAt } }: ObservedCanary, since: number): boolean {
  return passedAt !== undefined && passedAt >= since
}

/** A step goes on once a measurement has passed that was made during the step. */
function awaitAnalysis(start: number, observed: ObservedCanary): NextCanary {
  const { limits, analysed } = observed
  return late(start + limits.deadline, observed, {
    failure: `The analysis of its canary had no result within ${limits.deadline / 1000} seconds${because(analysed.message)}`,
    message: `Waiting for the analysis of its canary${because(analysed.message)}`,
  })
}

function late(
  at: number,
  { now }: ObservedCanary,
  { failure, message }: { failure: string; message: string },
): NextCanary {
  return now >= at ? { failure } : { wait: Math.min(glance, at - now), message }
}

function because(cause: string | undefined): string {
  return cause === undefined || cause === '' ? '.' : `: ${cause}`
}

/** Decides about a canary that leaves: it is gone once no gateway has sent it requests for a while. */
export function nextWhileLeaving(
  canary: Canary,
  plan: CanaryPlan | undefined,
  { gateways, now }: Pick<ObservedCanary, 'gateways' | 'now'>,
): { next: Canary | undefined } | { wait: number; message: string } {
  const behind = gateways.find((each) => each.service !== undefined && each.weight !== 0)
  if (behind !== undefined)
    return {
      wait: glance,
      message: `Waiting until GatewayInstance ${behind.name} sends its canary no requests${because(behind.cause)}`,
    }
  if (canary.since === undefined) return { next: { ...canary, since: now } }
  const end = canary.since + (plan?.drain ?? defaultDrain)
  return now < end
    ? { wait: end - now, message: 'Requests to its canary may end before that is removed.' }
    : { next: undefined }
}

/** Returns how far the canary of a rollout has got, for the outputs of its stage. */
export function progressOf(
  { canary }: Pick<Rollout, 'canary'>,
  plan: CanaryPlan | undefined,
  message?: string,
): CanaryProgress | undefined {
  if (canary === undefined) return undefined
  const { revision, phase, step, weight, since } = canary
  return {
    revision,
    phase,
    weight,
    step: phase === 'starting' ? 0 : step + 1,
    steps: plan?.steps.length ?? 0,
    ...(since === undefined || phase === 'starting' ? {} : { since: new Date(since).toISOString() }),
    ...(message === undefined ? {} : { message }),
  }
}

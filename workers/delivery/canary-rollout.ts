import {
  leaving,
  nextCanary,
  nextWhileLeaving,
  starting,
  type CanaryPlan,
  type ObservedCanary,
} from './canary.ts'
import type { Canary, Health, Rollout } from './rollout.ts'

/* What the canary of a rollout means for the rollout: its next state, a time to wait, or a failure of its revision. */

export interface ObservedBeside extends Omit<ObservedCanary, 'health'> {
  /** The health of the workload beside which the canary runs. */
  workload: Health & { name: string; environment: string }
  /** The health of the canary; undefined while it does not exist. */
  health: Health | undefined
  /** True if an earlier canary is still being deleted. */
  isLeaving: boolean
}

export type NextRollout =
  | { next: Rollout; wait?: never; failure?: never }
  | { wait: number; message: string; next?: never; failure?: never }
  | { failure: string; next?: never; wait?: never }

/** Takes the next step of the chosen revision beside the one that runs. */
export function nextBeside(rollout: Rollout, plan: CanaryPlan, observed: ObservedBeside): NextRollout {
  const { canary } = rollout
  const { workload, health, now } = observed
  if (canary === undefined) return nextWithoutCanary(rollout, observed)
  if (canary.revision !== rollout.target)
    // It gets all requests while the workload is moved to its revision, and another one has been chosen meanwhile.
    return workload.isReady
      ? { next: leaving(rollout, canary, now) }
      : untilDeadline(rollout, 'Waiting until the workload is ready.', observed)
  const step = nextCanary(canary, plan, { ...observed, health: health ?? { isReady: false } })
  return step.next === undefined ? step : { next: withCanary(rollout, step.next, now) }
}

/** Returns a rollout whose canary has advanced. The deadline of the workload counts from the moment at which it is moved. */
function withCanary(rollout: Rollout, canary: Canary, now: number): Rollout {
  return { ...rollout, canary, ...(canary.phase === 'promoting' ? { startedAt: now } : {}) }
}

/** Starts the canary of the chosen revision, once there is a gateway that can send it requests. */
function nextWithoutCanary(rollout: Rollout, observed: ObservedBeside): NextRollout {
  const {
    gateways,
    workload: { name, environment },
    now,
  } = observed
  if (observed.isLeaving) return untilDeadline(rollout, 'Waiting until the canary before is gone.', observed)
  const [first] = gateways
  if (first === undefined)
    return {
      failure:
        `A canary in ${environment} needs a gateway that sends it requests, and WorkloadInstance ${name} has none. Set ` +
        'rollout.strategy to rolling; or with that, first add a dependency of kind Gateway to the definition, or a GatewayInstance ' +
        `with workloadInstance ${name}.`,
    }
  if (gateways.some(({ service }) => service !== undefined)) return { next: starting(rollout, now) }
  const cause = first.cause === undefined ? '.' : `: ${first.cause}`
  return untilDeadline(rollout, `Waiting until GatewayInstance ${first.name} works${cause}`, observed)
}

function untilDeadline(
  { startedAt }: Rollout,
  message: string,
  { limits, now }: ObservedBeside,
): NextRollout {
  return now < startedAt + limits.deadline
    ? { wait: 1000, message }
    : { failure: `It was not rolled out in time. ${message}` }
}

/** Removes the canary of a rollout once it has got no requests for a while. */
export function nextLeaving(
  rollout: Rollout,
  canary: Canary,
  { plan, ...observed }: { plan: CanaryPlan | undefined } & Pick<ObservedCanary, 'gateways' | 'now'>,
): NextRollout {
  const step = nextWhileLeaving(canary, plan, observed)
  if ('wait' in step) return step
  const { canary: _, ...without } = rollout
  return { next: step.next === undefined ? without : { ...without, canary: step.next } }
}

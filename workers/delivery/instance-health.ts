import type { z } from 'zod'
import type { OwnedObjectFragment } from '../generated/documents.ts'
import { defined } from '../../schema/defined.ts'
import type { Environment } from '../../schema/kinds/environment.ts'
import type { WorkloadInstance } from '../../schema/kinds/workload.ts'
import { healthOf } from './observed-health.ts'
import type { Health, Rollout } from './rollout.ts'

/* The health of the instance of a stage. */

type Rules = z.infer<(typeof Environment)['spec']>
type InstanceOutputs = Partial<z.infer<(typeof WorkloadInstance)['outputs']>>

/** Returns the health of the instance of a stage, as far as it is about its latest spec. */
export function healthOfInstance(instance: OwnedObjectFragment, rules: Rules, rollout: Rollout): Health {
  return healthOfLocations(instance, { rules, rollout }) ?? healthOf(instance)
}

/**
 * Returns the health of an instance with locations, as far as it is about its latest spec; undefined for one without. While it is rolled
 * out, no more locations may fail than the budget allows. Afterwards, each counts.
 */
function healthOfLocations(
  { status, generation, observedGeneration, ready }: OwnedObjectFragment,
  { rules, rollout }: { rules: Rules; rollout: Rollout },
): Health | undefined {
  if (rules.placement?.locations === undefined) return undefined
  const { rollout: spread, locations = [] } = instanceOutputs(status)
  const cause = spread?.cause ?? status.cause?.message
  // The instance reports its progress with the generation; without, something else is wrong.
  const isStalled = status.stalled && status.phase !== 'Unreachable' && generation === observedGeneration
  if (spread?.generation !== generation) return { isReady: false, isStalled, ...defined({ cause }) }
  if (spread.state !== 'Complete')
    return { isReady: false, isStalled: spread.state === 'Halted', ...defined({ cause }) }
  const unready = locations.filter((each) => !each.ready)
  const { active, target, healthy } = rollout
  const isOver = active === healthy && target === healthy
  const isTolerated = !isOver && unready.length <= (rules.maxFailures ?? 0)
  const [first] = unready
  const named = first && `${first.location}: ${first.reason ?? 'it is not ready'}`
  return { isReady: ready || isTolerated, isStalled, ...defined({ cause: named ?? cause }) }
}

export function instanceOutputs({ outputs }: OwnedObjectFragment['status']): InstanceOutputs {
  // The server has validated them with the schema of the kind.
  return outputs as InstanceOutputs
}

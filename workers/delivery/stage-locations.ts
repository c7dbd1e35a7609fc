import type { z } from 'zod'
import type { OwnedObjectFragment } from '../generated/documents.ts'
import { defined } from '../../schema/defined.ts'
import type { Environment } from '../../schema/kinds/environment.ts'
import type { Stage } from '../../schema/kinds/stage.ts'
import { locationInstanceName } from '../../schema/placement/locations.ts'
import { instanceOutputs } from './instance-health.ts'
import type { Rollout } from './rollout.ts'

/*
 * A stage whose environment has several locations: its instance rolls a revision out to them in waves, and the stage judges what has
 * come of it.
 */

type Rules = z.infer<(typeof Environment)['spec']>
type StageOutputs = Partial<z.infer<(typeof Stage)['outputs']>>

/** What is where, as the outputs of a stage show it. */
export type Spread = Pick<StageOutputs, 'wave' | 'waves' | 'locations'>

/** Returns the placement of the instance of a stage. A rollback reaches all locations at once. */
export function placementOf(
  { placement, waves = [], maxFailures, settle, deadline }: Rules,
  { active, target, jobs, pausedAt, isStopped = false }: Rollout,
) {
  if (placement?.locations === undefined) return placement
  const isReturning = active !== target || jobs !== 'all'
  // Without an earlier revision, one that was aborted stays where it is, and reaches no further location.
  const isHalted = pausedAt !== undefined || (isStopped && active === target)
  return {
    ...placement,
    rollout: {
      ...(waves.length === 0 || isReturning ? {} : { waves }),
      ...defined({ maxFailures, settle, deadline }),
      ...(isHalted ? { paused: true } : {}),
    },
  }
}

/** Returns the limits of a rollout, in milliseconds. With locations, each wave has its own, which the instance watches. */
export function limitsOf({ settle = 10, deadline = 600, placement, waves = [] }: Rules): {
  settle: number
  deadline: number
} {
  const limits = { settle: settle * 1000, deadline: deadline * 1000 }
  if (placement?.locations === undefined) return limits
  const steps = waves.length + 2
  return { ...limits, deadline: steps * (limits.deadline + limits.settle) }
}

/** Returns what was where at the last report; the waves of another rollout do not count. */
export function spreadBefore({ wave, waves, locations }: StageOutputs, isCurrent: boolean): Spread {
  return defined(isCurrent ? { wave, waves, locations } : { locations })
}

/**
 * Returns what is where.
 *
 * @param numbers The numbers of revisions by name, as far as they are known.
 */
export function spreadOf(
  { status, generation }: OwnedObjectFragment,
  { before, numbers }: { before: Spread; numbers: ReadonlyMap<string, number> },
): Spread {
  const { rollout, locations } = instanceOutputs(status)
  if (locations === undefined) return {}
  const known = new Map([
    ...(before.locations ?? []).map((each) => [each.definition, each.revision] as const),
    ...numbers,
  ])
  return {
    ...(rollout?.generation === generation ? { wave: rollout.wave, waves: rollout.waves } : {}),
    locations: locations.map(({ location, instance, definition, ready, reason }) => ({
      location,
      instance,
      ready,
      ...defined({ definition, revision: known.get(definition), reason }),
    })),
  }
}

/** Returns the instance beside which the jobs of a rollout run: that of a location, because the instance of the stage runs nowhere. */
export function jobsBeside(
  name: string,
  { rules, before }: { rules: Rules; before: Spread },
): string | undefined {
  const [first] = rules.placement?.locations ?? []
  if (first === undefined) return undefined
  return before.locations?.[0]?.instance ?? locationInstanceName(name, first)
}

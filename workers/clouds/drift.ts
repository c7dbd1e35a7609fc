import { createHash } from 'node:crypto'
import { event } from '../../schema/status.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'

/**
 * Records a warning about settings of a resource that were changed outside of QleetOS, unless a change of the desired state explains the
 * difference.
 *
 * @param desired What is desired of the resource, as plain data.
 */
export function recordDrift(
  { object, state, updateState, recordEvent }: ReconcileContext,
  { resource, desired, changed }: { resource: string; desired: unknown; changed: readonly string[] },
): void {
  const digest = createHash('sha256').update(JSON.stringify(desired)).digest('hex').slice(0, 16)
  const key = `configured ${resource}`
  const requested = `${digest} requested`
  const known = state[key]
  // What was only requested may not have been done, unless the object has become ready with it.
  const wasAsDesired = known === digest || (known === requested && object.ready)
  if (changed.length > 0 && wasAsDesired) {
    const note = `Changes from outside of QleetOS to ${changed.join(' and ')} of its ${resource} were reverted.`
    recordEvent(event('Warning', 'DriftCorrected', note))
  }
  updateState({ [key]: changed.length > 0 ? requested : digest })
}

/** Reports whether a resource has been made as desired before, so that it may be in use. */
export function wasConfigured({ state }: Pick<ReconcileContext, 'state'>, resource: string): boolean {
  return state[`configured ${resource}`] !== undefined
}

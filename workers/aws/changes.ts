import { createHash } from 'node:crypto'
import { event } from '../../schema/status.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'

/**
 * Records a warning about settings of a resource that somebody else has changed, unless a change of the desired state explains the
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
  if (changed.length > 0 && object.ready && state[key] === digest) {
    const what = `${changed.join(' and ')} of its ${resource}`
    recordEvent(event('Warning', 'DriftCorrected', `Somebody has changed ${what}. It is restored.`))
  }
  updateState({ [key]: digest })
}

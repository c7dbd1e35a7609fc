import { event } from '../../schema/status.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'

/* What the credentials of an account do not allow, in words. */

/** Records a warning when permissions are first found to be missing, and not with each check. */
export function warnOfMissing(missing: readonly string[], { object, recordEvent }: ReconcileContext): void {
  const { missingPermissions: before = [] } = object.status.outputs as { missingPermissions?: string[] }
  if (missing.length > 0 && missing.join() !== before.join())
    recordEvent(event('Warning', 'MissingPermissions', describeMissing(missing)))
}

/** The most actions that a message names; all are in the outputs. */
const named = 5

export function describeMissing(missing: readonly string[]): string {
  const more = missing.length > named ? ` and ${missing.length - named} more` : ''
  return `Objects may need permissions that they do not have: ${missing.slice(0, named).join(', ')}${more}.`
}

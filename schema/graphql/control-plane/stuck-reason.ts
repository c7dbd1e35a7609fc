import type { StoredObject } from '../../../prisma/generated/client/client.ts'
import type { ObjectStatus } from '../../status.ts'

/** Why an object makes no progress, in the order in which they are decided. */
export const stuckReasons = [
  'quarantined',
  'deleting',
  'stalled',
  'failing',
  'waiting',
  'queued',
  'progressing',
] as const
export type StuckReason = (typeof stuckReasons)[number]

type Judged = Pick<
  StoredObject,
  'deletionRequestedAt' | 'failures' | 'observedGeneration' | 'stalled' | 'status' | 'waitingForId'
>

/** Returns why an object that is stuck makes no progress. */
export function stuckReasonOf(object: Judged): StuckReason {
  // Only the store and validated reports write this column.
  const { phase } = object.status as unknown as ObjectStatus
  if (phase === 'Quarantined') return 'quarantined'
  if (object.deletionRequestedAt !== null) return 'deleting'
  if (object.stalled) return 'stalled'
  if (phase === 'Failed' || phase === 'Unreachable' || object.failures > 0) return 'failing'
  if (phase === 'Waiting' || phase === 'Blocked' || object.waitingForId !== null) return 'waiting'
  return object.observedGeneration === 0 ? 'queued' : 'progressing'
}

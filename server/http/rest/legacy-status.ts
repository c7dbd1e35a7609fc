import { conditionOf, type ObjectStatus, type Phase } from '../../../schema/status.ts'
import type { StoredObject } from '../../../prisma/client.ts'

/** The status of the legacy API, which its client computed, by phase. */
const statusOfPhase = {
  Pending: 'Reconciling',
  Progressing: 'Reconciling',
  Waiting: 'Reconciling',
  Deleting: 'Reconciling',
  Ready: 'Healthy',
  Failed: 'Error',
  Quarantined: 'Error',
  Blocked: 'Unhealthy',
  Unreachable: 'Down',
} as const satisfies Record<Phase, string>

/** The phases in which the creation has failed, in the terms of the legacy API. */
export const failedPhases: readonly Phase[] = ['Failed', 'Quarantined']

export const allPhases = Object.keys(statusOfPhase) as readonly Phase[]

export const legacyStatuses: readonly string[] = [...new Set(Object.values(statusOfPhase))]

/** Returns the phases with a status of the legacy API; empty if the status is unknown. */
export function phasesOf(status: string): Phase[] {
  return allPhases.filter((phase) => statusOfPhase[phase] === status)
}

type ProgressColumns = Pick<
  StoredObject,
  'status' | 'ready' | 'generation' | 'observedGeneration' | 'deletionRequestedAt'
>

/** Returns the fields of the legacy API that report the progress of an object; undefined values are omitted. */
export function progressOf(object: ProgressColumns): Record<string, unknown> {
  const status = object.status as unknown as ObjectStatus
  const [accepted, ready] = [conditionOf(status, 'Accepted'), conditionOf(status, 'Ready')]
  const isDeleting = object.deletionRequestedAt !== null
  const requestedAt = object.deletionRequestedAt?.toISOString()
  return {
    Reconciled: object.ready && object.observedGeneration === object.generation && !isDeleting,
    CreationAcknowledged: accepted?.status === 'True' ? accepted.lastTransitionTime : undefined,
    CreationConfirmed: ready?.status === 'True' ? ready.lastTransitionTime : undefined,
    CreationFailed: failedPhases.includes(status.phase),
    DeletionScheduled: requestedAt,
    DeletionAcknowledged: status.phase === 'Deleting' ? requestedAt : undefined,
    InterruptReconciliation: false,
    Status: statusOfPhase[status.phase],
    StatusReason: status.cause?.message ?? (ready?.status === 'True' ? undefined : ready?.message),
  }
}

import type { ReconcileReport } from '../../schema/graphql/store-reconciles.ts'
import { isStalled, type ObjectStatus } from '../../schema/status.ts'
import { isConfirmed, nextConfirmation } from './confirmation.ts'
import type { StoreContext } from './context.ts'
import { deepEqual } from './deep-equal.ts'
import { outputContext } from './secrets.ts'
import { isReady, statusOf } from './sql.ts'
import type { Reported } from './started-objects.ts'

/* What a report changes, decided from the object as it was. */

/** What the report of a reconcile changes. */
export interface ReportEffects {
  ready: boolean
  confirmation: unknown
  stalled: boolean
  /** Sealed; undefined if they stay. */
  secretOutputs: Record<string, string> | undefined
  /** Whether anything changes that others see. */
  changed: boolean
  notified: Notified
}

/** Returns what a report changes. @param before The object, locked */
export function effectsOf(
  context: Pick<StoreContext, 'encryption'>,
  before: Reported,
  result: ReconcileReport,
): ReportEffects {
  const secretOutputs = sealOutputs(context, before, result.secretOutputs)
  // A change that arrived during the reconcile may resolve the stall; the next reconcile follows at once and decides.
  const isNewest = result.observedGeneration >= before.generation && result.triggers === before.triggers
  const stalled = isNewest && isStalled(result.status)
  return {
    ready: isReady(result.status),
    confirmation: confirmationAfter(before, result, isNewest),
    stalled,
    secretOutputs,
    changed:
      stalled !== before.stalled ||
      // By the version, a reconcile that starts to wait for this one notices that it has missed it.
      result.observedGeneration !== before.observedGeneration ||
      !deepEqual(result.status, withoutRetry(statusOf(before))) ||
      secretOutputs !== undefined,
    notified:
      secretOutputs !== undefined || stalled !== before.stalled ? 'dependents' : notifiedBy(before, result),
  }
}

/**
 * Returns the objects that a report may notify, as far as can be foreseen.
 *
 * @param expected The object before it is locked
 */
export function mayNotify(expected: Reported, result: ReconcileReport): Notified {
  return result.secretOutputs !== undefined || expected.stalled || isStalled(result.status)
    ? 'dependents'
    : notifiedBy(expected, result)
}

/** The objects that a report triggers: all that depend on the object, or only those that wait for it. */
export type Notified = 'dependents' | 'waiting' | 'none'

/**
 * Returns the objects for which a report contains something new. That an object has observed its latest generation concerns only those
 * that wait for it; otherwise each further owner of a shared object would trigger all others.
 */
function notifiedBy(before: Reported, { status, observedGeneration }: ReconcileReport): Notified {
  if (isReady(status) !== before.ready || affectsDependents(statusOf(before), status)) return 'dependents'
  return observedGeneration === before.observedGeneration ? 'none' : 'waiting'
}

/** Returns the confirmation to store with the report. */
function confirmationAfter(before: Reported, { confirm }: ReconcileReport, isNewest: boolean): unknown {
  // A confirmed removal is still in progress, or has been confirmed during the reconcile, for the next one; an unconfirmed one
  // is no longer pending.
  if (confirm === undefined || (confirm === null && !isNewest))
    return isConfirmed(before) ? before.confirmation : null
  return confirm === null ? null : nextConfirmation(before, confirm, new Date())
}

/**
 * Removes the retry time from a status: it has its own column, which each trigger moves. Only workers and rows of release
 * 0.1.0 have it in the status.
 */
export function withoutRetry({ cause, ...status }: ObjectStatus): ObjectStatus {
  if (cause === undefined) return status
  const { retryAt: _, ...lasting } = cause
  return { ...status, cause: lasting }
}

/** Reports whether a status change matters to dependents: the phase, the reason of the cause, or the outputs. */
function affectsDependents(before: ObjectStatus, now: ObjectStatus): boolean {
  return (
    before.phase !== now.phase ||
    before.cause?.reason !== now.cause?.reason ||
    !deepEqual(now.outputs, before.outputs)
  )
}

/** Seals secret outputs; returns undefined when they equal the stored ones. */
function sealOutputs(
  context: Pick<StoreContext, 'encryption'>,
  object: Reported,
  outputs: Readonly<Record<string, string>> | undefined,
): Record<string, string> | undefined {
  if (outputs === undefined) return undefined
  const stored = (object.secretOutputs ?? {}) as Record<string, string>
  const entries = Object.entries(outputs)
  const isUnchanged = entries.every(([name, value]) => {
    const sealed = stored[name]
    return sealed !== undefined && context.encryption.open(sealed, outputContext(object, name)) === value
  })
  if (isUnchanged && entries.length === Object.keys(stored).length) return undefined
  return Object.fromEntries(
    entries.map(([name, value]) => [name, context.encryption.seal(value, outputContext(object, name))]),
  )
}

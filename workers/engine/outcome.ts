import type { Removal } from '../../schema/confirmation.ts'
import type { Pauses } from '../../schema/retry.ts'

/** The outcome of a reconcile. It is plain data because it is passed between threads. */
export type Outcome = Done | RequeueAfter | WaitingFor | Failed

/** The outcome of a reconcile that reached the desired state. */
export interface Done {
  outcome: 'done'
  outputs: Readonly<Record<string, unknown>>
  secretOutputs?: Readonly<Record<string, string>>
  /** The reason of the condition `Ready`. @default `Ready` */
  reason?: string
  message: string
  /** Milliseconds after which the object is reconciled again without a trigger. */
  recheckAfter?: number
  /** A forced deletion leaves remaining resources in their clusters and records them as abandoned. */
  leaveBehind?: boolean
  /** An object that the spec does not reference and whose changes still trigger a reconcile. */
  watching?: WatchedObject
}

/** The outcome of a reconcile that made progress: the object is requeued after a delay, or earlier by a trigger. */
export interface RequeueAfter {
  outcome: 'requeueAfter'
  milliseconds: number
  /** True if whatever may end the wait also triggers the object, so that the delay need not be short. @default false */
  isTriggered?: boolean
  reason: string
  message: string
  outputs?: Readonly<Record<string, unknown>>
  /** Secrets to store before the next reconcile. */
  secretOutputs?: Readonly<Record<string, string>>
  /** An object whose report triggers the next reconcile, also if it says only that it has observed its spec. */
  watching?: WatchedObject
}

/** The outcome of a reconcile that waits for another object. A change of that object triggers the next reconcile. */
export interface WaitingFor {
  outcome: 'waitingFor'
  object: AwaitedObject
  /** What has to become true of the object, for example `is ready`. */
  condition: string
  message: string
  /** @default the outputs so far */
  outputs?: Readonly<Record<string, unknown>>
}

/** The outcome of a failed reconcile. */
export interface Failed {
  outcome: 'failed'
  cause: FailureCause
  /** Reports whether a retry can succeed without a change of the spec. */
  retryable: boolean
  /** Milliseconds until the retry. @default exponential backoff */
  retryAfter?: number
  /** How the pauses grow. @default from 1 second, or from 15 for an unreachable cluster, to a minute */
  pauses?: Pauses
  /** The failure is a result that stays: only what triggers the object can lead to another. @default false */
  final?: boolean
  outputs?: Readonly<Record<string, unknown>>
  /** The object that has to change first. Its change triggers the next reconcile. */
  watching?: WatchedObject
}

export interface FailureCause {
  /** A machine-readable reason in CamelCase. */
  reason: string
  /** A message for users. A repeated failure repeats the same message. */
  message: string
  /** The cluster is unreachable, so the state of the resources in it is unknown. */
  unreachable?: boolean
  /** The object that caused the failure. @default the reconciled object */
  subject?: { kind: string; name: string }
  /** Milliseconds for which the failure may last before the object is stalled. @default 0 when blocked, else 30000 */
  grace?: number
  /** No retry can succeed until a user acts. */
  blocked?: boolean
  /** The object has exhausted its failure budget and is retried only rarely. */
  quarantined?: boolean
  /** The removals that a user has to confirm first. */
  confirm?: readonly Removal[]
}

/**
 * The reason of the loss of a thread: a reconcile did not return (`hung`), blocked the event loop (`spun`) or exhausted
 * the heap (`outOfMemory`), or the thread exited on its own (`died`).
 */
export type ThreadLoss = 'hung' | 'spun' | 'outOfMemory' | 'died'

export interface WatchedObject {
  id: string
  /** The observed version. If the object has changed since, the trigger is immediate. */
  version: number
}

export interface AwaitedObject extends WatchedObject {
  kind: string
  name: string
  /** Reports whether the object is stalled; then the waiting object is stalled, too. @default false */
  stalled?: boolean
  /** Reports whether a retry of the object can succeed. @default true */
  retryable?: boolean
  /** The root cause in the status of the object, if it has one. */
  cause?: { kind: string; name: string; reason: string; message: string } | undefined
}

export function done(message: string, result: Partial<Omit<Done, 'outcome' | 'message'>> = {}): Done {
  return { outcome: 'done', message, outputs: {}, ...result }
}

export function requeueAfter(
  milliseconds: number,
  why: Omit<RequeueAfter, 'outcome' | 'milliseconds'>,
): RequeueAfter {
  return { outcome: 'requeueAfter', milliseconds, ...why }
}

/**
 * Returns an outcome that waits for another object.
 *
 * @param condition What has to become true of the object, for example `is ready`
 */
export function waitingFor(
  object: AwaitedObject,
  condition: string,
  result: Partial<Pick<WaitingFor, 'outputs' | 'message'>> = {},
): WaitingFor {
  const message = `Waiting until ${object.kind} ${object.name} ${condition}.`
  return { outcome: 'waitingFor', object, condition, message, ...result }
}

export function failed(
  cause: FailureCause,
  options: Partial<
    Pick<Failed, 'retryable' | 'retryAfter' | 'pauses' | 'final' | 'outputs' | 'watching'>
  > = {},
): Failed {
  return { outcome: 'failed', cause, retryable: true, ...options }
}

/**
 * Returns the outcome of a reconcile that holds removals back until a user confirms them.
 *
 * @param what What is confirmed.
 */
export function awaitConfirmation(
  held: readonly Removal[],
  outputs: Readonly<Record<string, unknown>> = {},
  what = 'these removals',
): Failed {
  const listed = held.slice(0, 3).map(({ text }) => text)
  const more = held.length > listed.length ? ` and ${held.length - listed.length} more` : ''
  const message = `Waiting for confirmation of ${what}: ${listed.join('; ')}${more}. See qleetctl confirm.`
  return failed(
    { reason: 'AwaitingConfirmation', message, blocked: true, confirm: held },
    { outputs, retryable: false },
  )
}

/** Reports whether an outcome waits for a confirmation. */
export function isHeld(outcome: Outcome): boolean {
  return outcome.outcome === 'failed' && outcome.cause.confirm !== undefined
}

/** Returns the fields of an object's status that objects waiting for it inherit. */
export function inheritedStatus({
  stalled,
  retryable,
  cause,
}: {
  stalled: boolean
  retryable: boolean
  cause: AwaitedObject['cause'] | null
}): Pick<AwaitedObject, 'stalled' | 'retryable' | 'cause'> {
  return { stalled, retryable, cause: cause ?? undefined }
}

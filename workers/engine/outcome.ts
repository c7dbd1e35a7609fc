import type { Removal } from '../../schema/confirmation.ts'

/** What a reconcile came to, as plain data: it crosses threads. */
export type Outcome = Done | RequeueAfter | WaitingFor | Failed

/** What is desired is so. */
export interface Done {
  outcome: 'done'
  outputs: Readonly<Record<string, unknown>>
  secretOutputs?: Readonly<Record<string, string>>
  message: string
  /** Look again after this many milliseconds even if nothing tells of a change. */
  recheckAfter?: number
  /** Of a forced deletion: what is still in clusters stays there, and is listed. */
  leaveBehind?: boolean
  /** An object that it does not name, and whose changes concern it all the same: each makes it look again. */
  watching?: WatchedObject
}

/** It is coming about; look again after a time, or earlier when something tells of a change. */
export interface RequeueAfter {
  outcome: 'requeueAfter'
  milliseconds: number
  reason: string
  message: string
  outputs?: Readonly<Record<string, unknown>>
}

/** Another object has to change first; it triggers this one when it does. */
export interface WaitingFor {
  outcome: 'waitingFor'
  object: AwaitedObject
  message: string
}

/** It did not work. */
export interface Failed {
  outcome: 'failed'
  cause: FailureCause
  /** Whether trying again can help without a change of what is desired. */
  retryable: boolean
  /** Milliseconds after which it is tried again, in place of a time that grows with each failure. */
  retryAfter?: number
  outputs?: Readonly<Record<string, unknown>>
  /** The object that has to change first; it triggers this one when it does. */
  watching?: WatchedObject
}

export interface FailureCause {
  /** CamelCase, for machines. */
  reason: string
  /** For people: the same failure says the same text each time. */
  message: string
  /** The cluster did not answer, so nothing is known of what is in it. */
  unreachable?: boolean
  /** The object that it is really about. @default the reconciled one */
  of?: { kind: string; name: string }
  /** Milliseconds for which it may last before the object is stalled. @default at once where it is blocked, else 30000 */
  grace?: number
  /** Nothing will happen until somebody does something. */
  blocked?: boolean
  /** It has failed so often that it is tried only now and then. */
  parked?: boolean
  /** It waits until somebody confirms that these go. */
  confirm?: readonly Removal[]
}

/** Why a thread was lost: a reconcile did not return, or did not let go of it, or the thread ended by itself. */
export type ThreadLoss = 'hung' | 'spun' | 'outOfMemory' | 'died'

export interface WatchedObject {
  id: string
  /** Version at which it was seen: a later change triggers at once. */
  version: number
}

export interface AwaitedObject extends WatchedObject {
  kind: string
  name: string
  /** Whether it is stalled, and so is what waits for it. @default false */
  stalled?: boolean
  /** Whether trying again can help it. @default true */
  retryable?: boolean
  /** Its own deepest cause, if it has one. */
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

export function waitingFor(object: AwaitedObject, message: string): WaitingFor {
  return { outcome: 'waitingFor', object, message }
}

export function failed(
  cause: FailureCause,
  options: Partial<Pick<Failed, 'retryable' | 'retryAfter' | 'outputs' | 'watching'>> = {},
): Failed {
  return { outcome: 'failed', cause, retryable: true, ...options }
}

/** Nothing goes before somebody has confirmed the list. */
export function awaitConfirmation(
  held: readonly Removal[],
  outputs: Readonly<Record<string, unknown>> = {},
): Failed {
  const shown = held.slice(0, 3).map(({ text }) => text)
  const more = held.length > shown.length ? ` and ${held.length - shown.length} more` : ''
  const message = `Waits for a confirmation that these go: ${shown.join('; ')}${more}. See qleetctl confirm.`
  return failed(
    { reason: 'AwaitingConfirmation', message, blocked: true, confirm: held },
    { outputs, retryable: false },
  )
}

/** Tells outcomes that wait for a confirmation from others. */
export function isHeld(outcome: Outcome): boolean {
  return outcome.outcome === 'failed' && outcome.cause.confirm !== undefined
}

/** What waits for an object takes over from its status: why it is not ready, and whether waiting is pointless. */
export function verdictOf({
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

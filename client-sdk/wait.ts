import type { AnyObject } from './objects.ts'
import type { WatchEvent } from './watch.ts'

/**
 * What to wait for: that the newest generation is ready, that the object is deleted, or that a function returns true. The
 * function receives undefined while the object does not exist.
 */
export type WaitCondition = 'ready' | 'deleted' | ((object: AnyObject | undefined) => boolean)

export interface WaitOptions {
  /** Maximum wait in milliseconds. @default 300000 */
  timeout?: number
  /** Aborts the wait, which then throws the reason of the signal. */
  signal?: AbortSignal
}

/** The reason for which a wait has failed. Test it by `name` and `reason`. */
export class WaitError extends Error {
  /** `stalled`: only a change of the object can make it ready. `missing`: the object to become ready does not exist. */
  readonly reason: 'timeout' | 'stalled' | 'missing'
  /** The last known state. */
  readonly object: AnyObject | undefined

  constructor(reason: WaitError['reason'], message: string, object: AnyObject | undefined) {
    super(message)
    this.name = 'WaitError'
    this.reason = reason
    this.object = object
  }
}

/** Reads events until the condition holds. Returns the object, or undefined if it does not exist. */
export async function waitFor(
  watch: (options: { signal: AbortSignal }) => AsyncGenerator<WatchEvent<AnyObject>>,
  condition: WaitCondition,
  { timeout = 300_000, signal }: WaitOptions,
): Promise<AnyObject | undefined> {
  const deadline = AbortSignal.timeout(timeout)
  const ended = AbortSignal.any([deadline, ...(signal === undefined ? [] : [signal])])
  let object: AnyObject | undefined
  let isSynced = false
  for await (const event of watch({ signal: ended })) {
    if (event.type === 'SYNCED') isSynced = true
    else object = event.type === 'DELETED' ? undefined : event.object
    if (isSynced && reaches(condition, object)) return object
  }
  signal?.throwIfAborted()
  const state = object === undefined ? 'it does not exist' : `it is ${object.status.phase}`
  throw new WaitError(
    'timeout',
    `the condition does not hold after ${timeout} ms: ${state}${causeOf(object)}`,
    object,
  )
}

/** Reports whether a condition holds. Throws if waiting is pointless. */
function reaches(condition: WaitCondition, object: AnyObject | undefined): boolean {
  if (typeof condition === 'function') return condition(object)
  if (condition === 'deleted') return object === undefined
  if (object === undefined) throw new WaitError('missing', 'the object does not exist', object)
  const { kind, name, status, ready, generation, observedGeneration, deletionRequestedAt } = object
  const isObserved = observedGeneration >= generation
  if (isObserved && status.stalled)
    throw new WaitError('stalled', `${kind} "${name}" cannot become ready${causeOf(object)}`, object)
  return ready && isObserved && deletionRequestedAt === null
}

function causeOf(object: AnyObject | undefined): string {
  const message = object?.status.cause?.message
  return message === undefined ? '' : `: ${message}`
}

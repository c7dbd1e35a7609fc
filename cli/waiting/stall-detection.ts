import type { AnyObject } from '../../client-sdk/index.ts'
import { own } from '../../schema/own.ts'

const second = 1000

/**
 * Milliseconds for which a reason may stand before waiting on is pointless. What can only be cured by a person
 * counts at once; what clusters try again by themselves has to last: a registry that is slow, a container that
 * crashes while its database starts.
 */
const patienceWith: Readonly<Record<string, number>> = {
  InvalidImageName: 0,
  ErrImageNeverPull: 0,
  ProgressDeadlineExceeded: 0,
  BackoffLimitExceeded: 0,
  DeadlineExceeded: 30 * second,
  Invalid: 3 * second,
  ErrImagePull: 15 * second,
  ImagePullBackOff: 5 * second,
  CreateContainerConfigError: 10 * second,
  CreateContainerError: 10 * second,
  RunContainerError: 10 * second,
  CrashLoopBackOff: 20 * second,
  UnknownKind: 15 * second,
  // A worker or a server that starts again is no verdict about the object.
  InternalError: 60 * second,
}

const patienceWithFailed = 30 * second
const patienceWithBlocked = 3 * second

/**
 * How long a state may last before it counts as final; undefined for states that only take time. A cluster that does
 * not answer may come back, so it is final only for those who say when.
 */
function patience({ status }: AnyObject, unreachableFor: number | undefined): number | undefined {
  if (status.phase === 'Ready' || status.phase === 'Deleting') return undefined
  if (status.phase === 'Unreachable') return unreachableFor
  const reason = status.cause?.reason
  const known = reason === undefined ? undefined : own(patienceWith, reason)
  if (known !== undefined) return known
  if (status.phase === 'Blocked') return patienceWithBlocked
  return status.phase === 'Failed' ? patienceWithFailed : undefined
}

/** Remembers since when objects have been failing. A short better moment, as between two crashes, changes nothing. */
export class FailureWatch {
  readonly #unreachableFor: number | undefined
  readonly #since = new Map<string, { generation: number; time: number }>()

  /** @param unreachableFor Milliseconds after which a cluster that does not answer has failed. @default never */
  constructor(unreachableFor?: number) {
    this.#unreachableFor = unreachableFor
  }

  /** Whether the object has been failing for longer than its reason deserves; `now` in milliseconds. */
  isFinal(object: AnyObject, now: number): boolean {
    const known = this.#since.get(object.id)
    if (object.status.phase === 'Ready' || known?.generation !== object.generation)
      this.#since.delete(object.id)
    // An answer about an older generation says nothing about this one.
    const allowed =
      object.observedGeneration < object.generation ? undefined : patience(object, this.#unreachableFor)
    if (allowed === undefined) return false
    const since = this.#since.get(object.id)?.time ?? now
    this.#since.set(object.id, { generation: object.generation, time: since })
    return now - since >= allowed
  }
}

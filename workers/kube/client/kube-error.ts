import { spread } from '../../../schema/retry.ts'

/** Why a call to a cluster did not succeed. Told apart because each asks for something else. */
export type KubeFailure =
  | 'unreachable' // no answer: refused, timed out or broken off
  | 'untrusted' // its certificate, or ours, is not accepted
  | 'garbled' // an answer, but not that of an API server: a redirect, not JSON, cut short or without end
  | 'unauthenticated' // 401
  | 'forbidden' // 403
  | 'notFound' // 404
  | 'conflict' // 409
  | 'gone' // 410: the resource version is too old
  | 'invalid' // 400, 405, 413, 415, 422: the object is wrong
  | 'throttled' // 429
  | 'internal' // 500 with a Status: this request failed inside, for example in a webhook; others may not
  | 'serverError' // any other 5xx

/** What is wrong with one field of an object. */
export interface KubeCause {
  field: string
  reason: string
  message: string
}

/** A refusal of a cluster, with the words of its Status. */
export class KubeError extends Error {
  readonly failure: KubeFailure
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  /** `reason` of the Status, for example `AlreadyExists`, or ours when there is no Status; empty when there is none. */
  readonly reason: string
  /** Seconds that the cluster asked to wait. */
  readonly retryAfter: number | undefined
  /** Field by field, where the cluster says it like that. */
  readonly causes: readonly KubeCause[]

  constructor(
    failure: KubeFailure,
    message: string,
    answer: {
      status?: number
      reason?: string
      retryAfter?: number
      causes?: readonly KubeCause[]
      cause?: unknown
    } = {},
  ) {
    super(message, answer.cause === undefined ? undefined : { cause: answer.cause })
    this.name = 'KubeError'
    this.failure = failure
    this.status = answer.status ?? 0
    this.reason = answer.reason ?? ''
    this.retryAfter = answer.retryAfter
    this.causes = answer.causes ?? []
  }
}

export function isKubeError(error: unknown, ...failures: KubeFailure[]): error is KubeError {
  return error instanceof KubeError && (failures.length === 0 || failures.includes(error.failure))
}

/** Failures that say nothing about what is in the cluster. */
export function isAway(error: unknown): error is KubeError {
  return isKubeError(error, ...awayFailures)
}

/** Failures of the connection itself: asking again at once brings nothing. */
export function isDisconnected(error: unknown): error is KubeError {
  return isKubeError(error, 'unreachable', 'untrusted')
}

const awayFailures = [
  'unreachable',
  'untrusted',
  'garbled',
  'unauthenticated',
  'throttled',
  'serverError',
] as const satisfies KubeFailure[]

/** The reason of a cluster that is away, in one CamelCase word. */
export function awayReason({ failure, reason }: KubeError): string {
  switch (failure) {
    case 'unauthenticated':
      return 'CredentialsRefused'
    case 'throttled':
      return 'Throttled'
    case 'serverError':
      return 'ServerError'
    default:
      return reason === '' ? 'Unreachable' : reason
  }
}

/**
 * Longest pause in milliseconds that a cluster is granted: an API server asks for some seconds, what stands before one for
 * hours at times, and a request a minute harms neither.
 */
const longestAsked = 60_000

/** Milliseconds for which a cluster has asked to be left alone; undefined where it has not. */
export function askedPause({ retryAfter = 0 }: KubeError): number | undefined {
  if (retryAfter <= 0) return undefined
  return Math.min(Math.round(retryAfter * 1000 + Math.random() * 1000), longestAsked)
}

/**
 * Milliseconds after which a cluster that is away is asked again: what it asked for itself, or soon where waiting may
 * help, or later where somebody has to do something.
 */
export function awayPause(error: KubeError): number {
  const { failure } = error
  const ours = failure === 'untrusted' || failure === 'unauthenticated' ? 30_000 : 15_000
  return askedPause(error) ?? spread(ours)
}

/** What an HTTP status says; `told` is whether the body is a Status, so that the API server itself has answered. */
export function failureOfStatus(status: number, told: boolean): KubeFailure {
  switch (status) {
    case 401:
      return 'unauthenticated'
    case 403:
      return 'forbidden'
    case 404:
      return 'notFound'
    case 409:
      return 'conflict'
    case 410:
      return 'gone'
    case 429:
      return 'throttled'
    case 500:
      return told ? 'internal' : 'serverError'
    default:
      return status >= 500 ? 'serverError' : 'invalid'
  }
}

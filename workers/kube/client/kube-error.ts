import { spread, type Pauses } from '../../../schema/retry.ts'

/** The class of a failed request to a cluster; each needs a different reaction. */
export type KubeFailure =
  | 'unreachable' // no response: connection refused, timed out or broken
  | 'untrusted' // the certificate of the server or of the client is not accepted
  | 'garbled' // a response, but not from an API server: a redirect, not JSON, cut short or too long
  | 'unauthenticated' // 401
  | 'forbidden' // 403
  | 'notFound' // 404
  | 'conflict' // 409
  | 'gone' // 410: the resource version is too old
  | 'invalid' // 400, 405, 413, 415, 422: the request or its object is invalid
  | 'throttled' // 429
  | 'internal' // 500 with a Status: this request failed, for example in a webhook; others may succeed
  | 'serverError' // any other 5xx

/** The cause of a refusal in one field of an object. */
export interface KubeCause {
  field: string
  reason: string
  message: string
}

/** A failed request to a cluster, with the fields of the Status if the API server returned one. */
export class KubeError extends Error {
  readonly failure: KubeFailure
  /** The HTTP status; 0 if there was no response. */
  readonly status: number
  /** The `reason` of the Status, for example `AlreadyExists`, or a reason of QleetOS if there is no Status; may be empty. */
  readonly reason: string
  /** The value of `Retry-After` in seconds. */
  readonly retryAfter: number | undefined
  /** The causes by field; empty if the Status lists none. */
  readonly causes: readonly KubeCause[]

  constructor(
    failure: KubeFailure,
    message: string,
    details: {
      status?: number
      reason?: string
      retryAfter?: number
      causes?: readonly KubeCause[]
      cause?: unknown
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'KubeError'
    this.failure = failure
    this.status = details.status ?? 0
    this.reason = details.reason ?? ''
    this.retryAfter = details.retryAfter
    this.causes = details.causes ?? []
  }
}

export function isKubeError(error: unknown, ...failures: KubeFailure[]): error is KubeError {
  return error instanceof KubeError && (failures.length === 0 || failures.includes(error.failure))
}

/** Reports whether the cluster is unavailable: the failure reveals nothing about the objects in it. */
export function isUnavailable(error: unknown): error is KubeError {
  return isKubeError(error, ...unavailableFailures)
}

/** Reports whether the connection failed, so that an immediate retry is pointless. */
export function isDisconnected(error: unknown): error is KubeError {
  return isKubeError(error, 'unreachable', 'untrusted')
}

const unavailableFailures = [
  'unreachable',
  'untrusted',
  'garbled',
  'unauthenticated',
  'throttled',
  'serverError',
] as const satisfies KubeFailure[]

/** Returns the reason for an unavailable cluster as one CamelCase word. */
export function unavailableReason({ failure, reason }: KubeError): string {
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
 * The maximum delay in milliseconds that a cluster can request. API servers request seconds, proxies in front of them
 * sometimes hours, and one request per minute harms neither.
 */
const maxRequestedDelay = 60_000

/** Returns the retry delay that a cluster requested, in milliseconds with jitter; undefined if it requested none. */
export function requestedDelay({ retryAfter = 0 }: KubeError): number | undefined {
  if (retryAfter <= 0) return undefined
  return Math.min(Math.round(retryAfter * 1000 + Math.random() * 1000), maxRequestedDelay)
}

/**
 * Returns how the pauses between attempts of an object in an unavailable cluster grow; undefined if a user has to act, or if
 * the cluster has asked for fewer requests. An API server that restarts is back after seconds. Until then, the breaker fails the
 * attempts without a request; if it stays away, the check of the cluster makes its objects wait for it.
 */
export function unavailablePauses({ failure }: KubeError): Pauses | undefined {
  switch (failure) {
    case 'unreachable':
      return { first: 2000, cap: 15_000 }
    case 'serverError':
      return { first: 2000, cap: 60_000 }
    default:
      return undefined
  }
}

/**
 * Returns the retry delay for an unavailable cluster in milliseconds: the delay that it requested; otherwise a short one if
 * waiting may help, or a longer one if a user has to act.
 */
export function unavailableRetryDelay(error: KubeError): number {
  const { failure } = error
  const ours = failure === 'untrusted' || failure === 'unauthenticated' ? 30_000 : 15_000
  return requestedDelay(error) ?? spread(ours)
}

/** Returns the failure for an HTTP status. A Status in the body means that the response is from the API server itself. */
export function failureOfStatus(status: number, hasStatusBody: boolean): KubeFailure {
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
      return hasStatusBody ? 'internal' : 'serverError'
    default:
      return status >= 500 ? 'serverError' : 'invalid'
  }
}

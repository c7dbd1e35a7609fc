import { failed, requeueAfter, type Outcome } from '../engine/outcome.ts'

/* What keeps a reconcile from going on in a cloud, as outcomes with the same words for all of them. */

/** Thrown when nothing can be done in an account until a user or an operator acts. The message says what to do. */
export class CloudBlocked extends Error {
  readonly reason: string

  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Thrown when a cloud needs some seconds until what it has accepted can be used. */
export class CloudPending extends Error {}

/** What a cloud has refused, or why it has not responded. */
export interface Refusal {
  is: 'credentials' | 'denied' | 'unreachable' | 'throttled' | 'serverError' | 'quota' | 'refused'
  /** A sentence of the cloud. */
  message: string
  /** The code of the cloud. */
  code?: string | undefined
  /** What the credentials do not allow, for example `s3:CreateBucket`. */
  action?: string | undefined
}

/** Milliseconds after which a request is repeated that a cloud cannot fulfil yet. */
const pendingRetry = 3000

/** Milliseconds after which a request that a user has to make possible is repeated. */
const blockedRetry = 60_000

/** Returns the outcome of a reconcile that has to wait for somebody, or for some seconds; undefined for other errors. */
export function heldOutcome(error: unknown): Outcome | undefined {
  if (error instanceof CloudBlocked)
    return failed(
      { reason: error.reason, message: error.message, blocked: true },
      { retryable: false, retryAfter: blockedRetry },
    )
  if (error instanceof CloudPending)
    return requeueAfter(pendingRetry, { reason: 'Waiting', message: error.message })
  return undefined
}

/** Returns the outcome of a reconcile that a cloud has refused. */
export function refusalOutcome(cloud: string, { is, message, code = 'Refused', action }: Refusal): Outcome {
  switch (is) {
    case 'credentials':
      return failed(
        {
          reason: 'InvalidCredentials',
          message: `${cloud} does not accept the credentials of the account: ${message}`,
          unreachable: true,
        },
        { retryAfter: blockedRetry },
      )
    case 'denied': {
      const what = action ?? 'the request'
      return failed(
        {
          reason: 'AccessDenied',
          message: `The credentials of the account do not allow ${what}: ${message}`,
          blocked: true,
        },
        { retryAfter: blockedRetry },
      )
    }
    case 'unreachable':
      return failed({
        reason: 'Unreachable',
        message: `${cloud} is unreachable: ${message}`,
        unreachable: true,
      })
    case 'throttled':
      return failed({ reason: 'Throttled', message: `${cloud} throttles the requests of the account.` })
    case 'serverError':
      return failed({ reason: 'ServerError', message: `${cloud} responded with an error: ${message}` })
    case 'quota':
      return failed(
        {
          reason: 'QuotaExceeded',
          message: `A quota of the account is exhausted: ${message} Delete something, or request a higher quota.`,
          blocked: true,
        },
        { retryAfter: blockedRetry },
      )
    case 'refused':
      return failed({ reason: code, message: `${cloud} refused a request: ${message}` })
  }
}

const networkCodes = /^(E[A-Z]+|UND_ERR_\w+|TimeoutError|NetworkingError|RequestTimeout|REQUEST_SEND_ERROR)$/

/** Reports whether an error means that a cloud was not reached, or did not respond in time. */
export function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, name } = error as { code?: unknown; name: string }
  return networkCodes.test(String(code)) || networkCodes.test(name) || isNetworkError(error.cause)
}

/** Returns the message of an error as a sentence. */
export function sentenceOf(text: string): string {
  const plain = text.trim()
  return /[.!?]$/.test(plain) ? plain : `${plain === '' ? 'no reason was given' : plain}.`
}

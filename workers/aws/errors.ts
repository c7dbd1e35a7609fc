import {
  CloudBlocked,
  CloudPending,
  heldOutcome,
  isNetworkError,
  refusalOutcome,
  sentenceOf,
  type Refusal,
} from '../clouds/errors.ts'
import type { Outcome } from '../engine/outcome.ts'

export { CloudBlocked as AwsBlocked, CloudPending as AwsPending }

/** An error as the AWS SDK throws it. */
interface AwsError extends Error {
  $metadata?: { httpStatusCode?: number; requestId?: string }
  $fault?: 'client' | 'server'
  code?: string
  Code?: string
}

/** Reports whether an error of AWS has one of the given codes. */
export function isAwsError(error: unknown, ...codes: readonly string[]): error is AwsError {
  return error instanceof Error && codes.includes(error.name)
}

/** Reports whether AWS has responded with an error, so that the request was received. */
function isResponse(error: unknown): error is AwsError {
  return error instanceof Error && (error as AwsError).$metadata?.httpStatusCode !== undefined
}

/** Returns the HTTP status of the response of an error; undefined without a response. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error ? (error as AwsError).$metadata?.httpStatusCode : undefined
}

const denied = [
  'AccessDenied',
  'AccessDeniedException',
  'UnauthorizedOperation',
  'AuthorizationError',
  'Forbidden',
]

const invalidCredentials = [
  'InvalidClientTokenId',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
  'AuthFailure',
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidSignatureException',
  'CredentialsProviderError',
  'InvalidIdentityToken',
]

/** Reports whether the credentials do not allow an action. */
export function isDenied(error: unknown): boolean {
  // Some services and stand-ins name no code.
  return isAwsError(error, ...denied) || (statusOf(error) === 403 && !isUnauthenticated(error))
}

/** Reports whether AWS does not accept the credentials at all. */
export function isUnauthenticated(error: unknown): boolean {
  return isAwsError(error, ...invalidCredentials)
}

/** Reports whether IAM does not know what a request names. */
export function isNoSuchEntity(error: unknown): boolean {
  return isAwsError(error, 'NoSuchEntity', 'NoSuchEntityException')
}

/** Returns the action that a message of AWS says is not allowed, for example `s3:CreateBucket`. */
export function deniedAction(error: unknown): string | undefined {
  return /not authorized to perform:? ([\w-]+:\w+)/.exec(String(error))?.[1]
}

const isThrottling = /throttl|TooManyRequests|RequestLimitExceeded|SlowDown/i
const isQuota = /LimitExceeded|QuotaExceeded|Quota/

/** Reports whether AWS has refused a request, which therefore had no effect. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error) ?? 0
  return isResponse(error) && ((status >= 400 && status < 500) || isThrottling.test(error.name))
}

/** Returns the outcome of a reconcile that AWS has refused; throws everything else. */
export function awsOutcome(error: unknown): Outcome {
  return heldOutcome(error) ?? refusalOutcome('AWS', refusalOf(error))
}

function refusalOf(error: unknown): Refusal {
  const message = messageOf(error)
  if (isUnauthenticated(error)) return { is: 'credentials', message }
  if (isDenied(error)) return { is: 'denied', action: deniedAction(error), message }
  if (!isResponse(error)) {
    if (!isNetworkError(error)) throw error
    return { is: 'unreachable', message }
  }
  const { name: code, $metadata: { httpStatusCode = 0 } = {} } = error
  if (isThrottling.test(code) || httpStatusCode === 429) return { is: 'throttled', message }
  if (httpStatusCode >= 500) return { is: 'serverError', message }
  return isQuota.test(code) ? { is: 'quota', message } : { is: 'refused', code, message }
}

/** Returns the message of an error without the ID of the request, which differs each time. */
function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  // The SDK appends hints for its own users in further lines.
  const [first = ''] = text.split('\n')
  const plain = first.replaceAll(
    /\s*\(?(Service|RequestID|Request ID|Status Code|Extended Request ID)[^)]*\)?/g,
    '',
  )
  return sentenceOf(plain)
}

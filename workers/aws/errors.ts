import { failed, requeueAfter, type Outcome } from '../engine/outcome.ts'

/** Thrown when nothing can be done in an account until a user or an operator acts. The message says what to do. */
export class AwsBlocked extends Error {
  readonly reason: string

  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Thrown when AWS needs some seconds until what it has accepted can be used. */
export class AwsPending extends Error {}

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

/** Milliseconds after which a request is repeated that AWS cannot fulfil yet. */
const pendingRetry = 3000

/** Milliseconds after which a request that a user has to make possible is repeated. */
const blockedRetry = 60_000

/** Returns the outcome of a reconcile that AWS has refused; throws everything else. */
export function awsOutcome(error: unknown): Outcome {
  if (error instanceof AwsBlocked)
    return failed(
      { reason: error.reason, message: error.message, blocked: true },
      { retryable: false, retryAfter: blockedRetry },
    )
  if (error instanceof AwsPending)
    return requeueAfter(pendingRetry, { reason: 'Waiting', message: error.message })
  if (isUnauthenticated(error)) {
    const message = `AWS does not accept the credentials of the account: ${messageOf(error)}`
    return failed({ reason: 'InvalidCredentials', message, unreachable: true }, { retryAfter: blockedRetry })
  }
  if (isDenied(error)) {
    const action = deniedAction(error)
    const what = action === undefined ? 'the request' : action
    const message = `The credentials of the account do not allow ${what}: ${messageOf(error)}`
    return failed({ reason: 'AccessDenied', message, blocked: true }, { retryAfter: blockedRetry })
  }
  if (!isResponse(error)) {
    if (!isNetworkError(error)) throw error
    const message = `AWS is unreachable: ${messageOf(error)}`
    return failed({ reason: 'Unreachable', message, unreachable: true })
  }
  const { name, $metadata: { httpStatusCode = 0 } = {} } = error
  if (isThrottling.test(name) || httpStatusCode === 429)
    return failed({ reason: 'Throttled', message: 'AWS throttles the requests of the account.' })
  if (httpStatusCode >= 500)
    return failed({ reason: 'ServerError', message: `AWS responded with an error: ${messageOf(error)}` })
  if (isQuota.test(name)) {
    const message = `A quota of the account is exhausted: ${messageOf(error)} Delete something, or request a higher quota.`
    return failed({ reason: 'QuotaExceeded', message, blocked: true }, { retryAfter: blockedRetry })
  }
  return failed({ reason: name, message: `AWS refused a request: ${messageOf(error)}` })
}

const networkCodes = /^(E[A-Z]+|UND_ERR_\w+|TimeoutError|NetworkingError|RequestTimeout)$/

function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', name } = error as AwsError
  return networkCodes.test(code) || networkCodes.test(name)
}

/** Returns the message of an error without the ID of the request, which differs each time. */
function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  // The SDK appends hints for its own users in further lines.
  const [first = ''] = text.split('\n')
  const plain = first
    .replaceAll(/\s*\(?(Service|RequestID|Request ID|Status Code|Extended Request ID)[^)]*\)?/g, '')
    .trim()
  return /[.!?]$/.test(plain) ? plain : `${plain === '' ? 'no reason was given' : plain}.`
}

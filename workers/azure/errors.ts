import { heldOutcome, isNetworkError, refusalOutcome, sentenceOf, type Refusal } from '../clouds/errors.ts'
import type { Outcome } from '../engine/outcome.ts'

/** What Azure has refused. Errors of its SDK have the same fields. */
export class AzureError extends Error {
  /** The HTTP status. */
  readonly statusCode: number
  /** The code, for example `ResourceNotFound`. */
  readonly code: string

  constructor(statusCode: number, code: string, message: string) {
    super(message)
    this.statusCode = statusCode
    this.code = code
  }
}

/** Returns the error of a response: https://learn.microsoft.com/rest/api/azure/#async-operations-throttling-and-paging */
export function azureError(statusCode: number, body: unknown): AzureError {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as {
    error?: { code?: string; message?: string }
  }
  const { code = String(statusCode), message = `HTTP status ${statusCode}` } = error ?? {}
  return new AzureError(statusCode, code, message)
}

type Refused = Pick<AzureError, 'statusCode' | 'message'> & { code?: string }

/** Returns what Azure has responded; undefined for other errors. */
function refusedBy(error: unknown): Refused | undefined {
  if (!(error instanceof Error)) return undefined
  const { statusCode } = error as { statusCode?: unknown }
  return typeof statusCode === 'number' ? (error as Error & Refused) : undefined
}

/** Reports whether Azure has responded with one of the given HTTP statuses. */
export function isAzureError(error: unknown, ...statuses: readonly number[]): boolean {
  const refused = refusedBy(error)
  return refused !== undefined && statuses.includes(refused.statusCode)
}

/** Resolves with undefined if something does not exist. */
export async function unlessNotFound<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading
  } catch (error) {
    if (isAzureError(error, 404)) return undefined
    throw error
  }
}

/** Reports whether a resource is being changed by another operation, or was changed since it was read. */
export function isBusy(error: unknown): boolean {
  const { code = '' } = refusedBy(error) ?? {}
  return isAzureError(error, 409, 412) && !permanentConflicts.test(code)
}

const permanentConflicts = /MissingSubscriptionRegistration|Quota|SkuNotAvailable|Disabled/i

/** Returns the outcome of a reconcile that Azure has refused; throws everything else. */
export function azureOutcome(error: unknown): Outcome {
  return heldOutcome(error) ?? refusalOutcome('Azure', refusalOf(error))
}

const isQuota = /Quota|SkuNotAvailable|AllocationFailed|LimitExceeded/i

function refusalOf(error: unknown): Refusal {
  const refused = refusedBy(error)
  if (refused === undefined) {
    if (!isNetworkError(error)) throw error
    return { is: 'unreachable', message: sentenceOf(error instanceof Error ? error.message : String(error)) }
  }
  const { statusCode, code = String(statusCode) } = refused
  const message = messageOf(refused)
  if (statusCode === 401) return { is: 'credentials', message }
  if (code === 'MissingSubscriptionRegistration') return { is: 'denied', action: notRegistered, message }
  if (isQuota.test(code)) return { is: 'quota', message }
  if (statusCode === 403) return { is: 'denied', action: deniedAction(refused), message }
  if (statusCode === 429) return { is: 'throttled', message }
  if (statusCode >= 500) return { is: 'serverError', message }
  return { is: 'refused', code, message }
}

const notRegistered =
  'a service that the subscription has not registered (az provider register --namespace Microsoft.ContainerService)'

/** Returns the action that a message says is not allowed, for example `Microsoft.ContainerService/managedClusters/write`. */
function deniedAction({ message }: Refused): string | undefined {
  return /perform action '([^']+)'/.exec(message)?.[1]
}

/** Returns the message of an error without the IDs of the request and the time, which differ each time. */
function messageOf({ message }: Refused): string {
  const [first = ''] = message.split(/\r?\n/)
  return sentenceOf(first.replaceAll(/\s*(Trace ID|Correlation ID|Timestamp): \S+( \S+Z)?/g, ''))
}

import { heldOutcome, isNetworkError, refusalOutcome, sentenceOf, type Refusal } from '../clouds/errors.ts'
import type { Outcome } from '../engine/outcome.ts'

/** The body of an error of Google Cloud: https://cloud.google.com/apis/design/errors */
interface ErrorBody {
  error?: {
    message?: string
    status?: string
    /** Of newer services. */
    details?: readonly { reason?: string }[]
    /** Of Compute Engine. */
    errors?: readonly { reason?: string; message?: string }[]
  }
}

/** What Google Cloud has refused. */
export class GcpError extends Error {
  /** The HTTP status. */
  readonly status: number
  /** The code, for example `NOT_FOUND`, or the more specific one of a service, for example `accessNotConfigured`. */
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Returns the error of a response. */
export function gcpError(status: number, body: unknown): GcpError {
  const { error = {} } = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody
  const { message = `HTTP status ${status}`, details = [], errors = [] } = error
  const reason = details.find((each) => each.reason !== undefined)?.reason ?? errors[0]?.reason
  return new GcpError(status, reason ?? error.status ?? String(status), message)
}

/** Reports whether Google Cloud has responded with one of the given HTTP statuses. */
export function isGcpError(error: unknown, ...statuses: readonly number[]): error is GcpError {
  return error instanceof GcpError && statuses.includes(error.status)
}

/** Reports whether a resource does not exist. */
export function isNotFound(error: unknown): boolean {
  return isGcpError(error, 404)
}

/** Resolves with undefined if something does not exist. */
export async function unlessNotFound<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

/** Reports whether a resource is still used, or is being changed by another operation. */
export function isBusy(error: unknown): boolean {
  return (
    isGcpError(error, 409) ||
    (isGcpError(error, 400) &&
      ['FAILED_PRECONDITION', 'resourceInUseByAnotherResource', 'resourceNotReady'].includes(error.code))
  )
}

/** Returns the outcome of a reconcile that Google Cloud has refused; throws everything else. */
export function gcpOutcome(error: unknown): Outcome {
  return heldOutcome(error) ?? refusalOutcome('Google Cloud', refusalOf(error))
}

const isThrottling = /rate ?limit|per minute/i
const isQuota = /quota|RESOURCE_EXHAUSTED|exhausted|STOCKOUT/i

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof GcpError)) {
    if (!isNetworkError(error)) throw error
    return { is: 'unreachable', message: sentenceOf(error instanceof Error ? error.message : String(error)) }
  }
  const { status, code } = error
  const message = sentenceOf(error.message)
  const text = `${code} ${error.message}`
  if (status === 401) return { is: 'credentials', message }
  if (isThrottling.test(text)) return { is: 'throttled', message }
  if ((status === 403 || status === 429) && isQuota.test(text)) return { is: 'quota', message }
  if (status === 429) return { is: 'throttled', message }
  if (isServiceDisabled(error))
    return { is: 'denied', action: 'a service that the project has not enabled', message }
  if (status === 403) return { is: 'denied', action: deniedPermission(error), message }
  if (status >= 500) return { is: 'serverError', message }
  return { is: 'refused', code, message }
}

/** Reports whether the project has not enabled the service that was called. */
export function isServiceDisabled(error: unknown): boolean {
  return isGcpError(error, 403) && ['SERVICE_DISABLED', 'accessNotConfigured'].includes(error.code)
}

/** Returns the permission that a message says is missing, for example `container.clusters.create`. */
function deniedPermission({ message }: GcpError): string | undefined {
  return /required ["']?([a-z]\w*\.\w+\.\w+)["']? permission/i.exec(message)?.[1]
}

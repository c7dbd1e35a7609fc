import type { Health } from '../health/health.ts'
import type { InventoryEntry } from './inventory.ts'
import type { KubeError } from '../client/kube-error.ts'
import { withRemedy } from './remedies.ts'

/** Milliseconds for which a refusal as invalid is tolerated: the webhook or CRD behind it may be about to be replaced. */
export const invalidGrace = 3000

/** Milliseconds for which a kind may not be served, because its CustomResourceDefinition may be about to be accepted. */
const unservedGrace = 15_000

/** Returns the health of a resource that the cluster has refused. */
export function healthOfRefusal(error: KubeError, entry: InventoryEntry | undefined): Health {
  // An API server knows no path of a kind that it does not serve, and responds with a page.
  if (error.status === 404 && error.reason === '') {
    const message =
      'the cluster does not serve its kind: the CustomResourceDefinition is missing, or was refused'
    return { state: 'failed', reason: 'UnknownKind', message, grace: unservedGrace }
  }
  const change = entry?.hash == null ? '' : ' (the resource is unchanged)'
  const message = `${withRemedy(error.message)}${change}`
  const isInvalid = error.status === 422 || error.reason === 'Invalid'
  const grace = isInvalid ? { grace: invalidGrace } : {}
  return { state: 'failed', reason: refusalReason(error), message, ...grace }
}

/**
 * What API servers refuse with 403 although no permission is missing, and their reason by message: the reason of the Status is Forbidden
 * for all of them.
 */
const denials: readonly [message: RegExp, reason: string][] = [
  [/exceeded quota: |failed quota: /, 'QuotaExceeded'],
  [/violates PodSecurity "/, 'PodSecurity'],
  [/ValidatingAdmissionPolicy '.*' denied request|admission webhook ".*" denied the request/, 'PolicyDenied'],
  [/because it is being terminated/, 'NamespaceTerminating'],
]

/** A refusal by the authorizer, as API servers word it and as QleetOS does. */
const lacksPermission = /\buser "[^"]*".*(cannot |is attempting to grant )|^needs permission to /i

/** Returns the reason of a refusal as one CamelCase word. */
export function refusalReason({ failure, reason, message }: KubeError): string {
  if (failure !== 'forbidden') return reason === '' ? 'Refused' : reason
  const denial = denials.find(([pattern]) => pattern.test(message))?.[1]
  if (denial !== undefined) return denial
  return reason === 'Forbidden' && !lacksPermission.test(message) ? 'Denied' : reason || 'Refused'
}

import type { Health } from '../health/health.ts'
import type { InventoryEntry } from './inventory.ts'
import type { KubeError } from '../client/kube-error.ts'
import { withRemedy } from './remedies.ts'

/** Milliseconds for which a refusal as invalid is tolerated: the webhook or CRD behind it may be about to be replaced. */
export const invalidGrace = 3000

/** Returns the health of a resource that the cluster has refused. */
export function healthOfRefusal(error: KubeError, entry: InventoryEntry | undefined): Health {
  const reason = error.reason === '' ? 'Refused' : error.reason
  const change = entry?.hash == null ? '' : ' (the resource is unchanged)'
  const message = `${withRemedy(error.message)}${change}`
  return { state: 'failed', reason, message, ...(error.status === 422 ? { grace: invalidGrace } : {}) }
}

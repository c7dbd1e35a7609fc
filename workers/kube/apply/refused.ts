import type { Health } from '../health/health.ts'
import type { InventoryEntry } from './inventory.ts'
import type { KubeError } from '../client/kube-error.ts'
import { withRemedy } from './remedies.ts'

/** Milliseconds for which an object may be refused as invalid: what checks it may be about to be replaced. */
const invalidGrace = 3000

/** What the cluster does not take, as the health of the resource. */
export function refused(error: KubeError, entry: InventoryEntry | undefined): Health {
  const reason = error.reason === '' ? 'Refused' : error.reason
  const change = entry?.hash == null ? '' : ' (the resource stays as it was)'
  const message = `${withRemedy(error.message)}${change}`
  return { state: 'failed', reason, message, ...(error.status === 422 ? { grace: invalidGrace } : {}) }
}

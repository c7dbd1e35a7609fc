import { defined } from '../../schema/defined.ts'
import { failed, requeueAfter, type Outcome } from '../engine/outcome.ts'
import type { ResourceState } from '../kube/apply/sync.ts'
import { isNamespace } from '../kube/client/resource.ts'

/**
 * Milliseconds before which a look without a trigger finds nothing new. A cluster leaves a namespace alone for five seconds before it
 * empties it: https://github.com/kubernetes/kubernetes/blob/master/pkg/controller/namespace/namespace_controller.go
 */
const firstLook = { namespace: 6000, other: 2000 }
const longestWait = 30_000

/**
 * Returns an outcome that waits for resources being deleted. The watch triggers the object when they are gone. The delay covers a watch
 * that is down; it grows with the time that they take, so that many namespaces, which a cluster deletes one after the other, cost one
 * look after each doubling. A refusal of the cluster takes precedence, because it does not pass by itself.
 *
 * @param now The time of the control plane, in milliseconds since 1970.
 */
export function leavingOutcome(leaving: readonly ResourceState[], now: number): Outcome {
  const first = leaving.find(({ health }) => health.state === 'failed') ?? leaving[0]
  const more = leaving.length > 1 ? ` and ${leaving.length - 1} more` : ''
  const message = `${first?.key ?? 'A resource'} ${first?.health.message ?? 'is being deleted'}${more}.`
  if (first?.health.state === 'failed') {
    const { reason, message: why, grace } = first.health
    return failed({ reason, message: `${first.key}: ${why}`, ...defined({ grace }) })
  }
  const times = leaving.flatMap(({ live }) => live?.metadata.deletionTimestamp ?? [])
  const since = Math.min(...times.map((time) => Date.parse(time)))
  const age = Number.isFinite(since) ? now - since : 0
  const least = leaving.every(({ type }) => isNamespace(type)) ? firstLook.namespace : firstLook.other
  return requeueAfter(Math.min(Math.max(age, least), longestWait), { reason: 'Terminating', message })
}

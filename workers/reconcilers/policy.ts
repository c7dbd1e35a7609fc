import { PolicyException as PolicyExceptionKind } from '../../schema/kinds/policy.ts'
import { done } from '../engine/outcome.ts'
import type { Reconciler } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'

/** The most milliseconds until an exception is looked at again. */
const recheckInterval = 24 * 60 * 60_000

/** Reports whether an exception still has effect. Servers decide that by its time, whatever has been reported. */
export const PolicyException: Reconciler<Environment> = {
  ensure: async ({ object, now }) => {
    const { expiresAt, owner } = PolicyExceptionKind.spec.parse(object.manifestSpec)
    const left = Date.parse(expiresAt) - now()
    if (left <= 0)
      return done(`Expired on ${expiresAt} and has no effect. Ask ${owner}.`, {
        outputs: { state: 'Expired' },
      })
    return done(`Has effect until ${expiresAt}.`, {
      outputs: { state: 'Active' },
      recheckAfter: Math.min(left, recheckInterval),
    })
  },

  remove: async () => done('Nothing is left of it.'),
}

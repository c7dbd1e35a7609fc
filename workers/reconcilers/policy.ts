import { PolicyException as PolicyExceptionKind } from '../../schema/kinds/policy.ts'
import { ruleNamesOf } from '../../schema/policies/check.ts'
import { done } from '../engine/outcome.ts'
import type { Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'

/** The most milliseconds until an exception is looked at again. */
const recheckInterval = 24 * 60 * 60_000

/** Reports whether an exception still has effect. Servers decide that by its time, whatever has been reported. */
export const PolicyException: Reconciler<Environment> = {
  ensure: async ({ object, now }) => {
    const { expiresAt, owner, rules = [] } = PolicyExceptionKind.spec.parse(object.manifestSpec)
    const left = Date.parse(expiresAt) - now()
    if (left <= 0)
      return done(`Expired on ${expiresAt} and has no effect. Ask ${owner}.`, {
        outputs: { state: 'Expired' },
      })
    const policy = referenced(objectAs(object, 'PolicyException').policy)
    return done(effectOf({ rules, expiresAt }, policy), {
      outputs: { state: 'Active' },
      recheckAfter: Math.min(left, recheckInterval),
    })
  },

  remove: async () => done('Nothing is left of it.'),
}

/** Returns what effect an exception has that has not expired. Its policy may have lost rules since it was written. */
function effectOf(
  { rules, expiresAt }: { rules: readonly string[]; expiresAt: string },
  policy: { name: string; manifestSpec: unknown },
): string {
  const known = ruleNamesOf(policy.manifestSpec as Record<string, unknown>)
  const gone = rules.filter((name) => !known.includes(name))
  if (gone.length === 0) return `Has effect until ${expiresAt}.`
  const lost = `policy ${policy.name} no longer has rule ${gone.join(', ')}`
  return gone.length === rules.length
    ? `Has no effect: ${lost}.`
    : `Has effect until ${expiresAt}, for its other rules: ${lost}.`
}

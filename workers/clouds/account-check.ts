import { spread } from '../../schema/retry.ts'
import { done, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import type { ResourceOwner } from '../resource-owner.ts'
import { outputsSoFar } from '../resources/outputs-so-far.ts'
import { describeOrphans, type Orphan } from './orphans.ts'
import { describeMissing, warnOfMissing } from './permissions.ts'

/** The interval in milliseconds at which credentials are checked without a change. */
const checkInterval = 10 * 60_000

/** What a check of an account finds. */
export interface CheckedAccount {
  /** Whose credentials they are, as a sentence. */
  message: string
  outputs: Record<string, unknown>
  missing: readonly string[]
  orphans: readonly Orphan[]
}

export interface AccountCheck {
  /** Checks the credentials of an account. @param externalId The external ID, which no other account has */
  check(
    context: ReconcileContext,
    options: { environment: Environment; externalId: string },
  ): Promise<CheckedAccount>
  /** Converts an error of the cloud; throws others. */
  outcomeOf(error: unknown): Outcome
}

/** Returns the reconciler of accounts of a cloud, which have no resources themselves. */
export function accountReconciler({ check, outcomeOf }: AccountCheck): Reconciler<Environment> {
  return {
    ensure: async (context, environment) => {
      const externalId = externalIdOf(context.owner)
      try {
        const { message, outputs, missing, orphans } = await check(context, { environment, externalId })
        warnOfMissing(missing, context)
        const notes = [
          message,
          ...(missing.length === 0 ? [] : [describeMissing(missing)]),
          ...(orphans.length === 0 ? [] : [describeOrphans(orphans)]),
        ]
        return done(notes.join(' '), {
          outputs: {
            ...outputs,
            externalId,
            ...(missing.length === 0 ? {} : { missingPermissions: missing }),
            ...(orphans.length === 0 ? {} : { orphans }),
          },
          recheckAfter: spread(checkInterval),
        })
      } catch (error) {
        context.signal.throwIfAborted()
        // The external ID is what the owner of the account has to grant first.
        return { ...outcomeOf(error), outputs: { ...outputsSoFar(context), externalId } }
      }
    },
    remove: async () => done('Nothing is left of it.'),
  }
}

/** Returns the external ID of an account, which no other account of any control plane has. */
function externalIdOf({ controlPlane, id }: ResourceOwner): string {
  return ['qleet', controlPlane ?? '', id].filter((part) => part !== '').join('-')
}

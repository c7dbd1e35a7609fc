import type { z } from 'zod'
import type { AwsAccount as AwsAccountKind } from '../../schema/kinds/aws-account.ts'
import { spread } from '../../schema/retry.ts'
import { accessWith, type AwsAccess } from '../aws/account.ts'
import { AwsBlocked, awsOutcome } from '../aws/errors.ts'
import { sweepOrphans } from '../aws/orphans.ts'
import { missingPermissions } from '../aws/permissions.ts'
import { describeOrphans } from '../clouds/orphans.ts'
import { describeMissing, warnOfMissing } from '../clouds/permissions.ts'
import { done } from '../engine/outcome.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import { outputsSoFar } from '../resources/outputs-so-far.ts'
import type { ResourceOwner } from '../resource-owner.ts'

/** The interval in milliseconds at which the credentials are checked without a change. */
const checkInterval = 10 * 60_000

/** Checks the credentials of an account, which itself has no resources. */
export const AwsAccount: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const { object, secrets, owner } = context
    // The server has validated the spec with the schema of the kind.
    const spec = object.manifestSpec as z.infer<(typeof AwsAccountKind)['spec']>
    const externalId = externalIdOf(owner)
    try {
      const access = accessWith({ spec, secrets, externalId }, environment)
      const arn = await identityOf(access, context)
      const principal = arn.includes(':assumed-role/') ? spec.roleArn : arn
      const missing = await missingPermissions(access, { principal, signal: context.signal })
      warnOfMissing(missing, context)
      const orphans = await sweepOrphans(context, access)
      const notes = [
        `Its credentials are those of ${arn}.`,
        ...(missing.length === 0 ? [] : [describeMissing(missing)]),
        ...(orphans.length === 0 ? [] : [describeOrphans(orphans)]),
      ]
      return done(notes.join(' '), {
        outputs: {
          arn,
          externalId,
          ...(missing.length === 0 ? {} : { missingPermissions: missing }),
          ...(orphans.length === 0 ? {} : { orphans }),
        },
        recheckAfter: spread(checkInterval),
      })
    } catch (error) {
      // The external ID is what a trust policy needs first.
      return { ...awsOutcome(error), outputs: { ...outputsSoFar(context), externalId } }
    }
  },
  remove: async () => done('Nothing is left of it.'),
}

/** Returns the external ID of an account, which no other account of any control plane has. */
function externalIdOf({ controlPlane, id }: ResourceOwner): string {
  return ['qleet', controlPlane ?? '', id].filter((part) => part !== '').join('-')
}

/** Returns the ARN of the credentials. Throws if they are for another account. */
async function identityOf(
  { accountId, defaultRegion, in: inRegion }: AwsAccess,
  { signal }: ReconcileContext,
): Promise<string> {
  const sts = await inRegion(defaultRegion).sts()
  const { Account, Arn = '' } = await sts.getCallerIdentity({}, { abortSignal: signal })
  if (Account === accountId) return Arn
  throw new AwsBlocked(
    'WrongAccount',
    `Its credentials are those of account ${Account}, not of ${accountId}. Change the access key, the role or the account ID.`,
  )
}

import type { z } from 'zod'
import type { AwsAccount as AwsAccountKind } from '../../schema/kinds/aws-account.ts'
import { accessWith, type AwsAccess } from '../aws/account.ts'
import { AwsBlocked, awsOutcome } from '../aws/errors.ts'
import { sweepOrphans } from '../aws/orphans.ts'
import { missingPermissions } from '../aws/permissions.ts'
import { accountReconciler } from '../clouds/account-check.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'

/** Checks the credentials of an account of AWS. */
export const AwsAccount = accountReconciler({
  check: async (context, { environment, externalId }) => {
    const { object, secrets, signal } = context
    // The server has validated the spec with the schema of the kind.
    const spec = object.manifestSpec as z.infer<(typeof AwsAccountKind)['spec']>
    const access = accessWith({ spec, secrets, externalId }, environment)
    const arn = await identityOf(access, context)
    const principal = arn.includes(':assumed-role/') ? spec.roleArn : arn
    return {
      message: `Its credentials are those of ${arn}.`,
      outputs: { arn },
      missing: await missingPermissions(access, { principal, signal }),
      orphans: await sweepOrphans(context, access),
    }
  },
  outcomeOf: awsOutcome,
})

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

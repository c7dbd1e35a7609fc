import type { z } from 'zod'
import type { AzureAccount as AzureAccountKind } from '../../schema/kinds/azure-account.ts'
import { accessWith } from '../azure/account.ts'
import { azureOutcome } from '../azure/errors.ts'
import { sweepOrphans } from '../azure/orphans.ts'
import { assertAdmitted, assertRegion, missingPermissions, readSubscription } from '../azure/subscription.ts'
import { accountReconciler } from '../clouds/account-check.ts'

/** Checks the credentials of an account of Azure. */
export const AzureAccount = accountReconciler({
  check: async (context, { environment, externalId }) => {
    const { object, secrets, signal } = context
    // The server has validated the spec with the schema of the kind.
    const spec = object.manifestSpec as z.infer<(typeof AzureAccountKind)['spec']>
    const access = accessWith({ spec, secrets }, environment)
    const subscription = await readSubscription(access, signal)
    if (secrets['clientSecret'] === undefined) assertAdmitted(access, subscription, externalId)
    await assertRegion(access, signal)
    const { displayName: subscriptionName } = subscription
    return {
      message: `Its credentials are those of application ${spec.clientId}.`,
      outputs: { subscriptionName },
      missing: await missingPermissions(access, signal),
      orphans: await sweepOrphans(context, access),
    }
  },
  outcomeOf: azureOutcome,
})

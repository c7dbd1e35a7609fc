import type { z } from 'zod'
import type { GcpAccount as GcpAccountKind } from '../../schema/kinds/gcp-account.ts'
import { accountReconciler } from '../clouds/account-check.ts'
import { accessWith } from '../gcp/account.ts'
import { gcpOutcome } from '../gcp/errors.ts'
import { sweepOrphans } from '../gcp/orphans.ts'
import { assertAdmitted, assertUsable, missingPermissions } from '../gcp/project.ts'

/** Checks the credentials of an account of Google Cloud. */
export const GcpAccount = accountReconciler({
  check: async (context, { environment, externalId }) => {
    const { object, secrets, signal } = context
    // The server has validated the spec with the schema of the kind.
    const spec = object.manifestSpec as z.infer<(typeof GcpAccountKind)['spec']>
    const access = accessWith({ spec, secrets }, environment)
    if (secrets['serviceAccountKey'] === undefined) {
      // Its token is the first thing that a wrong account lacks.
      await access.token(signal)
      await assertAdmitted(access, externalId, signal)
    }
    const missing = await missingPermissions(access, signal)
    await assertUsable(access, signal)
    const identity = spec.serviceAccount ?? emailOf(secrets['serviceAccountKey'])
    return {
      message: `Its credentials are those of ${identity}.`,
      outputs: { identity },
      missing,
      orphans: await sweepOrphans(context, access),
    }
  },
  outcomeOf: gcpOutcome,
})

/** Returns the address of the service account of a key, with which a token was issued. */
function emailOf(key = '{}'): string {
  return (JSON.parse(key) as { client_email?: string }).client_email ?? 'an unknown service account'
}

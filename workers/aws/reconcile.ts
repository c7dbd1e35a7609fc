import { inCloud } from '../clouds/account.ts'
import { recordedRegion, removeFromCloud, type CloudRemoval } from '../clouds/removal.ts'
import type { ExternalEntry } from '../engine/external-inventory.ts'
import type { Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import type { AccountForReconcileFragment } from '../generated/documents.ts'
import type { ExternalCalls } from '../resources/external-resources.ts'
import { accessTo, type AwsAccess } from './account.ts'
import { awsOutcome } from './errors.ts'

/* What all reconcilers of resources in an account have in common. */

/** Runs work with the access to a ready account. What AWS refuses becomes an outcome. */
export async function inAccount(
  context: ReconcileContext,
  { account, environment }: { account: AccountForReconcileFragment; environment: Environment },
  work: (access: AwsAccess) => Promise<Outcome>,
): Promise<Outcome> {
  return inCloud(context, { account, outcomeOf: awsOutcome }, async () =>
    work(await accessTo(account, { client: context.client, environment })),
  )
}

export interface AwsRemoval extends Pick<CloudRemoval, 'isGuarded' | 'interval' | 'usualMinutes'> {
  account: AccountForReconcileFragment
  environment: Environment
  /** Returns the calls for a recorded resource. */
  callsFor(access: AwsAccess, entry: ExternalEntry): Promise<ExternalCalls<unknown>>
}

/** Deletes the resources that an object has in an account, the last created first. */
export async function removeFromAccount(
  context: ReconcileContext,
  { account, environment, callsFor, ...removal }: AwsRemoval,
): Promise<Outcome> {
  let opened: Promise<AwsAccess> | undefined
  const open = () => (opened ??= accessTo(account, { client: context.client, environment }))
  return removeFromCloud(context, {
    ...removal,
    provider: 'aws',
    cloud: 'AWS',
    callsFor: async (entry) => callsFor(await open(), entry),
    outcomeOf: awsOutcome,
  })
}

/** Returns the region of what the object has already: a changed default of the account must not move it. */
export function regionOf(context: Pick<ReconcileContext, 'external'>, chosen: string): string {
  return recordedRegion(context, 'aws') ?? chosen
}

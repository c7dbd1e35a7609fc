import { externalInventory, type ExternalEntry } from '../engine/external-inventory.ts'
import { done, requeueAfter, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import type { AccountForReconcileFragment } from '../generated/documents.ts'
import { unconfirmedRemovals } from '../resources/external-confirmation.ts'
import { removeAllExternal, type ExternalCalls } from '../resources/external-resources.ts'
import { accessTo, unreadyAccount, type AwsAccess } from './account.ts'
import { awsOutcome } from './errors.ts'

/* What all reconcilers of resources in an account have in common. */

/** Runs work with the access to a ready account. What AWS refuses becomes an outcome. */
export async function inAccount(
  context: ReconcileContext,
  { account, environment }: { account: AccountForReconcileFragment; environment: Environment },
  work: (access: AwsAccess) => Promise<Outcome>,
): Promise<Outcome> {
  const waiting = unreadyAccount(account)
  if (waiting !== undefined) return waiting
  try {
    return await work(await accessTo(account, { client: context.client, environment }))
  } catch (error) {
    context.signal.throwIfAborted()
    return awsOutcome(error)
  }
}

export interface AwsRemoval {
  account: AccountForReconcileFragment
  environment: Environment
  /** Asks before resources with data are deleted. */
  isGuarded: boolean
  /** Returns the calls for a recorded resource. */
  callsFor(access: AwsAccess, entry: ExternalEntry): Promise<ExternalCalls<unknown>>
  /** Milliseconds after which remaining resources are looked at again. @default 5000 */
  interval?: number
  /** Minutes that the deletion of a resource usually takes, by its type. @default no time is named */
  usualMinutes?: Readonly<Record<string, number>>
}

/** Deletes the resources that an object has in an account, the last created first. */
export async function removeFromAccount(context: ReconcileContext, removal: AwsRemoval): Promise<Outcome> {
  const { isGuarded, interval = 5000, usualMinutes = {}, ...rest } = removal
  const entries = externalInventory(context).entries()
  // The inventory is written before anything is created, so nothing was.
  if (entries.length === 0) return done('Everything is gone.')
  const held = isGuarded ? unconfirmedRemovals(context, entries) : undefined
  if (held !== undefined) return held
  const outcome = await removeRecorded(context, { ...rest, interval, usualMinutes })
  return context.forced && outcome.outcome !== 'done'
    ? done('Its remaining resources in the account are listed as abandoned.', { leaveBehind: true })
    : outcome
}

async function removeRecorded(
  context: ReconcileContext,
  { account, environment, callsFor, interval, usualMinutes }: Omit<Required<AwsRemoval>, 'isGuarded'>,
): Promise<Outcome> {
  try {
    const access = await accessTo(account, { client: context.client, environment })
    const remaining = await removeAllExternal(context, 'aws', (entry) => callsFor(access, entry))
    const [next] = remaining
    if (next === undefined) return done('Everything is gone.')
    const more = remaining.length > 1 ? ` ${remaining.length - 1} more follow.` : ''
    const time = remainingTime(remaining, usualMinutes)
    const message = `AWS is deleting ${next.type} ${next.name}.${more}${time}`
    return requeueAfter(interval, { reason: 'Deleting', message })
  } catch (error) {
    context.signal.throwIfAborted()
    return awsOutcome(error)
  }
}

/** Returns the time that the deletion of resources usually takes, in words. Those of one position are deleted at the same time. */
function remainingTime(
  remaining: readonly ExternalEntry[],
  usualMinutes: Readonly<Record<string, number>>,
): string {
  const byOrder = new Map(remaining.map(({ order, type }) => [order, usualMinutes[type] ?? 0]))
  const minutes = [...byOrder.values()].reduce((sum, each) => sum + each, 0)
  return minutes === 0 ? '' : ` It usually takes ${minutes} more minutes.`
}

/** Returns the region of what the object has already: a changed default of the account must not move it. */
export function regionOf({ external }: Pick<ReconcileContext, 'external'>, chosen: string): string {
  return external.find(({ provider, region }) => provider === 'aws' && region !== '')?.region ?? chosen
}

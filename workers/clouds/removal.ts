import { counted } from '../../schema/counted.ts'
import { externalInventory, type ExternalEntry } from '../engine/external-inventory.ts'
import { done, requeueAfter, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { unconfirmedRemovals } from '../resources/external-confirmation.ts'
import { removeAllExternal, type ExternalCalls } from '../resources/external-resources.ts'

export interface CloudRemoval {
  /** The provider of the resources in the inventory. */
  provider: string
  /** The name of the cloud, for messages. */
  cloud: string
  /** Asks before resources with data are deleted. */
  isGuarded: boolean
  /** Returns the calls for a recorded resource. */
  callsFor(entry: ExternalEntry): Promise<ExternalCalls<unknown>>
  /** Converts an error of the cloud; throws others. */
  outcomeOf(error: unknown): Outcome
  /** Milliseconds after which remaining resources are looked at again. @default 5000 */
  interval?: number
  /** Minutes that the deletion of a resource usually takes, by its type. @default no time is named */
  usualMinutes?: Readonly<Record<string, number>>
}

/** Deletes the resources that an object has in an account, the last created first. */
export async function removeFromCloud(context: ReconcileContext, removal: CloudRemoval): Promise<Outcome> {
  const entries = externalInventory(context).entries()
  // The inventory is written before anything is created, so nothing was.
  if (entries.length === 0) return done('Everything is gone.')
  const held = removal.isGuarded ? unconfirmedRemovals(context, entries) : undefined
  if (held !== undefined) return held
  const outcome = await removeRecorded(context, removal)
  return context.forced && outcome.outcome !== 'done'
    ? done('Its remaining resources in the account are listed as abandoned.', { leaveBehind: true })
    : outcome
}

async function removeRecorded(
  context: ReconcileContext,
  { provider, cloud, callsFor, outcomeOf, interval = 5000, usualMinutes = {} }: CloudRemoval,
): Promise<Outcome> {
  try {
    const remaining = await removeAllExternal(context, provider, callsFor)
    const [next] = remaining
    if (next === undefined) return done('Everything is gone.')
    const others = remaining.length - 1
    const more = others === 0 ? '' : ` ${others} more ${others === 1 ? 'follows' : 'follow'}.`
    const time = remainingTime(remaining, { usualMinutes, elapsed: minutesSince(context, next) })
    const message = `${cloud} is deleting ${next.type} ${next.name}.${more}${time}`
    return requeueAfter(interval, { reason: 'Deleting', message })
  } catch (error) {
    context.signal.throwIfAborted()
    return outcomeOf(error)
  }
}

/** Returns the whole minutes for which a resource has been the next to go. */
function minutesSince({ state, updateState, now }: ReconcileContext, { id }: ExternalEntry): number {
  const [before, begin = ''] = String(state['removing'] ?? '').split(' ')
  if (before === id) return Math.floor((now() - Number(begin)) / 60_000)
  updateState({ removing: `${id} ${now()}` })
  return 0
}

interface Pace {
  usualMinutes: Readonly<Record<string, number>>
  /** Minutes for which the first has been deleted. */
  elapsed: number
}

/** Returns the time that the rest of a deletion usually takes, in words. Resources of one position are deleted at the same time. */
function remainingTime(remaining: readonly ExternalEntry[], { usualMinutes, elapsed }: Pace): string {
  const byOrder = new Map(remaining.map(({ order, type }) => [order, usualMinutes[type] ?? 0]))
  const [first = 0, ...others] = byOrder.values()
  const rest = others.reduce((sum, each) => sum + each, 0)
  const minutes = Math.max(first - elapsed, 0) + rest
  if (minutes > 0) return ` It usually takes ${counted(minutes, 'more minute')}.`
  return first === 0 ? '' : ` It has taken ${counted(elapsed, 'minute')}, and usually takes ${first}.`
}

/** Returns the region of what the object has already: a changed default of the account must not move it. */
export function recordedRegion(
  { external }: Pick<ReconcileContext, 'external'>,
  provider: string,
): string | undefined {
  return external.find((entry) => entry.provider === provider && entry.region !== '')?.region
}

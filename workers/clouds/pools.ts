import { createHash } from 'node:crypto'
import { externalInventory, type ExternalResource } from '../engine/external-inventory.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { intendExternal, removeExternal, type ExternalCalls } from '../resources/external-resources.ts'
import type { Progress } from './progress.ts'

/* Groups of nodes, whose machines cannot change: another type of machine is another group. */

/** Returns the part of a name that differs between types of machines. */
export function machineHash(...parts: readonly (string | boolean)[]): string {
  return createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 6)
}

/** Returns the name of a group in the inventory: groups of other clusters have the same names in their clouds. */
export function recordedPoolName(cluster: string, pool: string): string {
  return `${cluster}/${pool}`
}

/** Returns the name of a recorded group in its cluster. */
export function poolNameIn(recorded: string): string {
  return recorded.slice(recorded.indexOf('/') + 1)
}

/**
 * Records the groups of nodes with which a cluster is created, unless it exists already: another definition may follow before they are
 * looked at.
 */
export async function recordPools(
  context: ReconcileContext,
  pools: readonly ExternalResource[],
): Promise<void> {
  const isCreated = context.external.some(({ type, externalId }) => type === 'cluster' && externalId !== null)
  if (!isCreated) await intendExternal(context, pools)
}

export interface OtherPools {
  provider: string
  /** The type of groups in the inventory. */
  type: string
  /** The names of those that stay. */
  names: readonly string[]
  /** The name of the service, for messages. */
  service: string
}

/** Removes the groups that are not desired: their pods are moved to other nodes first. */
export async function removeOtherPools<Found>(
  context: ReconcileContext,
  { provider, type, names, service }: OtherPools,
  calls: ExternalCalls<Found>,
): Promise<Progress | undefined> {
  const others = externalInventory(context)
    .entries()
    .filter((entry) => entry.type === type && !names.includes(entry.name))
  if (others.length === 0) return undefined
  const [first] = await removeExternal({ ...context, external: others }, { provider, type }, calls)
  return (
    first && {
      reason: 'Draining',
      message: `${service} is draining and deleting the nodes of group ${poolNameIn(first.name)}, which usually takes 5 minutes.`,
    }
  )
}

import { everything } from '../../schema/confirmation.ts'
import { externalDataHolders } from '../../schema/data-holders.ts'
import type { ExternalEntry } from '../engine/external-inventory.ts'
import { awaitConfirmation, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'

/**
 * Returns an outcome that asks before external resources that hold data are deleted; undefined once that is confirmed, or if
 * there are none.
 */
export function unconfirmedRemovals(
  { confirmed }: Pick<ReconcileContext, 'confirmed'>,
  entries: readonly ExternalEntry[],
): Outcome | undefined {
  if (confirmed.has(everything)) return undefined
  const held = entries.flatMap(({ type, name, externalId }) => {
    const holds = externalDataHolders[type]
    // Without an ID, the resource has never been ready, so no application could write to it.
    if (holds === undefined || externalId === null || confirmed.has(externalId)) return []
    return [{ id: externalId, text: `${type} ${name}: ${holds}` }]
  })
  return held.length === 0 ? undefined : awaitConfirmation(held)
}

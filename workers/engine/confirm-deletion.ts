import type { EventReport } from '../../schema/status.ts'
import type { Client } from '../api-client.ts'
import { ConfirmDeletionDocument } from '../generated/documents.ts'
import { isUnknownArgument, sendWithGone } from '../gone-entries.ts'
import type { Outcome } from './outcome.ts'

/** The maximum number of events that the server takes from a reconcile. */
export const eventsOfReport = 100

interface LastReconcile {
  outcome: Extract<Outcome, { outcome: 'done' }>
  events: readonly EventReport[]
  /** The ids of inventory entries whose resources are gone. */
  gone: ReadonlySet<string>
}

/** Removes an object of which nothing is left. An earlier server, which does not know the argument `report`, loses the last events. */
export async function confirmDeletion(
  client: Client,
  holder: { id: string; epoch: number },
  { outcome: { leaveBehind = false }, events, gone }: LastReconcile,
): Promise<void> {
  await sendWithGone(client, { ...holder, gone }, async (dropped) => {
    const confirmed = { ...holder, ...dropped, leaveBehind }
    const report = { events: events.slice(0, eventsOfReport) }
    try {
      await client.execute(ConfirmDeletionDocument, { ...confirmed, ...(events.length > 0 && { report }) })
    } catch (error) {
      if (!isUnknownArgument(error, 'report')) throw error
      await client.execute(ConfirmDeletionDocument, confirmed)
    }
  })
}

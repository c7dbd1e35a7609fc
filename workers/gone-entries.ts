import { chunks, entriesOfRequest } from '../schema/chunks.ts'
import type { Client } from './api-client.ts'
import { ForgetAppliedDocument } from './generated/documents.ts'

/** The reconcile that drops entries from the inventory of its object. */
interface Holder {
  id: string
  epoch: number
}

/** Drops the inventory entries of resources that no longer exist. */
export async function dropEntries(
  client: Client,
  { id, epoch }: Holder,
  ids: readonly string[],
): Promise<void> {
  for (const entries of chunks(ids)) await client.execute(ForgetAppliedDocument, { id, epoch, entries })
}

/** Drops entries until the rest fits into one request, and returns that rest; undefined if there is none. */
export async function dropUntilFew(
  client: Client,
  holder: Holder,
  ids: readonly string[],
): Promise<string[] | undefined> {
  await dropEntries(client, holder, ids.slice(0, -entriesOfRequest))
  return ids.length === 0 ? undefined : ids.slice(-entriesOfRequest)
}

import type { ChangeEntry, Client } from '../../client-sdk/index.ts'

/** A selection of entries of the change log. */
export interface ChangeSelection {
  /** Cursor of the newest entry to return. Default: the newest of the log. */
  upTo?: string | undefined
  /** Maximum number of entries, the newest ones. */
  last: number
  /** Time in milliseconds before which entries are left out. */
  since?: number | undefined
  objectId?: string | undefined
  isShown: (change: Pick<ChangeEntry, 'operation' | 'kind'>) => boolean
}

/** Returns the last selected entries, oldest first. */
export async function lastChanges(
  client: Client,
  { upTo, last, since = -Infinity, objectId, isShown }: ChangeSelection,
): Promise<ChangeEntry[]> {
  const selected: ChangeEntry[] = []
  for await (const change of changesBackward(client, { upTo, objectId })) {
    if (selected.length >= last || Date.parse(change.time) < since) break
    if (isShown(change)) selected.push(change)
  }
  return selected.reverse()
}

/** Entries per request. */
const pageSize = 500

/** Yields the entries of the change log, or of one object, newest first. Fetches pages as they are consumed. */
export async function* changesBackward(
  client: Client,
  { upTo, objectId }: { upTo?: string | undefined; objectId?: string | undefined },
): AsyncGenerator<ChangeEntry> {
  let before = upTo === undefined ? undefined : String(BigInt(upTo) + 1n)
  for (;;) {
    const page = await client.changes({
      last: pageSize,
      ...(before !== undefined && { before }),
      ...(objectId !== undefined && { objectId }),
    })
    yield* page.toReversed()
    before = page[0]?.cursor
    if (page.length < pageSize) return
  }
}

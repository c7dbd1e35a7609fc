import type { ChangeEntry, Client } from '../../client-sdk/index.ts'
import { PlatformError } from '../../schema/errors.ts'

/** A selection of entries of the change log. */
export interface ChangeSelection {
  /** Maximum number of entries, the newest ones. */
  last: number
  /** Time in milliseconds before which entries are left out. */
  since?: number | undefined
  objectId?: string | undefined
  isShown: (change: Pick<ChangeEntry, 'operation' | 'kind'>) => boolean
}

/**
 * Returns the last selected entries up to a cursor, oldest first. The log is only read forwards and cursors may have gaps,
 * so the start doubles its distance until enough entries are found.
 */
export async function lastChanges(
  client: Client,
  newest: string,
  selection: ChangeSelection,
): Promise<ChangeEntry[]> {
  const { last, since = -Infinity, objectId, isShown } = selection
  const select = (all: readonly ChangeEntry[]): ChangeEntry[] =>
    all.filter((change) => isShown(change) && Date.parse(change.time) >= since).slice(-last)
  for (let back = BigInt(Math.max(last, 100)); BigInt(newest) > back; back *= 2n) {
    const after = String(BigInt(newest) - back)
    const found = await changesAfter(client, { after, objectId }).catch((error: unknown) => {
      // The log no longer reaches back that far: read it from its start.
      if (error instanceof PlatformError && error.code === 'CURSOR_GONE') return undefined
      throw error
    })
    if (found === undefined) break
    const selected = select(found)
    const [oldest] = found
    if (selected.length >= last || (oldest !== undefined && Date.parse(oldest.time) < since)) return selected
  }
  return select(await changesAfter(client, { objectId }))
}

/** Entries per request. */
const pageSize = 1000

async function changesAfter(
  client: Client,
  { after: start, objectId }: { after?: string; objectId: string | undefined },
): Promise<ChangeEntry[]> {
  const found: ChangeEntry[] = []
  for (let after = start; ;) {
    const page = await client.changes({
      ...(after !== undefined && { after }),
      ...(objectId !== undefined && { objectId }),
      first: pageSize,
    })
    found.push(...page)
    after = page.at(-1)?.cursor
    if (page.length < pageSize) return found
  }
}

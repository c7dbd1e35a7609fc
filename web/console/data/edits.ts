import type { ChangeEntry, Client } from '../../../client-sdk/index.ts'

/** The entries of the change log that are read at once, and how often at most: most are of observed states, not of edits. */
const pageSize = 200
const maxPages = 5

/** Reports whether a change is an edit, in contrast to an observed state. */
export function isEdit(operation: ChangeEntry['operation']): boolean {
  return operation !== 'STATUS' && operation !== 'TRIGGER'
}

/** Reports whether a worker has made a change, which follows from what people have declared. */
export function isByWorker({ actor }: Pick<ChangeEntry, 'actor'>): boolean {
  return actor === 'worker'
}

/** Returns the newest edits, newest first: `count` or a few more, or fewer if the log has none or only far behind. */
export async function latestEdits(
  client: Client,
  { count, before, byWorkers = true }: { count: number; before?: string; byWorkers?: boolean },
): Promise<ChangeEntry[]> {
  const found: ChangeEntry[] = []
  let end = before
  for (let page = 0; page < maxPages && found.length < count; page++) {
    const entries = await client.changes({ last: pageSize, ...(end === undefined ? {} : { before: end }) })
    found.push(
      ...entries.filter((each) => isEdit(each.operation) && (byWorkers || !isByWorker(each))).toReversed(),
    )
    end = entries[0]?.cursor
    if (entries.length < pageSize) break
  }
  return found.slice(0, count)
}

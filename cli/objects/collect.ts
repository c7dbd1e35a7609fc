import type { ListPage } from '../../client-sdk/lists.ts'

/** Entries per request. */
const pageSize = 500

/** Reads all pages of a list. Null or undefined instead of a page, such as that of a deleted object, ends the list. */
export async function collect<Entry>(
  page: (range: { first: number; after: string | null }) => Promise<ListPage<Entry> | null | undefined>,
): Promise<Entry[]> {
  const found: Entry[] = []
  for (let after: string | null = null; ;) {
    const read = await page({ first: pageSize, after })
    if (read == null) return found
    found.push(...read.nodes)
    if (!read.pageInfo.hasNextPage) return found
    after = read.pageInfo.endCursor
  }
}

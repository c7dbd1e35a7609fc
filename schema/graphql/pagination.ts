import { invalidInput, shownValue } from '../errors.ts'
import { maxEntries } from '../limits.ts'

/** The arguments that select a page of a connection. */
export interface PageArguments {
  first?: number | null | undefined
  last?: number | null | undefined
  after?: string | null | undefined
  before?: string | null | undefined
}

/** A page to read: `limit` entries from the start, or from the end, of those between two cursors. */
export interface PageRequest<Cursor> {
  limit: number
  after?: Cursor
  before?: Cursor
  fromEnd: boolean
}

/** The size of a page whose request has neither `first` nor `last`. */
export const defaultPageSize = 50

/** Returns the page that arguments select. Throws INVALID_INPUT for sizes out of range and for invalid cursors. */
export function pageRequest<Cursor>(
  { first, last, after, before }: PageArguments,
  parse: (cursor: string, path: 'after' | 'before') => Cursor,
): PageRequest<Cursor> {
  if (first != null && last != null) {
    const remedy = 'Use first to read from the start, or last to read from the end.'
    throw invalidInput([
      { path: 'last', code: 'CONFLICT', message: 'must not be combined with first', remedy },
    ])
  }
  return {
    limit: checkedSize(last ?? first ?? defaultPageSize, last == null ? 'first' : 'last'),
    ...(after == null ? {} : { after: parse(after, 'after') }),
    ...(before == null ? {} : { before: parse(before, 'before') }),
    fromEnd: last != null,
  }
}

/** Returns the cursor from which a page is read, for lists that have no pages between two cursors. */
export function onlyCursor<Cursor>({ after, before, fromEnd }: PageRequest<Cursor>): Cursor | undefined {
  const [path, cursor] = fromEnd ? (['after', after] as const) : (['before', before] as const)
  if (cursor === undefined) return fromEnd ? before : after
  const remedy = fromEnd ? 'Use last with before.' : 'Use first with after.'
  throw invalidInput([
    { path, code: 'CONFLICT', message: `must not be combined with ${fromEnd ? 'last' : 'first'}`, remedy },
  ])
}

function checkedSize(size: number, path: 'first' | 'last'): number {
  if (size >= 0 && size <= maxEntries) return size
  throw invalidInput([
    {
      path,
      code: 'OUT_OF_RANGE',
      message: `must be between 0 and ${maxEntries}`,
      remedy: size < 0 ? 'Use a positive number.' : 'Request several pages.',
      value: shownValue(size),
    },
  ])
}

/** A page of a connection, as the fields of connections resolve it. */
export interface ConnectionPage<Node> {
  edges: { cursor: string; node: Node }[]
  pageInfo: {
    hasNextPage: boolean
    hasPreviousPage: boolean
    startCursor: string | null
    endCursor: string | null
  }
  /** Counts the entries of all pages. */
  count: () => Promise<number>
  /** The position in the change log that the page reflects at least; of objects only. */
  reflects?: bigint
}

interface FoundEntries<Node> {
  /** In the order of the list: up to one more than the limit, which shows that there are more. */
  entries: readonly { cursor: string; node: Node }[]
  /** True if the entries were cut short because of their size. @default false */
  isCut?: boolean
  count: () => Promise<number>
}

/** Returns the page of the entries that were found for a request. */
export function connectionPage<Node>(
  { limit, after, before, fromEnd }: PageRequest<unknown>,
  { entries, isCut = false, count }: FoundEntries<Node>,
): ConnectionPage<Node> {
  const hasMore = isCut || entries.length > limit
  const edges = fromEnd ? entries.slice(Math.max(0, entries.length - limit)) : entries.slice(0, limit)
  return {
    edges: [...edges],
    pageInfo: {
      hasNextPage: fromEnd ? before !== undefined : hasMore,
      hasPreviousPage: fromEnd ? hasMore : after !== undefined,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    count,
  }
}

/** Returns a page of a list that was read as a whole. Cursors are the keys of the entries, in ascending order. */
export function pageOfAll<Node>(
  all: readonly { key: string; node: Node }[],
  args: PageArguments,
): ConnectionPage<Node> {
  const request = pageRequest(args, decodeKey)
  const { after, before, limit, fromEnd } = request
  const selected = all.filter(
    ({ key }) => (after === undefined || key > after) && (before === undefined || key < before),
  )
  const found = fromEnd ? selected.slice(-limit - 1) : selected.slice(0, limit + 1)
  return connectionPage(request, {
    entries: found.map(({ key, node }) => ({ cursor: Buffer.from(key).toString('base64url'), node })),
    count: async () => all.length,
  })
}

function decodeKey(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString()
}

/** Returns the error for a cursor that no entry of the list can have. */
export function invalidCursor(cursor: string, path: 'after' | 'before'): Error {
  return invalidInput([
    {
      path,
      code: 'INVALID',
      message: 'is not a cursor of this list',
      remedy: 'Use the cursor of an entry of the same list.',
      value: shownValue(cursor),
    },
  ])
}

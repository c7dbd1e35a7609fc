import type { ListWatchedQuery } from '../generated/documents.ts'

/** A runtime with the resource types to watch in it. */
export type WatchedRuntime = ListWatchedQuery['result']['runtimes'][number]

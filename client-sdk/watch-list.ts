import { keysOf, type ListVariables } from './lists.ts'
import type { Operation } from './operation.ts'
import { createTransport, joinSignals, type ClientOptions } from './transport.ts'
import {
  watchObjects,
  type Continued,
  type ListWatchOptions,
  type PositionedPage,
  type ReceivedEvent,
  type WatchEvent,
} from './watch.ts'

interface Documents<Object, Filter> {
  list: Operation<{ result: PositionedPage<Object> | null }, ListVariables<Filter>>
  watch: Operation<{ result: ReceivedEvent<Object> }, { filter?: Filter | null | undefined } & Continued>
}

/** Watches the objects that match a filter: reads them in pages, and then subscribes to what changes. */
export function watchList<Object extends { id: string; version: number }, Filter>(
  options: ClientOptions,
  documents: Documents<Object, Filter>,
  { filter: given, order, ...watch }: ListWatchOptions & { filter?: Filter | undefined },
): AsyncGenerator<WatchEvent<Object>> {
  const filter = given ?? null
  const orderBy = order === undefined ? null : keysOf(order)
  const signal = joinSignals(options.signal, watch.signal)
  const { execute } = createTransport({ ...options, ...(signal && { signal }) })
  return watchObjects(
    options,
    {
      document: documents.watch,
      variables: { filter },
      list: async ({ first, after }) =>
        (await execute(documents.list, { filter, orderBy, first, after, withPosition: after === null }))
          .result,
    },
    watch,
  )
}

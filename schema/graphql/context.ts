import DataLoader from 'dataloader'
import type { StoredObject } from '../../prisma/generated/client/client.ts'
import type { QueryWorkers } from '../cluster-queries.ts'
import type { Verb } from '../permissions.ts'
import type { ActorStore, ChangeBodies, ListFilter, LoggedChange, QueuePlace, ReferenceKey } from './store.ts'

/** Who sends a request. */
export interface Actor {
  kind: 'ADMIN' | 'WORKER'
  name: string
}

/** What every resolver gets. */
export interface RequestContext {
  actor: Actor
  requestId: string
  /** W3C trace context of the request, for everything that it sets off. */
  traceparent?: string
  /** The only way to what is stored: it shows and does what the actor may. */
  store: ActorStore
  /** Tells whether the actor has a verb anywhere. */
  may(verb: Verb): boolean
  loaders: Loaders
  /** Place of the newest change that can be read. */
  newestChange(): bigint
  /** The same, with everything that is committed now: nothing comes before it any more. */
  settledChange(): Promise<bigint>
  /** Changes after a place in the log (or from now on), and then as they happen, until the iterator returns. */
  follow(options: FollowOptions): AsyncIterableIterator<LoggedChange>
  /** How far a subscription has come. */
  reader: Reader
  /** Asks any worker how things are in a cluster. */
  askWorkers: QueryWorkers
}

/** How far somebody has come who follows the change log. Places are shared by all who serve one operation. */
export interface Reader {
  /** Of the change that is being answered. */
  given?: string
  /** Of the newest change that was handed to the connection. */
  cursor?: string
}

export interface FollowOptions {
  after?: bigint
  accepts: (change: LoggedChange) => boolean
}

export interface Loaders {
  referenced: DataLoader<ReferenceKey, StoredObject | undefined, string>
  byId: DataLoader<bigint, StoredObject | undefined, string>
  queuePlace: DataLoader<bigint, QueuePlace | undefined, string>
  /** How many objects there are that a filter finds: each filter of a request is counted once. */
  count: DataLoader<ListFilter, number, string>
  /** Bodies of change log entries, by seq. */
  changeBodies: DataLoader<bigint, ChangeBodies | undefined, string>
}

/** A subscription lives long: of what was read for an event nothing is kept for the next. */
export function forgetLoaded({ referenced, byId, queuePlace, count, changeBodies }: Loaders): void {
  for (const loader of [referenced, byId, queuePlace, count, changeBodies]) loader.clearAll()
}

/** Loaders of one request: they gather what its fields ask for into one query each. */
export function createLoaders(store: ActorStore): Loaders {
  return {
    referenced: new DataLoader((keys) => store.referenced(keys), {
      cacheKeyFn: ({ id, field }) => `${id}:${field}`,
    }),
    byId: new DataLoader((ids) => store.findMany(ids), { cacheKeyFn: String }),
    count: new DataLoader((filters) => Promise.all(filters.map((filter) => store.count(filter))), {
      cacheKeyFn: filterText,
    }),
    queuePlace: new DataLoader((ids) => store.queuePlaces(ids), { cacheKeyFn: String }),
    changeBodies: new DataLoader((places) => store.changeBodies(places), { cacheKeyFn: String }),
  }
}

/** The same for equal filters, whatever the order of their fields. */
function filterText(filter: ListFilter): string {
  return JSON.stringify(
    Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1)),
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  )
}

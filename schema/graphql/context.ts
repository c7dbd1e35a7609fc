import DataLoader from 'dataloader'
import type { StoredObject } from '../../prisma/generated/client/client.ts'
import type { QueryWorkers } from '../cluster-queries.ts'
import type { Scope, Verb } from '../permissions.ts'
import type { KnownProcess, ProcessReport } from '../processes.ts'
import { ReadBudget } from './read-budget.ts'
import type { ActorStore } from './store.ts'
import type { StoredRollout } from './store-rollouts.ts'
import type {
  ChangeBodies,
  Entry,
  EntryKey,
  ListFilter,
  LoggedChange,
  ObjectStamp,
  QueuePosition,
  ReferenceKey,
} from './store-queries.ts'

/** Features that clients can detect, since releases or settings of servers differ in them. */
export const serverFeatures = ['WATCH_OBJECTS', 'HISTORY', 'TRUSTED_DOCUMENTS_ONLY'] as const
export type ServerFeature = (typeof serverFeatures)[number]

/** The authenticated client that sends a request. */
export interface Actor {
  kind: 'ADMIN' | 'WORKER'
  name: string
}

/** A code with which a browser logs in once. */
export interface IssuedLoginCode {
  code: string
  expiresAt: Date
}

/** What the server knows of the processes of the control plane, and of the queue between them. */
export interface ProcessesView {
  /** Records what a worker reports of itself. */
  report(report: ProcessReport): Promise<void>
  list(): Promise<KnownProcess[]>
  /** Returns the triggers that no worker has taken yet, by kind; undefined while NATS is unavailable. */
  queued(): Promise<ReadonlyMap<string, number> | undefined>
}

/** The context that every resolver receives. */
export interface RequestContext {
  actor: Actor
  requestId: string
  /** The W3C trace context of the request, for everything that the request causes. */
  traceparent?: string
  /** True if the operation is known to be within the limits of `complexity.ts`. */
  isAffordable?: boolean
  /**
   * Set by an execution that shows the objects of a list itself: the list then reads only their stamps, and puts those of its page
   * here.
   */
  listed?: { page?: readonly ObjectStamp[] }
  /** The only access to stored data. It enforces the permissions of the actor. */
  store: ActorStore
  /** Reports whether the actor may use a verb on any object. */
  may(verb: Verb): boolean
  /** Returns the objects on which the actor may use a verb. */
  scopesOf(verb: Verb): 'all' | readonly Scope[]
  /** The features of the server. */
  features: readonly ServerFeature[]
  /** Makes a code with which a browser logs in once as the actor, within as many seconds. */
  createLoginCode(seconds: number): Promise<IssuedLoginCode>
  /** The processes of the control plane. Each call checks the permissions of the actor. */
  processes: ProcessesView
  loaders: Loaders
  /**
   * Returns the cursor of the newest change that can be read.
   *
   * @param verb The permission that it requires. Default: `audit`.
   */
  latestCursor(verb?: FollowVerb): bigint
  /**
   * Waits until all changes committed so far can be read, and returns the cursor of the newest. No change can appear
   * before it later.
   *
   * @param verb The permission that it requires. Default: `audit`.
   */
  caughtUpCursor(verb?: FollowVerb): Promise<bigint>
  /**
   * Iterates over the changes after a cursor (default: the newest), and then over new ones as they happen, until the
   * iterator returns.
   */
  follow(options: FollowOptions): AsyncIterableIterator<LoggedChange>
  /** Ends a stream with an error once the actor may use a verb nowhere any more, as `follow` does. */
  whilePermitted<Item>(items: AsyncIterableIterator<Item>, verb: FollowVerb): AsyncIterableIterator<Item>
  /** The progress of a subscription. */
  reader: Reader
  /** Sends a cluster query to any worker. */
  queryWorkers: QueryWorkers
}

/** The progress of a subscriber of the change log, shared by the code that serves one operation. */
export interface Reader {
  /** The cursor of the change that is being resolved. */
  given?: string
  /** The cursor of the newest change that was written to the connection. */
  cursor?: string
}

/** What a follower of changes does with them: shows the change log, or only the objects that have changed. */
export type FollowVerb = Extract<Verb, 'audit' | 'read'>

/** The changes that an actor may see: those of objects on which it may use a verb. */
export interface Visibility {
  /** @default audit */
  verb?: FollowVerb
  /** Reports whether to return a change even so, since the follower has to learn that it lost sight of the object. */
  retains?: (change: LoggedChange) => boolean
}

export interface FollowOptions extends Visibility {
  after?: bigint
  accepts: (change: LoggedChange) => boolean
}

export interface Loaders {
  referenced: DataLoader<ReferenceKey, StoredObject | undefined, string>
  byId: DataLoader<bigint, StoredObject | undefined, string>
  queuePosition: DataLoader<bigint, QueuePosition | undefined, string>
  definitionRollout: DataLoader<bigint, StoredRollout | undefined, string>
  /** The number of objects that match a filter. Each filter is counted once per request. */
  count: DataLoader<ListFilter, number, string>
  /** The bodies of change log entries, by sequence number. */
  changeBodies: DataLoader<bigint, ChangeBodies | undefined, string>
  /** Entries by type and ID. */
  entries: DataLoader<EntryKey, Entry | undefined, string>
  /** What is left of the limit of one request for what it reads without the other loaders. */
  budget: ReadBudget
}

/** Clears all loaders, since a long-lived subscription must not serve data that an earlier event has cached. */
export function clearLoaders(loaders: Loaders): void {
  for (const loader of Object.values(loaders) as { clearAll(): unknown }[]) loader.clearAll()
}

/** Creates the loaders of one request. Each batches the reads of the request's fields into one statement. */
export function createLoaders(store: ActorStore): Loaders {
  return {
    referenced: new DataLoader((keys) => store.referenced(keys), {
      cacheKeyFn: ({ id, field }) => `${id}:${field}`,
    }),
    byId: new DataLoader((ids) => store.findMany(ids), { cacheKeyFn: String }),
    count: new DataLoader((filters) => Promise.all(filters.map((filter) => store.count(filter))), {
      cacheKeyFn: filterKey,
    }),
    queuePosition: new DataLoader((ids) => store.queuePositions(ids), { cacheKeyFn: String }),
    definitionRollout: new DataLoader((ids) => store.rollouts(ids), { cacheKeyFn: String }),
    changeBodies: new DataLoader((cursors) => store.changeBodies(cursors), { cacheKeyFn: String }),
    entries: new DataLoader((keys) => store.findEntries(keys), {
      cacheKeyFn: ({ type, id }) => `${type}:${id}`,
    }),
    budget: new ReadBudget(),
  }
}

/** Returns the context of a request with another store. */
export function withStore(context: RequestContext, store: ActorStore): RequestContext {
  return { ...context, store, loaders: createLoaders(store) }
}

/** Returns the same key for equal filters, whatever the order of their fields. */
function filterKey(filter: ListFilter): string {
  return JSON.stringify(
    Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1)),
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  )
}

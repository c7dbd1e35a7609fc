import type { StoredObject } from '../../../prisma/client.ts'
import type { AbandonedResource } from '../../../prisma/generated/client/client.ts'
import type { ActorStore, Store } from '../../../schema/graphql/store.ts'
import type {
  AbandonedQuery,
  Entry,
  ObjectScope,
  ObjectView,
  Referrers,
  ReferrersQuery,
} from '../../../schema/graphql/store-queries.ts'
import type { ObjectFilter } from '../../../schema/object-filter.ts'
import type { Scope, Verb } from '../../../schema/permissions.ts'
import { includes } from '../../auth/policy.ts'
import { mapRelatedIds, relatedIds } from './related-ids.ts'
import type { GuardedName } from './guards.ts'
import { scopeOfObject } from './scopes.ts'

type ReadName = Exclude<
  keyof ActorStore,
  GuardedName | 'once' | 'savePlan' | 'findPlan' | 'executePlan' | 'check'
>

/** Creates the reading methods of the store, limited to the scopes of an actor. */
export function createReads(
  store: Store,
  scopesOf: (verb: Verb) => 'all' | readonly Scope[],
): Pick<ActorStore, ReadName> {
  const reader =
    (verb: Verb) =>
    async <Result>({ all, some, none }: ReadResults<Result>): Promise<Result> => {
      const scopes = scopesOf(verb)
      if (scopes === 'all') return all()
      return scopes.length === 0 ? none : some(scopes)
    }
  const [read, audit] = [reader('read'), reader('audit')]

  const visible = async (
    scopes: readonly Scope[],
    objects: readonly (StoredObject | undefined)[],
  ): Promise<(StoredObject | undefined)[]> =>
    Promise.all(
      objects.map(async (object) =>
        object !== undefined && includes(scopes, await scopeOfObject(store, object)) ? object : undefined,
      ),
    )

  /** Reads data of an object by its id, if the object is visible. */
  const ofObject = <Result>(id: bigint, none: Result, all: () => Promise<Result>): Promise<Result> =>
    read({
      all,
      none,
      some: async (scopes) => {
        const [scope] = await store.objectScopes([id])
        return isVisible(scopes, scope) ? all() : none
      },
    })

  /** Reads data of objects in the order of the ids, without that of objects that are not visible. */
  const ofObjects = <Result>(
    ids: readonly bigint[],
    all: () => Promise<(Result | undefined)[]>,
  ): Promise<(Result | undefined)[]> =>
    read({
      all,
      none: ids.map(() => undefined),
      some: async (scopes) => {
        const objectScopes = await store.objectScopes(ids)
        const found = await all()
        return found.map((each, index) => (isVisible(scopes, objectScopes[index]) ? each : undefined))
      },
    })

  /** Reads the history of an object by its id, if the actor may audit the object. */
  const ofAudited = <Result>(id: bigint, none: Result, all: () => Promise<Result>): Promise<Result> =>
    audit({
      all,
      none,
      some: async (scopes) => {
        const [place] = await store.objectScopes([id])
        return isVisible(scopes, place) ? all() : none
      },
    })

  return {
    rollouts: (ids) => ofObjects(ids, () => store.rollouts(ids)),
    reach: (object, limit) =>
      read({
        all: () => store.reach(object, limit),
        none: undefined,
        some: async (scopes) => {
          const reach = await store.reach(object, limit)
          const isVisibleTo = ({ kind, project }: { kind: string; project: string | null }): boolean =>
            includes(scopes, { kind, project: project ?? undefined })
          return reach && { ...reach, objects: reach.objects.filter(isVisibleTo) }
        },
      }),
    find: (target) =>
      read({
        all: () => store.find(target),
        none: undefined,
        some: async (scopes) => (await visible(scopes, [await store.find(target)]))[0],
      }),
    findMany: (ids) =>
      read({
        all: () => store.findMany(ids),
        none: ids.map(() => undefined),
        some: async (scopes) => visible(scopes, await store.findMany(ids)),
      }),
    referenced: (keys) =>
      read({
        all: () => store.referenced(keys),
        none: keys.map(() => undefined),
        some: async (scopes) => {
          const sources = await store.objectScopes(keys.map(({ id }) => id))
          const objects = await visible(scopes, await store.referenced(keys))
          return objects.map((object, index) => (isVisible(scopes, sources[index]) ? object : undefined))
        },
      }),
    referrers: (query) =>
      read({
        all: () => store.referrers(query),
        none: { referrers: [], isCut: false },
        some: async (scopes) => {
          const [scope] = await store.objectScopes([query.id])
          if (!isVisible(scopes, scope)) return { referrers: [], isCut: false }
          return visibleReferrers(store, scopes, query)
        },
      }),
    // Counts objects, not references: an object that refers to it in two fields counts once.
    countReferrers: (id) =>
      read({
        all: () => store.countReferrers(id),
        none: 0,
        some: (within) => store.count({ references: id, within }),
      }),
    list: (query) =>
      read({
        all: () => store.list(query),
        none: { objects: [], cursors: [], isCut: false },
        some: async (within) => store.list({ ...(await withoutHidden(store, within, query)), within }),
      }),
    view: (target) =>
      read({
        all: () => store.view(target),
        none: undefined,
        some: async (scopes) => {
          const view = await store.view(target)
          const isReadable = view !== undefined && includes(scopes, await scopeOfObject(store, view))
          return isReadable ? (await withVisibleReferences(store, scopes, [view]))[0] : undefined
        },
      }),
    listViews: (query) =>
      read({
        all: () => store.listViews(query),
        none: { objects: [], cursors: [], isCut: false },
        some: async (within) => {
          const listed = await store.listViews({ ...(await withoutHidden(store, within, query)), within })
          return { ...listed, objects: await withVisibleReferences(store, within, listed.objects) }
        },
      }),
    views: (ids) =>
      read({
        all: () => store.views(ids),
        none: { objects: [], isCut: false },
        some: async (scopes) => {
          const { objects, isCut } = await store.views(ids)
          const places = await Promise.all(objects.map((object) => scopeOfObject(store, object)))
          const readable = objects.filter((_, index) => isVisible(scopes, places[index]))
          return { objects: await withVisibleReferences(store, scopes, readable), isCut }
        },
      }),
    listStamps: (query) =>
      read({
        all: () => store.listStamps(query),
        none: { objects: [], cursors: [], isCut: false },
        some: async (within) => store.listStamps({ ...(await withoutHidden(store, within, query)), within }),
      }),
    count: (query) =>
      read({
        all: () => store.count(query),
        none: 0,
        some: async (within) => store.count({ ...(await withoutHidden(store, within, query)), within }),
      }),
    projectName: (id) =>
      read({
        all: () => store.projectName(id),
        none: undefined,
        some: async (scopes) => {
          const name = await store.projectName(id)
          const isKnown = scopes.some(({ projects }) => projects === '*' || projects.includes(name ?? ''))
          return isKnown ? name : undefined
        },
      }),
    queuePositions: (ids) => ofObjects(ids, () => store.queuePositions(ids)),
    listEvents: (query) =>
      read({
        all: () => store.listEvents(query),
        none: [],
        some: (within) => store.listEvents({ ...query, within }),
      }),
    countEvents: (filter) =>
      read({
        all: () => store.countEvents(filter),
        none: 0,
        some: (within) => store.countEvents({ ...filter, within }),
      }),
    listResources: (query) =>
      read({
        all: () => store.listResources(query),
        none: [],
        some: (within) => store.listResources({ ...query, within }),
      }),
    countResources: (filter) =>
      read({
        all: () => store.countResources(filter),
        none: 0,
        some: (within) => store.countResources({ ...filter, within }),
      }),
    events: (id, page) => ofObject(id, [], () => store.events(id, page)),
    appliedResources: (id, page) => ofObject(id, [], () => store.appliedResources(id, page)),
    externalResources: (id, page) => ofObject(id, [], () => store.externalResources(id, page)),
    appliedTypes: (runtimeIds) => ofObjects(runtimeIds, () => store.appliedTypes(runtimeIds)),
    recordedResources: (runtimeId, type, page) =>
      ofObject(runtimeId, [], () => store.recordedResources(runtimeId, type, page)),
    abandonedResources: (runtimeId) =>
      read({
        all: () => store.abandonedResources(runtimeId),
        none: [],
        // The objects are gone: an actor that may read a runtime may see the resources left in it.
        some: async (scopes) => {
          const abandoned = await store.abandonedResources(runtimeId)
          const objectScopes = await store.objectScopes(abandoned.map((each) => each.runtimeId ?? 0n))
          return abandoned.filter((_, index) => isVisible(scopes, objectScopes[index]))
        },
      }),
    history: (id, page) => ofAudited(id, [], () => store.history(id, page)),
    countHistory: (id) => ofAudited(id, 0, () => store.countHistory(id)),
    changes: (query) =>
      audit({
        all: () => store.changes(query),
        none: [],
        some: (within) => store.changes({ ...query, within }),
      }),
    changedObjects: (query) =>
      read({
        all: () => store.changedObjects(query),
        none: [],
        some: (within) => store.changedObjects({ ...query, within }),
      }),
    changeLogId: () =>
      read({ all: () => store.changeLogId(), none: undefined, some: () => store.changeLogId() }),
    countChanges: (query) =>
      audit({
        all: () => store.countChanges(query),
        none: 0,
        some: (within) => store.countChanges({ ...query, within }),
      }),
    findChange: (cursor) =>
      audit({
        all: () => store.findChange(cursor),
        none: undefined,
        some: (within) => store.findChange(cursor, within),
      }),
    findEntries: (keys) =>
      read({
        all: () => store.findEntries(keys),
        none: keys.map(() => undefined),
        some: async (scopes) => {
          const entries = await store.findEntries(keys)
          const places = await placesOf(store, entries)
          return entries.map((entry, index) => (isVisible(scopes, places[index]) ? entry : undefined))
        },
      }),
    countEntries: (type, objectId) => ofObject(objectId, 0, () => store.countEntries(type, objectId)),
    abandonedPage: (query) =>
      read({
        all: () => store.abandonedPage(query),
        none: [],
        some: (scopes) => visibleAbandoned(store, scopes, query),
      }),
    countAbandoned: (query) =>
      read({
        all: () => store.countAbandoned(query),
        none: 0,
        some: async (scopes) =>
          (await visibleAbandoned(store, scopes, { ...query, limit: Number.MAX_SAFE_INTEGER })).length,
      }),
    changeBodies: (cursors) =>
      audit({
        all: () => store.changeBodies(cursors),
        none: cursors.map(() => undefined),
        some: (within) => store.changeBodies(cursors, within),
      }),
  }
}

/** Returns objects without their references to objects outside of the scopes. */
async function withVisibleReferences(
  store: Store,
  scopes: readonly Scope[],
  objects: readonly ObjectView[],
): Promise<ObjectView[]> {
  const ids = [...new Set(objects.flatMap(({ references }) => Object.values(references)))]
  const places = await store.objectScopes(ids)
  const visible = new Set(ids.filter((_, index) => isVisible(scopes, places[index])))
  return objects.map((object) => ({
    ...object,
    references: Object.fromEntries(Object.entries(object.references).filter(([, id]) => visible.has(id))),
  }))
}

/** Replaces objects outside of the scopes, to which a filter relates, by one that does not exist. */
async function withoutHidden<Filter extends ObjectFilter>(
  store: Store,
  scopes: readonly Scope[],
  filter: Filter,
): Promise<Filter> {
  const ids = [...new Set(relatedIds(filter))]
  if (ids.length === 0) return filter
  const places = await store.objectScopes(ids)
  const hidden = new Set(ids.filter((_, index) => !isVisible(scopes, places[index])))
  return hidden.size === 0 ? filter : mapRelatedIds(filter, (id) => (hidden.has(id) ? 0n : id))
}

/** Returns a page of references from visible objects; reads pages until it is full. */
async function visibleReferrers(
  store: Store,
  scopes: readonly Scope[],
  query: ReferrersQuery,
): Promise<Referrers> {
  const referrers: Referrers['referrers'] = []
  for (let cursor = query; ;) {
    const page = await store.referrers(cursor)
    for (const referrer of page.referrers)
      if (includes(scopes, await scopeOfObject(store, referrer.object))) referrers.push(referrer)
    const last = page.referrers.at(-1)
    const isOver = last === undefined || (page.referrers.length < query.limit && !page.isCut)
    if (isOver || referrers.length >= query.limit)
      return { referrers: referrers.slice(0, query.limit), isCut: !isOver && page.isCut }
    cursor = { ...query, after: { id: last.object.id, field: last.field } }
  }
}

/** Returns the kinds and projects of the objects whose visibility decides whether entries are visible. */
async function placesOf(
  store: Store,
  entries: readonly (Entry | undefined)[],
): Promise<(ObjectScope | undefined)[]> {
  const stored = await store.objectScopes(entries.map(subjectOf))
  return Promise.all(
    entries.map(async (entry, index) => {
      if (entry === undefined || !('isDetached' in entry) || !entry.isDetached) return stored[index]
      const { kind, name, projectId } = entry
      return kind === null ? undefined : scopeOfObject(store, { kind, name: name ?? '', projectId })
    }),
  )
}

/** Returns the stored object whose visibility decides whether an entry is visible; 0 if there is none. */
function subjectOf(entry: Entry | undefined): bigint {
  if (entry === undefined) return 0n
  if ('isDetached' in entry) return entry.isDetached ? 0n : (entry.subjectId ?? 0n)
  // The object of an abandoned resource is gone: who may read its runtime may see it.
  return 'abandonedAt' in entry ? (entry.runtimeId ?? 0n) : entry.objectId
}

/** Returns a page of abandoned resources in visible runtimes; reads pages until it is full. */
async function visibleAbandoned(
  store: Store,
  scopes: readonly Scope[],
  { limit, ...query }: AbandonedQuery,
): Promise<AbandonedResource[]> {
  const visible: AbandonedResource[] = []
  let range = query
  for (;;) {
    const page = await store.abandonedPage({ ...range, limit: pageSize })
    const places = await store.objectScopes(page.map(subjectOf))
    const found = page.filter((_, index) => isVisible(scopes, places[index]))
    visible.push(...(query.fromEnd === true ? found.toReversed() : found))
    const last = query.fromEnd === true ? page[0] : page.at(-1)
    if (last === undefined || page.length < pageSize || visible.length >= limit) break
    range = query.fromEnd === true ? { ...query, before: last.id } : { ...query, after: last.id }
  }
  const cut = visible.slice(0, limit)
  return query.fromEnd === true ? cut.toReversed() : cut
}

const pageSize = 1000

/** The results of a read when everything, something or nothing is visible. */
interface ReadResults<Result> {
  all(): Promise<Result>
  some(scopes: readonly Scope[]): Promise<Result>
  none: Result
}

function isVisible(scopes: readonly Scope[], scope: ObjectScope | undefined): boolean {
  return scope !== undefined && includes(scopes, scope)
}

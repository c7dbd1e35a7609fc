import { followChanges, type ChangeItem, type FollowChanges } from './follow.ts'
import { kindDocuments } from './generated/kinds.ts'
import {
  ApplyDocument,
  DeleteObjectsDocument,
  GetEventsDocument,
  GetNodeDocument,
  GetObjectDocument,
  IssueKubeconfigDocument,
  ListChangesDocument,
  ListAbandonedResourcesDocument,
  ListObjectsDocument,
  ReconcileDocument,
  type ApplyMutation,
  type GetEventsQuery,
  type ListChangesQuery,
  type ObjectDocument,
  type ObjectFilter,
  type ObjectOrder,
  type ObjectTarget,
  type TypedDocumentString,
} from './generated/documents.ts'
import { subscribe } from './subscribe.ts'
import { createExecute, type ClientOptions, type Execute } from './transport.ts'

/** An object of any kind as the generic operations return it. */
export type AnyObject = NonNullable<Awaited<ReturnType<Client['objects']['get']>>>
export type ObjectEvent = NonNullable<GetEventsQuery['result']>['events']['edges'][number]['node']
export type ChangeEntry = ListChangesQuery['result'][number]
export type AppliedObject = ApplyMutation['result'][number]

/** An object by name: in project `default` when none is given. */
export interface NameTarget {
  kind: string
  name: string
  project?: string | undefined
}

export interface KubeconfigTarget extends Omit<NameTarget, 'kind'> {
  /** For how long it is good. @default a day */
  seconds?: number
  /** Why, for the event. */
  reason?: string
}

export interface WriteOptions {
  /** Check and answer as if it were done, but keep nothing. @default false */
  dryRun?: boolean
  /** Why, for the change log. */
  reason?: string
  /**
   * A key of your choice for this one write: sending it again within 24 hours has no second effect and gets the same
   * answer. Another write with the same key throws KEY_REUSED.
   */
  idempotencyKey?: string
}

export interface DeleteOptions extends WriteOptions {
  /** Rather have them gone than wait for a cluster that does not answer; see `abandonedResources`. @default false */
  force?: boolean
}

export interface ListOptions {
  filter?: ObjectFilter
  order?: ObjectOrder
  /** Objects per request. @default 500 */
  pageSize?: number
}

type Document<Result, Variables> = TypedDocumentString<{ result: Result }, Variables>
type ResultOf<Type> = Type extends TypedDocumentString<{ result: infer Result }, infer _> ? Result : never
type VariablesOf<Type> = Type extends TypedDocumentString<infer _, infer Variables> ? Variables : never

interface ListPage<Node> {
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  edges: { node: Node }[]
}
type NodeOf<Page> = Page extends { edges: (infer Edge)[] }
  ? Edge extends { node: infer Node }
    ? Node
    : never
  : never

type KindDocuments = typeof kindDocuments
type Documents = KindDocuments[keyof KindDocuments]

/** What a client can do with one kind, typed by its spec and outputs. */
export interface KindClient<Docs extends Documents> {
  /** One by id or name; undefined when it is not there. */
  get(target: VariablesOf<Docs['get']>): Promise<NonNullable<ResultOf<Docs['get']>> | undefined>
  /** All of them, page by page as they are consumed. */
  list(options?: ListOptions): AsyncGenerator<NodeOf<ResultOf<Docs['list']>>>
  /** Throws NAME_TAKEN when the name is taken, INVALID_INPUT with all fields that are wrong. */
  create(variables: VariablesOf<Docs['create']>): Promise<ResultOf<Docs['create']>>
  /** What is left out of `input` stays. Throws VERSION_CONFLICT when `expectedVersion` is stale. */
  update(variables: VariablesOf<Docs['update']>): Promise<ResultOf<Docs['update']>>
  /** Requests deletion; asking again is fine. Throws BLOCKED while others need it. */
  delete(variables: VariablesOf<Docs['delete']>): Promise<ResultOf<Docs['delete']>>
}

export type Client = ReturnType<typeof createClient>

/**
 * A client of a QleetOS server. Every method throws a `PlatformError`, to be told apart by its `code`.
 *
 * @example
 * const client = createClient({ url: 'http://127.0.0.1:1323', token })
 * for await (const workload of client.workloadInstances.list()) console.log(workload.name, workload.status.phase)
 */
export function createClient(options: ClientOptions) {
  const execute = createExecute(options)
  return {
    ...kindClients(execute, (options.retryFor ?? 0) > 0),
    /** Any operation of the schema, as a typed document. */
    execute,
    objects: {
      /** One object of any kind; undefined when it is not there. */
      get: async ({ kind, name, project }: NameTarget) =>
        (await execute(GetObjectDocument, { kind, name, ...(project === undefined ? {} : { project }) }))
          .result ?? undefined,
      getById: async (id: string) => (await execute(GetNodeDocument, { id })).result ?? undefined,
      /** Objects of one kind or of all, page by page as they are consumed. */
      list: (kind?: string, list: ListOptions = {}) =>
        pages(
          ({ first, after }) =>
            execute(ListObjectsDocument, { ...listVariables(list), first, after, kind: kind ?? null }),
          list,
        ),
      /** Events of an object, newest first. */
      events: async ({ kind, name, project }: NameTarget, first = 100) => {
        const { result } = await execute(GetEventsDocument, { kind, name, first, project: project ?? null })
        return result?.events.edges.map(({ node }) => node) ?? []
      },
      /** Requests the deletion of all targets or of none. Throws BLOCKED while others need one of them. */
      delete: async (targets: readonly ObjectTarget[], write: DeleteOptions = {}) =>
        (await execute(DeleteObjectsDocument, { targets: [...targets], ...write })).result,
      /** Triggers the reconciler of an object now. */
      reconcile: async (target: ObjectTarget, reason?: string) =>
        (await execute(ReconcileDocument, { target, reason: reason ?? null })).result,
    },
    /** What forced deletions have left in clusters; of one runtime, or all. */
    abandonedResources: async (runtimeId?: string) =>
      (await execute(ListAbandonedResourcesDocument, { runtimeId: runtimeId ?? null })).result,
    /** Brings objects to the state that the documents describe: all or none, all errors at once. */
    apply: async (documents: readonly ObjectDocument[], write: WriteOptions = {}) =>
      (await execute(ApplyDocument, { documents: [...documents], ...write })).result,
    /** A page of the change log. */
    changes: async (query: { after?: string; first?: number; objectId?: string } = {}) =>
      (await execute(ListChangesDocument, query)).result,
    /** The change log as it grows. Survives cut connections and restarts of servers without a gap. */
    follow: (follow: FollowChanges = {}): AsyncGenerator<ChangeItem> => followChanges(options, follow),
    /** What any subscription of the schema sends, over one connection. Throws UNAVAILABLE when that is cut. */
    subscribe: <Result, Variables>(
      document: TypedDocumentString<Result, Variables>,
      variables: Variables,
      { signal = options.signal }: { signal?: AbortSignal | undefined } = {},
    ) => subscribe(options, { document, variables, ...(signal && { signal }) }),
    /**
     * A kubeconfig for a runtime, made for who asks; undefined until the cluster is there. Throws NOT_FOUND for an unknown
     * runtime. Each use is an event of the runtime.
     */
    kubeconfig: async (target: KubeconfigTarget) =>
      (await execute(IssueKubeconfigDocument, target)).result?.kubeconfig,
  }
}

function kindClients(
  execute: Execute,
  retries: boolean,
): {
  [Plural in keyof KindDocuments]: KindClient<KindDocuments[Plural]>
} {
  const entries = Object.entries(kindDocuments).map(([plural, documents]) => [
    plural,
    kindClient(execute, documents, retries),
  ])
  // Object.fromEntries forgets the keys; each client was made from the documents under its key.
  return Object.fromEntries(entries) as ReturnType<typeof kindClients>
}

function kindClient(execute: Execute, documents: Documents, retries: boolean) {
  const one = (document: unknown) => async (variables: unknown) =>
    (await execute(document as Document<unknown, unknown>, variables)).result
  /** With a key, so that a write that is tried again because its answer got lost does not meet itself. */
  const write = (document: unknown) => (variables: unknown) =>
    one(document)(retries ? { idempotencyKey: randomKey(), ...(variables as object) } : variables)
  return {
    get: async (variables: unknown) => (await one(documents.get)(variables)) ?? undefined,
    list: (list: ListOptions = {}) =>
      pages(
        ({ first, after }) =>
          execute(documents.list as unknown as Document<ListPage<unknown>, unknown>, {
            ...listVariables(list),
            first,
            after,
          }),
        list,
      ),
    create: write(documents.create),
    update: write(documents.update),
    delete: write(documents.delete),
  }
}

function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

function listVariables({ filter, order }: ListOptions) {
  return { filter: filter ?? null, order: order ?? null }
}

async function* pages<Node>(
  page: (place: { first: number; after: string | null }) => Promise<{ result: ListPage<Node> }>,
  { pageSize = 500 }: ListOptions,
): AsyncGenerator<Node> {
  for (let after: string | null = null; ;) {
    const { result }: { result: ListPage<Node> } = await page({ first: pageSize, after })
    for (const { node } of result.edges) yield node
    if (!result.pageInfo.hasNextPage) return
    after = result.pageInfo.endCursor
  }
}

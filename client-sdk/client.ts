import { followChanges, type ChangeItem, type FollowChanges } from './follow.ts'
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
  type ObjectTarget,
} from './generated/documents.ts'
import { kindClients } from './generated/kinds.ts'
import { listAll, type ListOptions } from './lists.ts'
import type { Operation } from './operation.ts'
import { subscribe } from './subscribe.ts'
import { createTransport, type ClientOptions } from './transport.ts'

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

export type Client = ReturnType<typeof createClient>

/**
 * A client of a QleetOS server. Every method throws a `PlatformError`, to be told apart by its `code`.
 *
 * @example
 * const client = createClient({ url: 'http://127.0.0.1:1323', token })
 * for await (const workload of client.workloadInstances.list()) console.log(workload.name, workload.status.phase)
 */
export function createClient(options: ClientOptions) {
  const transport = createTransport(options)
  const { execute, write } = transport
  return {
    ...kindClients(transport),
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
        listAll((variables) => execute(ListObjectsDocument, { ...variables, kind: kind ?? null }), list),
      /** Events of an object, newest first. */
      events: async ({ kind, name, project }: NameTarget, first = 100) => {
        const { result } = await execute(GetEventsDocument, { kind, name, first, project: project ?? null })
        return result?.events.edges.map(({ node }) => node) ?? []
      },
      /** Requests the deletion of all targets or of none. Throws BLOCKED while others need one of them. */
      delete: async (targets: readonly ObjectTarget[], given: DeleteOptions = {}) =>
        (await write(DeleteObjectsDocument, { targets: [...targets], ...given })).result,
      /** Triggers the reconciler of an object now. */
      reconcile: async (target: ObjectTarget, reason?: string) =>
        (await execute(ReconcileDocument, { target, reason: reason ?? null })).result,
    },
    /** What forced deletions have left in clusters and with providers; in one runtime, or all. */
    abandonedResources: async (runtimeId?: string) =>
      (await execute(ListAbandonedResourcesDocument, { runtimeId: runtimeId ?? null })).result,
    /** Brings objects to the state that the documents describe: all or none, all errors at once. */
    apply: async (documents: readonly ObjectDocument[], given: WriteOptions = {}) =>
      (await write(ApplyDocument, { documents: [...documents], ...given })).result,
    /** A page of the change log. */
    changes: async (query: { after?: string; first?: number; objectId?: string } = {}) =>
      (await execute(ListChangesDocument, query)).result,
    /** The change log as it grows. Survives cut connections and restarts of servers without a gap. */
    follow: (follow: FollowChanges = {}): AsyncGenerator<ChangeItem> => followChanges(options, follow),
    /** What any subscription of the schema sends, over one connection. Throws UNAVAILABLE when that is cut. */
    subscribe: <Result, Variables>(
      document: Operation<Result, Variables>,
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

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

/** An object by name. The project defaults to `default`. */
export interface NameTarget {
  kind: string
  name: string
  project?: string | undefined
}

export interface KubeconfigTarget extends Omit<NameTarget, 'kind'> {
  /** Lifetime in seconds. @default a day */
  seconds?: number
  /** Reason to record in the event. */
  reason?: string
}

export interface WriteOptions {
  /** Validates the write and returns its result without persisting anything. @default false */
  dryRun?: boolean
  /** Reason to record in the change log. */
  reason?: string
  /**
   * A unique key of your choice for this write. A request repeated within 24 hours has no further effect and returns the
   * first result. A different write with the same key throws KEY_REUSED.
   */
  idempotencyKey?: string
}

export interface DeleteOptions extends WriteOptions {
  /** Abandons resources that cannot be deleted, such as those of an unreachable cluster; see `abandonedResources`. @default false */
  force?: boolean
}

export type Client = ReturnType<typeof createClient>

/**
 * Creates a client of a QleetOS server. Every method throws a `PlatformError`, distinguished by its `code`.
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
    /** Executes any operation of the schema, given as a typed document. */
    execute,
    objects: {
      /** Returns one object of any kind, or undefined if it does not exist. */
      get: async ({ kind, name, project }: NameTarget) =>
        (await execute(GetObjectDocument, { kind, name, ...(project === undefined ? {} : { project }) }))
          .result ?? undefined,
      getById: async (id: string) => (await execute(GetNodeDocument, { id })).result ?? undefined,
      /** Lists objects of one kind or of all. Fetches pages as they are consumed. */
      list: (kind?: string, list: ListOptions = {}) =>
        listAll((variables) => execute(ListObjectsDocument, { ...variables, kind: kind ?? null }), list),
      /** Returns events of an object, newest first. */
      events: async ({ kind, name, project }: NameTarget, first = 100) => {
        const { result } = await execute(GetEventsDocument, { kind, name, first, project: project ?? null })
        return result?.events.edges.map(({ node }) => node) ?? []
      },
      /** Requests the deletion of all targets or of none. Throws BLOCKED while other objects depend on one of them. */
      delete: async (targets: readonly ObjectTarget[], given: DeleteOptions = {}) =>
        (await write(DeleteObjectsDocument, { targets: [...targets], ...given })).result,
      /** Triggers the reconciler of an object now. */
      reconcile: async (target: ObjectTarget, reason?: string) =>
        (await execute(ReconcileDocument, { target, reason: reason ?? null })).result,
    },
    /** Lists resources that forced deletions left in clusters and at providers, of one runtime or all. */
    abandonedResources: async (runtimeId?: string) =>
      (await execute(ListAbandonedResourcesDocument, { runtimeId: runtimeId ?? null })).result,
    /** Creates or updates the objects that the documents describe, all or none. Throws all errors at once. */
    apply: async (documents: readonly ObjectDocument[], given: WriteOptions = {}) =>
      (await write(ApplyDocument, { documents: [...documents], ...given })).result,
    /** Returns a page of the change log. */
    changes: async (query: { after?: string; first?: number; objectId?: string } = {}) =>
      (await execute(ListChangesDocument, query)).result,
    /** Streams the change log. Resumes without gaps after lost connections and restarts of servers. */
    follow: (follow: FollowChanges = {}): AsyncGenerator<ChangeItem> => followChanges(options, follow),
    /** Runs any subscription of the schema over one connection. Throws UNAVAILABLE when the connection is lost. */
    subscribe: <Result, Variables>(
      document: Operation<Result, Variables>,
      variables: Variables,
      { signal = options.signal }: { signal?: AbortSignal | undefined } = {},
    ) => subscribe(options, { document, variables, ...(signal && { signal }) }),
    /**
     * Issues a kubeconfig for a runtime to the caller. Returns undefined until the cluster exists. Throws NOT_FOUND for an
     * unknown runtime. Each call is recorded as an event of the runtime.
     */
    kubeconfig: async (target: KubeconfigTarget) =>
      (await execute(IssueKubeconfigDocument, target)).result?.kubeconfig,
  }
}

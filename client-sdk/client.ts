import { followChanges, type ChangeItem, type FollowChanges } from './follow.ts'
import {
  ApplyDocument,
  ConfirmRemovalDocument,
  CountObjectsDocument,
  ControlRolloutDocument,
  DeleteObjectsDocument,
  ExecutePlanDocument,
  ForgetAbandonedResourcesDocument,
  GetEventsDocument,
  GetChangeCursorDocument,
  GetControlPlaneDocument,
  GetMetricsDocument,
  ListPodsDocument,
  GetObjectDocument,
  GetResourceTreeDocument,
  GetSavedPlanDocument,
  GetServerInfoDocument,
  GetViewerDocument,
  IssueKubeconfigDocument,
  IssueLoginCodeDocument,
  ListAbandonedResourcesDocument,
  ListChangesDocument,
  ListEventsDocument,
  ListHistoryDocument,
  ListObjectsDocument,
  ListOwnedDocument,
  PlanApplyDocument,
  PlanDeleteObjectsDocument,
  PlanDocument,
  PlanRollBackDocument,
  PlanRollProfileDocument,
  ReconcileDocument,
  RollBackDocument,
  RollProfileDocument,
  SendTestNotificationDocument,
  WatchObjectDocument,
  WatchObjectsDocument,
  type AbandonedResourceFieldsFragment,
  type ApplyMutation,
  type DefinitionRolloutAction,
  type GetControlPlaneQuery,
  type GetEventsQuery,
  type GetMetricsQuery,
  type GetViewerQuery,
  type ListPodsQuery,
  type ListChangesQuery,
  type ManagedObjectFilterInput,
  type ObjectDocumentInput,
  type ObjectEventFilterInput,
} from './generated/documents.ts'
import { kindClients } from './generated/kinds.ts'
import { PlatformError } from '../schema/errors.ts'
import { present } from './kind-client.ts'
import { listAll, pageOf, type ListOptions, type Page, type PageOptions } from './lists.ts'
import { toObject, type AnyObject } from './objects.ts'
import type { Operation } from './operation.ts'
import {
  anyReference,
  kindReference,
  objectKind,
  type KindName,
  type NameTarget,
  type ObjectTarget,
} from './references.ts'
import { subscribe } from './subscribe.ts'
import {
  createTransport,
  withCall,
  type CallOptions,
  type ClientOptions,
  type SavedPlan,
} from './transport.ts'
import { waitFor, type WaitCondition, type WaitOptions } from './wait.ts'
import { watchList } from './watch-list.ts'
import { watchObjects, type ListWatchOptions, type WatchEvent } from './watch.ts'

export type ObjectEvent = NonNullable<NonNullable<GetEventsQuery['result']>['events']>['nodes'][number]
/** The actor of a token or a session, with its permissions. */
export type Viewer = NonNullable<GetViewerQuery['result']>
/** A pod of an object. */
export type ObjectPod = NonNullable<NonNullable<ListPodsQuery['result']>['pods']>[number]
/** The usage of CPU and memory by the pods of an object, or by the nodes of a runtime. */
export type ObjectMetrics = NonNullable<NonNullable<GetMetricsQuery['result']>['metrics']>
type FoundControlPlane = NonNullable<GetControlPlaneQuery['result']>
/** An object that makes no progress. */
export type StuckObject = Omit<FoundControlPlane['stuck']['objects'][number], 'object'> & {
  object: AnyObject
}
/** How the control plane itself is doing: its servers and workers, the queue, and what makes no progress. */
export type ControlPlaneStatus = Omit<FoundControlPlane, 'stuck'> & {
  stuck: { totalCount: number; objects: StuckObject[] }
}
export type ChangeEntry = NonNullable<ListChangesQuery['result']>['nodes'][number]
type AppliedResult = NonNullable<NonNullable<ApplyMutation['result']>['results']>[number]
/** The result of applying one document. */
export type AppliedObject = Omit<AppliedResult, 'object'> & { object: AnyObject }

export interface KubeconfigTarget extends Omit<NameTarget, 'kind'> {
  /** Lifetime in seconds. @default a day */
  seconds?: number
  /** Reason to record in the event. */
  reason?: string
}

export interface MetricsOptions {
  /** The start of the period whose samples are returned, which requires Prometheus. @default only the current usage */
  since?: Date
  /** The end of the period. @default now */
  until?: Date
  /** Seconds between two samples. @default so many that there are about a hundred */
  step?: number
}

export interface ControlPlaneOptions {
  /** Minutes after which an object that is not ready counts as stuck. @default 10 */
  minutes?: number
  /** Maximum number of stuck objects. @default 50 */
  first?: number
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

/** A part of the change log. */
export interface ChangeRange {
  /** Maximum number of entries, from the start of the range. */
  first?: number
  /** Cursor after which the range starts. */
  after?: string
  /** Maximum number of entries, from the end of the range. */
  last?: number
  /** Cursor before which the range ends. */
  before?: string
  objectId?: string
}

export interface ApplyOptions extends WriteOptions {
  /** Returns which objects the edits of definitions and profiles reach. @default false */
  withReach?: boolean
}

export interface RollBackOptions extends WriteOptions {
  /** The generation whose spec to restore. Default: the one before the last edit. */
  toGeneration?: number
}

export interface DeleteOptions extends WriteOptions {
  /** Abandons resources that cannot be deleted, such as those of an unreachable cluster; see `abandonedResources`. @default false */
  force?: boolean
}

export interface Client extends ReturnType<typeof clientOf> {
  /** Returns a client with other options, such as the signal or the timeout of a single call. */
  with(call: CallOptions): Client
}

/**
 * Creates a client of a QleetOS server. Every method throws a `PlatformError`, distinguished by its `code`.
 *
 * @example
 * const client = createClient({ url: 'http://127.0.0.1:1323', token })
 * for await (const workload of client.workloadInstances.list()) console.log(workload.name, workload.status.phase)
 */
export function createClient(options: ClientOptions): Client {
  return { ...clientOf(options), with: (call) => createClient(withCall(options, call)) }
}

function clientOf(options: ClientOptions) {
  const transport = createTransport(options)
  const { execute, write } = transport
  const issue = async ({ seconds, reason, ...target }: KubeconfigTarget) => {
    const input = {
      runtime: kindReference(target, false),
      ...(seconds !== undefined && { seconds }),
      ...(reason !== undefined && { reason }),
    }
    return (await execute(IssueKubeconfigDocument, { input })).result?.issued ?? undefined
  }
  /** Executes a mutation; with `dryRun` and `onPlan`, the variant that records its plan. */
  const writeOrPlan = async <Result, Variables extends { options?: WriteOptions | null }>(
    [mutation, planned]: [Operation<Result, Variables>, Operation<Result & Planned, Variables>],
    variables: Variables,
  ): Promise<Result> => {
    const { onPlan } = options
    if (onPlan === undefined || variables.options?.dryRun !== true) return write(mutation, variables)
    const planning = { ...variables, options: { ...variables.options, savePlan: true } }
    const response = await execute(planned, planning)
    onPlan(present(response.result?.savedPlan))
    return response
  }
  return {
    ...kindClients(transport),
    /** Executes any operation of the schema, given as a typed document. */
    execute,
    objects: {
      /** Returns one object of any kind, or undefined if it does not exist. */
      get: async (target: NameTarget) =>
        optionalObject((await execute(GetObjectDocument, by(target))).result),
      /** Returns one object by its ID, or undefined if it does not exist. */
      getById: async (id: string) => optionalObject((await execute(GetObjectDocument, by({ id }))).result),
      /** Lists objects of one kind or of all. Fetches pages as they are consumed. */
      list: async function* (kind?: KindName, { filter, ...list }: ListOptions = {}) {
        const ofKind = kind === undefined ? {} : { kinds: [objectKind(kind)] }
        const options = { ...list, filter: { ...filter, ...ofKind } }
        const found = listAll<FoundObject, ManagedObjectFilterInput>(
          (variables) => execute(ListObjectsDocument, variables),
          options,
        )
        for await (const object of found) yield toObject(object)
      },
      /** Returns one page of a list. */
      page: async (options: PageOptions = {}): Promise<Page<AnyObject>> => {
        const page = await pageOf<FoundObject, ManagedObjectFilterInput>(
          (variables) => execute(ListObjectsDocument, variables),
          options,
        )
        return { ...page, objects: page.objects.map(toObject) }
      },
      /** Returns how many objects match a filter. */
      count: async (filter: ManagedObjectFilterInput = {}): Promise<number> =>
        present((await execute(CountObjectsDocument, { filter })).result).totalCount,
      /** Yields the objects that match a filter, `SYNCED`, and then each change. Resumes after lost connections. */
      watch: (filter?: ManagedObjectFilterInput, watch?: ListWatchOptions) => {
        const documents = { list: ListObjectsDocument, watch: WatchObjectsDocument }
        return anyEvents(
          watchList<FoundObject, ManagedObjectFilterInput>(options, documents, { filter, ...watch }),
        )
      },
      /**
       * Waits until a condition holds, and returns the object, or undefined if it does not exist. Throws a WaitError after
       * the timeout, if the object is stalled, and if the object that is to become ready does not exist.
       */
      wait: (target: ObjectTarget, condition: WaitCondition, wait: WaitOptions = {}) => {
        const watched = { document: WatchObjectDocument, variables: by(target) }
        return waitFor((watch) => anyEvents(watchObjects(options, watched, watch)), condition, wait)
      },
      /** Lists the objects that an object owns. Fetches pages as they are consumed. */
      owned: async function* (id: string, pageSize = 100) {
        const page = async (range: object) => {
          const { result } = await execute(ListOwnedDocument, { id, ...range })
          return { result: result?.owned ?? null }
        }
        for await (const object of listAll(page, { pageSize })) yield toObject(object)
      },
      /** Returns the resources that an object has in its cluster, down to the pods. Throws NOT_FOUND for an unknown object. */
      tree: async (target: NameTarget) => {
        const { result } = await execute(GetResourceTreeDocument, by(target))
        return present(found(result, target).tree)
      },
      /** Returns the pods of an object with their containers. Throws NOT_FOUND for an unknown object. */
      pods: async (target: NameTarget) => {
        const { result } = await execute(ListPodsDocument, by(target))
        return present(found(result, target).pods)
      },
      /**
       * Returns what the pods of an object use, or the nodes of a runtime. Throws NOT_FOUND for an unknown object, and
       * UNSUPPORTED if nothing measures it.
       */
      metrics: async (target: NameTarget, { since, until, step }: MetricsOptions = {}) => {
        const period = {
          since: since?.toISOString() ?? null,
          until: until?.toISOString() ?? null,
          step: step ?? null,
        }
        const { result } = await execute(GetMetricsDocument, { ...by(target), ...period })
        return present(found(result, target).metrics)
      },
      /** Returns events of an object, newest first. */
      events: async (target: NameTarget, first = 100) => {
        const { result } = await execute(GetEventsDocument, { ...by(target), first })
        return result?.events?.nodes ?? []
      },
      /** Lists the edits of an object that the change log contains, newest first. Fetches pages as they are consumed. */
      history: (target: ObjectTarget, pageSize = 100) =>
        listAll(
          async (range) => ({
            result: (await execute(ListHistoryDocument, { ...by(target), ...range })).result?.history ?? null,
          }),
          { pageSize },
        ),
      /**
       * Writes the spec of an earlier generation, with its secrets, as a new edit. Throws INVALID_INPUT if the change log no
       * longer contains the generation.
       */
      rollBack: async (
        { expectedVersion, ...target }: ObjectTarget,
        { toGeneration, ...options }: RollBackOptions = {},
      ) => {
        const input = {
          target: anyReference(target),
          ...(expectedVersion != null && { expectedVersion }),
          ...(toGeneration !== undefined && { toGeneration }),
        }
        const { object, diff } = present(
          (await writeOrPlan([RollBackDocument, PlanRollBackDocument], { input, options })).result,
        )
        return { object: toObject(present(object)), diff }
      },
      /** Requests the deletion of all targets or of none. Throws BLOCKED while other objects depend on one of them. */
      delete: async (targets: readonly ObjectTarget[], { force, ...options }: DeleteOptions = {}) => {
        const objects = targets.map(({ expectedVersion, ...target }) => ({
          target: anyReference(target),
          ...(expectedVersion != null && { expectedVersion }),
        }))
        const input = { objects, ...(force !== undefined && { force }) }
        const { result } = await writeOrPlan([DeleteObjectsDocument, PlanDeleteObjectsDocument], {
          input,
          options,
        })
        return present(result?.objects).map(toObject)
      },
      /** Triggers the reconciler of an object now. */
      reconcile: async (target: ObjectTarget, reason?: string) => {
        const input = { target: anyReference(target) }
        const { result } = await write(ReconcileDocument, { input, options: { reason: reason ?? null } })
        return toObject(present(result?.object))
      },
      /**
       * Sends a notification that tests a NotificationChannel. Returns its ID, which is the output `lastTest` of the channel once the
       * sink has accepted it.
       */
      sendTestNotification: async (target: Omit<NameTarget, 'kind'>) => {
        const input = { target: anyReference({ ...target, kind: 'NotificationChannel' }) }
        const { result } = await write(SendTestNotificationDocument, { input, options: {} })
        return present(result?.test)
      },
      /** Confirms the removals that an object waits for. Throws CONFLICT if the token belongs to another list. */
      confirmRemoval: async (target: ObjectTarget, token: string, reason?: string) => {
        const input = { target: anyReference(target), token }
        const { result } = await write(ConfirmRemovalDocument, {
          input,
          options: { reason: reason ?? null },
        })
        return toObject(present(result?.object))
      },
    },
    /** Returns events of all objects, newest first, also of those that are gone. */
    events: async (filter: ObjectEventFilterInput = {}, first = 100) =>
      (await execute(ListEventsDocument, { filter, first })).result?.nodes ?? [],
    /**
     * Moves objects to the current version of the profile that provides them: those given, or else all that have an older
     * version. A dry run returns the objects as they would be.
     */
    rollProfile: async (
      profile: Omit<NameTarget, 'kind'>,
      { objects, ...options }: WriteOptions & { objects?: readonly ObjectTarget[] } = {},
    ) => {
      const input = {
        profile: kindReference(profile, false),
        ...(objects !== undefined && { objects: objects.map((target) => anyReference(target)) }),
      }
      const { result } = await writeOrPlan([RollProfileDocument, PlanRollProfileDocument], { input, options })
      return present(result?.results).map(({ object, ...rest }): AppliedObject => ({
        ...rest,
        object: toObject(object),
      }))
    },
    /**
     * Pauses, resumes, aborts or finishes the rollout of the newest edit of a definition or a profile. Throws CONFLICT if no edit
     * of it has gone in waves, or if the rollout is over.
     */
    controlRollout: async (
      target: ObjectTarget,
      action: DefinitionRolloutAction,
      options: WriteOptions = {},
    ) => {
      const input = { object: anyReference(target), action }
      const { result } = await write(ControlRolloutDocument, { input, options })
      return toObject(present(result?.object))
    },
    /** Lists resources that forced deletions left in clusters and at providers, of one runtime or all. */
    abandonedResources: async (runtimeId?: string) => {
      const runtime = runtimeId === undefined ? null : anyReference({ id: runtimeId })
      const all: AbandonedResourceFieldsFragment[] = []
      const page = (range: object) => execute(ListAbandonedResourcesDocument, { runtime, ...range })
      for await (const resource of listAll(page, { pageSize: 1000 })) all.push(resource)
      return all
    },
    /** Removes entries of abandoned resources that are gone or have another owner. */
    forgetAbandonedResources: async (ids: readonly string[]) => {
      await write(ForgetAbandonedResourcesDocument, { ids: [...ids] })
    },
    /** Creates or updates the objects that the documents describe, all or none. Throws all errors at once. */
    apply: async (
      documents: readonly ObjectDocumentInput[],
      { withReach = false, ...options }: ApplyOptions = {},
    ) => {
      const input = { documents: [...documents] }
      const { result } = await writeOrPlan([ApplyDocument, PlanApplyDocument], { input, options, withReach })
      return present(result?.results).map(({ object, ...rest }): AppliedObject => ({
        ...rest,
        object: toObject(object),
      }))
    },
    /**
     * Returns what `apply` would do with the documents, including the objects that applications would get for their
     * dependencies. Fails with the errors of `apply`.
     */
    plan: async (documents: readonly ObjectDocumentInput[]) => {
      const { result } = await execute(PlanDocument, { input: { documents: [...documents] } })
      const { results, ...plan } = present(result)
      return {
        ...plan,
        results: results.map(({ object, ...rest }) => ({ ...rest, object: toObject(object) })),
      }
    },
    /** Returns a plan that `onPlan` got. Throws NOT_FOUND for an unknown one; plans are kept for 24 hours. */
    savedPlan: async (id: string) => present((await execute(GetSavedPlanDocument, { id })).result),
    /**
     * Does exactly what a plan says, and returns it with the objects that its mutation names. Throws PLAN_OUTDATED, and changes
     * nothing, if that is not possible any more. With `dryRun`, only finds that out.
     */
    executePlan: async (id: string, options: WriteOptions = {}) => {
      const { plan, objects } = present((await write(ExecutePlanDocument, { input: { id }, options })).result)
      return { plan: present(plan), objects: present(objects).map(toObject) }
    },
    /**
     * Returns a page of the change log, oldest first: the `first` entries after a cursor, or the `last` ones before a cursor.
     * Throws CURSOR_GONE if entries after the cursor have been deleted.
     */
    changes: async (query: ChangeRange = {}) =>
      present((await execute(ListChangesDocument, query)).result).nodes,
    /** Returns the cursor of the newest entry of the change log. */
    changeCursor: async () => present((await execute(GetChangeCursorDocument, {})).result),
    /**
     * Creates a code with which a browser logs in to the console once, within five minutes, as the actor of the token: at
     * `/#login=CODE` of the server.
     */
    createLoginCode: async () => {
      const { code, expiresAt } = present((await execute(IssueLoginCodeDocument, {})).result)
      return { code: present(code), expiresAt: present(expiresAt) }
    },
    /** Returns the actor to whom the token belongs. */
    viewer: async () => present((await execute(GetViewerDocument, {})).result),
    /** Returns the release, features and limits of the server. */
    serverInfo: async () => present((await execute(GetServerInfoDocument, {})).result),
    /** Returns the servers and workers, what waits for them, and what makes no progress. */
    controlPlane: async (query: ControlPlaneOptions = {}): Promise<ControlPlaneStatus> => {
      const { stuck, ...found } = present((await execute(GetControlPlaneDocument, query)).result)
      const objects = stuck.objects.flatMap(({ object, ...rest }) =>
        object === null ? [] : [{ ...rest, object: toObject(object) }],
      )
      return { ...found, stuck: { ...stuck, objects } }
    },
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
    issueKubeconfig: issue,
    /** Returns the text of a kubeconfig that `issueKubeconfig` issues. */
    kubeconfig: async (target: KubeconfigTarget) => (await issue(target))?.kubeconfig,
  }
}

type FoundObject = Parameters<typeof toObject>[0]

/** The response of a mutation that records its plan. */
interface Planned {
  result: { savedPlan: SavedPlan | null } | null
}

function by(target: ObjectTarget) {
  return { by: anyReference(target) }
}

/** Returns what was read of an object. Throws NOT_FOUND if there is none. */
function found<Result>(result: Result | null, { kind, name }: NameTarget): Result {
  if (result === null) throw new PlatformError('NOT_FOUND', `there is no ${kind} "${name}"`)
  return result
}

/** Converts the objects of events. */
async function* anyEvents(
  events: AsyncGenerator<WatchEvent<FoundObject>>,
): AsyncGenerator<WatchEvent<AnyObject>> {
  for await (const event of events)
    yield 'object' in event ? { ...event, object: toObject(event.object) } : event
}

function optionalObject(found: FoundObject | null): AnyObject | undefined {
  return found === null ? undefined : toObject(found)
}

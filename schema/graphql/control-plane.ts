import { invalidInput } from '../errors.ts'
import type { KnownProcess } from '../processes.ts'
import { builder } from './builder.ts'
import type { RequestContext } from './context.ts'
import { costOfPage, costOfStatement } from './cost.ts'
import { ObjectKind, enumOf } from './enums.ts'
import { ObjectType } from './object.ts'
import { problemSeverities, problemsOf, type ControlPlaneProblem } from './control-plane/problems.ts'
import { ProcessType, VersionSkewType } from './control-plane/processes.ts'
import { stuckReasonOf, stuckReasons } from './control-plane/stuck-reason.ts'
import { versionSkewOf } from './control-plane/version-skew.ts'
import type { FoundStuck, KindQueue, WorkLag } from './store-queries.ts'

/* How the control plane itself is doing: its processes, what waits for them, and what makes no progress. */

/** What one query reads once for all fields. */
interface ControlPlane {
  processes: readonly KnownProcess[]
  lag: WorkLag
  problems: readonly ControlPlaneProblem[]
}

const ProblemType = builder.objectRef<ControlPlaneProblem>('ControlPlaneProblem').implement({
  description: 'Something about servers and workers that is not well.',
  subGraphs: ['clients'],
  fields: (t) => ({
    severity: t.field({
      type: enumOf('ProblemSeverity', problemSeverities, {
        description: 'How bad problems are.',
        descriptions: [
          'Objects are not reconciled, or with delay.',
          'Everything is reconciled, but something needs attention.',
        ],
      }),
      description: 'How bad it is.',
      resolve: ({ severity }) => severity,
    }),
    reason: t.exposeString('reason', { description: 'A machine-readable reason, in CamelCase.' }),
    message: t.exposeString('message', { description: 'A human-readable explanation.' }),
    remedy: t.exposeString('remedy', { description: 'What to do about it.' }),
  }),
})

/** The queue of one kind, with the triggers that NATS has for it. */
interface QueuedKind extends KindQueue {
  queued: number | null
}

const KindQueueType = builder.objectRef<QueuedKind>('KindQueue').implement({
  description: 'What waits for a worker, and what workers reconcile, of one kind.',
  subGraphs: ['clients'],
  fields: (t) => ({
    kind: t.field({ type: ObjectKind, description: 'The kind.', resolve: ({ kind }) => kind }),
    due: t.exposeInt('due', { description: 'The number of objects whose reconcile is due.' }),
    queued: t.exposeInt('queued', {
      nullable: true,
      description:
        'The number of triggers in NATS that no worker has taken yet. Null while NATS is unavailable.',
    }),
    running: t.exposeInt('running', { description: 'The number of objects that are being reconciled.' }),
    dueSince: t.expose('dueSince', {
      type: 'DateTime',
      nullable: true,
      description: 'The time since which the oldest object has been due. Null if none is.',
    }),
    oldest: t.field({
      type: ObjectType,
      nullable: true,
      description: 'The object that has been due longest. Its `queue` has its position. Null if none is due.',
      complexity: costOfStatement,
      resolve: async ({ oldestId }, _, { loaders }) =>
        oldestId === null ? null : ((await loaders.byId.load(oldestId)) ?? null),
    }),
  }),
})

interface WorkQueue {
  kinds: readonly QueuedKind[]
  lag: WorkLag
}

const WorkQueueType = builder.objectRef<WorkQueue>('WorkQueue').implement({
  description: 'What waits for a worker, and how far behind the work is.',
  subGraphs: ['clients'],
  fields: (t) => ({
    due: t.int({
      description: 'The number of objects whose reconcile is due.',
      resolve: ({ kinds }) => kinds.reduce((sum, { due }) => sum + due, 0),
    }),
    running: t.int({
      description: 'The number of objects that are being reconciled.',
      resolve: ({ kinds }) => kinds.reduce((sum, { running }) => sum + running, 0),
    }),
    kinds: t.field({
      type: [KindQueueType],
      description: 'The queues of the kinds of which something is due or running, the longest waiting first.',
      complexity: { field: 1, multiplier: 5 },
      resolve: ({ kinds }) => kinds,
    }),
    relayLag: t.float({
      description: 'The seconds since the oldest change whose triggers are not published yet.',
      resolve: ({ lag }) => lag.relay,
    }),
    dueLag: t.float({
      description: 'The seconds since the oldest due object became due.',
      resolve: ({ lag }) => lag.resync,
    }),
  }),
})

const StuckObjectType = builder.objectRef<FoundStuck['objects'][number]>('StuckObject').implement({
  description: 'An object that makes no progress. Its `status.cause` and `why` say what is wrong.',
  subGraphs: ['clients'],
  fields: (t) => ({
    object: t.field({
      type: ObjectType,
      nullable: true,
      description: 'The object. Null if it is gone by now.',
      resolve: async ({ id }, _, { loaders }) => (await loaders.byId.load(id)) ?? null,
    }),
    reason: t.field({
      type: enumOf('StuckReason', stuckReasons, {
        description: 'Why objects make no progress.',
        descriptions: [
          'It has failed so often that it is tried only once an hour.',
          'Its deletion was requested long ago.',
          'Only a change of its spec or of its environment can help.',
          'Its reconciles fail.',
          'It waits for another object.',
          'No worker has reconciled it yet.',
          'It has been in progress for long.',
        ],
      }),
      nullable: true,
      description: 'Why the object makes no progress. Null if it is gone by now.',
      resolve: async ({ id }, _, { loaders }) => {
        const object = await loaders.byId.load(id)
        return object === undefined ? null : stuckReasonOf(object)
      },
    }),
    since: t.expose('since', {
      type: 'DateTime',
      description: 'The time since which the object is neither ready nor gone.',
    }),
  }),
})

const StuckObjectsType = builder.objectRef<FoundStuck>('StuckObjects').implement({
  description: 'Objects that make no progress.',
  subGraphs: ['clients'],
  fields: (t) => ({
    totalCount: t.int({ description: 'The number of all of them.', resolve: ({ count }) => count }),
    objects: t.field({
      type: [StuckObjectType],
      description: 'The first ones, the longest stuck first.',
      complexity: { field: 1, multiplier: 1 },
      resolve: ({ objects }) => objects,
    }),
  }),
})

/** The number of stuck objects that are returned without an argument, and at most. */
const stuckCount = { usual: 50, most: 500 }

const ControlPlaneType = builder.objectRef<ControlPlane>('ControlPlane').implement({
  description: 'How the control plane itself is doing.',
  subGraphs: ['clients'],
  fields: (t) => ({
    ready: t.boolean({
      description:
        'Indicates whether objects are reconciled without delay: there is no problem of severity `ERROR`.',
      resolve: ({ problems }) => problems.every(({ severity }) => severity !== 'error'),
    }),
    problems: t.field({
      type: [ProblemType],
      description: 'What is not well about servers and workers, errors first.',
      resolve: ({ problems }) => problems,
    }),
    processes: t.field({
      type: [ProcessType],
      description:
        'The servers and workers, also those that have stopped in the last ten minutes, and those that have disappeared in the ' +
        'last day.',
      complexity: { field: 1, multiplier: 5 },
      resolve: ({ processes }) => processes,
    }),
    versionSkew: t.field({
      type: VersionSkewType,
      nullable: true,
      description: 'By which releases the running processes differ. Null if all are of the same.',
      resolve: ({ processes }) => versionSkewOf(processes) ?? null,
    }),
    queue: t.field({
      type: WorkQueueType,
      description: 'What waits for a worker.',
      complexity: costOfStatement,
      resolve: readQueue,
    }),
    quarantined: t.int({
      description: 'The number of objects in quarantine, which are tried only once an hour.',
      resolve: ({ lag }) => lag.quarantined,
    }),
    stuck: t.field({
      type: StuckObjectsType,
      description: 'The objects that are stalled, or that have been neither ready nor gone for long.',
      args: {
        minutes: t.arg.int({
          defaultValue: 10,
          description: 'The minutes after which an object that is not ready counts as stuck.',
        }),
        first: t.arg.int({
          defaultValue: stuckCount.usual,
          description: 'Returns the first _n_ objects, at most 500.',
        }),
      },
      complexity: ({ first }) => costOfPage(first, stuckCount.usual),
      resolve: (_, { minutes, first }, { store }) =>
        store.stuck({
          olderThan: within(minutes ?? 10, { path: 'minutes', most: 525_600 }) * 60_000,
          limit: within(first ?? stuckCount.usual, { path: 'first', most: stuckCount.most }),
        }),
    }),
  }),
})

builder.queryField('controlPlane', (t) =>
  t.field({
    type: ControlPlaneType,
    nullable: true,
    authScopes: { verb: 'operate' },
    description:
      'How the control plane itself is doing: its servers and workers, the queue, and what makes no progress.',
    complexity: 3 * costOfStatement,
    resolve: readControlPlane,
  }),
)

async function readControlPlane(_: unknown, __: unknown, context: RequestContext): Promise<ControlPlane> {
  const { store, processes: view, loaders } = context
  const processes = await view.list()
  const ids = processes.flatMap(({ report }) => report.breakers.map(({ objectId }) => objectId))
  const [lag, targets] = await Promise.all([
    store.workLag(),
    Promise.all([...new Set(ids)].map((id) => loaders.byId.load(BigInt(id)))),
  ])
  const names = new Map(targets.flatMap((each) => (each === undefined ? [] : [[String(each.id), each]])))
  const nameOf = (id: string): string => {
    const target = names.get(id)
    return target === undefined ? `object ${id}` : `${target.kind} ${target.name}`
  }
  return { processes, lag, problems: problemsOf({ processes, lag, nameOf }) }
}

async function readQueue(
  { lag }: ControlPlane,
  _: unknown,
  { store, processes }: RequestContext,
): Promise<WorkQueue> {
  const [due, queued] = await Promise.all([store.dueByKind(), processes.queued()])
  const busy = due.map((each): QueuedKind => ({ ...each, queued: queued?.get(each.kind) ?? null }))
  const known = new Set(busy.map(({ kind }) => kind))
  // Resync has published their triggers, so nothing of these kinds is due in the database.
  const published = [...(queued ?? [])].flatMap(([kind, count]): QueuedKind[] =>
    count === 0 || known.has(kind)
      ? []
      : [{ kind, due: 0, running: 0, dueSince: null, oldestId: null, queued: count }],
  )
  return { kinds: [...busy, ...published], lag }
}

/** Throws INVALID_INPUT for a number that is out of range. */
function within(value: number, { path, most }: { path: string; most: number }): number {
  if (value >= 1 && value <= most) return value
  throw invalidInput([
    {
      path,
      code: 'OUT_OF_RANGE',
      message: `must be from 1 to ${most.toLocaleString('en')}`,
      value: String(value),
      remedy: 'Choose a number in this range.',
    },
  ])
}

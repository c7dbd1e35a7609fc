import { processRoles, processStates, type KnownProcess, type ReportedBreaker } from '../../processes.ts'
import { builder } from '../builder.ts'
import { costOfStatement } from '../cost.ts'
import { enumOf } from '../enums.ts'
import { ObjectType } from '../object.ts'
import type { ReleaseGroup, VersionSkew } from './version-skew.ts'

/* The types of servers and workers. */

const RoleType = enumOf('ProcessRole', processRoles, {
  description: 'The programs of a control plane.',
  descriptions: ['It serves the API.', 'It reconciles objects.'],
})

const StateType = enumOf('ProcessState', processStates, {
  description: 'The states of servers and workers.',
  descriptions: [
    'It reports regularly.',
    'The server that handles the request would not hear of it: it has just started, or NATS is unavailable.',
    'It has not reported for 20 seconds, and has not announced its end.',
    'It has ended in order.',
  ],
})

const BreakerType = builder.objectRef<ReportedBreaker>('CircuitBreaker').implement({
  description:
    'A circuit breaker that is open: requests to the upstream fail at once, except for a regular attempt, because it did not respond.',
  subGraphs: ['clients'],
  fields: (t) => ({
    target: t.field({
      type: ObjectType,
      nullable: true,
      description:
        'The object whose upstream does not respond: the runtime of a cluster, or a module. Null if it no longer exists.',
      complexity: costOfStatement,
      resolve: async ({ objectId }, _, { loaders }) => (await loaders.byId.load(BigInt(objectId))) ?? null,
    }),
    targetId: t.id({ description: 'The ID of that object.', resolve: ({ objectId }) => objectId }),
    since: t.field({
      type: 'DateTime',
      description: 'The time at which the breaker opened.',
      resolve: ({ since }) => since,
    }),
    retryAt: t.field({
      type: 'DateTime',
      description: 'The time of the next attempt.',
      resolve: ({ retryAt }) => retryAt,
    }),
    reason: t.exposeString('reason', {
      description: 'A machine-readable reason of the last failure, in CamelCase.',
    }),
    message: t.exposeString('message', { description: 'The last failure.' }),
  }),
})

type Reconciles = NonNullable<KnownProcess['report']['reconciles']>

const ReconcilesType = builder.objectRef<Reconciles>('ProcessReconciles').implement({
  description: 'The reconciles of a worker.',
  subGraphs: ['clients'],
  fields: (t) => ({
    running: t.exposeInt('running', { description: 'The number of reconciles that are running.' }),
    slots: t.exposeInt('slots', {
      description:
        'The number of reconciles that can run now. Reconciles that take long give their slot to another, up to `limit`.',
    }),
    limit: t.exposeInt('limit', {
      description: 'The number of reconciles that can run, with those that take long.',
    }),
    threads: t.exposeInt('threads', { description: 'The number of threads that the reconciles share.' }),
  }),
})

export const ProcessType = builder.objectRef<KnownProcess>('ControlPlaneProcess').implement({
  description: 'A server or a worker.',
  subGraphs: ['clients'],
  fields: (t) => ({
    role: t.field({ type: RoleType, description: 'The program.', resolve: ({ report }) => report.role }),
    name: t.string({
      description: 'The host, which is the pod in a cluster, and the port of the process.',
      resolve: ({ report }) => report.name,
    }),
    pid: t.int({
      description: 'The ID of the process in the operating system.',
      resolve: ({ report }) => report.pid,
    }),
    state: t.field({
      type: StateType,
      description: 'The state of the process.',
      resolve: ({ state }) => state,
    }),
    lastSeenAt: t.field({
      type: 'DateTime',
      description: 'The time of its last report, which the other fields reflect.',
      resolve: ({ seenAt }) => seenAt,
    }),
    startedAt: t.field({
      type: 'DateTime',
      description: 'The time at which the process started.',
      resolve: ({ report }) => report.startedAt,
    }),
    release: t.string({
      description: 'The release of the process.',
      resolve: ({ report }) => report.release,
    }),
    apiVersion: t.string({
      description: 'The `apiVersion` of objects that the process supports.',
      resolve: ({ report }) => report.apiVersion,
    }),
    connectedToNats: t.boolean({
      description:
        'Indicates whether the process is connected to NATS. A worker that is not polls servers for due objects.',
      resolve: ({ report }) => report.isConnected,
    }),
    reconciles: t.field({
      type: ReconcilesType,
      nullable: true,
      description: 'The reconciles of a worker. Null for a server.',
      resolve: ({ report }) => report.reconciles ?? null,
    }),
    breakers: t.field({
      type: [BreakerType],
      description: 'The circuit breakers that are open, the oldest first, at most 100.',
      complexity: { field: 1, multiplier: 2 },
      resolve: ({ report }) => report.breakers,
    }),
    eventLoopDelay: t.float({
      description:
        'The longest time in milliseconds for which the main thread was busy within five seconds; above 1,000, requests wait.',
      resolve: ({ report }) => report.eventLoopDelay,
    }),
    cpu: t.float({
      description: 'The part of a processor that the process used within five seconds.',
      resolve: ({ report }) => report.cpu,
    }),
    memory: t.float({
      description: 'The resident memory of the process, in bytes.',
      resolve: ({ report }) => report.memory,
    }),
  }),
})

const ReleaseType = builder.objectRef<ReleaseGroup>('RunningRelease').implement({
  description: 'The processes of one release.',
  subGraphs: ['clients'],
  fields: (t) => ({
    release: t.exposeString('release', { description: 'The release.' }),
    servers: t.exposeInt('servers', { description: 'The number of servers.' }),
    workers: t.exposeInt('workers', { description: 'The number of workers.' }),
  }),
})

export const VersionSkewType = builder.objectRef<VersionSkew>('VersionSkew').implement({
  description: 'Running processes of more than one release, as during an upgrade.',
  subGraphs: ['clients'],
  fields: (t) => ({
    releases: t.field({
      type: [ReleaseType],
      description: 'The releases, the newest first.',
      resolve: ({ releases }) => releases,
    }),
    message: t.exposeString('message', { description: 'A human-readable summary.' }),
    remedy: t.exposeString('remedy', { description: 'The next step of the upgrade.' }),
  }),
})

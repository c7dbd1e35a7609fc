import { z } from 'zod'
import type { ReleaseFindings } from './release-checks.ts'
import type { CheckedResource } from './resource-checks.ts'

/*
 * Cluster queries read the current state of a cluster, to which only workers are connected, or run a program in a container. A
 * server sends them over core NATS, and any worker responds; see docs/decisions/005-cluster-queries-over-nats.md. Results are
 * never stored.
 */

const objectId = z.string().regex(/^\d+$/)
/** The ID on the labels of the resources that the object has in clusters. @default its own ID */
const labelId = objectId.optional()

/** The maximum length of a packed workload: a message of NATS has at most 1 MiB, unless its server is configured otherwise. */
export const maxPackedWorkload = 700_000

export const TreeQuery = z.object({
  about: z.literal('tree'),
  objectId,
  labelId,
  /** Sends the tree again after each change. */
  follow: z.boolean(),
})
export type TreeQuery = z.infer<typeof TreeQuery>

export const LogsQuery = z.object({
  about: z.literal('logs'),
  objectId,
  labelId,
  /** Continues with new lines, including those of new pods. */
  follow: z.boolean(),
  /** Selects lines written since this time. */
  since: z.iso.datetime().optional(),
  /** The maximum number of existing lines of each container. */
  tail: z.number().int().min(0).optional(),
  /** Selects the container with this name in each pod. @default all containers except init containers */
  container: z.string().optional(),
  /** Selects the run of each container before its last restart. */
  previous: z.boolean(),
})
export type LogsQuery = z.infer<typeof LogsQuery>

export const MetricsQuery = z.object({
  about: z.literal('metrics'),
  objectId,
  labelId,
  /** Measures the pods of the object, or the nodes of the KubernetesRuntimeInstance that it is. */
  of: z.enum(['pods', 'nodes']),
  /** Returns the samples of a period, at intervals of so many seconds. @default the current usage only */
  period: z.object({ since: z.iso.datetime(), until: z.iso.datetime(), step: z.int().min(1) }).optional(),
})
export type MetricsQuery = z.infer<typeof MetricsQuery>

/** Lists the pods of an object with their containers. */
export const PodsQuery = z.object({ about: z.literal('pods'), objectId, labelId })
export type PodsQuery = z.infer<typeof PodsQuery>

/** The size of a terminal in characters. */
export const TerminalSize = z.object({
  columns: z.int().min(1).max(1000),
  rows: z.int().min(1).max(1000),
})
export type TerminalSize = z.infer<typeof TerminalSize>

/** Runs a program with a terminal in a container of an object, as `kubectl exec -it` does. Has inputs: {@link TerminalInput}. */
export const ExecQuery = z.object({
  about: z.literal('exec'),
  objectId,
  labelId,
  /** ID of the KubernetesRuntimeInstance that the pod is in. */
  runtimeId: objectId,
  namespace: z.string(),
  pod: z.string(),
  container: z.string(),
  /** Programs with their arguments. The first one that the container has is run. */
  commands: z.array(z.array(z.string()).min(1)).min(1),
  size: TerminalSize,
})
export type ExecQuery = z.infer<typeof ExecQuery>

/** Selects the resources in a cluster that carry the labels of a control plane. */
export const LabelledResourcesQuery = z.object({
  about: z.literal('ours'),
  /** ID of the KubernetesRuntimeInstance. */
  objectId,
  controlPlane: z.string(),
})
export type LabelledResourcesQuery = z.infer<typeof LabelledResourcesQuery>

/** Requests credentials for a user who accesses a cluster directly. */
export const AccessQuery = z.object({
  about: z.literal('access'),
  /** ID of the KubernetesRuntimeInstance. */
  objectId,
  /** Lifetime of the credentials in seconds. */
  seconds: z.number().int().min(600),
  /** The public key of the requesting server, which alone can read the response. See `sealed-responses.ts`. */
  publicKey: z.string(),
})
export type AccessQuery = z.infer<typeof AccessQuery>

/** Asks the API server of a cluster, by dry runs, what it would do with the resources of a workload. */
export const DryRunQuery = z.object({
  about: z.literal('dryRun'),
  /** ID of the KubernetesRuntimeInstance. */
  objectId,
  /** A `WorkloadToCheck` of `resource-checks.ts`, packed as in `packed-text.ts`. */
  packed: z.string().max(maxPackedWorkload),
})
export type DryRunQuery = z.infer<typeof DryRunQuery>

/** Finds out, by rendering a chart and by dry runs, what a change does to the resources of a Helm workload. */
export const ReleaseDryRunQuery = z.object({
  about: z.literal('releaseDryRun'),
  /** ID of the KubernetesRuntimeInstance. */
  objectId,
  /** A `ReleaseToCheck` of `release-checks.ts`, packed as in `packed-text.ts`. */
  packed: z.string().max(maxPackedWorkload),
})
export type ReleaseDryRunQuery = z.infer<typeof ReleaseDryRunQuery>

export const ClusterQuery = z.discriminatedUnion('about', [
  TreeQuery,
  LogsQuery,
  MetricsQuery,
  PodsQuery,
  ExecQuery,
  LabelledResourcesQuery,
  AccessQuery,
  DryRunQuery,
  ReleaseDryRunQuery,
])
export type ClusterQuery = z.infer<typeof ClusterQuery>

/**
 * Returns the permission that a query requires on its object, as long as it runs. None for a dry run: it ends by itself within
 * seconds, and is part of a plan, whose writes are checked as those of the actor.
 */
export function verbOf(about: ClusterQuery['about']): 'operate' | undefined {
  return about === 'dryRun' || about === 'releaseDryRun' ? undefined : 'operate'
}

/** Returns how errors name a query. */
export function describeQuery(about: ClusterQuery['about']): string {
  return `the cluster query "${about}"`
}

/** A resource in a cluster, as a node of the tree of an object. */
export const ResourceNode = z.strictObject({
  id: z.string().meta({ description: 'The ID of the node, unique within the tree.' }),
  parentId: z.string().optional().meta({ description: 'The ID of the node of the owner. Null for a root.' }),
  runtimeId: z
    .string()
    .meta({ description: 'The ID of the KubernetesRuntimeInstance that the resource is in.' }),
  group: z.string().meta({ description: 'The API group of the resource. Empty for the core group.' }),
  version: z.string().meta({ description: 'The API version of the resource.' }),
  kind: z.string().meta({ description: 'The kind of the resource.' }),
  namespace: z
    .string()
    .meta({ description: 'The namespace of the resource. Empty for a cluster-scoped resource.' }),
  name: z.string().meta({ description: 'The name of the resource.' }),
  health: z.enum(['ready', 'progressing', 'failed', 'terminating', 'missing']).meta({
    description: 'The health of the resource.',
    enumDescriptions: [
      'The resource has the desired state and works.',
      'The resource is making progress towards the desired state.',
      'The resource cannot become ready without a change.',
      'The resource is being deleted.',
      'The resource does not exist in the cluster.',
    ],
  }),
  reason: z.string().meta({
    description: 'A machine-readable reason for the health, in CamelCase. Empty if the resource is ready.',
  }),
  message: z
    .string()
    .meta({ description: 'A human-readable explanation of the health. Empty if the resource is ready.' }),
  createdAt: z.iso
    .datetime()
    .optional()
    .meta({ description: 'The time at which the resource was created. Null if it does not exist.' }),
})
export type ResourceNode = z.infer<typeof ResourceNode>

/** A part of a tree: messages have a size limit, trees do not. */
export interface TreePart {
  nodes: readonly ResourceNode[]
  isLast: boolean
}

export const LogLine = z.strictObject({
  time: z.iso.datetime().meta({ description: 'The time at which the line was written.' }),
  namespace: z.string().meta({ description: 'The namespace of the pod.' }),
  pod: z.string().meta({ description: 'The name of the pod.' }),
  container: z.string().meta({ description: 'The name of the container.' }),
  text: z.string().meta({ description: 'The content of the line. Very long lines are split.' }),
  notice: z.boolean().meta({
    description:
      'Indicates whether the line is a notice of QleetOS about the container, for example that it has not ' +
      'started.',
  }),
})
export type LogLine = z.infer<typeof LogLine>

/** The sources of metrics. */
export const metricsSources = ['metricsServer', 'prometheus'] as const

/** A measured usage. */
export const MetricSample = z.strictObject({
  time: z.iso.datetime().meta({ description: 'The time of the measurement.' }),
  cpu: z.number().optional().meta({ description: 'The used cores. Null if they were not measured.' }),
  memory: z.number().optional().meta({ description: 'The used bytes. Null if they were not measured.' }),
})
export type MetricSample = z.infer<typeof MetricSample>

/** The usage of a container, or of a node as a whole. */
export interface Usage {
  source: (typeof metricsSources)[number]
  /** The container; absent for a node. */
  container?: { namespace: string; pod: string; name: string }
  /** The node, with what pods can use of it; absent for a container. */
  node?: { name: string; cpu?: number; memory?: number }
  /** The current usage; absent if there is none any more. */
  current?: MetricSample
  /** The samples of the period of the query, the oldest first. */
  samples: readonly MetricSample[]
}

/** A container of a pod, with what it declares. */
export const PodContainer = z.strictObject({
  name: z.string().meta({ description: 'The name of the container.' }),
  image: z.string().meta({ description: 'The image of the container.' }),
  state: z.enum(['waiting', 'running', 'terminated']).meta({
    description: 'The state of the container.',
    enumDescription: 'The states of containers.',
    enumDescriptions: [
      'The container has not started.',
      'The container is running.',
      'The container has ended, or is between two runs.',
    ],
  }),
  restarts: z.int().meta({ description: 'The number of its restarts.' }),
  ports: z
    .array(
      z.strictObject({
        name: z.string().meta({ description: 'The name of the port. Empty if it has none.' }),
        port: z.int().meta({ description: 'The number of the port.' }),
        protocol: z.string().meta({ description: 'The protocol: TCP, UDP or SCTP.' }),
      }),
    )
    .meta({ description: 'The ports that the container declares. It may listen on others as well.' }),
})
export type PodContainer = z.infer<typeof PodContainer>

/** A pod of an object. */
export interface ObjectPod {
  /** ID of the KubernetesRuntimeInstance that the pod is in. */
  runtimeId: string
  namespace: string
  name: string
  isReady: boolean
  /** The default container first; init containers are not included. */
  containers: readonly PodContainer[]
}

/** What is sent to a program in a container. */
export const TerminalInput = z.union([
  /** Typed bytes, in base64. */
  z.object({ data: z.string() }),
  z.object({ size: TerminalSize }),
])
export type TerminalInput = z.infer<typeof TerminalInput>

/** What a program in a container does. */
export type TerminalOutput =
  | { started: readonly string[] }
  /** Written bytes, in base64. */
  | { data: string }
  | { exit: number }

/** A resource that a control plane created, with its owner according to its labels. */
export const LabelledResource = z.strictObject({
  group: z.string().meta({ description: 'The API group of the resource. Empty for the core group.' }),
  version: z.string().meta({ description: 'The API version of the resource.' }),
  kind: z.string().meta({ description: 'The kind of the resource.' }),
  namespace: z
    .string()
    .meta({ description: 'The namespace of the resource. Empty for a cluster-scoped resource.' }),
  name: z.string().meta({ description: 'The name of the resource.' }),
  uid: z.string().meta({ description: 'The `metadata.uid` of the resource.' }),
  createdAt: z.iso.datetime().optional().meta({ description: 'The time at which the resource was created.' }),
  objectId: z.string().meta({ description: 'The ID of the object that owned the resource.' }),
  objectKind: z.string().meta({ description: 'The kind of the object that owned the resource.' }),
  objectProject: z
    .string()
    .meta({ description: 'The project of the object that owned the resource. Empty for a global kind.' }),
  objectName: z.string().meta({ description: 'The name of the object that owned the resource.' }),
})
export type LabelledResource = z.infer<typeof LabelledResource>

/** A kubeconfig that only the requesting server can read, with its expiry time. */
export interface SealedAccess {
  sealed: string
  expiresAt: string
}

/** The type of the items that each query yields. */
export interface QueryResults {
  tree: TreePart
  logs: readonly LogLine[]
  metrics: readonly Usage[]
  pods: readonly ObjectPod[]
  exec: TerminalOutput
  ours: readonly LabelledResource[]
  access: SealedAccess
  dryRun: readonly CheckedResource[]
  releaseDryRun: ReleaseFindings
}

/** The type of the inputs of the queries that have some. */
export interface QueryInputs {
  exec: TerminalInput
}

/** Reports whether a query has inputs. */
export function hasInputs(about: ClusterQuery['about']): about is keyof QueryInputs {
  return about === 'exec'
}

/**
 * Sends a query to any worker and yields the items of the result, with backpressure. Returning from the iterator
 * cancels the query.
 *
 * @param inputs What the worker receives while it executes the query: one input at a time is taken when the worker has room for
 *   it. Their end does not end the query.
 */
export type QueryWorkers = <Query extends ClusterQuery>(
  query: Query,
  inputs?: AsyncIterableIterator<
    Query['about'] extends keyof QueryInputs ? QueryInputs[Query['about']] : never
  >,
) => AsyncIterableIterator<QueryResults[Query['about']]>

/** The message that carries a query. A worker refuses other versions. */
export const QueryRequest = z.object({
  v: z.literal(1),
  question: ClusterQuery,
  /** The number of items that the worker may send before the server requests more. */
  credit: z.number().int().min(1),
  /** W3C trace context of the requesting server. */
  traceparent: z.string().optional(),
})
export type QueryRequest = z.infer<typeof QueryRequest>

/** The number of inputs that a worker buffers. */
export const inputWindow = 16

/**
 * A message from the worker. `more` is the number of further inputs that it has room for. The reply subject of the first frame receives the
 * {@link RequestFrame}s.
 */
export type ResponseFrame =
  | { frame: 'begin' }
  | { frame: 'item'; item: unknown }
  | { frame: 'end' }
  | { frame: 'failed'; error: { code: string; message: string; details: object } }
  | { frame: 'more'; inputs: number }
  | { frame: 'alive' }

/** A message from the server. */
export type RequestFrame =
  | { frame: 'more'; items: number }
  | { frame: 'input'; input: unknown }
  | { frame: 'stop' }
  | { frame: 'alive' }

/** The interval in milliseconds at which both sides send heartbeats. */
export const heartbeatInterval = 3000
/** The time in milliseconds without a heartbeat after which the other side is considered gone. */
export const heartbeatTimeout = 12_000

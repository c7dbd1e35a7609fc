import { z } from 'zod'

/*
 * What only workers can tell: how things are in a cluster at this moment. A server asks over plain NATS, any worker
 * answers; see docs/decisions/005-cluster-queries-over-nats.md. Nothing of it is stored anywhere.
 */

const objectId = z.string().regex(/^\d+$/)
/** The id that what the object has in clusters is labelled with. @default its own */
const labelId = objectId.optional()

export const TreeQuery = z.object({
  about: z.literal('tree'),
  objectId,
  labelId,
  /** Tell again whenever something changes. */
  follow: z.boolean(),
})
export type TreeQuery = z.infer<typeof TreeQuery>

export const LogsQuery = z.object({
  about: z.literal('logs'),
  objectId,
  labelId,
  /** Go on with what is written from now on, also by pods that come. */
  follow: z.boolean(),
  /** Only lines since this moment. */
  since: z.iso.datetime().optional(),
  /** Only so many of the last lines of each container. */
  tail: z.number().int().min(0).optional(),
  /** Of this container of each pod. Default: of all but init containers. */
  container: z.string().optional(),
  /** Of the run before the last restart. */
  previous: z.boolean(),
})
export type LogsQuery = z.infer<typeof LogsQuery>

/** What a control plane has made in a cluster, as its labels tell. */
export const LabelledResourcesQuery = z.object({
  about: z.literal('ours'),
  /** Of the KubernetesRuntimeInstance. */
  objectId,
  controlPlane: z.string(),
})
export type LabelledResourcesQuery = z.infer<typeof LabelledResourcesQuery>

/** Credentials of somebody who is to reach a cluster from outside. */
export const AccessQuery = z.object({
  about: z.literal('access'),
  /** Of the KubernetesRuntimeInstance. */
  objectId,
  /** Seconds for which they are good. */
  seconds: z.number().int().min(600),
  /** Of the server that asks: only it can read the answer. See `sealed-answers.ts`. */
  publicKey: z.string(),
})
export type AccessQuery = z.infer<typeof AccessQuery>

export const ClusterQuery = z.discriminatedUnion('about', [
  TreeQuery,
  LogsQuery,
  LabelledResourcesQuery,
  AccessQuery,
])
export type ClusterQuery = z.infer<typeof ClusterQuery>

/** A resource in a cluster, and whose part it is. */
export const ResourceNode = z.strictObject({
  id: z.string().meta({ description: 'Unique within the tree.' }),
  parentId: z
    .string()
    .optional()
    .meta({ description: 'Id of the resource that owns it; absent at the top.' }),
  runtimeId: z.string().meta({ description: 'Id of the KubernetesRuntimeInstance that it is in.' }),
  group: z.string().meta({ description: 'API group; empty for the core group.' }),
  version: z.string().meta({ description: 'API version.' }),
  kind: z.string().meta({ description: 'Kind.' }),
  namespace: z.string().meta({ description: 'Namespace; empty for cluster-scoped resources.' }),
  name: z.string().meta({ description: 'Name.' }),
  health: z.enum(['ready', 'progressing', 'failed', 'terminating', 'missing']).meta({
    description: 'How it is doing.',
    enumDescriptions: [
      'It is as desired, and works.',
      'It is on its way.',
      'It will not get better by itself.',
      'It is being deleted.',
      'It is not in the cluster.',
    ],
  }),
  reason: z.string().meta({ description: 'Why, in one CamelCase word; empty when it is ready.' }),
  message: z.string().meta({ description: 'Why, in words; empty when it is ready.' }),
  createdAt: z.iso
    .datetime()
    .optional()
    .meta({ description: 'When it was created; absent while it is missing.' }),
})
export type ResourceNode = z.infer<typeof ResourceNode>

/** A part of a tree: a message has a limit, and a tree has not. */
export interface TreePart {
  nodes: readonly ResourceNode[]
  isLast: boolean
}

export const LogLine = z.strictObject({
  time: z.iso.datetime().meta({ description: 'When it was written.' }),
  namespace: z.string().meta({ description: 'Namespace of the pod.' }),
  pod: z.string().meta({ description: 'Name of the pod.' }),
  container: z.string().meta({ description: 'Name of the container.' }),
  text: z.string().meta({ description: 'The line. A very long one comes in pieces.' }),
  notice: z.boolean().meta({
    description: 'Whether QleetOS says it of the container, for example that it has not started.',
  }),
})
export type LogLine = z.infer<typeof LogLine>

/** A resource that a control plane has made, with what its labels say of its owner. */
export const LabelledResource = z.strictObject({
  group: z.string().meta({ description: 'API group; empty for the core group.' }),
  version: z.string().meta({ description: 'API version.' }),
  kind: z.string().meta({ description: 'Kind.' }),
  namespace: z.string().meta({ description: 'Namespace; empty for cluster-scoped resources.' }),
  name: z.string().meta({ description: 'Name.' }),
  uid: z.string().meta({ description: 'metadata.uid.' }),
  createdAt: z.iso.datetime().optional().meta({ description: 'When it was created.' }),
  objectId: z.string().meta({ description: 'Id of the object whose it was.' }),
  objectKind: z.string().meta({ description: 'Kind of that object.' }),
  objectProject: z.string().meta({ description: 'Project of that object; empty for global kinds.' }),
  objectName: z.string().meta({ description: 'Name of that object.' }),
})
export type LabelledResource = z.infer<typeof LabelledResource>

/** A kubeconfig that only the server that asked can read, and until when it is good. */
export interface SealedAccess {
  sealed: string
  expiresAt: string
}

/** What comes for a question, item by item. */
export interface QueryResults {
  tree: TreePart
  logs: readonly LogLine[]
  ours: readonly LabelledResource[]
  access: SealedAccess
}

/** Asks any worker; the items of its answer come as they are taken. The iterator ends it when it returns. */
export type QueryWorkers = <Asked extends ClusterQuery>(
  question: Asked,
) => AsyncIterableIterator<QueryResults[Asked['about']]>

/** A question as it is sent. A worker refuses another version. */
export const Ask = z.object({
  v: z.literal(1),
  question: ClusterQuery,
  /** Items that may be sent before more are asked for. */
  credit: z.number().int().min(1),
  /** W3C trace context of who asks. */
  traceparent: z.string().optional(),
})
export type Ask = z.infer<typeof Ask>

/** From the worker. The first frame has a reply subject: where the worker listens to the {@link RequestFrame}s. */
export type ResponseFrame =
  | { frame: 'begin' }
  | { frame: 'item'; item: unknown }
  | { frame: 'end' }
  | { frame: 'failed'; error: { code: string; message: string; details: object } }
  | { frame: 'alive' }

/** From the server. */
export type RequestFrame = { frame: 'more'; items: number } | { frame: 'stop' } | { frame: 'alive' }

/** Milliseconds between two signs of life of either side. */
export const aliveEvery = 3000
/** Milliseconds without any after which the other side is taken for gone. */
export const silenceEnds = 12_000

import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { LogLine, ResourceNode, type LogsQuery, type TreePart } from '../cluster-queries.ts'
import { PlatformError, invalidInput, shownValue } from '../errors.ts'
import { defined } from '../defined.ts'
import { builder } from './builder.ts'
import type { RequestContext } from './context.ts'
import { enumOf } from './enums.ts'
import { ObjectType } from './object.ts'
import { AnyObjectReferenceInput, targetOf, type GivenReference } from './references.ts'
import { ClusterResourceType } from './resource-addresses.ts'
import { itemOf, subscriptionItems } from './subscription-items.ts'
import { outputType } from './zod-fields.ts'

/* Queries for the current state of a cluster. Servers have no connection to clusters, so a worker executes them. */

/** Returns the object that a cluster query is about. Throws NOT_FOUND if it does not exist. */
export async function findTarget(
  { store }: RequestContext,
  reference: GivenReference,
  options: { path: string; kind?: string },
): Promise<StoredObject> {
  const target = targetOf(reference, options)
  const object = await store.find(target)
  if (object !== undefined) return object
  const given = target.name === undefined ? `with the ID ${target.id}` : shownValue(target.name)
  throw new PlatformError('NOT_FOUND', `there is no ${target.kind ?? 'object'} ${given}`)
}

/** Returns the IDs by which workers know an object. */
export async function idsOf(
  { id }: StoredObject,
  { store }: RequestContext,
): Promise<{ objectId: string; labelId: string }> {
  return { objectId: String(id), labelId: String(await store.labelId(id)) }
}

/** Assembles whole trees from their parts. */
function assembleTrees(parts: AsyncIterableIterator<TreePart>): AsyncIterableIterator<ResourceNode[]> {
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next: async () => {
      const nodes: ResourceNode[] = []
      for (;;) {
        const { done = false, value } = await parts.next()
        if (done) return { done, value: undefined }
        const part = value as TreePart
        nodes.push(...part.nodes)
        if (part.isLast) return { done: false, value: nodes }
      }
    },
    return: async () => {
      await parts.return?.()
      return { done: true, value: undefined }
    },
  }
}

/** The cost of a cluster query: a worker and a cluster have to respond. */
export const costOfClusterQuery = 500

const ResourceHealth = enumOf('ResourceHealth', ResourceNode.shape.health.options, {
  description: 'The health of resources.',
  descriptions: [
    'The resource has the desired state and works.',
    'The resource is making progress towards the desired state.',
    'The resource cannot become ready without a change.',
    'The resource is being deleted.',
    'The resource does not exist in the cluster.',
  ],
})

export const ResourceNodeType = builder.objectRef<ResourceNode>('ResourceNode').implement({
  description: 'A resource in a cluster that an object manages, or that such a resource owns.',
  interfaces: [ClusterResourceType],
  fields: (t) => ({
    key: t.string({
      description: 'The key of the resource, unique within its tree.',
      resolve: ({ id }) => id,
    }),
    parentKey: t.string({
      nullable: true,
      description: 'The key of the owner of the resource. Null for a root.',
      resolve: ({ parentId }) => parentId ?? null,
    }),
    health: t.field({
      type: ResourceHealth,
      description: 'The health of the resource.',
      resolve: ({ health }) => health,
    }),
    reason: t.exposeString('reason', {
      description: 'A machine-readable reason for the health, in CamelCase. Empty if the resource is ready.',
    }),
    message: t.exposeString('message', {
      description: 'A human-readable explanation of the health. Empty if the resource is ready.',
    }),
    createdAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The time at which the resource was created. Null if it does not exist.',
      resolve: ({ createdAt }) => createdAt ?? null,
    }),
  }),
})

const LogLineType = outputType('LogLine', LogLine, 'A line of the log of a container.')

interface LogExcerpt {
  lines: LogLine[]
  truncated: boolean
}

const LogExcerptType = builder.objectRef<LogExcerpt>('LogExcerpt').implement({
  description: 'The existing lines of the logs of an object.',
  fields: (t) => ({
    lines: t.field({
      type: [LogLineType],
      description: 'The lines, in the order of their times as far as possible, at most 10,000.',
      resolve: ({ lines }) => lines as unknown as string[],
    }),
    truncated: t.exposeBoolean('truncated', {
      description: 'Indicates whether there are more lines than were returned.',
    }),
  }),
})

const logDescriptions = {
  since: 'Return only lines written since this time.',
  tail: 'Return only the last _n_ existing lines of each container.',
  container:
    'Return only lines of the container with this name. Default: all containers except init containers.',
  previous: 'Return the logs of the previous run of each container, before its last restart.',
}

interface LogArguments {
  since?: Date | null | undefined
  tail?: number | null | undefined
  container?: string | null | undefined
  previous?: boolean | null | undefined
}

function logsQuery({
  since,
  tail,
  container,
  previous,
}: LogArguments): Omit<LogsQuery, 'about' | 'objectId' | 'follow'> {
  if (tail != null && tail < 0)
    throw invalidInput([
      {
        path: 'tail',
        code: 'OUT_OF_RANGE',
        message: 'must be at least 0',
        value: shownValue(tail),
        remedy: 'Omit it for all lines.',
      },
    ])
  return {
    previous: previous ?? false,
    ...defined({ since: since?.toISOString(), tail: tail ?? undefined, container: container ?? undefined }),
  }
}

/** The maximum number of lines in the response to a query. Subscriptions have no limit. */
const maxLines = 10_000

builder.interfaceFields(ObjectType, (t) => ({
  tree: t.field({
    type: [ResourceNodeType],
    nullable: true,
    subGraphs: ['clients'],
    authScopes: { verb: 'operate' },
    complexity: costOfClusterQuery,
    description:
      'The resources that the object currently has in its cluster, down to the pods. Fails with `UNAVAILABLE` ' +
      'if no worker or the cluster does not respond.',
    resolve: async (object, _, context) => {
      const ids = await idsOf(object, context)
      const trees = assembleTrees(context.queryWorkers({ about: 'tree', ...ids, follow: false }))
      const { value } = await trees.next()
      await trees.return?.()
      return (value ?? []) as ResourceNode[]
    },
  }),
  logs: t.field({
    type: LogExcerptType,
    nullable: true,
    subGraphs: ['clients'],
    authScopes: { verb: 'operate' },
    complexity: costOfClusterQuery,
    description:
      'The existing logs of the containers of all pods of the object. Subscribe to `logs` to follow them. ' +
      'With a LoggingInstance in the runtime, they include stored lines that pods no longer have, and those of deleted ' +
      'pods: since the given time, or from the last hour. Fails with `UNAVAILABLE` if no worker or the cluster does not respond.',
    args: {
      since: t.arg({ type: 'DateTime', description: logDescriptions.since }),
      tail: t.arg.int({ defaultValue: 100, description: logDescriptions.tail }),
      container: t.arg.string({ description: logDescriptions.container }),
      previous: t.arg.boolean({ defaultValue: false, description: logDescriptions.previous }),
    },
    resolve: async (object, args, context) => {
      const query = logsQuery(args)
      const ids = await idsOf(object, context)
      return excerpt(context.queryWorkers({ about: 'logs', ...ids, ...query, follow: false }))
    },
  }),
}))

async function excerpt(parts: AsyncIterableIterator<readonly LogLine[]>): Promise<LogExcerpt> {
  const lines: LogLine[] = []
  for await (const part of parts) {
    lines.push(...part)
    // Leaving the loop cancels the query.
    if (lines.length > maxLines) return { lines: lines.slice(0, maxLines), truncated: true }
  }
  return { lines, truncated: false }
}

const targetArgument = { type: AnyObjectReferenceInput, required: true, description: 'The object.' } as const

builder.subscriptionField('tree', (t) =>
  t.field({
    type: [ResourceNodeType],
    authScopes: { verb: 'operate' },
    description:
      'Streams the resources that an object has in its cluster: the whole tree at once, and again after each ' +
      'change.',
    args: { by: t.arg(targetArgument) },
    subscribe: async (_, { by }, context) => {
      const ids = await idsOf(await findTarget(context, by, { path: 'by' }), context)
      return subscriptionItems(assembleTrees(context.queryWorkers({ about: 'tree', ...ids, follow: true })))
    },
    resolve: (event) => itemOf(event),
  }),
)

builder.subscriptionField('logs', (t) =>
  t.field({
    type: [LogLineType],
    authScopes: { verb: 'operate' },
    description:
      'Streams the logs of the containers of all pods of an object, merged by time as far as possible. A ' +
      'subscriber that is slower than the containers slows the stream down. One that accepts no data for a ' +
      'minute is disconnected with `RATE_LIMITED`.',
    args: {
      by: t.arg(targetArgument),
      follow: t.arg.boolean({
        defaultValue: true,
        description: 'Continue with new lines, including those of new pods.',
      }),
      since: t.arg({ type: 'DateTime', description: logDescriptions.since }),
      tail: t.arg.int({ description: logDescriptions.tail }),
      container: t.arg.string({ description: logDescriptions.container }),
      previous: t.arg.boolean({ defaultValue: false, description: logDescriptions.previous }),
    },
    subscribe: async (_, { by, follow, ...args }, context) => {
      const query = logsQuery(args)
      const ids = await idsOf(await findTarget(context, by, { path: 'by' }), context)
      return subscriptionItems(
        context.queryWorkers({ about: 'logs', ...ids, ...query, follow: follow ?? true }),
      )
    },
    resolve: (event) => itemOf(event) as unknown as string[],
  }),
)

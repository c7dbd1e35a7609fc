import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { PlatformError, shownValue } from '../errors.ts'
import { defined } from '../inputs.ts'
import { LogLine, ResourceNode, type TreePart } from '../cluster-queries.ts'
import { targetOf, type TargetArguments } from './arguments.ts'
import { builder } from './builder.ts'
import type { RequestContext } from './context.ts'
import { itemOf, subscriptionItems } from './subscription-items.ts'
import { outputType } from './zod-fields.ts'

/* Queries for the current state of a cluster. Servers have no connection to clusters, so a worker executes them. */

/** Returns the object that a cluster query is about. Throws NOT_FOUND if it does not exist. */
export async function findTarget({ store }: RequestContext, target: TargetArguments): Promise<StoredObject> {
  const object = await store.find(targetOf(target))
  if (object !== undefined) return object
  throw new PlatformError('NOT_FOUND', `there is no ${target.kind ?? 'object'} ${shownValue(target.name)}`)
}

/** Returns the IDs by which workers know the object that a cluster query is about. */
async function findTargetIds(
  context: RequestContext,
  target: TargetArguments,
): Promise<{ objectId: string; labelId: string }> {
  const { id } = await findTarget(context, target)
  return { objectId: String(id), labelId: String(await context.store.labelId(id)) }
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

const ResourceNodeType = outputType(
  'ResourceNode',
  ResourceNode,
  'A resource in a cluster that an object manages, or that such a resource owns.',
)
const LogLineType = outputType('LogLine', LogLine, 'A line of the log of a container.')

const targetArguments = {
  kind: { required: true, description: 'The kind of the object, for example `WorkloadInstance`.' },
  name: { required: true, description: 'The name of the object.' },
  project: { description: 'The name of the project of the object. Default: `default`.' },
} as const

builder.queryField('resourceTree', (t) =>
  t.field({
    type: [ResourceNodeType],
    authScopes: { verb: 'operate' },
    description:
      'The resources that an object currently has in its cluster, down to the pods. Fails with ' +
      '`UNAVAILABLE` if no worker or the cluster does not respond.',
    args: {
      kind: t.arg.string(targetArguments.kind),
      name: t.arg.string(targetArguments.name),
      project: t.arg.string(targetArguments.project),
    },
    resolve: async (_, target, context) => {
      const ids = await findTargetIds(context, target)
      const trees = assembleTrees(context.queryWorkers({ about: 'tree', ...ids, follow: false }))
      const { value } = await trees.next()
      await trees.return?.()
      return (value ?? []) as string[]
    },
  }),
)

builder.subscriptionField('resourceTree', (t) =>
  t.field({
    type: [ResourceNodeType],
    authScopes: { verb: 'operate' },
    description:
      'Streams the resources that an object has in its cluster: the whole tree at once, and again after each ' +
      'change.',
    args: {
      kind: t.arg.string(targetArguments.kind),
      name: t.arg.string(targetArguments.name),
      project: t.arg.string(targetArguments.project),
    },
    subscribe: async (_, target, context) => {
      const ids = await findTargetIds(context, target)
      return subscriptionItems(assembleTrees(context.queryWorkers({ about: 'tree', ...ids, follow: true })))
    },
    resolve: (event) => itemOf(event) as unknown as string[],
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
      kind: t.arg.string(targetArguments.kind),
      name: t.arg.string(targetArguments.name),
      project: t.arg.string(targetArguments.project),
      follow: t.arg.boolean({
        defaultValue: true,
        description: 'Continue with new lines, including those of new pods.',
      }),
      since: t.arg({ type: 'DateTime', description: 'Return only lines written since this time.' }),
      tail: t.arg.int({ description: 'Return only the last _n_ existing lines of each container.' }),
      container: t.arg.string({
        description:
          'Return only lines of the container with this name. Default: all containers except init containers.',
      }),
      previous: t.arg.boolean({
        description: 'Return the logs of the previous run of each container, before its last restart.',
      }),
    },
    subscribe: async (_, { follow, since, tail, container, previous, ...target }, context) => {
      const ids = await findTargetIds(context, target)
      const lines = context.queryWorkers({
        about: 'logs',
        ...ids,
        follow: follow ?? true,
        previous: previous ?? false,
        ...defined({
          since: since?.toISOString(),
          tail: tail == null ? undefined : Math.max(tail, 0),
          container: container ?? undefined,
        }),
      })
      return subscriptionItems(lines)
    },
    resolve: (event) => itemOf(event) as unknown as string[],
  }),
)

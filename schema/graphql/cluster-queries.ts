import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { PlatformError, shownValue } from '../errors.ts'
import { defined } from '../inputs.ts'
import { LogLine, ResourceNode, type TreePart } from '../cluster-queries.ts'
import { targetOf, type TargetArguments } from './arguments.ts'
import { builder } from './builder.ts'
import type { RequestContext } from './context.ts'
import { itemOf, told } from './told.ts'
import { outputType } from './zod-fields.ts'

/*
 * How things are in a cluster at this moment. Servers do not reach clusters, so workers are asked.
 */

/** The object that is asked about. */
export async function askedObject({ store }: RequestContext, target: TargetArguments): Promise<StoredObject> {
  const object = await store.find(targetOf(target))
  if (object !== undefined) return object
  throw new PlatformError('NOT_FOUND', `there is no ${target.kind ?? 'object'} ${shownValue(target.name)}`)
}

/** The object that is asked about, as workers know it. */
async function askedFor(
  context: RequestContext,
  target: TargetArguments,
): Promise<{ objectId: string; labelId: string }> {
  const { id } = await askedObject(context, target)
  return { objectId: String(id), labelId: String(await context.store.labelId(id)) }
}

/** Whole trees of their parts. */
function wholeTrees(parts: AsyncIterableIterator<TreePart>): AsyncIterableIterator<ResourceNode[]> {
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

const NodeOfTree = outputType(
  'ResourceNode',
  ResourceNode,
  'A resource in a cluster: one that an object has there, or one that such a resource owns.',
)
const Line = outputType('LogLine', LogLine, 'A line that a container has written.')

const targetArguments = {
  kind: { required: true, description: 'Kind of the object, for example `WorkloadInstance`.' },
  name: { required: true, description: 'Its name.' },
  project: { description: 'Its project. Default: `default`.' },
} as const

builder.queryField('resourceTree', (t) =>
  t.field({
    type: [NodeOfTree],
    authScopes: { verb: 'operate' },
    description:
      'What an object has in its cluster now, down to the pods. UNAVAILABLE when no worker or no cluster answers.',
    args: {
      kind: t.arg.string(targetArguments.kind),
      name: t.arg.string(targetArguments.name),
      project: t.arg.string(targetArguments.project),
    },
    resolve: async (_, target, context) => {
      const asked = await askedFor(context, target)
      const trees = wholeTrees(context.askWorkers({ about: 'tree', ...asked, follow: false }))
      const { value } = await trees.next()
      await trees.return?.()
      return (value ?? []) as string[]
    },
  }),
)

builder.subscriptionField('resourceTree', (t) =>
  t.field({
    type: [NodeOfTree],
    authScopes: { verb: 'operate' },
    description: 'What an object has in its cluster, whole, now and whenever it has changed.',
    args: {
      kind: t.arg.string(targetArguments.kind),
      name: t.arg.string(targetArguments.name),
      project: t.arg.string(targetArguments.project),
    },
    subscribe: async (_, target, context) => {
      const asked = await askedFor(context, target)
      return told(wholeTrees(context.askWorkers({ about: 'tree', ...asked, follow: true })))
    },
    resolve: (event) => itemOf(event) as unknown as string[],
  }),
)

builder.subscriptionField('logs', (t) =>
  t.field({
    type: [Line],
    authScopes: { verb: 'operate' },
    description:
      'What the containers of all pods of an object write, in the order of time as far as it comes together. A reader that ' +
      'is slower than the containers holds them up; one that takes nothing for a minute is ended with RATE_LIMITED.',
    args: {
      kind: t.arg.string(targetArguments.kind),
      name: t.arg.string(targetArguments.name),
      project: t.arg.string(targetArguments.project),
      follow: t.arg.boolean({
        defaultValue: true,
        description: 'Go on with what is written from now on, also by pods that come.',
      }),
      since: t.arg({ type: 'DateTime', description: 'Only lines since this moment.' }),
      tail: t.arg.int({ description: 'Only so many of the last lines of each container.' }),
      container: t.arg.string({
        description: 'Only of this container of each pod. Default: of all but init containers.',
      }),
      previous: t.arg.boolean({ description: 'Of the run before the last restart.' }),
    },
    subscribe: async (_, { follow, since, tail, container, previous, ...target }, context) => {
      const asked = await askedFor(context, target)
      const lines = context.askWorkers({
        about: 'logs',
        ...asked,
        follow: follow ?? true,
        previous: previous ?? false,
        ...defined({
          since: since?.toISOString(),
          tail: tail == null ? undefined : Math.max(tail, 0),
          container: container ?? undefined,
        }),
      })
      return told(lines)
    },
    resolve: (event) => itemOf(event) as unknown as string[],
  }),
)

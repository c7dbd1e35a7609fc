import { differences, type DesiredState, type FieldDifference } from '../differences.ts'
import { assertAtMost, checkId } from './arguments.ts'
import { builder } from './builder.ts'
import { connectionTypes } from './connections.ts'
import { clearLoaders, type RequestContext } from './context.ts'
import { costOfPage } from './cost.ts'
import { FieldDifferenceType } from './differences.ts'
import { ChangeOperation, ObjectKind } from './enums.ts'
import { NodeType, nodeId } from './node.ts'
import { ObjectType } from './object.ts'
import {
  type ConnectionPage,
  connectionPage,
  defaultPageSize,
  invalidCursor,
  pageRequest,
  type PageArguments,
} from './pagination.ts'
import type { ChangeBodies, LoggedChange } from './store-queries.ts'
import { itemOf, subscriptionItems } from './subscription-items.ts'

/** The maximum number of kinds that one subscription may filter by. There are fewer kinds. */
const maxKinds = 50

const ChangeType = builder.objectRef<LoggedChange>('Change').implement({
  description: 'An entry of the change log, which records who changed which object, when and why.',
  interfaces: [NodeType],
  fields: (t) => ({
    id: t.id({ description: 'The ID of the entry.', resolve: ({ seq }) => nodeId('Change', seq) }),
    cursor: t.string({
      description: 'The position of the entry in the change log, for use with `after`.',
      resolve: ({ seq }) => String(seq),
    }),
    operation: t.field({
      type: ChangeOperation,
      description: 'The operation.',
      resolve: ({ operation }) => operation,
    }),
    objectId: t.id({
      description: 'The ID of the object, also once it has been deleted.',
      resolve: ({ objectId }) => String(objectId),
    }),
    kind: t.field({ type: ObjectKind, description: 'The kind of the object.', resolve: ({ kind }) => kind }),
    name: t.exposeString('name', { description: 'The name of the object.' }),
    projectName: t.string({
      nullable: true,
      subGraphs: ['clients'],
      description:
        'The name of the project of the object. Null for a kind without projects; may be null once the project is deleted.',
      resolve: async ({ projectId }, _, { store }) =>
        projectId === null ? null : ((await store.projectName(projectId)) ?? null),
    }),
    generation: t.exposeInt('generation', { description: 'The generation of the object after the change.' }),
    version: t.exposeInt('version', { description: 'The version of the object after the change.' }),
    actor: t.exposeString('actor', { description: 'The actor that made the change.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'The reason that the actor provided.' }),
    specBefore: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The spec before the change.',
      resolve: async ({ seq }, _, { loaders }) => (await loaders.changeBodies.load(seq))?.before ?? null,
    }),
    specAfter: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The spec after the change. For `STATUS`, the status.',
      resolve: async ({ seq }, _, { loaders }) => (await loaders.changeBodies.load(seq))?.after ?? null,
    }),
    diff: t.field({
      type: [FieldDifferenceType],
      description:
        'The differences that the change made to labels, annotations and spec. Empty except for `UPDATE`.',
      resolve: async ({ seq, operation }, _, { loaders }) =>
        operation === 'UPDATE' ? differencesOf(await loaders.changeBodies.load(seq)) : [],
    }),
    time: t.expose('time', { type: 'DateTime', description: 'The time of the change.' }),
    object: t.field({
      type: ObjectType,
      nullable: true,
      description: 'The current state of the object. Null if it has been deleted.',
      resolve: async ({ objectId }, _, { loaders }) => (await loaders.byId.load(objectId)) ?? null,
    }),
  }),
})

function differencesOf(bodies: ChangeBodies | undefined): FieldDifference[] {
  if (bodies === undefined) return []
  // Only the store writes this column.
  const { before, after } = (bodies.metadata ?? {}) as { before?: DesiredState; after?: DesiredState }
  return differences({ ...before, spec: bodies.before }, { ...after, spec: bodies.after })
}

const types = connectionTypes('Change', ChangeType)

builder.queryField('changes', (t) =>
  t.connection(
    {
      type: ChangeType,
      nullable: true,
      authScopes: { verb: 'audit' },
      description:
        'The entries of the change log, oldest first. Fails with `CURSOR_GONE` if entries after the cursor ' +
        'have been deleted: read `changeCursor`, list the objects, and continue from that cursor.',
      args: { objectId: t.arg.id({ description: 'Return only changes of the object with this ID.' }) },
      complexity: ({ first, last }) => costOfPage(first ?? last, defaultPageSize),
      resolve: ((_: unknown, args: ChangeArguments, context: RequestContext) =>
        pageOfChanges(args, context)) as never,
    },
    types.connection as never,
    types.edge as never,
  ),
)

interface ChangeArguments extends PageArguments {
  objectId?: string | null
}

async function pageOfChanges(
  { objectId, ...args }: ChangeArguments,
  { store, caughtUpCursor }: RequestContext,
): Promise<ConnectionPage<LoggedChange>> {
  const request = pageRequest(args, parseCursor)
  const { limit, ...range } = request
  const of = objectId == null ? {} : { objectId: checkId(objectId, 'objectId') }
  const upTo = await caughtUpCursor()
  const changes = await store.changes({ ...range, ...of, upTo, limit: limit + 1 })
  return connectionPage(request, {
    entries: changes.map((node) => ({ node, cursor: String(node.seq) })),
    count: () => store.countChanges({ ...of, upTo }),
  })
}

function parseCursor(cursor: string, path: 'after' | 'before'): bigint {
  if (!/^\d{1,18}$/.test(cursor)) throw invalidCursor(cursor, path)
  return BigInt(cursor)
}

builder.queryField('changeCursor', (t) =>
  t.string({
    nullable: true,
    authScopes: { verb: 'audit' },
    description: 'The cursor of the newest entry of the change log. Entries after it are later changes.',
    resolve: async (_, __, { caughtUpCursor }) => String(await caughtUpCursor()),
  }),
)

builder.subscriptionField('changes', (t) =>
  t.field({
    type: ChangeType,
    authScopes: { verb: 'audit' },
    description:
      'Streams the change log in order. With `after`, the stream starts with all entries since that cursor, ' +
      'so a client that reconnects with the last cursor it received misses nothing and receives nothing ' +
      'twice. Fails with `CURSOR_GONE` if entries after the cursor have been deleted. A subscriber that ' +
      'accepts no data for ten seconds is disconnected with `RATE_LIMITED` and the `cursor` to resume from.',
    args: {
      after: t.arg.string({
        description: 'Stream the entries that come after the specified cursor. Default: the newest entry.',
      }),
      kinds: t.arg({ type: [ObjectKind], description: 'Stream only changes of objects of these kinds.' }),
      objectId: t.arg.id({ description: 'Stream only changes of the object with this ID.' }),
    },
    subscribe: async (_, { after, kinds, objectId }, { follow, caughtUpCursor, reader }) => {
      if (kinds != null) assertAtMost(kinds, { max: maxKinds, path: 'kinds' })
      const only = objectId == null ? undefined : checkId(objectId, 'objectId')
      const start = after == null ? await caughtUpCursor() : parseCursor(after, 'after')
      reader.cursor = String(start)
      const changes = follow({
        after: start,
        accepts: (change) =>
          (kinds == null || (kinds as readonly string[]).includes(change.kind)) &&
          (only === undefined || change.objectId === only),
      })
      return subscriptionItems(changes)
    },
    resolve: (event, _, { loaders, reader }) => {
      const change = itemOf(event)
      clearLoaders(loaders)
      reader.given = String(change.seq)
      return change
    },
  }),
)

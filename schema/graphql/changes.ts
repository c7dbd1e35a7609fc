import { unknownKind } from '../inputs.ts'
import { invalidInput, shownValue } from '../errors.ts'
import { findKind } from '../kinds/index.ts'
import { assertAtMost, checkId } from './arguments.ts'
import { builder } from './builder.ts'
import { clearLoaders } from './context.ts'
import { costOfPage } from './cost.ts'
import { ObjectType } from './object.ts'
import type { LoggedChange } from './store.ts'
import { itemOf, subscriptionItems } from './subscription-items.ts'

/** The maximum number of kinds that one subscription may filter by. There are fewer kinds. */
const maxKinds = 50

const ChangeType = builder.objectRef<LoggedChange>('Change').implement({
  description: 'An entry of the change log, which records who changed which object, when and why.',
  fields: (t) => ({
    cursor: t.id({
      description: 'The position of the entry in the change log, for use with `after`.',
      resolve: ({ seq }) => String(seq),
    }),
    operation: t.exposeString('operation', {
      description: 'The operation: `CREATE`, `UPDATE`, `DELETE_REQUEST`, `DELETE`, `STATUS` or `TRIGGER`.',
    }),
    objectId: t.id({ description: 'The ID of the object.', resolve: ({ objectId }) => String(objectId) }),
    kind: t.exposeString('kind', { description: 'The kind of the object.' }),
    name: t.exposeString('name', { description: 'The name of the object.' }),
    generation: t.exposeInt('generation', { description: 'The generation of the object after the change.' }),
    version: t.exposeInt('version', { description: 'The version of the object after the change.' }),
    actor: t.exposeString('actor', { description: 'The actor that made the change.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'The reason that the actor provided.' }),
    before: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The spec before the change.',
      resolve: async ({ seq }, _, { loaders }) => (await loaders.changeBodies.load(seq))?.before ?? null,
    }),
    after: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The spec after the change. For `STATUS`, the status.',
      resolve: async ({ seq }, _, { loaders }) => (await loaders.changeBodies.load(seq))?.after ?? null,
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

builder.queryField('changes', (t) =>
  t.field({
    type: [ChangeType],
    authScopes: { verb: 'audit' },
    description:
      'A list of entries of the change log, oldest first. Fails with `CURSOR_GONE` if entries after the ' +
      'cursor have been deleted: read `changeCursor`, list the objects, and continue from that cursor.',
    args: {
      after: t.arg.id({
        description:
          'Returns the entries that come after the specified cursor. Default: the start of the retained log.',
      }),
      first: t.arg.int({ defaultValue: 100, description: 'Returns the first _n_ entries, from 1 to 1,000.' }),
      objectId: t.arg.id({ description: 'Return only changes of the object with this ID.' }),
    },
    complexity: ({ first }) => costOfPage(first, 100),
    resolve: async (_, { after, first, objectId }, { store, caughtUpCursor }) => {
      const limit = first ?? 100
      if (limit < 1 || limit > 1000) {
        throw invalidInput([
          {
            path: 'first',
            code: 'OUT_OF_RANGE',
            message: 'must be between 1 and 1000',
            value: shownValue(limit),
          },
        ])
      }
      return store.changes({
        ...(after == null ? {} : { after: checkId(after, 'after') }),
        ...(objectId == null ? {} : { objectId: checkId(objectId, 'objectId') }),
        upTo: await caughtUpCursor(),
        limit,
      })
    },
  }),
)

builder.queryField('changeCursor', (t) =>
  t.id({
    authScopes: { verb: 'audit' },
    description: 'The cursor of the newest entry of the change log. Entries after it are later changes.',
    resolve: (_, __, { latestCursor }) => String(latestCursor()),
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
      after: t.arg.id({
        description: 'Stream the entries that come after the specified cursor. Default: the newest entry.',
      }),
      kinds: t.arg.stringList({ description: 'Stream only changes of objects of these kinds.' }),
      objectId: t.arg.id({ description: 'Return only changes of the object with this ID.' }),
    },
    subscribe: (_, { after, kinds, objectId }, { follow, latestCursor, reader }) => {
      if (kinds != null) assertAtMost(kinds, { max: maxKinds, path: 'kinds' })
      const wrong = (kinds ?? []).find((kind) => findKind(kind) === undefined)
      if (wrong !== undefined) throw invalidInput([unknownKind(wrong, 'kinds')])
      const only = objectId == null ? undefined : checkId(objectId, 'objectId')
      const start = after == null ? latestCursor() : checkId(after, 'after')
      reader.cursor = String(start)
      const changes = follow({
        after: start,
        accepts: (change) =>
          (kinds == null || kinds.includes(change.kind)) && (only === undefined || change.objectId === only),
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

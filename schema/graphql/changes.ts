import { unknownKind } from '../inputs.ts'
import { invalidInput, shownValue } from '../errors.ts'
import { findKind } from '../kinds/index.ts'
import { assertAtMost, checkId } from './arguments.ts'
import { builder } from './builder.ts'
import { forgetLoaded } from './context.ts'
import { costOfPage } from './cost.ts'
import { ObjectType } from './object.ts'
import type { LoggedChange } from './store.ts'
import { itemOf, told } from './told.ts'

/** Kinds of one subscription; there are fewer of them. */
const mostKinds = 50

const ChangeType = builder.objectRef<LoggedChange>('Change').implement({
  description: 'One entry of the change log: who changed what, when and why.',
  fields: (t) => ({
    cursor: t.id({ description: 'Place in the log, for `after`.', resolve: ({ seq }) => String(seq) }),
    operation: t.exposeString('operation', {
      description: '`CREATE`, `UPDATE`, `DELETE_REQUEST`, `DELETE`, `STATUS` or `TRIGGER`.',
    }),
    objectId: t.id({ description: 'Id of the object.', resolve: ({ objectId }) => String(objectId) }),
    kind: t.exposeString('kind', { description: 'Kind of the object.' }),
    name: t.exposeString('name', { description: 'Name of the object.' }),
    generation: t.exposeInt('generation', { description: 'Generation after the change.' }),
    version: t.exposeInt('version', { description: 'Version after the change.' }),
    actor: t.exposeString('actor', { description: 'Who changed it.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why, as far as it was said.' }),
    before: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The spec before.',
      resolve: async ({ seq }, _, { loaders }) => (await loaders.changeBodies.load(seq))?.before ?? null,
    }),
    after: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The spec after; for `STATUS` the status.',
      resolve: async ({ seq }, _, { loaders }) => (await loaders.changeBodies.load(seq))?.after ?? null,
    }),
    time: t.expose('time', { type: 'DateTime', description: 'When.' }),
    object: t.field({
      type: ObjectType,
      nullable: true,
      description: 'The object as it is now; null when it is gone.',
      resolve: async ({ objectId }, _, { loaders }) => (await loaders.byId.load(objectId)) ?? null,
    }),
  }),
})

builder.queryField('changes', (t) =>
  t.field({
    type: [ChangeType],
    authScopes: { verb: 'audit' },
    description:
      'The change log in its order, in pages. `CURSOR_GONE` when what came after the cursor is not kept any more: take ' +
      '`changeCursor`, list the objects, and go on from there.',
    args: {
      after: t.arg.id({
        description: 'Cursor of the last entry that is known. Default: from the begin of what is kept.',
      }),
      first: t.arg.int({ defaultValue: 100, description: 'At most this many, up to 1000.' }),
      objectId: t.arg.id({ description: 'Only changes of this object.' }),
    },
    complexity: ({ first }) => costOfPage(first, 100),
    resolve: async (_, { after, first, objectId }, { store, settledChange }) => {
      const limit = first ?? 100
      if (limit < 1 || limit > 1000) {
        throw invalidInput([
          { path: 'first', message: 'must be between 1 and 1000', value: shownValue(limit) },
        ])
      }
      return store.changes({
        ...(after == null ? {} : { after: checkId(after, 'after') }),
        ...(objectId == null ? {} : { objectId: checkId(objectId, 'objectId') }),
        upTo: await settledChange(),
        limit,
      })
    },
  }),
)

builder.queryField('changeCursor', (t) =>
  t.id({
    authScopes: { verb: 'audit' },
    description: 'Cursor of the newest entry of the change log: what is read after it happened later.',
    resolve: (_, __, { newestChange }) => String(newestChange()),
  }),
)

builder.subscriptionField('changes', (t) =>
  t.field({
    type: ChangeType,
    authScopes: { verb: 'audit' },
    description:
      'The change log as it grows, in its order. With `after`, everything since that entry comes first, so a client ' +
      'that reconnects with the last cursor it saw misses nothing and sees nothing twice. `CURSOR_GONE` when the log does ' +
      'not have that place any more. Who does not take what is sent for ten seconds is let go with `RATE_LIMITED` and the ' +
      '`cursor` to go on from.',
    args: {
      after: t.arg.id({ description: 'Cursor of the last entry that is known. Default: from now on.' }),
      kinds: t.arg.stringList({ description: 'Only changes of objects of these kinds.' }),
      objectId: t.arg.id({ description: 'Only changes of this object.' }),
    },
    subscribe: (_, { after, kinds, objectId }, { follow, newestChange, reader }) => {
      if (kinds != null) assertAtMost(kinds, { most: mostKinds, path: 'kinds' })
      const wrong = (kinds ?? []).find((kind) => findKind(kind) === undefined)
      if (wrong !== undefined) throw invalidInput([unknownKind(wrong, 'kinds')])
      const only = objectId == null ? undefined : checkId(objectId, 'objectId')
      const start = after == null ? newestChange() : checkId(after, 'after')
      reader.cursor = String(start)
      const changes = follow({
        after: start,
        accepts: (change) =>
          (kinds == null || kinds.includes(change.kind)) && (only === undefined || change.objectId === only),
      })
      return told(changes)
    },
    resolve: (event, _, { loaders, reader }) => {
      const change = itemOf(event)
      forgetLoaded(loaders)
      reader.given = String(change.seq)
      return change
    },
  }),
)

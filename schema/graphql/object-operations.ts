import { defined } from '../inputs.ts'
import { unknownKind } from '../inputs.ts'
import { invalidInput } from '../errors.ts'
import { findKind } from '../kinds/index.ts'
import { maxEntries, maxObjects } from '../limits.ts'
import { assertAtMost, checkId, targetOf, writeOf } from './arguments.ts'
import { builder } from './builder.ts'
import { connectionOfObjects } from './connection.ts'
import { costOfEach } from './cost.ts'
import { ObjectType } from './object.ts'
import type { Applied } from './store.ts'

const TargetInput = builder.inputType('ObjectTarget', {
  description: 'Identifies an object by ID, or by kind, name and project.',
  fields: (t) => ({
    id: t.id({ description: 'The ID of the object.' }),
    kind: t.string({ description: 'The kind of the object.' }),
    name: t.string({ description: 'The name of the object.' }),
    project: t.string({ description: 'The name of the project of the object. Default: `default`.' }),
    expectedVersion: t.int({
      description: 'Fail with `VERSION_CONFLICT` if the object has been edited since this version.',
    }),
  }),
})

const DocumentInput = builder.inputType('ObjectDocument', {
  description: 'The desired state of an object of any kind.',
  fields: (t) => ({
    kind: t.string({ required: true, description: 'The kind of the object.' }),
    name: t.string({ required: true, description: 'The name of the object.' }),
    project: t.string({ description: 'The name of the project of the object. Default: `default`.' }),
    labels: t.field({ type: 'JSON', description: 'The labels of the object, a map of strings.' }),
    spec: t.field({ type: 'JSON', description: 'The spec of the object.' }),
    expectedVersion: t.int({
      description: 'Fail with `VERSION_CONFLICT` if the object has been edited since this version.',
    }),
  }),
})

const ApplyResult = builder.enumType('ApplyResult', {
  description: 'The possible results of applying a document.',
  values: {
    CREATED: { value: 'created' as const, description: 'The object did not exist and was created.' },
    UPDATED: { value: 'updated' as const, description: 'The object existed and was updated.' },
    UNCHANGED: { value: 'unchanged' as const, description: 'The object already had the desired state.' },
  },
})

const AppliedType = builder.objectRef<Applied>('AppliedObject').implement({
  description: 'The result of applying one document.',
  fields: (t) => ({
    result: t.expose('result', { type: ApplyResult, description: 'The effect of the document.' }),
    object: t.field({
      type: ObjectType,
      description: 'The object after the change.',
      resolve: ({ object }) => object,
    }),
  }),
})

builder.queryField('node', (t) =>
  t.field({
    type: ObjectType,
    nullable: true,
    authScopes: { verb: 'read' },
    description: 'Returns an object by ID, or null if there is none.',
    args: { id: t.arg.id({ required: true, description: 'The ID of the object.' }) },
    resolve: async (_, { id }, { loaders }) => (await loaders.byId.load(checkId(id))) ?? null,
  }),
)

builder.queryField('nodes', (t) =>
  t.field({
    type: [ObjectType],
    nullable: { list: false, items: true },
    authScopes: { verb: 'read' },
    description:
      'Returns objects by ID, in the order of the IDs, with null for each object that does not exist.',
    args: { ids: t.arg.idList({ required: true, description: 'The IDs of the objects, at most 1,000.' }) },
    complexity: ({ ids }) => costOfEach(ids),
    resolve: async (_, { ids }, { loaders }) => {
      assertAtMost(ids, { max: maxEntries, path: 'ids' })
      return Promise.all(
        ids.map(async (id, index) => (await loaders.byId.load(checkId(id, `ids[${index}]`))) ?? null),
      )
    },
  }),
)

builder.queryField('object', (t) =>
  t.field({
    type: ObjectType,
    nullable: true,
    authScopes: { verb: 'read' },
    description: 'Returns an object by kind and name, or null if there is none.',
    args: {
      kind: t.arg.string({ required: true, description: 'The kind of the object.' }),
      name: t.arg.string({ required: true, description: 'The name of the object.' }),
      project: t.arg.string({ description: 'The name of the project of the object. Default: `default`.' }),
    },
    resolve: async (_, args, { store }) => (await store.find(targetOf(args))) ?? null,
  }),
)

builder.queryField('objects', (t) =>
  connectionOfObjects(t as unknown as Parameters<typeof connectionOfObjects>[0], {
    type: ObjectType,
    authScopes: { verb: 'read' },
    description: 'A paginated list of objects of one kind or of all kinds.',
    args: { kind: t.arg.string({ description: 'Return only objects of this kind. Default: all kinds.' }) },
    filter: (_, { kind }) => {
      if (typeof kind !== 'string') return {}
      if (findKind(kind) === undefined) throw invalidInput([unknownKind(kind, 'kind')])
      return { kind }
    },
  }),
)

builder.mutationField('apply', (t) =>
  t.field({
    type: [AppliedType],
    authScopes: { verb: 'write' },
    description:
      'Creates or updates objects of any kinds to match the documents. All documents are applied in one ' +
      'transaction, and the errors of all documents are reported at once. Documents may reference each ' +
      'other in any order.',
    args: {
      documents: t.arg({
        type: [DocumentInput],
        required: true,
        description: 'The desired objects, at most 2,000.',
      }),
      dryRun: t.arg.boolean({
        description: 'Validate the request and return its result without storing anything.',
      }),
      reason: t.arg.string({ description: 'The reason for the change, recorded in the change log.' }),
    },
    complexity: ({ documents }) => costOfEach(documents),
    resolve: async (_, args, context) => {
      assertAtMost(args.documents, { max: maxObjects, path: 'documents' })
      const documents = args.documents.map(({ kind, name, project, labels, spec, expectedVersion }) => ({
        kind,
        name,
        spec: spec ?? {},
        ...defined({
          project: project ?? undefined,
          labels: labels ?? undefined,
          expectedVersion: expectedVersion ?? undefined,
        }),
      }))
      return context.store.apply(documents, writeOf(context, args))
    },
  }),
)

builder.mutationField('deleteObjects', (t) =>
  t.field({
    type: [ObjectType],
    authScopes: { verb: 'delete' },
    description:
      'Requests the deletion of objects of any kinds: of all of them or of none. Fails with `BLOCKED` if an ' +
      'object that is not among the targets depends on one that is.',
    args: {
      targets: t.arg({
        type: [TargetInput],
        required: true,
        description: 'The objects to delete, at most 2,000.',
      }),
      force: t.arg.boolean({
        description:
          'Delete the objects even if their clusters are unreachable. Resources that remain there are ' +
          'listed in `abandonedResources` and deleted once the cluster is reachable again.',
      }),
      dryRun: t.arg.boolean({
        description: 'Validate the request and return its result without storing anything.',
      }),
      reason: t.arg.string({ description: 'The reason for the change, recorded in the change log.' }),
    },
    complexity: ({ targets }) => costOfEach(targets),
    resolve: async (_, args, context) => {
      assertAtMost(args.targets, { max: maxObjects, path: 'targets' })
      const targets = args.targets.map(targetOf)
      return context.store.delete(targets, { ...writeOf(context, args), force: args.force === true })
    },
  }),
)

builder.mutationField('confirmRemoval', (t) =>
  t.field({
    type: ObjectType,
    authScopes: { verb: 'operate' },
    description:
      'Confirms the removals that an object lists in `confirmation`. Fails with `CONFLICT` if the token ' +
      'belongs to another list, has been used or has expired.',
    args: {
      target: t.arg({ type: TargetInput, required: true, description: 'The object.' }),
      token: t.arg.string({ required: true, description: 'The token of the `confirmation` of the object.' }),
      reason: t.arg.string({ description: 'The reason for the change, recorded in the change log.' }),
    },
    resolve: (_, args, context) =>
      context.store.confirmRemoval(
        { target: targetOf(args.target), token: args.token },
        writeOf(context, args),
      ),
  }),
)

builder.mutationField('reconcile', (t) =>
  t.field({
    type: ObjectType,
    authScopes: { verb: 'operate' },
    description:
      'Triggers the reconciler of an object immediately, regardless of any backoff or dependency that it ' +
      'waits for.',
    args: {
      target: t.arg({ type: TargetInput, required: true, description: 'The object.' }),
      reason: t.arg.string({ description: 'The reason for the change, recorded in the change log.' }),
    },
    resolve: (_, args, context) => context.store.trigger(targetOf(args.target), writeOf(context, args)),
  }),
)

import { defined } from '../inputs.ts'
import { unknownKind } from '../inputs.ts'
import { invalidInput } from '../errors.ts'
import { findKind } from '../kinds/index.ts'
import { mostEntries, mostObjects } from '../limits.ts'
import { assertAtMost, checkId, targetOf, writeOf } from './arguments.ts'
import { builder } from './builder.ts'
import { connectionOfObjects } from './connection.ts'
import { costOfEach } from './cost.ts'
import { ObjectType } from './object.ts'
import type { Applied } from './store.ts'

const TargetInput = builder.inputType('ObjectTarget', {
  description: 'An object by its id, or by kind, name and project.',
  fields: (t) => ({
    id: t.id({ description: 'Its id.' }),
    kind: t.string({ description: 'Its kind.' }),
    name: t.string({ description: 'Its name.' }),
    project: t.string({ description: 'Its project. @default "default"' }),
    expectedVersion: t.int({
      description: 'Refuse (VERSION_CONFLICT) when somebody has edited it since this version.',
    }),
  }),
})

const DocumentInput = builder.inputType('ObjectDocument', {
  description: 'An object of any kind as it is desired.',
  fields: (t) => ({
    kind: t.string({ required: true, description: 'Its kind.' }),
    name: t.string({ required: true, description: 'Its name.' }),
    project: t.string({ description: 'Its project. @default "default"' }),
    labels: t.field({ type: 'JSON', description: 'Labels, a map of texts.' }),
    spec: t.field({ type: 'JSON', description: 'What is desired.' }),
    expectedVersion: t.int({
      description: 'Refuse (VERSION_CONFLICT) when somebody has edited it since this version.',
    }),
  }),
})

const ApplyResult = builder.enumType('ApplyResult', {
  description: 'What applying a document did.',
  values: {
    CREATED: { value: 'created' as const, description: 'It was not there.' },
    UPDATED: { value: 'updated' as const, description: 'It was there and differed.' },
    UNCHANGED: { value: 'unchanged' as const, description: 'It was there as desired.' },
  },
})

const AppliedType = builder.objectRef<Applied>('AppliedObject').implement({
  description: 'One document of an `apply`.',
  fields: (t) => ({
    result: t.expose('result', { type: ApplyResult, description: 'What was done.' }),
    object: t.field({
      type: ObjectType,
      description: 'The object as it is now.',
      resolve: ({ object }) => object,
    }),
  }),
})

builder.queryField('node', (t) =>
  t.field({
    type: ObjectType,
    nullable: true,
    authScopes: { verb: 'read' },
    description: 'An object by its id, or null.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: async (_, { id }, { loaders }) => (await loaders.byId.load(checkId(id))) ?? null,
  }),
)

builder.queryField('nodes', (t) =>
  t.field({
    type: [ObjectType],
    nullable: { list: false, items: true },
    authScopes: { verb: 'read' },
    description: 'Objects by their ids, in that order; null for each that is not there.',
    args: { ids: t.arg.idList({ required: true, description: 'Their ids, at most 1000.' }) },
    complexity: ({ ids }) => costOfEach(ids),
    resolve: async (_, { ids }, { loaders }) => {
      assertAtMost(ids, { most: mostEntries, path: 'ids' })
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
    description: 'An object of any kind by its name, or null.',
    args: {
      kind: t.arg.string({ required: true, description: 'Its kind.' }),
      name: t.arg.string({ required: true, description: 'Its name.' }),
      project: t.arg.string({ description: 'Its project. @default "default"' }),
    },
    resolve: async (_, args, { store }) => (await store.find(targetOf(args))) ?? null,
  }),
)

builder.queryField('objects', (t) =>
  connectionOfObjects(t as unknown as Parameters<typeof connectionOfObjects>[0], {
    type: ObjectType,
    authScopes: { verb: 'read' },
    description: 'Objects of one kind or of all, in pages.',
    args: { kind: t.arg.string({ description: 'Kind. Default: all kinds.' }) },
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
      'Brings objects of any kinds to the state that the documents describe: creates what is missing, changes what ' +
      'differs. One transaction; all errors of all documents at once. Documents may name each other in any order.',
    args: {
      documents: t.arg({
        type: [DocumentInput],
        required: true,
        description: 'The objects as they are desired, at most 2000.',
      }),
      dryRun: t.arg.boolean({ description: 'Check and answer as if it were done, but keep nothing.' }),
      reason: t.arg.string({ description: 'Why, for the change log.' }),
    },
    complexity: ({ documents }) => costOfEach(documents),
    resolve: async (_, args, context) => {
      assertAtMost(args.documents, { most: mostObjects, path: 'documents' })
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
      'Requests the deletion of objects of any kinds: of all or of none. What others need stays (BLOCKED), unless they ' +
      'go too.',
    args: {
      targets: t.arg({ type: [TargetInput], required: true, description: 'What goes; at most 2000.' }),
      force: t.arg.boolean({
        description:
          'Rather have them gone than wait for a cluster that does not answer. What they have there is left behind, listed ' +
          'in `abandonedResources`, and deleted when the cluster returns.',
      }),
      dryRun: t.arg.boolean({ description: 'Check and answer as if it were done, but keep nothing.' }),
      reason: t.arg.string({ description: 'Why, for the change log.' }),
    },
    complexity: ({ targets }) => costOfEach(targets),
    resolve: async (_, args, context) => {
      assertAtMost(args.targets, { most: mostObjects, path: 'targets' })
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
      'Lets an object remove what it waits with (`confirmation`). CONFLICT when the token is of another list, was used ' +
      'or has expired.',
    args: {
      target: t.arg({ type: TargetInput, required: true, description: 'The object.' }),
      token: t.arg.string({ required: true, description: 'The token of its `confirmation`.' }),
      reason: t.arg.string({ description: 'Why, for the change log.' }),
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
    description: 'Triggers the reconciler of an object now, whatever it waits for.',
    args: {
      target: t.arg({ type: TargetInput, required: true, description: 'The object.' }),
      reason: t.arg.string({ description: 'Why, for the change log.' }),
    },
    resolve: (_, args, context) => context.store.trigger(targetOf(args.target), writeOf(context, args)),
  }),
)

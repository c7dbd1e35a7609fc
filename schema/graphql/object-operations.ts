import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { defined } from '../defined.ts'
import { type ObjectInput } from '../inputs.ts'
import { maxObjects } from '../limits.ts'
import { assertAtMost } from './arguments.ts'
import { builder } from './builder.ts'
import { connectionOfObjects } from './connection.ts'
import { costOfEach, costOfResults } from './cost.ts'
import { FieldDifferenceType } from './differences.ts'
import { enumOf } from './enums.ts'
import { expectedVersion, force } from './kind-inputs.ts'
import { ObjectType } from './object.ts'
import { AnyObjectReferenceInput, targetOf } from './references.ts'
import type { Applied } from './store-writes.ts'
import { mutationOptions, optionsArgument, payloadType, written } from './writes.ts'

/* Operations on objects of any kind. */

builder.queryField('object', (t) =>
  t.field({
    type: ObjectType,
    nullable: true,
    authScopes: { verb: 'read' },
    description: 'Returns an object of any kind, or null if there is none.',
    args: { by: t.arg({ type: AnyObjectReferenceInput, required: true, description: 'The object.' }) },
    resolve: async (_, { by }, { store, loaders: { budget } }) =>
      budget.spend((await store.find(targetOf(by, { path: 'by' }))) ?? null),
  }),
)

builder.queryField('objects', (t) =>
  connectionOfObjects(t as unknown as Parameters<typeof connectionOfObjects>[0], {
    type: ObjectType,
    name: 'ManagedObject',
    authScopes: { verb: 'read' },
    description: 'The objects of all kinds.',
    filter: () => ({}),
  }),
)

const DocumentInput = builder.inputType('ObjectDocumentInput', {
  description: 'The desired state of an object of any kind, spelled as in files.',
  fields: (t) => ({
    kind: t.string({
      required: true,
      description: 'The kind of the object, for example `WorkloadInstance`.',
    }),
    name: t.string({ required: true, description: 'The name of the object.' }),
    project: t.string({ description: 'The name of the project of the object. Default: `default`.' }),
    labels: t.field({ type: 'StringMap', description: 'The labels of the object.' }),
    annotations: t.field({
      type: 'StringMap',
      description: 'The annotations of the object. Default: those of the stored object.',
    }),
    spec: t.field({ type: 'JSON', description: 'The spec of the object.' }),
    expectedVersion: t.int({ description: expectedVersion }),
  }),
})

export const ApplyInput = builder.inputType('ApplyInput', {
  description: 'Specifies the objects to apply.',
  fields: (t) => ({
    documents: t.field({
      type: [DocumentInput],
      required: true,
      description: 'The desired objects, at most 2,000.',
    }),
  }),
})

const ApplyResult = enumOf('ApplyResult', ['created', 'updated', 'unchanged'], {
  description: 'The possible results of applying a document.',
  descriptions: [
    'The object did not exist and was created.',
    'The object existed and was updated.',
    'The object already had the desired state.',
  ],
})

export const AppliedType = builder.objectRef<Applied>('AppliedObject').implement({
  description: 'The result of applying one document.',
  fields: (t) => ({
    result: t.field({
      type: ApplyResult,
      description: 'The effect of the document.',
      resolve: ({ result }) => result,
    }),
    object: t.field({
      type: ObjectType,
      description: 'The object after the change.',
      resolve: ({ object }) => object,
    }),
    diff: t.field({
      type: [FieldDifferenceType],
      description: 'The differences that the document made, or that a dry run would make.',
      resolve: ({ differences }) => differences,
    }),
    warnings: t.stringList({
      description:
        'The rules of policies that the object breaks, with what to do: those that only warn, and all of an unchanged object.',
      resolve: ({ warnings = [] }) => [...warnings],
    }),
  }),
})

/** Returns the inputs of the store for documents. */
export function inputsOf(documents: readonly (typeof DocumentInput.$inferInput)[]): ObjectInput[] {
  return documents.map(({ kind, name, project, labels, annotations, spec, ...given }) => ({
    kind,
    name,
    spec: spec ?? {},
    ...defined({
      project: project ?? undefined,
      labels: labels ?? undefined,
      annotations: annotations ?? undefined,
      expectedVersion: given.expectedVersion ?? undefined,
    }),
  }))
}

builder.mutationField('apply', (t) =>
  t.field({
    type: payloadType<Applied[]>('ApplyPayload', {
      description: 'The result of `apply`.',
      fields: (fields) => ({
        results: fields.field({
          type: [AppliedType],
          nullable: true,
          description: 'The results, in the order of the documents. Null if the mutation was refused.',
          complexity: costOfResults,
          resolve: ({ result }) => result ?? null,
        }),
      }),
    }),
    ...mutationOptions(
      'write',
      'Creates or updates objects of any kinds to match the documents. All documents are applied in one ' +
        'transaction, and the errors of all documents are reported at once. Documents may reference each ' +
        'other in any order.',
    ),
    args: {
      input: t.arg({ type: ApplyInput, required: true, description: 'The objects.' }),
      options: t.arg(optionsArgument),
    },
    complexity: ({ input }) => costOfEach(input.documents),
    resolve: (_, { input, options }, context) => {
      assertAtMost(input.documents, { max: maxObjects, path: 'documents' })
      return written(context, options, async (write) => {
        const result = await context.store.apply(inputsOf(input.documents), write)
        return { result, written: result.map(({ object, ...rest }) => ({ ...object, ...rest })) }
      })
    },
  }),
)

const DeletionInput = builder.inputType('ObjectDeletionInput', {
  description: 'Identifies an object to delete.',
  fields: (t) => ({
    target: t.field({ type: AnyObjectReferenceInput, required: true, description: 'The object.' }),
    expectedVersion: t.int({ description: expectedVersion }),
  }),
})

const DeleteObjectsInput = builder.inputType('DeleteObjectsInput', {
  description: 'Specifies the objects to delete.',
  fields: (t) => ({
    objects: t.field({
      type: [DeletionInput],
      required: true,
      description: 'The objects to delete, at most 2,000.',
    }),
    force: t.boolean({ defaultValue: false, description: force }),
  }),
})

builder.mutationField('deleteObjects', (t) =>
  t.field({
    type: payloadType<StoredObject[]>('DeleteObjectsPayload', {
      description: 'The result of `deleteObjects`.',
      fields: (fields) => ({
        objects: fields.field({
          type: [ObjectType],
          nullable: true,
          description: 'The objects, in the order of the input. Null if the mutation was refused.',
          complexity: costOfResults,
          resolve: ({ result }) => result ?? null,
        }),
      }),
    }),
    ...mutationOptions(
      'delete',
      'Requests the deletion of objects of any kinds: of all of them or of none. Fails with `BLOCKED` if an ' +
        'object that is not among them depends on one that is.',
    ),
    args: {
      input: t.arg({ type: DeleteObjectsInput, required: true, description: 'The objects.' }),
      options: t.arg(optionsArgument),
    },
    complexity: ({ input }) => costOfEach(input.objects),
    resolve: (_, { input, options }, context) => {
      assertAtMost(input.objects, { max: maxObjects, path: 'objects' })
      const targets = input.objects.map(({ target, expectedVersion: version }, index) =>
        targetOf(target, { path: `objects[${index}].target`, expectedVersion: version }),
      )
      return written(context, options, async (write) => {
        const objects = await context.store.delete(targets, { ...write, force: input.force === true })
        return { result: objects, written: objects }
      })
    },
  }),
)

function objectPayload(name: string, mutation: string) {
  return payloadType<StoredObject>(name, {
    description: `The result of \`${mutation}\`.`,
    fields: (t) => ({
      object: t.field({
        type: ObjectType,
        nullable: true,
        description: 'The object. Null if the mutation was refused.',
        resolve: ({ result }) => result ?? null,
      }),
    }),
  })
}

const ConfirmRemovalInput = builder.inputType('ConfirmRemovalInput', {
  description: 'Specifies the removals to confirm.',
  fields: (t) => ({
    target: t.field({ type: AnyObjectReferenceInput, required: true, description: 'The object.' }),
    token: t.string({ required: true, description: 'The token of the `confirmation` of the object.' }),
  }),
})

builder.mutationField('confirmRemoval', (t) =>
  t.field({
    type: objectPayload('ConfirmRemovalPayload', 'confirmRemoval'),
    ...mutationOptions(
      'operate',
      'Confirms the removals that an object lists in `confirmation`. Fails with `CONFLICT` if the token ' +
        'belongs to another list, has been used or has expired.',
    ),
    args: {
      input: t.arg({ type: ConfirmRemovalInput, required: true, description: 'The object and the token.' }),
      options: t.arg(optionsArgument),
    },
    resolve: (_, { input: { target, token }, options }, context) =>
      written(context, options, async (write) => {
        const confirmed = { target: targetOf(target, { path: 'target' }), token }
        const object = await context.store.confirmRemoval(confirmed, write)
        return { result: object, written: [object] }
      }),
  }),
)

const ReconcileInput = builder.inputType('ReconcileInput', {
  description: 'Specifies the object to reconcile.',
  fields: (t) => ({
    target: t.field({ type: AnyObjectReferenceInput, required: true, description: 'The object.' }),
  }),
})

builder.mutationField('reconcile', (t) =>
  t.field({
    type: objectPayload('ReconcilePayload', 'reconcile'),
    ...mutationOptions(
      'operate',
      'Triggers the reconciler of an object immediately, regardless of any backoff or dependency that it ' +
        'waits for.',
    ),
    args: {
      input: t.arg({ type: ReconcileInput, required: true, description: 'The object.' }),
      options: t.arg(optionsArgument),
    },
    resolve: (_, { input, options }, context) =>
      written(context, options, async (write) => {
        const object = await context.store.trigger(targetOf(input.target, { path: 'target' }), write)
        return { result: object, written: [object] }
      }),
  }),
)

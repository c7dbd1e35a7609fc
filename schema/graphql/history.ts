import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { builder } from './builder.ts'
import { connectionTypes } from './connections.ts'
import type { RequestContext } from './context.ts'
import { costOfPage } from './cost.ts'
import { FieldDifferenceType } from './differences.ts'
import { ChangeOperation } from './enums.ts'
import { ObjectType } from './object.ts'
import {
  connectionPage,
  defaultPageSize,
  invalidCursor,
  onlyCursor,
  pageRequest,
  type PageArguments,
} from './pagination.ts'
import type { HistoryEntry } from './store-queries.ts'
import type { Applied } from './store-writes.ts'
import { AnyObjectReferenceInput, targetOf } from './references.ts'
import { mutationOptions, optionsArgument, payloadType, written } from './writes.ts'
import { expectedVersion } from './kind-inputs.ts'

/* The edits of objects that the change log contains. */

const RevisionType = builder.objectRef<HistoryEntry>('Revision').implement({
  description: 'An edit of the desired state of an object.',
  fields: (t) => ({
    cursor: t.string({
      description: 'The position of the edit in the change log.',
      resolve: ({ seq }) => String(seq),
    }),
    operation: t.field({
      type: ChangeOperation,
      description: 'The operation: `CREATE` or `UPDATE`.',
      resolve: ({ operation }) => operation,
    }),
    generation: t.exposeInt('generation', { description: 'The generation of the object after the edit.' }),
    actor: t.exposeString('actor', { description: 'The actor that made the edit.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'The reason that the actor provided.' }),
    time: t.expose('time', { type: 'DateTime', description: 'The time of the edit.' }),
    diff: t.field({
      type: [FieldDifferenceType],
      description: 'The differences that the edit made.',
      resolve: ({ differences }) => differences,
    }),
  }),
})

const types = connectionTypes('Revision', RevisionType)

builder.interfaceField(ObjectType, 'history', (t) =>
  t.connection(
    {
      type: RevisionType,
      nullable: true,
      subGraphs: ['clients'],
      authScopes: { verb: 'audit' },
      description: 'The edits of the object that the change log contains, newest first.',
      complexity: ({ first, last }) => costOfPage(first ?? last, defaultPageSize),
      resolve: async ({ id }: StoredObject, args: PageArguments, { store }: RequestContext) => {
        const request = pageRequest(args, parseCursor)
        const { limit, fromEnd } = request
        const cursor = onlyCursor(request)
        const entries = await store.history(id, {
          take: fromEnd ? -limit - 1 : limit + 1,
          skip: cursor === undefined ? 0 : 1,
          ...(cursor === undefined ? {} : { cursor: { id: cursor } }),
        })
        return connectionPage(request, {
          entries: entries.map((node) => ({ node, cursor: String(node.seq) })),
          count: () => store.countHistory(id),
        })
      },
    },
    types.connection as never,
    types.edge as never,
  ),
)

function parseCursor(cursor: string, path: 'after' | 'before'): bigint {
  if (!/^\d{1,18}$/.test(cursor)) throw invalidCursor(cursor, path)
  return BigInt(cursor)
}

const RollBackInput = builder.inputType('RollBackInput', {
  description: 'Specifies the object to roll back, and the generation to return to.',
  fields: (t) => ({
    target: t.field({ type: AnyObjectReferenceInput, required: true, description: 'The object.' }),
    toGeneration: t.int({
      description: 'The generation whose spec to restore. Default: the one before the last edit.',
    }),
    expectedVersion: t.int({ description: expectedVersion }),
  }),
})

builder.mutationField('rollBack', (t) =>
  t.field({
    type: payloadType<Applied>('RollBackPayload', {
      description: 'The result of `rollBack`.',
      fields: (fields) => ({
        object: fields.field({
          type: ObjectType,
          nullable: true,
          description: 'The object after the write. Null if the mutation was refused.',
          resolve: ({ result }) => result?.object ?? null,
        }),
      }),
    }),
    ...mutationOptions(
      'write',
      'Writes the spec of an earlier generation of an object as a new edit. Fails with `INVALID_INPUT` if the ' +
        'change log no longer contains that generation, or its spec is no longer valid.',
    ),
    args: {
      input: t.arg({ type: RollBackInput, required: true, description: 'The object and the generation.' }),
      options: t.arg(optionsArgument),
    },
    resolve: (_, { input, options }, context) =>
      written(context, options, async (write) => {
        const { target, toGeneration, expectedVersion: version } = input
        const found = targetOf(target, { path: 'target', expectedVersion: version })
        const result = await context.store.rollBack(found, { toGeneration: toGeneration ?? undefined }, write)
        const { object, ...made } = result
        return { result, written: [{ ...object, ...made }] }
      }),
  }),
)

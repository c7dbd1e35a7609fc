import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { defined } from '../defined.ts'
import { type ObjectInput } from '../inputs.ts'
import { kindNamed } from '../kinds/index.ts'
import type { Kind } from '../kinds/kind.ts'
import type { GivenOptions } from './arguments.ts'
import { builder } from './builder.ts'
import { connectionOfObjects } from './connection.ts'
import { inputTypes } from './kind-inputs.ts'
import { implementedKinds, kindType } from './kind-type.ts'
import { referenceInput, targetOf, type GivenReference } from './references.ts'
import { mutationOptions, optionsArgument, payloadType, written } from './writes.ts'

/**
 * Adds the operations `x`, `xs`, `createX`, `updateX` and `deleteX` of every kind. Call once, after all kinds are
 * implemented.
 */
export function addKindOperations(): void {
  for (const name of implementedKinds()) {
    const kind = kindNamed(name)
    addQueries(kind)
    addCreate(kind)
    addUpdate(kind)
    addDelete(kind)
  }
}

/** Returns the name of the field of one object of a kind: `workloadInstance`. */
export function fieldName({ kind }: Kind): string {
  return kind.charAt(0).toLowerCase() + kind.slice(1)
}

function addQueries(kind: Kind): void {
  builder.queryField(fieldName(kind), (t) =>
    t.field({
      type: kindType(kind.kind),
      nullable: true,
      authScopes: { verb: 'read' },
      description: `Returns a ${kind.kind}, or null if there is none. ${kind.description}`,
      args: { by: t.arg({ type: referenceInput(kind), required: true, description: 'The object.' }) },
      resolve: async (_, { by }, { store, loaders: { budget } }) =>
        budget.spend((await store.find(targetOf(by, { path: 'by', kind: kind.kind }))) ?? null),
    }),
  )
  builder.queryField(kind.plural, (t) =>
    connectionOfObjects(t as unknown as Parameters<typeof connectionOfObjects>[0], {
      type: kindType(kind.kind),
      name: kind.kind,
      kind,
      description: `The ${kind.kind} objects. ${kind.description}`,
      authScopes: { verb: 'read' },
      filter: () => ({ kind: kind.kind }),
    }),
  )
}

function payloadOf(kind: Kind, verb: 'Create' | 'Update' | 'Delete') {
  return payloadType<StoredObject>(`${verb}${kind.kind}Payload`, {
    description: `The result of \`${verb.toLowerCase()}${kind.kind}\`.`,
    fields: (t) => ({
      [fieldName(kind)]: t.field({
        type: kindType(kind.kind),
        nullable: true,
        description: 'The object after the write. Null if the mutation was refused.',
        resolve: ({ result }) => result ?? null,
      }),
    }),
  })
}

interface CreateInput {
  project?: string | null
  name: string
  labels?: unknown
  annotations?: unknown
  spec?: unknown
}

function addCreate(kind: Kind): void {
  const { create } = inputTypesOf(kind)
  const description = `Creates a ${kind.kind}. Fails with \`NAME_TAKEN\` if the name is in use.`
  builder.mutationField(`create${kind.kind}`, (t) =>
    t.field({
      type: payloadOf(kind, 'Create'),
      ...mutationOptions('write', description),
      args: {
        input: t.arg({ type: create, required: true, description: 'The new object.' }),
        options: t.arg(optionsArgument),
      },
      resolve: (_, { input, options }, context) =>
        written(context, options, async (write) => {
          const object = await context.store.create(objectInput(kind, input as CreateInput), write)
          return { result: object, written: [object] }
        }),
    }),
  )
}

interface TargetInput {
  target: GivenReference
  expectedVersion?: number | null
}

interface UpdateInput extends TargetInput {
  labels?: unknown
  labelChanges?: unknown
  annotations?: unknown
  annotationChanges?: unknown
  spec?: unknown
}

function addUpdate(kind: Kind): void {
  const { update } = inputTypesOf(kind)
  const description = `Updates a ${kind.kind}. Omitted fields keep their values; null resets a field to its default.`
  builder.mutationField(`update${kind.kind}`, (t) =>
    t.field({
      type: payloadOf(kind, 'Update'),
      ...mutationOptions('write', description),
      args: {
        input: t.arg({ type: update, required: true, description: 'The object, and the fields to change.' }),
        options: t.arg(optionsArgument),
      },
      resolve: (_, { input, options }, context) =>
        written(context, options, async (write) => {
          const { target: _, expectedVersion: __, ...fields } = input as UpdateInput
          const edit = { ...target(kind, input as UpdateInput), ...withoutNulls(fields) }
          const object = await context.store.update(edit, write)
          return { result: object, written: [object] }
        }),
    }),
  )
}

function addDelete(kind: Kind): void {
  const { remove } = inputTypesOf(kind)
  const description =
    `Requests the deletion of a ${kind.kind} and returns it. Fails with \`BLOCKED\`, listing the dependents, while other ` +
    'objects depend on it. Repeating the request has no further effect.'
  builder.mutationField(`delete${kind.kind}`, (t) =>
    t.field({
      type: payloadOf(kind, 'Delete'),
      ...mutationOptions('delete', description),
      args: {
        input: t.arg({ type: remove, required: true, description: 'The object to delete.' }),
        options: t.arg(optionsArgument),
      },
      resolve: (_, { input, options }, context) =>
        written(context, options as GivenOptions, async (write) => {
          const { force, ...given } = input as TargetInput & { force?: boolean | null }
          const [deleted] = await context.store.delete([target(kind, given)], {
            ...write,
            force: force === true,
          })
          if (deleted === undefined) throw new Error('a deletion of one object returned none')
          return { result: deleted, written: [deleted] }
        }),
    }),
  )
}

const inputs = new Map<string, ReturnType<typeof inputTypes>>()

function inputTypesOf(kind: Kind): ReturnType<typeof inputTypes> {
  const types = inputs.get(kind.kind) ?? inputTypes(kind)
  inputs.set(kind.kind, types)
  return types
}

function target({ kind }: Kind, { target: reference, expectedVersion }: TargetInput) {
  return targetOf(reference, { path: 'target', kind, expectedVersion })
}

function objectInput(kind: Kind, { project, name, labels, annotations, spec }: CreateInput): ObjectInput {
  return {
    kind: kind.kind,
    name,
    ...defined({
      project: project ?? undefined,
      labels: labels ?? undefined,
      annotations: annotations ?? undefined,
    }),
    spec: withoutNulls(spec),
  }
}

/** Removes null values: GraphQL clients send null for fields that they omit. */
function withoutNulls(spec: unknown): object {
  if (typeof spec !== 'object' || spec === null) return {}
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== null))
}

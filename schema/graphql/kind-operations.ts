import { defined, type ObjectInput } from '../inputs.ts'
import { kindNamed } from '../kinds/index.ts'
import type { Kind } from '../kinds/kind.ts'
import { targetOf, writeOf, type TargetArguments, type WriteArguments } from './arguments.ts'
import { builder } from './builder.ts'
import { connectionOfObjects } from './connection.ts'
import type { RequestContext } from './context.ts'
import { implementedKinds, inputTypes, kindType } from './kind-type.ts'

/**
 * Adds the operations `x`, `xs`, `createX`, `updateX` and `deleteX` of every kind. Call once, after all kinds are
 * implemented.
 */
export function addKindOperations(): void {
  for (const name of implementedKinds()) {
    addQueries(kindNamed(name))
    addMutations(kindNamed(name))
  }
}

const descriptions = {
  id: 'The ID of the object. Alternatively, provide `name`.',
  name: 'The name of the object. Alternatively, provide `id`.',
  project: 'The name of the project of the object. Default: `default`.',
  expectedVersion: 'Fail with `VERSION_CONFLICT` if the object has been edited since this version.',
  dryRun: 'Validate the request and return its result without storing anything.',
  reason: 'The reason for the change, recorded in the change log.',
}

interface InputArgument {
  input: { project?: string | null; name?: string; labels?: unknown; spec?: unknown }
}

function addQueries(kind: Kind): void {
  const one = kind.kind.charAt(0).toLowerCase() + kind.kind.slice(1)
  builder.queryField(one, (t) =>
    t.field({
      type: kindType(kind.kind),
      nullable: true,
      authScopes: { verb: 'read' },
      description: `Returns a ${kind.kind} by ID or name, or null if there is none. ${kind.description}`,
      args: {
        id: t.arg.id({ description: descriptions.id }),
        name: t.arg.string({ description: descriptions.name }),
        ...(kind.scope === 'global' ? {} : { project: t.arg.string({ description: descriptions.project }) }),
      },
      resolve: async (_, args, { store }) =>
        (await store.find(targetOf({ ...args, kind: kind.kind }))) ?? null,
    }),
  )
  builder.queryField(kind.plural, (t) =>
    connectionOfObjects(t as unknown as Parameters<typeof connectionOfObjects>[0], {
      type: kindType(kind.kind),
      description: `A paginated list of ${kind.kind} objects. ${kind.description}`,
      authScopes: { verb: 'read' },
      filter: () => ({ kind: kind.kind }),
    }),
  )
}

function addMutations(kind: Kind): void {
  const { create, update } = inputTypes(kind)
  const type = kindType(kind.kind)
  builder.mutationField(`create${kind.kind}`, (t) =>
    t.field({
      type,
      authScopes: { verb: 'write' },
      description: `Creates a ${kind.kind}. Fails with \`NAME_TAKEN\` if the name is in use.`,
      args: {
        input: t.arg({ type: create, required: true, description: 'The fields of the new object.' }),
        dryRun: t.arg.boolean({ description: descriptions.dryRun }),
        reason: t.arg.string({ description: descriptions.reason }),
      },
      resolve: (_, args, context) => {
        const { input } = args as unknown as InputArgument
        return context.store.create(objectInput(kind, input), writeOf(context, args))
      },
    }),
  )
  builder.mutationField(`update${kind.kind}`, (t) =>
    t.field({
      type,
      authScopes: { verb: 'write' },
      description: `Updates a ${kind.kind}. Omitted fields keep their values; null resets a field to its default.`,
      args: {
        id: t.arg.id({ description: descriptions.id }),
        name: t.arg.string({ description: descriptions.name }),
        ...(kind.scope === 'global' ? {} : { project: t.arg.string({ description: descriptions.project }) }),
        input: t.arg({ type: update, required: true, description: 'The fields to change.' }),
        expectedVersion: t.arg.int({ description: descriptions.expectedVersion }),
        dryRun: t.arg.boolean({ description: descriptions.dryRun }),
        reason: t.arg.string({ description: descriptions.reason }),
      },
      resolve: (_, args, context) => {
        const { input } = args as unknown as InputArgument
        const { labels, spec } = input
        const edit = {
          ...targetOf({ ...args, kind: kind.kind }),
          ...defined({ labels: labels ?? undefined, spec: spec ?? undefined }),
        }
        return context.store.update(edit, writeOf(context, args))
      },
    }),
  )
  builder.mutationField(`delete${kind.kind}`, (t) =>
    t.field({
      type,
      authScopes: { verb: 'delete' },
      description:
        `Requests the deletion of a ${kind.kind} and returns it. Fails with \`BLOCKED\`, listing the dependents, while other ` +
        'objects depend on it. Repeating the request has no further effect.',
      args: {
        id: t.arg.id({ description: descriptions.id }),
        name: t.arg.string({ description: descriptions.name }),
        ...(kind.scope === 'global' ? {} : { project: t.arg.string({ description: descriptions.project }) }),
        expectedVersion: t.arg.int({ description: descriptions.expectedVersion }),
        dryRun: t.arg.boolean({ description: descriptions.dryRun }),
        reason: t.arg.string({ description: descriptions.reason }),
      },
      resolve: (_, args, context) => deleteOne(context, { ...args, kind: kind.kind }),
    }),
  )
}

async function deleteOne(context: RequestContext, args: TargetArguments & WriteArguments) {
  const [deleted] = await context.store.delete([targetOf(args)], writeOf(context, args))
  if (deleted === undefined) throw new Error('a deletion of one object returned none')
  return deleted
}

function objectInput(kind: Kind, { project, name, labels, spec }: InputArgument['input']): ObjectInput {
  return {
    kind: kind.kind,
    name,
    ...defined({ project: project ?? undefined, labels: labels ?? undefined }),
    spec: withoutNulls(spec),
  }
}

/** Removes null values: GraphQL clients send null for fields that they omit. */
function withoutNulls(spec: unknown): unknown {
  if (typeof spec !== 'object' || spec === null) return {}
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== null))
}

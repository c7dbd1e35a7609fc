import { defined, type ObjectInput } from '../inputs.ts'
import { kindNamed } from '../kinds/index.ts'
import type { Kind } from '../kinds/kind.ts'
import { targetOf, writeOf, type TargetArguments, type WriteArguments } from './arguments.ts'
import { builder } from './builder.ts'
import { connectionOfObjects } from './connection.ts'
import type { RequestContext } from './context.ts'
import { implementedKinds, inputTypes, kindType } from './kind-type.ts'

/** `x`, `xs`, `createX`, `updateX`, `deleteX` of every kind. Call once, after all kinds are implemented. */
export function addKindOperations(): void {
  for (const name of implementedKinds()) {
    addQueries(kindNamed(name))
    addMutations(kindNamed(name))
  }
}

const ids = {
  id: 'Its id; or give its name.',
  name: 'Its name; or give its id.',
  project: 'Its project. @default "default"',
  expectedVersion: 'Refuse (VERSION_CONFLICT) when somebody has edited it since this version.',
  dryRun: 'Check and answer as if it were done, but keep nothing.',
  reason: 'Why, for the change log.',
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
      description: `One ${kind.kind}, or null. ${kind.description}`,
      args: {
        id: t.arg.id({ description: ids.id }),
        name: t.arg.string({ description: ids.name }),
        ...(kind.scope === 'global' ? {} : { project: t.arg.string({ description: ids.project }) }),
      },
      resolve: async (_, args, { store }) =>
        (await store.find(targetOf({ ...args, kind: kind.kind }))) ?? null,
    }),
  )
  builder.queryField(kind.plural, (t) =>
    connectionOfObjects(t as unknown as Parameters<typeof connectionOfObjects>[0], {
      type: kindType(kind.kind),
      description: `Each ${kind.kind}, in pages. ${kind.description}`,
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
      description: `Creates a ${kind.kind}. Throws NAME_TAKEN when the name is taken.`,
      args: {
        input: t.arg({ type: create, required: true, description: 'The new object.' }),
        dryRun: t.arg.boolean({ description: ids.dryRun }),
        reason: t.arg.string({ description: ids.reason }),
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
      description: `Changes a ${kind.kind}: what is left out stays, null goes back to the default.`,
      args: {
        id: t.arg.id({ description: ids.id }),
        name: t.arg.string({ description: ids.name }),
        ...(kind.scope === 'global' ? {} : { project: t.arg.string({ description: ids.project }) }),
        input: t.arg({ type: update, required: true, description: 'The changes.' }),
        expectedVersion: t.arg.int({ description: ids.expectedVersion }),
        dryRun: t.arg.boolean({ description: ids.dryRun }),
        reason: t.arg.string({ description: ids.reason }),
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
        `Requests the deletion of a ${kind.kind} and returns it. Throws BLOCKED, naming them, while others need it. ` +
        'Asking again changes nothing.',
      args: {
        id: t.arg.id({ description: ids.id }),
        name: t.arg.string({ description: ids.name }),
        ...(kind.scope === 'global' ? {} : { project: t.arg.string({ description: ids.project }) }),
        expectedVersion: t.arg.int({ description: ids.expectedVersion }),
        dryRun: t.arg.boolean({ description: ids.dryRun }),
        reason: t.arg.string({ description: ids.reason }),
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

/** GraphQL clients say null for what they leave out. */
function withoutNulls(spec: unknown): unknown {
  if (typeof spec !== 'object' || spec === null) return {}
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== null))
}

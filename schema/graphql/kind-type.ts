import type { ObjectFieldBuilder } from '@pothos/core'
import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { PlatformError } from '../errors.ts'
import { inputSpec } from '../inputs.ts'
import { allKinds, kindNamed } from '../kinds/index.ts'
import type { Kind } from '../kinds/kind.ts'
import type { ObjectStatus } from '../status.ts'
import { builder, type SchemaTypes } from './builder.ts'
import { connectionOfObjects } from './connection.ts'
import { NodeType, ObjectType } from './object.ts'
import { hasFields, inputType, outputType } from './zod-fields.ts'

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>
type KindFieldBuilder = ObjectFieldBuilder<Types, StoredObject>

const implemented = new Map<string, ReturnType<typeof implement>>()

/**
 * The GraphQL type of a kind: its spec and outputs as types, the objects it names, those that name it. What only
 * this kind has comes as `extend`.
 */
export function implementKind(
  name: string,
  extend: (t: KindFieldBuilder) => Record<string, unknown> = () => ({}),
): void {
  implemented.set(name, implement(kindNamed(name), extend))
}

/** The type of a kind, for fields that return one. */
export function kindType(name: string): ReturnType<typeof implement> {
  const type = implemented.get(name)
  if (type === undefined) throw new Error(`no GraphQL type for ${name}: is its file imported by schema.ts?`)
  return type
}

export function implementedKinds(): readonly string[] {
  return [...implemented.keys()]
}

function implement(kind: Kind, extend: (t: KindFieldBuilder) => Record<string, unknown>) {
  const referrers = allKinds.flatMap((from) =>
    from.references.filter(({ to }) => to === kind.kind).map(({ field }) => ({ from, field })),
  )
  return builder.prismaObject('StoredObject', {
    variant: kind.kind,
    description: kind.description,
    interfaces: [ObjectType, NodeType],
    isTypeOf: (value) => (value as StoredObject).kind === kind.kind,
    // Fields made from data cannot be checked statically; the printed schema is under test instead.
    fields: ((t: KindFieldBuilder) => ({
      spec: t.field({
        type: outputType(`${kind.kind}Spec`, kind.spec, `What is desired of a ${kind.kind}.`),
        description: 'What is desired.',
        nullable: !hasFields(kind.spec),
        resolve: ({ spec }) => spec,
      }),
      ...outputsField(t, kind),
      ...Object.fromEntries(
        kind.references.map(({ field, to }) => [field, referenceField(t, { kind, field, to })]),
      ),
      ...Object.fromEntries(
        referrers.map(({ from }) => [
          from.plural,
          connectionOfObjects(t, {
            type: kindType(from.kind),
            description: `Each ${from.kind} that names this one.`,
            filter: ({ id }) => ({ kind: from.kind, references: id }),
          }),
        ]),
      ),
      ...extend(t),
    })) as never,
  })
}

function outputsField(t: KindFieldBuilder, kind: Kind): Record<string, unknown> {
  if (!hasFields(kind.outputs)) return {}
  return {
    outputs: t.field({
      type: outputType(`${kind.kind}Outputs`, kind.outputs, `What a ${kind.kind} tells once it is known.`),
      nullable: true,
      description: 'What it tells; null until it is known.',
      resolve: ({ status }) => {
        const { outputs } = status as unknown as ObjectStatus
        return kind.outputs.safeParse(outputs).success ? outputs : null
      },
    }),
  }
}

function referenceField(t: KindFieldBuilder, { kind, field, to }: { kind: Kind; field: string; to: string }) {
  const optional = kind.spec.shape[field]?.safeParse(undefined).success === true
  return t.field({
    type: kindType(to),
    nullable: optional,
    description: `The ${to} that it names.`,
    resolve: async ({ id }, _, { loaders, actor }) => {
      const object = await loaders.referenced.load({ id, field })
      if (object !== undefined || optional) return object ?? (null as never)
      // What is named cannot go, so it is there.
      throw new PlatformError('FORBIDDEN', `${actor.name} may not read the ${to} that \`${field}\` names`)
    },
  })
}

/** Types of `createX(input:)` and `updateX(input:)`. */
export function inputTypes(kind: Kind) {
  const spec = inputSpec(kind)
  const create = builder.inputType(`Create${kind.kind}Input`, {
    description: `A new ${kind.kind}.`,
    fields: (t) => ({
      ...(kind.scope === 'global'
        ? {}
        : { project: t.string({ description: 'Name of its project. @default "default"' }) }),
      name: t.string({ required: true, description: 'Its name, unique within project and kind.' }),
      labels: t.field({ type: 'JSON', description: 'Labels, a map of texts.' }),
      ...specInput(
        t,
        inputType(`${kind.kind}SpecInput`, spec, { description: `What is desired of a ${kind.kind}.` }),
        kind,
      ),
    }),
  })
  const description = `Changes of a ${kind.kind}: what is left out stays, null goes back to the default.`
  const update = builder.inputType(`Update${kind.kind}Input`, {
    description,
    fields: (t) => ({
      labels: t.field({ type: 'JSON', description: 'All labels, in place of those it has.' }),
      ...specInput(t, inputType(`${kind.kind}SpecPatch`, spec, { description, partial: true }), kind),
    }),
  })
  return { create, update }
}

function specInput(t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>, type: string, kind: Kind) {
  return hasFields(kind.spec)
    ? { spec: t.field({ type: type as 'JSON', description: 'What is desired.' }) }
    : {}
}

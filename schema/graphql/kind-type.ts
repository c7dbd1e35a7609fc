import type { ObjectFieldBuilder } from '@pothos/core'
import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { PlatformError } from '../errors.ts'
import { allKinds, kindNamed } from '../kinds/index.ts'
import type { Kind } from '../kinds/kind.ts'
import type { ObjectStatus } from '../status.ts'
import { builder, type SchemaTypes } from './builder.ts'
import { connectionOfObjects } from './connection.ts'
import { dependsOn } from './dependence.ts'
import { NodeType } from './node.ts'
import { ObjectType } from './object.ts'
import { hasFields, outputType } from './zod-fields.ts'

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>
type KindFieldBuilder = ObjectFieldBuilder<Types, StoredObject>

const implemented = new Map<string, ReturnType<typeof implement>>()

/**
 * Implements the GraphQL type of a kind: types for its spec and outputs, a field for each object that it references,
 * and a connection for each kind that references it. `extend` returns fields that only this kind has.
 */
export function implementKind(
  name: string,
  extend: (t: KindFieldBuilder) => Record<string, unknown> = () => ({}),
): void {
  implemented.set(name, implement(kindNamed(name), extend))
}

/** Returns the type of a kind, for fields that return objects of that kind. */
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
  return builder.objectRef<StoredObject>(kind.kind).implement({
    description: kind.description,
    interfaces: [ObjectType, NodeType],
    isTypeOf: (value) => (value as StoredObject).kind === kind.kind,
    // Fields that are derived from data cannot be checked statically; tests compare the printed schema instead.
    fields: ((t: KindFieldBuilder) => ({
      ...specField(t, kind),
      ...outputsField(t, kind),
      ...Object.fromEntries(
        kind.references.map(({ field, to }) => [field, referenceField(t, { kind, field, to })]),
      ),
      ...Object.fromEntries(
        referrers.map(({ from }) => [
          from.plural,
          connectionOfObjects(t, {
            type: kindType(from.kind),
            name: from.kind,
            kind: from,
            description: `The ${from.kind} objects that reference this object.`,
            filter: ({ id }) => ({ kind: from.kind, references: id }),
          }),
        ]),
      ),
      ...extend(t),
    })) as never,
  })
}

function specField(t: KindFieldBuilder, kind: Kind): Record<string, unknown> {
  if (!hasFields(kind.spec)) return {}
  return {
    spec: t.field({
      type: outputType(`${kind.kind}Spec`, kind.spec, `The desired state of a ${kind.kind}.`),
      description: 'The desired state of the object.',
      extensions: dependsOn('row'),
      resolve: ({ spec }) => spec as string,
    }),
  }
}

function outputsField(t: KindFieldBuilder, kind: Kind): Record<string, unknown> {
  if (!hasFields(kind.outputs)) return {}
  return {
    outputs: t.field({
      type: outputType(
        `${kind.kind}Outputs`,
        kind.outputs,
        `The outputs of a ${kind.kind}, which its reconciler observes or produces.`,
      ),
      nullable: true,
      description: 'The outputs of the object. Null until they are known.',
      extensions: dependsOn('row'),
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
    nullable: true,
    description: `The ${to} that \`spec.${field}\` references.`,
    resolve: async ({ id }, _, { loaders, actor }) => {
      const object = await loaders.referenced.load({ id, field })
      if (object !== undefined || optional) return object ?? null
      // A referenced object cannot be deleted, so it exists, and only its permission is missing.
      throw new PlatformError(
        'FORBIDDEN',
        `${actor.name} may not read the ${to} that \`${field}\` references`,
      )
    },
  })
}

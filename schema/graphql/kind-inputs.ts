import { inputSpec } from '../inputs.ts'
import type { Kind } from '../kinds/kind.ts'
import { builder, type SchemaTypes } from './builder.ts'
import { referenceInput } from './references.ts'
import { hasFields, inputType } from './zod-fields.ts'
import { withArticle } from '../with-article.ts'

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>

export const expectedVersion =
  'Fail with `VERSION_CONFLICT` if the object has been edited since this version.'

/** Returns the inputs of `createX`, `updateX` and `deleteX`. */
export function inputTypes(kind: Kind) {
  const { kind: name } = kind
  const spec = inputSpec(kind)
  const patch = `Specifies the fields to update ${withArticle(name)}. Omitted fields keep their values; null resets a field to its default.`
  const create = builder.inputType(`Create${name}Input`, {
    description: `Specifies the fields to create ${withArticle(name)}.`,
    fields: (t) => ({
      ...projectField(t, kind),
      name: t.string({
        required: true,
        description: 'The name of the object, unique within its project and kind.',
      }),
      labels: t.field({ type: 'StringMap', description: 'The labels of the object.' }),
      annotations: t.field({ type: 'StringMap', description: 'The annotations of the object.' }),
      ...specInput(
        t,
        inputType(`${name}SpecInput`, spec, { description: `The desired state of ${withArticle(name)}.` }),
        kind,
      ),
    }),
  })
  const update = builder.inputType(`Update${name}Input`, {
    description: patch,
    fields: (t) => ({
      target: t.field({ type: referenceInput(kind), required: true, description: 'The object to update.' }),
      expectedVersion: t.int({ description: expectedVersion }),
      labels: t.field({
        type: 'StringMap',
        description: 'The complete labels, which replace the current ones.',
      }),
      labelChanges: t.field({
        type: 'StringMapPatch',
        description: 'Changes of single labels, made after those of `labels`.',
      }),
      annotations: t.field({
        type: 'StringMap',
        description: 'The complete annotations, which replace the current ones.',
      }),
      annotationChanges: t.field({
        type: 'StringMapPatch',
        description: 'Changes of single annotations, made after those of `annotations`.',
      }),
      ...specInput(t, inputType(`Update${name}SpecInput`, spec, { description: patch, partial: true }), kind),
    }),
  })
  const remove = builder.inputType(`Delete${name}Input`, {
    description: `Specifies the ${name} to delete.`,
    fields: (t) => ({
      target: t.field({ type: referenceInput(kind), required: true, description: 'The object to delete.' }),
      expectedVersion: t.int({ description: expectedVersion }),
      force: t.boolean({ defaultValue: false, description: force }),
    }),
  })
  return { create, update, remove }
}

export const force =
  'Delete the object even if its cluster is unreachable. Resources that remain there are listed in ' +
  '`abandonedResources` and deleted once the cluster is reachable again.'

function projectField(t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>, { scope }: Kind) {
  if (scope === 'global') return {}
  const description = 'The name of the project of the object.'
  return { project: t.string({ defaultValue: 'default', description }) }
}

function specInput(t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>, type: string, kind: Kind) {
  return hasFields(kind.spec)
    ? { spec: t.field({ type: type as 'JSON', description: 'The desired state of the object.' }) }
    : {}
}

import { z } from 'zod'
import { defined } from '../defined.ts'
import { allKinds } from '../kinds/index.ts'
import type { Kind } from '../kinds/kind.ts'
import { labelOperators, type ObjectFilter, type SpecValue } from '../object-filter.ts'
import { ObjectStatus } from '../status.ts'
import { checkId } from './arguments.ts'
import { builder, type SchemaTypes } from './builder.ts'
import { enumOf, ObjectKind } from './enums.ts'
import { inputType } from './zod-fields.ts'
import { withArticle } from '../with-article.ts'

/* The filters of lists of objects. */

export const PhaseType = enumOf('Phase', ObjectStatus.shape.phase.options, {
  description: 'The phases of objects: summaries of all conditions in one word.',
  descriptions: [
    'No reconcile has started since the last edit.',
    'A reconcile is in progress, or its effects are awaited.',
    'All resources have the desired state and work.',
    'The object waits for another object.',
    'The last reconcile has failed.',
    'The object has failed so often that its reconciler runs only rarely.',
    'Another object blocks the deletion.',
    'The cluster does not respond.',
    'The object is being deleted.',
  ],
})

const LabelOperator = enumOf('LabelOperator', labelOperators, {
  description: 'The operators of label selectors, as in Kubernetes.',
  descriptions: [
    'The label has one of the values.',
    'The label has none of the values, or does not exist.',
    'The label exists.',
    'The label does not exist.',
  ],
})

const LabelRequirementInput = builder.inputType('LabelRequirementInput', {
  description: 'A requirement of a label selector.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'The key of the label.' }),
    operator: t.field({ type: LabelOperator, required: true, description: 'The operator.' }),
    values: t.stringList({ description: 'The values, for `IN` and `NOT_IN`.' }),
  }),
})

const ReferenceConditionInput = builder.inputType('ReferenceConditionInput', {
  description: 'Matches objects that reference another object.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The ID of the referenced object.' }),
    field: t.string({ description: 'The spec field that contains the reference. Default: any.' }),
  }),
})

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>
type InputFields = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>

function conditions(t: InputFields) {
  return {
    projects: t.stringList({ description: 'Match objects of the projects with these names.' }),
    names: t.stringList({ description: 'Match objects with one of these names, at most 1,000.' }),
    search: t.string({ description: 'Match objects whose name contains this string. Case-insensitive.' }),
    text: t.string({
      description:
        'Match objects whose name, labels or spec contain words that start with each of these words. ' +
        'Case-insensitive, in any script. Secrets are not searched.',
    }),
    labels: t.field({ type: 'StringMap', description: 'Match objects that have all of these labels.' }),
    labelSelector: t.field({
      type: [LabelRequirementInput],
      description: 'Match objects that meet all of these requirements.',
    }),
    phases: t.field({ type: [PhaseType], description: 'Match objects in one of these phases.' }),
    ready: t.boolean({
      description:
        'Match objects by readiness. An object is ready if its newest generation is ready and it is not being ' +
        'deleted.',
    }),
    stalled: t.boolean({ description: 'Match objects by whether their status is `stalled`.' }),
    deleting: t.boolean({ description: 'Match objects by whether their deletion has been requested.' }),
    createdAfter: t.field({ type: 'DateTime', description: 'Match objects created at this time or later.' }),
    createdBefore: t.field({ type: 'DateTime', description: 'Match objects created before this time.' }),
    updatedAfter: t.field({
      type: 'DateTime',
      description: 'Match objects that were last changed at this time or later.',
    }),
    updatedBefore: t.field({
      type: 'DateTime',
      description: 'Match objects that were last changed before this time.',
    }),
    references: t.field({
      type: ReferenceConditionInput,
      description: 'Match objects that reference another object.',
    }),
    owns: t.id({ description: 'Match the owners of the object with this ID.' }),
    ownedBy: t.id({ description: 'Match objects that the object with this ID owns.' }),
  }
}

const combined = (type: string) => ({
  and: `Match objects that match each of these ${type} filters.`,
  or: `Match objects that match at least one of these ${type} filters; an empty list matches none.`,
  not: `Match objects that do not match this ${type} filter.`,
})

/** The conditions of a filter as GraphQL passes them. */
export interface GivenFilter {
  and?: readonly GivenFilter[] | null
  or?: readonly GivenFilter[] | null
  not?: GivenFilter | null
  kinds?: readonly unknown[] | null
  projects?: string[] | null
  names?: string[] | null
  search?: string | null
  text?: string | null
  labels?: Record<string, string> | null
  labelSelector?:
    | readonly { key: string; operator: (typeof labelOperators)[number]; values?: readonly string[] | null }[]
    | null
  phases?: readonly unknown[] | null
  ready?: boolean | null
  stalled?: boolean | null
  deleting?: boolean | null
  createdAfter?: Date | null
  createdBefore?: Date | null
  updatedAfter?: Date | null
  updatedBefore?: Date | null
  references?: { id: string; field?: string | null } | null
  owns?: string | null
  ownedBy?: string | null
  spec?: Readonly<Record<string, readonly SpecValue[] | null>> | null
}

const describe = (of: string): string => `Filters of lists of ${of}. An object must meet all conditions.`

export const ManagedObjectFilterInput = builder.inputRef<GivenFilter>('ManagedObjectFilterInput')
ManagedObjectFilterInput.implement({
  description: describe('objects'),
  fields: ((t: InputFields) => ({
    and: t.field({ type: [ManagedObjectFilterInput], description: combined('').and }),
    or: t.field({ type: [ManagedObjectFilterInput], description: combined('').or }),
    not: t.field({ type: ManagedObjectFilterInput, description: combined('').not }),
    kinds: t.field({ type: [ObjectKind], description: 'Match objects of these kinds.' }),
    ...conditions(t),
  })) as never,
})

const ofKinds = new Map(allKinds.map((kind) => [kind.kind, implementFilter(kind)]))

/** Returns the filter of lists of objects of a kind, or of all kinds. */
export function filterInput(kind?: Kind): typeof ManagedObjectFilterInput {
  return (kind && ofKinds.get(kind.kind)) ?? ManagedObjectFilterInput
}

function implementFilter(kind: Kind): typeof ManagedObjectFilterInput {
  const ref = builder.inputRef<GivenFilter>(`${kind.kind}FilterInput`)
  const spec = specFilter(kind)
  ref.implement({
    description: describe(`${kind.kind} objects`),
    fields: ((t: InputFields) => ({
      and: t.field({ type: [ref], description: combined(kind.kind).and }),
      or: t.field({ type: [ref], description: combined(kind.kind).or }),
      not: t.field({ type: ref, description: combined(kind.kind).not }),
      ...conditions(t),
      ...(spec === undefined
        ? {}
        : {
            spec: t.field({ type: spec as 'JSON', description: 'Match objects by fields of their specs.' }),
          }),
    })) as never,
  })
  return ref
}

/** Returns the input of the filterable spec fields of a kind; undefined if it has none. */
function specFilter({ kind, spec, filterable }: Kind): unknown {
  if (filterable.length === 0) return undefined
  const shape = Object.fromEntries(
    filterable.flatMap((field) => {
      const type = valueOf(spec.shape[field])
      if (type === undefined) return []
      const description = `Match objects whose \`spec.${field}\` is one of these values.`
      const values = z.array(type.meta({ ...enumMeta(spec.shape[field]) }))
      return [[field, values.optional().meta({ description })]]
    }),
  )
  const description = `Conditions on fields of the spec of ${withArticle(kind)}.`
  return inputType(`${kind}SpecFilterInput`, z.object(shape), { description })
}

/** Returns the type of the values of a field, without its limits and default. */
function valueOf(type: z.core.$ZodType | undefined): z.ZodType | undefined {
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault) return valueOf(type.unwrap())
  if (type instanceof z.ZodNumber) return type.format === null ? z.number() : z.int()
  if (type instanceof z.ZodBoolean) return z.boolean()
  return type instanceof z.ZodEnum ? type : z.string()
}

/** Returns what describes the enum of a field, which may belong to the optional type around it. */
function enumMeta(type: z.core.$ZodType | undefined): Record<string, unknown> {
  if (!(type instanceof z.ZodType)) return {}
  const { enumName, enumDescription, enumDescriptions } = type.meta() ?? {}
  return defined({ enumName, enumDescription, enumDescriptions })
}

/** Converts a filter of a request to one of the store. */
export function storeFilter(given: GivenFilter | null | undefined, path = 'filter'): ObjectFilter {
  if (given == null) return {}
  const { and, or, not, labelSelector, references, owns, ownedBy, spec, ...plain } = given
  const list = (filters: readonly GivenFilter[], name: string): ObjectFilter[] =>
    filters.map((each, index) => storeFilter(each, `${path}.${name}[${index}]`))
  return {
    ...withoutNulls(plain),
    ...defined({
      and: and == null ? undefined : list(and, 'and'),
      or: or == null ? undefined : list(or, 'or'),
      not: not == null ? undefined : storeFilter(not, `${path}.not`),
      labelExpressions: labelSelector?.map(({ key, operator, values }) => ({
        key,
        operator,
        ...defined({ values: values ?? undefined }),
      })),
      references:
        references == null
          ? undefined
          : references.field == null
            ? checkId(references.id, `${path}.references.id`)
            : { id: checkId(references.id, `${path}.references.id`), field: references.field },
      owners: owns == null ? undefined : checkId(owns, `${path}.owns`),
      ownedBy: ownedBy == null ? undefined : checkId(ownedBy, `${path}.ownedBy`),
      specFields: spec == null ? undefined : (withoutNulls(spec) as Record<string, readonly SpecValue[]>),
    }),
  }
}

function withoutNulls(value: object): object {
  return Object.fromEntries(
    Object.entries(value).filter(([, entry]) => entry !== null && entry !== undefined),
  )
}

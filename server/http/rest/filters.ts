import { invalidInput, shownValue, type FieldError } from '../../../schema/errors.ts'
import type { RequestContext } from '../../../schema/graphql/context.ts'
import type { ListFilter } from '../../../schema/graphql/store-queries.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import { defaultProject } from '../../../schema/names.ts'
import { onceForEach } from '../../../schema/once-for-each.ts'
import type { ObjectFilter } from '../../../schema/object-filter.ts'
import type { OrderKey } from '../../../schema/object-order.ts'
import { findRestField, restFields, type RestField } from './fields.ts'
import { allPhases, failedPhases, legacyStatuses, phasesOf } from './legacy-status.ts'
import { pageParameters, type Query } from './queries.ts'
import { idsShowing, type FieldValue } from './shown-values.ts'

/** The keys of the `sort` parameter, by their lower-case names. */
const sortFields = {
  id: 'id',
  name: 'name',
  project: 'project',
  createdat: 'createdAt',
  updatedat: 'updatedAt',
} as const

export const sortKeys: readonly string[] = Object.keys(sortFields).flatMap((key) => [key, `-${key}`])

/** The parameters of lists that are no filters. */
const reserved: readonly string[] = [...pageParameters, 'sort']

/** Returns the fields of the filters of a list, by the names of the filters in lower case. */
export const filterFields = onceForEach((kind: Kind): ReadonlyMap<string, RestField> => {
  const { fieldAliases = {}, filterAliases = {} } = kind.rest
  const fields = restFields(kind).filter(({ filterable }) => filterable === true)
  const older = Object.keys(fieldAliases).map((name): [string, RestField | undefined] => [
    name,
    findRestField(kind, name),
  ])
  const further = Object.entries(filterAliases).map(([name, field]): [string, RestField | undefined] => [
    name,
    findRestField(kind, field),
  ])
  const named = [...fields.map((field) => [field.name, field] as const), ...older, ...further]
  return new Map(
    named.flatMap(([name, field]) =>
      field?.filterable === true && !reserved.includes(name.toLowerCase())
        ? [[name.toLowerCase(), field]]
        : [],
    ),
  )
})

/** Returns the names of the filters of a list, in lower case. */
export function filterNames(kind: Kind): string[] {
  return [...filterFields(kind).keys()]
}

/** Returns the parameters of a list, in lower case. */
export function listParameters(kind: Kind): string[] {
  return [...reserved, ...filterNames(kind)]
}

/** Returns the order of a list. Throws INVALID_INPUT for an unknown key. */
export function orderOf(query: Query): OrderKey[] {
  const sort = query.get('sort')?.toLowerCase() ?? 'id'
  const key = sort.replace(/^-/, '')
  if (!Object.hasOwn(sortFields, key)) {
    const error = { path: 'sort', code: 'NOT_SUPPORTED', message: 'is not a sort key' } as const
    throw invalidInput([{ ...error, value: shownValue(sort), remedy: `Use one of ${sortKeys.join(', ')}.` }])
  }
  const field = sortFields[key as keyof typeof sortFields]
  return [{ field, direction: sort.startsWith('-') ? 'desc' : 'asc' }]
}

/** Returns the filter of a list, whose conditions must all be met. Throws INVALID_INPUT for invalid values. */
export async function filterOf(kind: Kind, query: Query, context: RequestContext): Promise<ListFilter> {
  const errors: FieldError[] = []
  const filter: Filter = { kind, errors, and: [], specFields: {}, matchesNone: false, shown: new Map() }
  const fields = filterFields(kind)
  for (const [name, value] of query) {
    const field = fields.get(name)
    if (field !== undefined) await addCondition(filter, { field, name, value }, context)
  }
  if (errors.length > 0) throw invalidInput(errors)
  const { matchesNone, errors: _, kind: __, shown, ...conditions } = filter
  const found = { kind: kind.kind, ...conditions, ...(matchesNone ? { names: [] } : {}) }
  if (matchesNone) return found
  const matching =
    shown.size === 0 ? found : { ...found, ids: await idsShowing(context, { kind, filter: found, shown }) }
  return query.has('name') && !query.has('project') ? inOneProject(kind, matching, context) : matching
}

/**
 * Limits a list by name to the default project, if it has such an object. For clients of the legacy API, which has no projects and
 * one object of each name, that is the one: they create objects there, and fail with several.
 */
async function inOneProject(
  { scope }: Kind,
  filter: ListFilter,
  { store }: RequestContext,
): Promise<ListFilter> {
  if (scope === 'global') return filter
  const inDefault = { ...filter, project: defaultProject }
  return (await store.count(inDefault)) > 0 ? inDefault : filter
}

type Filter = Pick<ListFilter, 'names' | 'project' | 'ready' | 'phases'> & {
  kind: Kind
  and: ObjectFilter[]
  errors: FieldError[]
  specFields: Record<string, FieldValue>
  /** The conditions that the store has no filters for. */
  shown: Map<RestField, FieldValue>
  /** True if no object can meet all conditions. */
  matchesNone: boolean
}

interface Condition {
  field: RestField
  /** The name of the parameter. */
  name: string
  value: string
}

async function addCondition(filter: Filter, condition: Condition, context: RequestContext): Promise<void> {
  const { field, value } = condition
  if (field.from === 'name') filter.names = [value]
  else if (field.from === 'project') filter.project = value
  else if (field.from === 'reference') await addReference(filter, condition, context)
  else if (field.name === 'Status') addStatus(filter, condition)
  else {
    const typed = typedValue(filter, condition)
    if (typed === undefined) return
    if (field.from === 'spec' && filter.kind.filterable.includes(field.field ?? ''))
      addSpecField(filter, field.field ?? '', typed)
    else if (field.name === 'Reconciled') filter.ready = typed === true
    else if (field.name === 'CreationFailed')
      restrictPhases(
        filter,
        typed === true ? failedPhases : allPhases.filter((phase) => !failedPhases.includes(phase)),
      )
    else if (field.derive === undefined && (field.from === 'inert' || field.default !== undefined))
      filter.matchesNone ||= typed !== (field.default ?? field.none)
    else filter.shown.set(field, typed)
  }
}

async function addReference(filter: Filter, { field, name, value }: Condition, { loaders }: RequestContext) {
  if (!/^\d{1,18}$/.test(value)) {
    const error = {
      path: name,
      code: 'INVALID_TYPE',
      message: `must be the ID of a ${field.to ?? ''}`,
    } as const
    filter.errors.push({ ...error, value: shownValue(value) })
    return
  }
  const target = await loaders.byId.load(BigInt(value))
  if (target === undefined || target.kind !== field.to) filter.matchesNone = true
  else filter.and.push({ references: { id: target.id, field: field.field ?? '' } })
}

/** Adds the value of a spec field. No object has one that the field cannot have, such as `eks` as its provider. */
function addSpecField(filter: Filter, field: string, value: FieldValue): void {
  if (filter.kind.spec.shape[field]?.safeParse(value).success === true) filter.specFields[field] = value
  else filter.matchesNone = true
}

function addStatus(filter: Filter, { name, value }: Condition): void {
  const phases = phasesOf(value)
  if (phases.length > 0) return restrictPhases(filter, phases)
  const error = { path: name, code: 'NOT_SUPPORTED', message: 'is not a status' } as const
  filter.errors.push({
    ...error,
    value: shownValue(value),
    remedy: `Use one of ${legacyStatuses.join(', ')}.`,
  })
}

function restrictPhases(filter: Filter, phases: readonly string[]): void {
  filter.phases = (filter.phases ?? phases).filter((phase) => phases.includes(phase))
  if (filter.phases.length === 0) filter.matchesNone = true
}

/** Returns the value of a parameter with the type of its field, or undefined after adding an error. */
function typedValue({ errors }: Filter, { field, name, value }: Condition): FieldValue | undefined {
  const { type, format } = field.schema
  const expected =
    type === 'boolean' && !['true', 'false'].includes(value)
      ? 'true or false'
      : type === 'integer' && !/^-?\d{1,15}$/.test(value)
        ? 'an integer'
        : type === 'number' && !/^-?\d{1,15}(\.\d{1,15})?$/.test(value)
          ? 'a number'
          : format === 'date-time' && Number.isNaN(Date.parse(value))
            ? 'a time such as 2026-01-31T12:00:00Z'
            : undefined
  if (expected !== undefined) {
    const message = `must be ${expected}`
    errors.push({ path: name, code: 'INVALID_TYPE', message, value: shownValue(value) })
    return undefined
  }
  if (type === 'boolean') return value === 'true'
  return type === 'string' ? value : Number(value)
}

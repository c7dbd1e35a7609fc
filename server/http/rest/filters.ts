import { invalidInput, shownValue, type FieldError } from '../../../schema/errors.ts'
import type { RequestContext } from '../../../schema/graphql/context.ts'
import type { ListFilter } from '../../../schema/graphql/store-queries.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import type { ObjectFilter } from '../../../schema/object-filter.ts'
import type { OrderKey } from '../../../schema/object-order.ts'
import { findRestField, restFields, type RestField } from './fields.ts'
import { allPhases, failedPhases, legacyStatuses, phasesOf } from './legacy-status.ts'
import { pageParameters, type Query } from './queries.ts'

/** The keys of the `sort` parameter, by their lower-case names. */
const sortFields = {
  id: 'id',
  name: 'name',
  project: 'project',
  createdat: 'createdAt',
  updatedat: 'updatedAt',
} as const

export const sortKeys: readonly string[] = Object.keys(sortFields).flatMap((key) => [key, `-${key}`])

/** Returns the names of the filters of a list, in lower case. */
export function filterNames(kind: Kind): string[] {
  const fields = restFields(kind).filter(({ filterable }) => filterable === true)
  const filterable = new Set(fields.map(({ field }) => field))
  const older = Object.entries(kind.rest.fieldAliases ?? {}).flatMap(([name, field]) =>
    filterable.has(field) ? [name] : [],
  )
  return [...fields.map(({ name }) => name), ...older].map((name) => name.toLowerCase())
}

/** Returns the parameters of a list, in lower case. */
export function listParameters(kind: Kind): string[] {
  return [...pageParameters, 'sort', ...filterNames(kind)]
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
  const filter: Filter = { kind, errors, and: [], specFields: {}, matchesNone: false }
  const names = filterNames(kind)
  for (const [name, value] of query) {
    const field = names.includes(name) ? findRestField(kind, name) : undefined
    if (field !== undefined) await addCondition(filter, { field, name, value }, context)
  }
  if (errors.length > 0) throw invalidInput(errors)
  const { matchesNone, errors: _, kind: __, ...conditions } = filter
  return { kind: kind.kind, ...conditions, ...(matchesNone ? { names: [] } : {}) }
}

type Filter = Pick<ListFilter, 'names' | 'project' | 'ready' | 'phases'> & {
  kind: Kind
  and: ObjectFilter[]
  errors: FieldError[]
  specFields: Record<string, string | number | boolean>
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
    if (field.from === 'spec') addSpecField(filter, field.field ?? '', typed)
    else if (field.name === 'Reconciled') filter.ready = typed === true
    else if (field.name === 'CreationFailed')
      restrictPhases(
        filter,
        typed === true ? failedPhases : allPhases.filter((phase) => !failedPhases.includes(phase)),
      )
    else if (typed !== field.default) filter.matchesNone = true
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
function addSpecField(filter: Filter, field: string, value: string | number | boolean): void {
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
function typedValue(
  { errors }: Filter,
  { field, name, value }: Condition,
): string | number | boolean | undefined {
  const { type } = field.schema
  if (type === 'boolean' && !['true', 'false'].includes(value))
    errors.push({
      path: name,
      code: 'INVALID_TYPE',
      message: 'must be true or false',
      value: shownValue(value),
    })
  else if ((type === 'integer' || type === 'number') && !/^-?\d{1,15}$/.test(value))
    errors.push({ path: name, code: 'INVALID_TYPE', message: 'must be an integer', value: shownValue(value) })
  else if (type === 'boolean') return value === 'true'
  else return type === 'string' ? value : Number(value)
  return undefined
}

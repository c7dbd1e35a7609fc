import { invalidInput, shownValue, type FieldError } from '../../../schema/errors.ts'
import type { RequestContext } from '../../../schema/graphql/context.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import { isRecord } from '../../../schema/manifests.ts'
import { keptLabel } from './kept-references.ts'
import { isManifestList, textOfManifests } from './manifest-lists.ts'
import { namesOfObjects, nestedNames, renamed } from './names.ts'
import { findRestField, restFields, type RestField } from './fields.ts'
import { withArticle } from '../../../schema/with-article.ts'

/** Fields of older clients that identify the user, as the token does today; accepted and ignored. */
const ofOlderClients: ReadonlySet<string> = new Set(['userid', 'companyid'])

export interface RestInput {
  name?: unknown
  project?: unknown
  labels?: unknown
  spec: Record<string, unknown>
  /** The labels of references that only clients read, or null to remove them. */
  kept: Record<string, string | null>
  /** Errors of the structure of the payload; the values are not validated yet. */
  errors: FieldError[]
  /** The parts of the payload that have no effect. */
  warnings: string[]
}

/**
 * Converts a payload to an input of the store. Throws INVALID_INPUT for an empty payload. Messages are those of the
 * legacy API where it had one.
 */
export async function fromRest(kind: Kind, body: unknown, context: RequestContext): Promise<RestInput> {
  if (!isRecord(body) || Object.keys(body).length === 0) throw emptyPayload()
  const input: RestInput = { spec: {}, kept: {}, errors: [], warnings: [] }
  const seen = new Set<string>()
  const references: Given[] = []
  for (const [name, value] of Object.entries(body)) {
    const field = findRestField(kind, name)
    const key = field?.name ?? name
    if (seen.has(key)) input.errors.push({ path: name, code: 'DUPLICATE', message: `repeats ${key}` })
    seen.add(key)
    if (value === 0 && field?.none === 0) continue
    if (field?.from === 'reference' || field?.from === 'kept') references.push({ kind, field, name, value })
    else if (field !== undefined) await takeField(input, { kind, field, name, value })
    else if (!ofOlderClients.has(name.toLowerCase())) input.errors.push(unknownField(kind, name))
  }
  // All of them are found in one statement.
  const names = await Promise.all(references.map(({ field, value }) => nameOf(context, field.to, value)))
  for (const [index, { field, name: path, value }] of references.entries()) {
    const name = names[index]
    if (name === undefined) continue
    const isFound = name === null || typeof name === 'string'
    if (!isFound)
      input.errors.push({ path: field.from === 'kept' ? path : `spec.${field.field ?? ''}`, ...name })
    else if (field.from === 'kept') input.kept[keptLabel(field.name)] = name === null ? null : String(value)
    else input.spec[field.field ?? ''] = name
  }
  return input
}

export function emptyPayload(): Error {
  const error = { path: 'body', code: 'REQUIRED', message: 'JSON payload is empty' } as const
  return invalidInput([{ ...error, remedy: 'Send a JSON object.' }])
}

/** Returns the error of a field that only the server sets. */
export function serverFieldError(path: string): FieldError {
  const message = 'Update of GORM Model fields is not allowed'
  return { path, code: 'FORBIDDEN', message, remedy: 'Leave it out.' }
}

function unknownField(kind: Kind, path: string): FieldError {
  const writable = restFields(kind).filter(({ from }) => from !== 'server' && from !== 'status')
  const remedy = `Fields are ${writable.map(({ name }) => name).join(', ')}.`
  return { path, code: 'UNKNOWN_FIELD', message: 'Unsupported fields are not allowed', remedy }
}

interface Given {
  kind: Kind
  field: RestField
  name: string
  value: unknown
}

/** Takes a field that is not a reference. */
async function takeField(input: RestInput, given: Given): Promise<void> {
  const { field, name, value } = given
  switch (field.from) {
    case 'name':
    case 'project':
    case 'labels':
      input[field.from] = value
      return
    case 'spec':
      return takeSpec(input, given)
    case 'inert':
      return takeInert(input, given)
    case 'server':
      input.errors.push(serverFieldError(name))
      return
    case 'association':
      if (value !== null && !(Array.isArray(value) && value.length === 0))
        input.errors.push({
          path: name,
          code: 'FORBIDDEN',
          message: 'Update of associated objects is not allowed. Use PUT for each associated object',
        })
      return
    case 'reference':
    case 'kept':
    case 'owned':
    case 'status':
      return
  }
}

async function takeSpec(
  { spec, errors }: RestInput,
  { kind, field: { field = '' }, value }: Given,
): Promise<void> {
  if (!isManifestList(kind, field)) {
    const isNames = kind.rest.nameLists?.includes(field) === true
    spec[field] = isNames
      ? namesOfObjects(value)
      : isEmptyForNone(kind, field, value)
        ? null
        : nestedValue(kind, field, value)
    return
  }
  const text = await textOfManifests(value)
  if (text === null || typeof text === 'string') spec[field] = text
  else errors.push({ path: `spec.${field}`, ...text })
}

/** Reports whether a text is empty where a text is optional and must not be: clients of the legacy API send none like that. */
function isEmptyForNone({ spec }: Kind, field: string, value: unknown): boolean {
  const type = spec.shape[field]
  return value === '' && type?.safeParse('').success === false && type.safeParse(undefined).success
}

/** Returns a value with the current names of nested fields, whose legacy names may be in any case. */
// oxlint-disable-next-line max-params -- a field of a kind, and its value
function nestedValue(kind: Kind, field: string, value: unknown): unknown {
  const names = Object.entries(nestedNames(kind, field) ?? {})
  return names.length === 0
    ? value
    : renamed(value, (given) => {
        const found = names.find(([, legacy]) => legacy.toLowerCase() === given.toLowerCase())
        return found?.[0] ?? given
      })
}

/** Returns the name of the object with an id, as a reference; null for none, and an error when no such object exists. */
async function nameOf(
  { loaders, store }: RequestContext,
  kind = '',
  id: unknown,
): Promise<string | null | Omit<FieldError, 'path'>> {
  if (id === null) return null
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1)
    return { code: 'INVALID_TYPE', message: `must be the ID of ${withArticle(kind)}`, value: shownValue(id) }
  const target = await loaders.byId.load(BigInt(id))
  if (target?.kind !== kind)
    return { code: 'NOT_FOUND', message: `there is no ${kind} with this ID`, value: shownValue(id) }
  const project = target.projectId === null ? undefined : await store.projectName(target.projectId)
  return project === undefined ? target.name : `${project}/${target.name}`
}

const expectations = {
  boolean: 'true or false',
  integer: 'an integer',
  string: 'a string',
} as const

/** Takes a field without a counterpart: its value must have the right type, and has no effect. */
function takeInert({ errors, warnings }: RestInput, { field, name, value }: Given): void {
  if (value === null || value === field.default) return
  const type = String(field.schema['type'] ?? 'json') as keyof typeof expectations | 'json'
  const isTyped = type === 'json' || (type === 'integer' ? Number.isInteger(value) : typeof value === type)
  if (isTyped) warnings.push(`${field.name} has no effect: ${field.description}`)
  else
    errors.push({
      path: name,
      code: 'INVALID_TYPE',
      message: `must be ${expectations[type]}`,
      value: shownValue(value),
      expected: type,
    })
}

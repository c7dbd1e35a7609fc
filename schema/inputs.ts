import { z } from 'zod'
import { invalidInput, shownValue, type FieldError } from './errors.ts'
import { findKind, allKinds } from './kinds/index.ts'
import type { Kind } from './kinds/kind.ts'
import { isRecord } from './manifests.ts'
import { Labels, Name, defaultProject } from './names.ts'

/** An object as somebody wants it, before it is checked. */
export interface ObjectInput {
  kind: string
  name: unknown
  project?: unknown
  labels?: unknown
  spec: unknown
  /** Refuse the write when somebody has edited the object since this version; 0: when it is there already. */
  expectedVersion?: number | undefined
}

/** An object as somebody wants it, checked: every value is right in itself. */
export interface Draft {
  kind: Kind
  name: string
  project: string
  labels: Record<string, string>
  spec: Record<string, unknown>
}

/** The spec as people give it: fields that the store can fill in may be left out. */
export function inputSpec(kind: Kind): z.ZodObject {
  const fillable = kind.references.filter(({ defaultsToWhere }) => defaultsToWhere !== undefined)
  return kind.spec.extend(
    Object.fromEntries(fillable.map(({ field }) => [field, z.optional(kind.spec.shape[field] ?? z.never())])),
  )
}

export function unknownKind(kind: string, path: string): FieldError {
  const known = allKinds.map((each) => each.kind).join(', ')
  return { path, message: 'is not a kind', value: shownValue(kind), remedy: `Kinds are ${known}.` }
}

/** Checks one object by itself; collects all errors under `path`. */
export function checkObject(input: ObjectInput, path: string): { draft?: Draft; errors: FieldError[] } {
  const kind = findKind(input.kind)
  if (kind === undefined) return { errors: [unknownKind(input.kind, join(path, 'kind'))] }
  const name = Name.safeParse(input.name, plainly)
  const project = Name.safeParse(input.project ?? defaultProject, plainly)
  const labels = Labels.safeParse(input.labels ?? {}, plainly)
  const spec = inputSpec(kind).safeParse(input.spec ?? {}, plainly)
  const errors = [
    ...unstorable({ name: input.name, labels: input.labels, spec: input.spec }, path),
    ...(name.success ? [] : issueErrors(name.error, { at: join(path, 'name'), input: input.name })),
    ...(project.success
      ? []
      : issueErrors(project.error, { at: join(path, 'project'), input: input.project })),
    ...(labels.success ? [] : issueErrors(labels.error, { at: join(path, 'labels'), input: input.labels })),
    ...(spec.success ? [] : issueErrors(spec.error, { at: join(path, 'spec'), input: input.spec, kind })),
  ]
  if (!name.success || !project.success || !labels.success || !spec.success || errors.length > 0)
    return { errors }
  const given = { kind, name: name.data, project: project.data, labels: labels.data, spec: spec.data }
  return { draft: { ...given, spec: withShortReferences(given) }, errors }
}

/** A reference within the project of an object is the name alone, however it was written: one meaning, one text. */
function withShortReferences({ kind, project, spec }: Draft): Record<string, unknown> {
  const own = `${project}/`
  const short = kind.references.flatMap(({ field }) => {
    const value = spec[field]
    return kind.scope === 'project' && typeof value === 'string' && value.startsWith(own)
      ? [[field, value.slice(own.length)]]
      : []
  })
  return short.length === 0 ? spec : { ...spec, ...(Object.fromEntries(short) as Record<string, string>) }
}

/** Checks some fields of a spec by themselves, as an edit gives them. */
export function checkPatch(kind: Kind, spec: unknown, path: string): FieldError[] {
  const given = isRecord(spec)
    ? Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== null))
    : (spec ?? {})
  const checked = kind.spec.partial().safeParse(given, plainly)
  return checked.success ? [] : issueErrors(checked.error, { at: path, input: given, kind })
}

/** {@link checkObject} for one object whose errors are thrown. */
export function checkedObject(input: ObjectInput, path = ''): Draft {
  const { draft, errors } = checkObject(input, path)
  if (draft === undefined) throw invalidInput(errors)
  return draft
}

interface IssueContext {
  at: string
  input: unknown
  kind?: Kind
}

/** What zod found, as our errors: where, which value, what to do. */
export function issueErrors(error: z.ZodError, { at, input, kind }: IssueContext): FieldError[] {
  return error.issues.flatMap((issue): FieldError[] => {
    const path = issue.path.reduce<string>((whole, segment) => join(whole, String(segment)), at)
    if (issue.code === 'unrecognized_keys') {
      const fields = kind === undefined ? [] : fieldsAt(kind.spec, issue.path)
      const known = fields.length === 0 ? '' : `Fields are ${fields.join(', ')}.`
      return issue.keys.map((key) => ({
        path: join(path, key),
        message: 'is not a known field',
        ...remedy(known),
      }))
    }
    const value = valueAt(input, issue.path)
    const isSecret = kind?.secrets.includes(String(issue.path[0])) === true
    const params = issue.code === 'custom' ? CustomParams.safeParse(issue.params).data : undefined
    const message =
      issue.code === 'invalid_type' && value === undefined ? 'is missing' : lowerFirst(issue.message)
    const shown = value === undefined || isSecret || params !== undefined ? {} : { value: shownValue(value) }
    return [{ path, message, ...shown, ...defined(params ?? {}) }]
  })
}

/** Names of the fields of an object within a spec; empty where it may have any. */
function fieldsAt(type: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  if (type instanceof z.ZodOptional) return fieldsAt(type.unwrap(), path)
  const [first, ...rest] = path
  if (type instanceof z.ZodArray) return fieldsAt(type.element, rest)
  if (!(type instanceof z.ZodObject)) return []
  if (first === undefined) return Object.keys(type.shape)
  const field = type.shape[String(first)]
  return field === undefined ? [] : fieldsAt(field, rest)
}

/** Words for what a field does not say in its own. */
export const plainly = {
  error: (issue: z.core.$ZodRawIssue): string | undefined => {
    if (issue.code === 'invalid_type') return expectations[issue.expected]
    if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(shownValue).join(', ')}`
    if (issue.code !== 'too_small' && issue.code !== 'too_big') return undefined
    const limit = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`
    if (issue.origin === 'string') return `must have ${limit} characters`
    return issue.origin === 'array' ? `must have ${limit} entries` : `must be ${limit}`
  },
}

const expectations: Record<string, string> = {
  string: 'must be a text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  object: 'must be an object',
  record: 'must be an object',
  array: 'must be a list',
}

const CustomParams = z.object({
  value: z.string().optional(),
  remedy: z.string().optional(),
  line: z.number().optional(),
  column: z.number().optional(),
})

/** Postgres stores neither NUL nor half of a surrogate pair; said here, where the field is known. */
function unstorable(value: unknown, path: string): FieldError[] {
  if (typeof value === 'string') {
    if (value.isWellFormed() && !value.includes('\0')) return []
    const message = 'holds a character that cannot be stored (NUL or half of a surrogate pair)'
    return [{ path, message, remedy: 'Remove it.' }]
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => unstorable(item, `${path}[${index}]`))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, entry]) => [
    ...(key.isWellFormed() && !key.includes('\0') ? [] : unstorable(key, path)),
    ...unstorable(entry, join(path, key)),
  ])
}

export function join(path: string, segment: string): string {
  if (path === '') return segment
  return /^\d+$/.test(segment) ? `${path}[${segment}]` : `${path}.${segment}`
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)]
    return isRecord(value) && Object.hasOwn(value, key) ? value[String(key)] : undefined
  }, input)
}

function remedy(text: string): { remedy?: string } {
  return text === '' ? {} : { remedy: text }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** Without the entries that are undefined, for types that tell absent from undefined. */
export function defined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  // Object.fromEntries forgets the keys; none was added or renamed.
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> }
}

import { z } from 'zod'
import { shortened, shownValue, type FieldError } from './errors.ts'
import { findKind, allKinds } from './kinds/index.ts'
import type { Kind } from './kinds/kind.ts'
import { mostSpecValues } from './limits.ts'
import { manifestTextErrors } from './manifest-text.ts'
import { digestManifests, isRecord } from './manifests.ts'
import { own } from './own.ts'
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
  /** What a kind without a reconciler tells of a spec: see `derive` of the kind. */
  outputs: Record<string, unknown>
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
  const tooLarge = specSizeErrors(input.spec, join(path, 'spec'))
  if (tooLarge.length > 0) return { errors: tooLarge }
  const name = Name.safeParse(input.name, plainly)
  const project = Name.safeParse(input.project ?? defaultProject, plainly)
  const labels = Labels.safeParse(input.labels ?? {}, plainly)
  const spec = inputSpec(kind).safeParse(input.spec ?? {}, plainly)
  const errors = [
    ...unstorable({ name: input.name, labels: labels.success ? input.labels : {}, spec: input.spec }, path),
    ...(name.success ? [] : issueErrors(name.error, { at: join(path, 'name'), input: input.name })),
    ...(project.success
      ? []
      : issueErrors(project.error, { at: join(path, 'project'), input: input.project })),
    ...(labels.success ? [] : issueErrors(labels.error, { at: join(path, 'labels'), input: input.labels })),
    ...manifestErrors(kind, input.spec, join(path, 'spec')),
    ...(spec.success ? [] : issueErrors(spec.error, { at: join(path, 'spec'), input: input.spec, kind })),
  ]
  if (!name.success || !project.success || !labels.success || !spec.success || errors.length > 0)
    return { errors }
  const outputs = kind.derive?.(spec.data, { digestManifests }) ?? {}
  const given = {
    kind,
    name: name.data,
    project: project.data,
    labels: labels.data,
    spec: spec.data,
    outputs,
  }
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
  const tooLarge = specSizeErrors(spec, path)
  if (tooLarge.length > 0) return tooLarge
  const given = isRecord(spec)
    ? Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== null))
    : (spec ?? {})
  const checked = kind.spec.partial().safeParse(given, plainly)
  return [
    ...manifestErrors(kind, given, path),
    ...(checked.success ? [] : issueErrors(checked.error, { at: path, input: given, kind })),
  ]
}

/** Checks the manifests in a spec. */
function manifestErrors(kind: Kind, spec: unknown, path: string): FieldError[] {
  if (!isRecord(spec)) return []
  return kind.manifests.flatMap((field) => {
    const text = own(spec, field)
    return typeof text === 'string' ? manifestTextErrors(text, join(path, field)) : []
  })
}

/** Counted before any of them is looked at; stops when there are too many. */
function specSizeErrors(spec: unknown, path: string): FieldError[] {
  const open: unknown[] = [spec]
  let seen = 0
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const keys = Object.keys(value)
    if ((seen += keys.length) > mostSpecValues) {
      const message = `has more than ${mostSpecValues.toLocaleString('en')} values`
      return [{ path, message, remedy: 'Put less into one object.' }]
    }
    for (const key of keys) open.push(Reflect.get(value, key))
  }
  return []
}

/** Whether a field may hold secrets, so that no error shows its value. */
export function hidesValue({ secrets, manifests }: Kind, field: string): boolean {
  return secrets.includes(field) || manifests.includes(field)
}

const hiddenFields = new Set(allKinds.flatMap(({ secrets, manifests }) => [...secrets, ...manifests]))

/**
 * A wrong value of a request whose kind is not known where it is looked at, without what may be a secret: values of such
 * fields, and whatever has parts.
 */
export function shownAt(path: string, value: unknown): { value?: string } {
  const isHidden = path.split(/[.[\]]+/).some((segment) => hiddenFields.has(segment))
  return isHidden || (typeof value === 'object' && value !== null) ? {} : { value: shownValue(value) }
}

interface IssueContext {
  at: string
  input: unknown
  kind?: Kind
}

/** What zod found, as our errors: where, which value, what to do. */
export function issueErrors(error: z.ZodError, { at, input, kind }: IssueContext): FieldError[] {
  return error.issues.flatMap((issue): FieldError[] => {
    const path = issue.path.reduce<string>((whole, segment) => join(whole, shortened(String(segment))), at)
    if (issue.code === 'unrecognized_keys') {
      const fields = kind === undefined ? [] : fieldsAt(kind.spec, issue.path)
      const known = fields.length === 0 ? '' : `Fields are ${fields.join(', ')}.`
      return issue.keys.map((key) => ({
        path: join(path, key),
        message: 'is not a known field',
        ...remedy(known),
      }))
    }
    const inner = innerIssues(issue)
    if (inner.length > 0) return issueErrors(new z.ZodError(inner), { at, input, ...(kind && { kind }) })
    const value = valueAt(input, issue.path)
    const isSecret = kind !== undefined && hidesValue(kind, String(issue.path[0]))
    const params = issue.code === 'custom' ? CustomParams.safeParse(issue.params).data : undefined
    const message =
      issue.code === 'invalid_type' && value === undefined ? 'is missing' : lowerFirst(issue.message)
    const isWhole = kind !== undefined && issue.path.length === 0
    const isHidden = isSecret || (isWhole && typeof value === 'object')
    const shown = value === undefined || isHidden || params !== undefined ? {} : { value: shownValue(value) }
    const type = issue.code === 'invalid_type' && value !== undefined ? { expected: issue.expected } : {}
    return [{ path, message, ...shown, ...type, ...defined(params ?? {}) }]
  })
}

/** The first of what zod found, in one line and without the value, which may be a secret. */
export function firstIssue(error: z.ZodError, input: unknown): string {
  const [found] = issueErrors(error, { at: '', input })
  return found === undefined ? '' : `${found.path} ${found.message}`.trim()
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

/** What is wrong with a key or an entry of a map, at the path of that entry: zod itself says only that something is. */
function innerIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code === 'invalid_key') return issue.issues.map((each) => ({ ...each, path: issue.path }))
  if (issue.code !== 'invalid_element') return []
  return issue.issues.map((each) => ({ ...each, path: [...issue.path, ...each.path] }))
}

/** Words for what a field does not say in its own, one for each code of zod: its own are not for users. */
export const plainly = {
  error: (issue: z.core.$ZodRawIssue): string => {
    switch (issue.code) {
      case 'invalid_type':
        return own(expectations, issue.expected) ?? 'has a type that it cannot have'
      case 'invalid_value':
        return `must be one of ${issue.values.map(shownValue).join(', ')}`
      case 'too_small':
        return sizeMessage(issue.origin, `at least ${issue.minimum}`)
      case 'too_big':
        return sizeMessage(issue.origin, `at most ${issue.maximum}`)
      case 'invalid_format':
        return own(formats, issue.format) ?? 'has a form that it cannot have'
      case 'not_multiple_of':
        return `must be a multiple of ${issue.divisor}`
      case 'unrecognized_keys':
        return `has fields that are not known: ${issue.keys.join(', ')}`
      case 'invalid_union':
        return 'has none of the forms that it can have'
      case 'invalid_key':
        return 'has a key that it cannot have'
      default:
        return 'has a value that it cannot have'
    }
  },
}

function sizeMessage(origin: string, limit: string): string {
  if (origin === 'string') return `must have ${limit} characters`
  const hasEntries = ['array', 'set', 'map', 'object', 'record'].includes(origin)
  return hasEntries ? `must have ${limit} entries` : `must be ${limit}`
}

const formats: Record<string, string> = {
  url: 'must be a URL',
  email: 'must be an address of email',
  uuid: 'must be a UUID',
  base64: 'must be base64',
  ipv4: 'must be an IPv4 address',
  ipv6: 'must be an IPv6 address',
  cidrv4: 'must be a range of IPv4 addresses',
  cidrv6: 'must be a range of IPv6 addresses',
  datetime: 'must be a moment such as "2026-11-21T03:07:00Z"',
  json_string: 'must be JSON',
  regex: 'has characters that it cannot have, or at places where it cannot',
}

const expectations: Record<string, string> = {
  string: 'must be a string',
  number: 'must be a number',
  int: 'must be an integer',
  boolean: 'must be true or false',
  object: 'must be an object',
  record: 'must be an object',
  array: 'must be a list',
  bigint: 'must be an integer',
  date: 'must be a moment such as "2026-11-21T03:07:00Z"',
  null: 'must be null',
  undefined: 'must be left out',
  never: 'must be left out',
  map: 'must be an object',
  set: 'must be a list',
  tuple: 'must be a list',
}

const CustomParams = z.object({
  value: z.string().optional(),
  remedy: z.string().optional(),
  line: z.number().optional(),
  column: z.number().optional(),
})

/** Postgres stores neither NUL nor half of a surrogate pair; said here, where the field is known. */
export function unstorable(value: unknown, path: string): FieldError[] {
  if (typeof value === 'string') {
    if (value.isWellFormed() && !value.includes('\0')) return []
    const message = 'holds a character that cannot be stored (NUL or half of a surrogate pair)'
    return [{ path, message, remedy: 'Remove it.' }]
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => unstorable(item, `${path}[${index}]`))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, entry]) => [
    ...(key.isWellFormed() && !key.includes('\0') ? [] : unstorable(key, path)),
    // Parsers of JSON differ in what they make of it, and zod passes over it without a word.
    ...(key === '__proto__'
      ? [{ path: join(path, key), message: 'cannot be the name of a field', remedy: 'Choose another name.' }]
      : []),
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

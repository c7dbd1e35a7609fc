import { z } from 'zod'
import { defined } from './defined.ts'
import { shortened, shownValue, type FieldError, type FieldErrorCode } from './errors.ts'
import { isCounted } from './input-messages.ts'
import type { Kind } from './kinds/kind.ts'
import { isRecord } from './records.ts'

/* The issues of zod as errors of fields. */

interface IssueContext {
  at: string
  input: unknown
  kind?: Kind
  /** True for issues of the key of a map entry, rather than of its value. */
  isKey?: boolean
}

/** Converts the issues of zod to field errors. */
export function issueErrors(
  error: z.ZodError,
  { at, input, kind, isKey = false }: IssueContext,
): FieldError[] {
  return error.issues.flatMap((issue): FieldError[] => {
    const path = issue.path.reduce<string>((whole, segment) => join(whole, shortened(String(segment))), at)
    if (issue.code === 'unrecognized_keys') {
      const fields = kind === undefined ? [] : fieldsAt(kind.spec, issue.path)
      const known = fields.length === 0 ? '' : `Fields are ${fields.join(', ')}.`
      return issue.keys.map((key) => ({
        path: join(path, key),
        code: 'UNKNOWN_FIELD',
        message: 'is not a known field',
        ...remedy(known),
      }))
    }
    const inner = innerIssues(issue)
    if (inner.length > 0) {
      const context = { at, input, ...(kind && { kind }), isKey: issue.code === 'invalid_key' }
      return issueErrors(new z.ZodError(inner), context)
    }
    const value = isKey ? issue.path.at(-1) : valueAt(input, issue.path)
    const isSecret = kind !== undefined && hidesValue(hiddenFieldsOf(kind), issue.path, value)
    const params = issue.code === 'custom' ? CustomParams.safeParse(issue.params).data : undefined
    const message =
      issue.code === 'invalid_type' && value === undefined ? 'is missing' : lowerFirst(issue.message)
    const isWhole = kind !== undefined && issue.path.length === 0
    const isHidden = isSecret || (isWhole && typeof value === 'object')
    const shown = value === undefined || isHidden || params !== undefined ? {} : { value: shownValue(value) }
    const type = issue.code === 'invalid_type' && value !== undefined ? { expected: issue.expected } : {}
    const code = issueCode(issue, value)
    return [{ path, code, message, ...shown, ...type, ...defined(params ?? {}) }]
  })
}

/** Returns the code of the error that an issue of zod stands for. */
function issueCode(issue: z.core.$ZodIssue, value: unknown): FieldErrorCode {
  switch (issue.code) {
    case 'invalid_type':
      return value === undefined ? 'REQUIRED' : 'INVALID_TYPE'
    case 'invalid_value':
      return value === undefined ? 'REQUIRED' : 'NOT_SUPPORTED'
    case 'unrecognized_keys':
      return 'UNKNOWN_FIELD'
    case 'too_big':
      return issue.origin === 'string' ? 'TOO_LONG' : isCounted(issue.origin) ? 'TOO_MANY' : 'OUT_OF_RANGE'
    case 'too_small':
      return issue.origin === 'string' || isCounted(issue.origin) ? 'INVALID' : 'OUT_OF_RANGE'
    default:
      return 'INVALID'
  }
}

/** Returns the field names of an object within a spec; empty if it may have any. */
function fieldsAt(type: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  if (type instanceof z.ZodOptional) return fieldsAt(type.unwrap(), path)
  const [first, ...rest] = path
  if (type instanceof z.ZodArray) return fieldsAt(type.element, rest)
  if (!(type instanceof z.ZodObject)) return []
  if (first === undefined) return Object.keys(type.shape)
  const field = type.shape[String(first)]
  return field === undefined ? [] : fieldsAt(field, rest)
}

/**
 * Returns the issues within a key or an entry of a map, at the path of that entry: zod nests them in one generic issue.
 */
function innerIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code === 'invalid_key') return issue.issues.map((each) => ({ ...each, path: issue.path }))
  if (issue.code !== 'invalid_element') return []
  return issue.issues.map((each) => ({ ...each, path: [...issue.path, ...each.path] }))
}

const CustomParams = z.object({
  value: z.string().optional(),
  remedy: z.string().optional(),
  line: z.number().optional(),
  column: z.number().optional(),
})

/** Reports whether a value is in a field that may contain secrets, or has such a field, so that errors must omit it. */
function hidesValue(hidden: readonly string[], path: readonly PropertyKey[], value: unknown): boolean {
  return path.some((segment) => hidden.includes(String(segment))) || hasField(hidden, value)
}

function hasField(names: readonly string[], value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item: unknown) => hasField(names, item))
  if (!isRecord(value)) return false
  return Object.entries(value).some(([key, entry]) => names.includes(key) || hasField(names, entry))
}

/** Patches of overrides may be of Secrets: they are refused, and not to be quoted. */
const patchFields = ['patches', 'patch']

/** Returns the names of the fields of a kind, also within others, that may contain secrets. */
export function hiddenFieldsOf({ secrets, secretMaps, manifests, values }: Kind): readonly string[] {
  return [...secrets, ...secretMaps.map(({ field }) => field), ...manifests, ...values, ...patchFields]
}

/** Returns the path of a field, or of an item, below another. */
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

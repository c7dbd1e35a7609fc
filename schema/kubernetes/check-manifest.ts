import { shownValue, type FieldError } from '../errors.ts'
import { maxErrors } from '../limits.ts'
import type { ManifestError } from '../manifest-errors.ts'
import { isRecord } from '../records.ts'
import type { PathSegment } from '../yaml.ts'
import { didYouMean } from '../similar.ts'
import { duplicateErrors } from './duplicates.ts'
import { simpleTypes } from './simple-types.ts'
import { closedKinds, fieldsOf, typeOfKind, type Fields } from './manifest-types.ts'
import { selectorErrors } from './selectors.ts'

/** The annotation by which a manifest opts out, for clusters whose release has fields that this one does not know. */
const annotation = 'qleet.io/validate'

/** The number of fields up to which an error lists all fields of a type. */
const maxListed = 12

interface Checking {
  errors: ManifestError[]
  /** Values of Secrets are not shown. */
  isSecret: boolean
}

/**
 * Checks a manifest against the schema of its kind, as strictly as kubectl does: unknown fields, missing fields and
 * values of another type are errors. Custom kinds, and versions that the pinned release does not serve, have none.
 */
export function schemaErrors(manifest: Record<string, unknown>): ManifestError[] {
  const { apiVersion, kind, metadata } = manifest
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || !isRecord(metadata)) return []
  if (isUnchecked(manifest)) return []
  const type = typeOfKind(apiVersion, kind)
  if (type === undefined) return unknownKind(apiVersion, kind)
  const checking: Checking = { errors: [], isSecret: kind === 'Secret' }
  check(checking, { value: manifest, type, at: [] })
  return checking.errors.length > 0 ? checking.errors : selectorErrors(apiVersion, manifest)
}

/** Reports whether a manifest opts out of the check. */
export function isUnchecked({ metadata }: Record<string, unknown>): boolean {
  const annotations = isRecord(metadata) && isRecord(metadata['annotations']) ? metadata['annotations'] : {}
  return annotations[annotation] === 'none'
}

function unknownKind(apiVersion: string, kind: string): ManifestError[] {
  const kinds = closedKinds(apiVersion)
  if (kinds === undefined) return []
  const remedy = didYouMean(kind, kinds) || `Kinds of ${apiVersion} are ${kinds.join(', ')}.`
  return [
    {
      segments: ['kind'],
      code: 'NOT_SUPPORTED',
      message: `is not a kind of ${apiVersion}`,
      value: shownValue(kind),
      remedy,
    },
  ]
}

interface Place {
  value: unknown
  type: string
  at: readonly PathSegment[]
}

function check(checking: Checking, { value, type, at }: Place): void {
  // The API server reads null as an absent value.
  if (value === null || value === undefined) return
  const rest = type.slice(2)
  if (type.startsWith('[]')) {
    if (!Array.isArray(value)) return refuse(checking, { value, at, error: { message: 'must be a list' } })
    for (const [index, item] of value.entries())
      check(checking, { value: item, type: rest, at: [...at, index] })
  } else if (type.startsWith('{}')) {
    if (!isRecord(value)) return refuse(checking, { value, at, error: { message: 'must be a map' } })
    for (const [key, entry] of Object.entries(value))
      check(checking, { value: entry, type: rest, at: [...at, key] })
  } else {
    const fields = fieldsOf(type)
    if (fields !== undefined) return checkFields(checking, { value, type, at }, fields)
    const problem = simpleTypes[type]?.(value)
    const isPlainText = type === 'bytes' && checking.isSecret && typeof value === 'string'
    const remedy = isPlainText ? { remedy: 'For plain text, use stringData.' } : {}
    if (problem !== undefined) refuse(checking, { value, at, error: { ...remedy, ...problem } })
  }
}

function checkFields(checking: Checking, { value, type, at }: Place, fields: Fields): void {
  if (!isRecord(value)) {
    const keys = [...fields.keys()]
    const remedy = keys.length > maxListed ? {} : { remedy: `Its fields are ${keys.join(', ')}.` }
    return refuse(checking, { value, at, error: { message: 'must be a map of fields', ...remedy } })
  }
  for (const [name, { type: fieldType, isRequired }] of fields) {
    const field = Object.hasOwn(value, name) ? value[name] : undefined
    if (isRequired && (field === null || field === undefined)) checking.errors.push(missingField(at, name))
    else check(checking, { value: field, type: fieldType, at: [...at, name] })
    if (Array.isArray(field))
      checking.errors.push(...duplicateErrors({ type, field: name, items: field, at: [...at, name] }))
  }
  for (const key of Object.keys(value)) {
    if (fields.has(key)) continue
    const name = type.slice(type.lastIndexOf('.') + 1)
    checking.errors.push(unknownField([...at, key], suggestedFields(checking.errors, fields.keys()), name))
  }
}

export function missingField(at: readonly PathSegment[], name: string): ManifestError {
  return {
    segments: [...at],
    missing: name,
    code: 'REQUIRED',
    message: 'is missing',
    remedy: `Add ${name}.`,
  }
}

/** Returns the fields that the error after some others may suggest: none if it is only counted. */
export function suggestedFields(before: readonly ManifestError[], fields: Iterable<string>): string[] {
  return before.length < maxErrors ? [...fields] : []
}

/** Returns the error of a field that its type, which has the given fields, does not have. */
export function unknownField(
  segments: PathSegment[],
  fields: readonly string[],
  type: string,
): ManifestError {
  const listed = fields.length === 0 || fields.length > maxListed ? '' : `Fields are ${fields.join(', ')}.`
  const remedy = didYouMean(String(segments.at(-1)), fields) || listed
  return {
    segments,
    isKey: true,
    code: 'UNKNOWN_FIELD',
    message: `is not a field of ${type}`,
    ...(remedy === '' ? {} : { remedy }),
  }
}

interface Refused {
  value: unknown
  at: readonly PathSegment[]
  error: Pick<FieldError, 'message' | 'remedy'>
}

function refuse({ errors, isSecret }: Checking, { value, at, error }: Refused): void {
  const isShown = !isSecret && typeof value !== 'object'
  errors.push({
    segments: [...at],
    code: 'INVALID_TYPE',
    ...error,
    ...(isShown ? { value: shownValue(value) } : {}),
  })
}

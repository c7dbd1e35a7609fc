import { shownValue, type FieldError } from './errors.ts'
import { pathRules } from './names-in-paths.ts'
import { isRecord } from './records.ts'
import type { PathSegment } from './yaml.ts'

/** An error in a manifest, at a value. */
export interface ManifestError extends Omit<FieldError, 'path'> {
  segments: PathSegment[]
  /** The name of a field that the value at `segments` lacks. */
  missing?: string
  /** True if the error is about the key of the last segment rather than its value. */
  isKey?: boolean
}

function ruleErrors(segments: string[], field: keyof typeof pathRules, found: unknown): ManifestError[] {
  const { isValid, message, remedy } = pathRules[field]
  const isInvalid = typeof found === 'string' && found !== '' && !isValid(found)
  return isInvalid ? [{ segments, code: 'INVALID', message, value: shownValue(found), remedy }] : []
}

/** Checks what every Kubernetes object has: API version, kind and metadata. */
export function manifestErrors(value: unknown): ManifestError[] {
  if (!isRecord(value)) {
    return [{ segments: [], code: 'INVALID_TYPE', message: 'must be a Kubernetes object' }]
  }
  const metadata = value['metadata']
  return [
    ...stringErrors(
      ['apiVersion'],
      value['apiVersion'],
      'apiVersion: v1, or the group and version of the kind',
    ),
    ...stringErrors(['kind'], value['kind'], 'the kind of the object'),
    ...ruleErrors(['apiVersion'], 'apiVersion', value['apiVersion']),
    ...ruleErrors(['kind'], 'kind', value['kind']),
    ...(isRecord(metadata)
      ? metadataErrors(metadata)
      : [
          {
            segments: ['metadata'],
            code: 'REQUIRED' as const,
            message: 'is missing',
            remedy: 'Add metadata: with a name.',
          },
        ]),
  ]
}

function metadataErrors(metadata: Record<string, unknown>): ManifestError[] {
  const { name, generateName, namespace, labels, annotations } = metadata
  if (name === undefined && generateName !== undefined) {
    const message = 'is not supported: an object with a generated name cannot be reconciled'
    return [
      {
        segments: ['metadata', 'generateName'],
        code: 'FORBIDDEN',
        message,
        remedy: 'Give the object a metadata.name.',
      },
    ]
  }
  return [
    ...stringErrors(['metadata', 'name'], name, 'a metadata.name'),
    ...ruleErrors(['metadata', 'name'], 'name', name),
    ...ruleErrors(['metadata', 'namespace'], 'namespace', namespace),
    ...(namespace === undefined || namespace === null
      ? []
      : stringErrors(['metadata', 'namespace'], namespace, 'a namespace, or omit the field')),
    ...stringMapErrors(['metadata', 'labels'], labels),
    ...stringMapErrors(['metadata', 'annotations'], annotations),
  ]
}

function stringErrors(segments: string[], found: unknown, example: string): ManifestError[] {
  if (typeof found === 'string' && found !== '') return []
  if (found === undefined || found === null || found === '')
    return [{ segments, code: 'REQUIRED', message: 'is missing', remedy: `Add ${example}.` }]
  return [
    {
      segments,
      code: 'INVALID_TYPE',
      message: 'must be a string',
      ...shownScalar(found),
      remedy: 'Put it in quotes.',
    },
  ]
}

function stringMapErrors(segments: string[], value: unknown): ManifestError[] {
  if (value === undefined || value === null) return []
  if (!isRecord(value))
    return [{ segments, code: 'INVALID_TYPE', message: 'must be a map of strings', ...shownScalar(value) }]
  return Object.entries(value)
    .filter(([, entry]) => typeof entry !== 'string' && entry !== null)
    .map(([key, entry]) => ({
      segments: [...segments, key],
      code: 'INVALID_TYPE' as const,
      message: 'must be a string',
      ...shownScalar(entry),
      remedy: 'Put it in quotes.',
    }))
}

/** Returns an invalid value for display. Objects and lists are omitted, since they may contain secrets. */
function shownScalar(value: unknown): { value?: string } {
  return typeof value === 'object' ? {} : { value: shownValue(value) }
}

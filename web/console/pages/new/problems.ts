import type { OutputUnit } from '@cfworker/json-schema'
import { isPlatformError, type FieldError } from '../../../../schema/errors.ts'
import { isRecord } from '../../../../schema/records.ts'
import { didYouMean } from '../../../../schema/similar.ts'
import { isWithin, parsePath, pathText, valueIn, type Path } from './path.ts'
import { childOf, schemaAt, widgetOf, type Schema } from './schema.ts'

/* What is wrong with a document, and the field that shows it. */

export interface Problem {
  path: Path
  message: string
  remedy?: string | undefined
}

/** Returns the problems that a server has found in the documents of a request, by document. */
export function problemsOf(error: unknown): ReadonlyMap<number, readonly Problem[]> {
  const fields: readonly FieldError[] = isPlatformError(error) ? (error.details.fields ?? []) : []
  const found = new Map<number, Problem[]>()
  for (const { path, message, remedy } of fields) {
    const [first, index, ...rest] = parsePath(path)
    const isIndexed = first === 'documents' && typeof index === 'number'
    const number = isIndexed ? index : 0
    const inDocument = isIndexed ? rest : parsePath(path)
    found.set(number, [...(found.get(number) ?? []), { path: placeOf(inDocument), message, remedy }])
  }
  return found
}

/** Returns the place in a file of a field of a document of the API, which has no metadata. */
function placeOf(path: Path): Path {
  const [first] = path
  const isMetadata = ['name', 'project', 'labels', 'annotations'].includes(String(first))
  return isMetadata ? ['metadata', ...path] : path
}

/** Returns the path of the field in which a form shows a problem: the deepest that it has on the way. */
export function shownAt(schema: Schema, { path }: Problem): Path {
  let inner = schema
  for (const [index, step] of path.entries()) {
    const widget = widgetOf(inner)
    const hasFields = widget === 'object' || widget === 'items'
    const next: Schema | undefined = hasFields ? childOf(inner, step) : undefined
    if (next === undefined) return path.slice(0, index)
    inner = next
  }
  return path
}

/** Returns what a schema finds in a document, in words. */
export async function validate(schema: Schema, given: unknown): Promise<Problem[]> {
  const value = withSpec(schema, given)
  // Only pages with a form need it.
  const { Validator } = await import('@cfworker/json-schema')
  const { errors } = new Validator(schema as object, '2020-12', false).validate(value)
  const problems = [...namelessIn(value), ...errors.flatMap((unit) => problemOf(schema, value, unit))]
  const deepest = problems.filter(
    (each) =>
      !problems.some((other) => other.path.length > each.path.length && isWithin(other.path, each.path)) ||
      each.message.startsWith('is required'),
  )
  const byText = new Map(deepest.map((each) => [`${pathText(each.path)} ${each.message}`, each]))
  return [...byText.values()]
}

/** A document has no spec until one of its fields is set. What is missing are those fields, which the form has. */
function withSpec({ properties }: Schema, value: unknown): unknown {
  const isNeeded = (properties?.['spec']?.required ?? []).length > 0
  return isNeeded && isRecord(value) && !('spec' in value) ? { ...value, spec: {} } : value
}

/** A name is text of the editor from the start, and empty until it is typed. */
function namelessIn(value: unknown): Problem[] {
  const path = ['metadata', 'name']
  return valueIn(value, path) === '' ? [{ path, message: 'is required' }] : []
}

function problemOf(
  schema: Schema,
  document: unknown,
  { keyword, instanceLocation, error }: OutputUnit,
): Problem[] {
  const path = pointerPath(instanceLocation, document)
  const own = schemaAt(schema, path) ?? {}
  switch (keyword) {
    case 'properties':
    case 'items':
    case 'prefixItems':
    case 'false':
      return []
    case 'additionalProperties': {
      const name = /Property "(.*?)" does not match/.exec(error)?.[1] ?? ''
      return childOf(own, name) === undefined
        ? [
            {
              path: [...path, name],
              message: 'is no field here',
              remedy: didYouMean(name, Object.keys(own.properties ?? {})),
            },
          ]
        : []
    }
    case 'required': {
      const name = /property "(.*?)"/.exec(error)?.[1] ?? ''
      return [{ path: [...path, name], message: 'is required' }]
    }
    case 'type':
      return [{ path, message: `must be ${typeText(own)}` }]
    case 'enum':
      return [{ path, message: `must be one of ${(own.enum ?? []).join(', ')}` }]
    case 'const':
      return [{ path, message: `must be ${JSON.stringify(own.const)}` }]
    case 'minimum':
    case 'maximum':
      return [{ path, message: rangeText(own) }]
    case 'minLength':
      return [
        { path, message: own.minLength === 1 ? 'must not be empty' : `needs ${own.minLength} characters` },
      ]
    case 'maxLength':
      return [{ path, message: `must have at most ${own.maxLength} characters` }]
    case 'minItems':
      return [{ path, message: own.minItems === 1 ? 'needs an entry' : `needs ${own.minItems} entries` }]
    case 'maxItems':
      return [{ path, message: `must have at most ${own.maxItems} entries` }]
    case 'pattern':
      return [
        {
          path,
          message: 'does not have the required form',
          remedy: own.pattern && `It must match ${own.pattern}`,
        },
      ]
    case 'propertyNames':
      return [{ path, message: 'has a key that is not allowed' }]
    default:
      return [{ path, message: error }]
  }
}

/** Reads a JSON pointer. Digits are an index only where the value is a list. */
function pointerPath(pointer: string, document: unknown): Path {
  const steps = pointer
    .replace(/^#\/?/, '')
    .split('/')
    .filter((step) => step !== '')
    .map((step) => decodeURI(step).replaceAll('~1', '/').replaceAll('~0', '~'))
  return steps.reduce<Path>(
    (path, step) => [...path, Array.isArray(valueIn(document, path)) ? Number(step) : step],
    [],
  )
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
}

function typeText({ type }: Schema): string {
  const types = Array.isArray(type) ? (type as readonly string[]) : [String(type)]
  return types.map((each) => typeNames[each] ?? each).join(', or ')
}

function rangeText({ minimum, maximum }: Schema): string {
  if (minimum === undefined) return `must be at most ${maximum}`
  return maximum === undefined ? `must be at least ${minimum}` : `must be from ${minimum} to ${maximum}`
}

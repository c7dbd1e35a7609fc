import { kindTypes, mergeKeys, typeLines } from './generated/manifest-types.ts'

/**
 * The type of a value: a simple type, or the name of a type with fields. `[]` before it makes it a list, `{}` a map by
 * string.
 */
type TypeName = string

export interface FieldType {
  type: TypeName
  isRequired: boolean
}

/** The fields of a type, by name. */
export type Fields = ReadonlyMap<string, FieldType>

/** Parsed on first use: programs that read no manifests pay nothing, and others only for the types that occur. */
let texts: ReadonlyMap<string, string> | undefined
const parsed = new Map<string, Fields>()

/** Returns the fields of a type; undefined for a simple type. */
export function fieldsOf(type: TypeName): Fields | undefined {
  const known = parsed.get(type)
  if (known !== undefined) return known
  texts ??= new Map(typeLines.split('\n').map((line) => [line.slice(0, line.indexOf(' ')), line]))
  const text = texts.get(type)
  if (text === undefined || type === '') return undefined
  const fields = new Map(text.split(' ').slice(1).map(parseField))
  parsed.set(type, fields)
  return fields
}

function parseField(text: string): [string, FieldType] {
  const [name = '', type = ''] = text.split(':')
  return name.endsWith('!')
    ? [name.slice(0, -1), { type, isRequired: true }]
    : [name, { type, isRequired: false }]
}

/** Returns the type of a built-in kind; undefined for other kinds. */
export function typeOfKind(apiVersion: string, kind: string): TypeName | undefined {
  const kinds = Object.hasOwn(kindTypes, apiVersion) ? kindTypes[apiVersion] : undefined
  return kinds !== undefined && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
}

/** Reports whether Kubernetes itself serves a group, so that its kinds are no custom ones. */
export function isBuiltInGroup(group: string): boolean {
  builtInGroups ??= new Set(
    Object.keys(kindTypes).map((each) => (each.includes('/') ? each.replace(/\/.*/, '') : '')),
  )
  return builtInGroups.has(group)
}

let builtInGroups: ReadonlySet<string> | undefined

/** Returns the kinds of an API version that no custom kind can extend; undefined if one can, or if it is unknown. */
export function closedKinds(apiVersion: string): readonly string[] | undefined {
  // Groups of custom kinds are domain names: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources
  const isClosed = Object.hasOwn(kindTypes, apiVersion) && !/\..*\//.test(apiVersion)
  return isClosed ? Object.keys(kindTypes[apiVersion] ?? {}) : undefined
}

/** Returns the key by which a strategic merge patch merges the items of a list; undefined if it replaces the list. */
export function mergeKeyOf(type: TypeName, field: string): string | undefined {
  const keys = Object.hasOwn(mergeKeys, type) ? mergeKeys[type] : undefined
  return keys !== undefined && Object.hasOwn(keys, field) ? keys[field] : undefined
}

/** Returns the type of a field, or of the items or values of one that is a list or a map; undefined if it is unknown. */
export function innerType(type: TypeName, field: string): TypeName | undefined {
  return fieldsOf(type)
    ?.get(field)
    ?.type.replace(/^(\[\]|\{\})+/, '')
}

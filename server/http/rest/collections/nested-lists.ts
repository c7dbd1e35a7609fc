import { z } from 'zod'
import type { Kind } from '../../../../schema/kinds/kind.ts'
import type { LegacyParts } from '../../../../schema/rest-names.ts'
import { isRecord } from '../../../../schema/records.ts'
import { nestedNames } from '../names.ts'
import type { Collection, Input } from './collection.ts'
import { specCollection, type SpecPart, type WithSpec } from './spec-parts.ts'

/** Returns the collections of nested objects, such as the ports of gateways. */
export function nestedCollections(kind: Kind): Collection[] {
  return Object.entries(kind.rest.lists ?? {}).map(([field, list]) => nestedCollection(kind, field, list))
}

function nestedCollection(kind: Kind, field: string, { path, type, key, ...list }: LegacyParts): Collection {
  const names = nestedNames(kind, field) ?? {}
  const shape = elementShape(kind, field)
  const legacy = (name: string): string => names[name] ?? name
  const storedList = ({ spec }: WithSpec): readonly Record<string, unknown>[] => {
    const { [field]: stored } = spec as Readonly<Record<string, unknown>>
    return Array.isArray(stored) ? stored.filter(isRecord) : []
  }
  const partOf = (stored: Record<string, unknown>): SpecPart => {
    const value: Readonly<Record<string, unknown>> = { ...stored, ...list.complete?.(stored) }
    return {
      key: JSON.stringify([field, ...key.map((name) => value[name])]),
      fields: Object.fromEntries(Object.entries(value).map(([name, each]) => [legacy(name), each])),
    }
  }
  const current = (fields: Input): Record<string, unknown> => {
    const byLegacy = new Map(Object.keys(shape).map((name) => [legacy(name), name]))
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [byLegacy.get(name) ?? name, value]),
    )
  }
  return specCollection({
    kind,
    path,
    type,
    description: list.description,
    shape: Object.fromEntries(
      Object.entries(shape).map(([name, each]) => [legacy(name), key[0] === name ? required(each) : each]),
    ),
    filters: Object.keys(shape).map(legacy),
    count: (object) => storedList(object).length,
    read: async (object) => storedList(object).map(partOf),
    // oxlint-disable-next-line max-params -- the object, the place in it, and what takes its place
    edit: async (object, index, parts) => {
      const before = storedList(object)
      const values = parts.map(current)
      return { [field]: before.toSpliced(index ?? before.length, index === undefined ? 0 : 1, ...values) }
    },
  })
}

/** Returns the fields of the elements of a list. */
function elementShape(kind: Kind, field: string): Readonly<Record<string, z.ZodType>> {
  const type = kind.spec.shape[field]
  const list = type instanceof z.ZodOptional ? type.unwrap() : type
  const element = list instanceof z.ZodArray ? list.element : undefined
  if (element instanceof z.ZodObject) return element.shape
  throw new TypeError(`${kind.kind}.${field} is no list of objects`)
}

/** The legacy API requires the first field of what identifies an entry. */
function required(type: z.ZodType): z.ZodType {
  const inner = type instanceof z.ZodOptional ? (type.unwrap() as z.ZodType) : type
  return inner.meta(type.meta() ?? {})
}

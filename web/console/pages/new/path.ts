import type { Schema } from './schema.ts'

/** The steps from a document to a value in it: names of fields, and indices of lists. */
export type Path = readonly (string | number)[]

/** Writes a path as errors of the server do: `spec.environments[0].name`. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    if (/^[\w$-]+$/.test(step)) return text === '' ? step : `${text}.${step}`
    return `${text}["${step}"]`
  }, '')
}

/** Reads a path of an error of the server. */
export function parsePath(text: string): Path {
  const steps = text.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|([^.[\]]+)/g)
  return [...steps].map(([, quoted, index, name]) =>
    index === undefined ? (quoted ?? name ?? '') : Number(index),
  )
}

/** Returns the schema of a field of an object, or of an entry of a list or map. */
export function childOf(schema: Schema, step: string | number): Schema | undefined {
  if (typeof step === 'number') return schema.items
  const { properties, additionalProperties } = schema
  return properties?.[step] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
}

export function isWithin(path: Path, parent: Path): boolean {
  return parent.every((step, index) => path[index] === step)
}

/** Returns the value at a path of a value. */
export function valueIn(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, step) => {
    if (Array.isArray(inner)) return typeof step === 'number' ? (inner as unknown[])[step] : undefined
    return isMap(inner) ? inner[step] : undefined
  }, value)
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The ID of the field at a path, in the page. */
export function fieldId(path: Path): string {
  return `field-${pathText(path).replaceAll(/[^\w-]/g, '_')}`
}

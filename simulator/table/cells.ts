import { at, listOf, objectOf, objectsOf, stringOf, stringsOf, type Json, type JsonObject } from '../json.ts'
import type { KubeObject } from '../storage/object.ts'
import { column, wide, type Column } from './column.ts'

// Cells that several kinds have.

export const none = '<none>'

/** Returns a cell with the value at a path, or a default. */
export function field(path: string, otherwise?: string): Column['cell'] {
  const keys = path.split('.')
  return (object) => printed(at(object, ...keys)) ?? otherwise
}

function printed(value: Json | undefined): Json | undefined {
  return value === '' || value === null || typeof value === 'object' ? undefined : value
}

export function number(name: string, path: string): Column {
  return column(name, (object) => at(object, ...path.split('.')) ?? 0, { type: 'integer' })
}

export function boolean(name: string, path: string): Column {
  return column(name, (object) => at(object, ...path.split('.')) ?? false, { type: 'boolean' })
}

/** Formats a workload's `labelSelector` as kubectl writes selectors. */
export function formatSelector(selector: Json | undefined): string {
  const { matchLabels, matchExpressions } = objectOf(selector)
  const equal = Object.entries(objectOf(matchLabels)).map(([key, value]) => `${key}=${String(value)}`)
  const others = objectsOf(matchExpressions).map(formatExpression)
  return [...equal.sort(), ...others].join(',') || none
}

function formatExpression({ key, operator, values }: JsonObject): string {
  const list = `(${listOf(values).map(String).join(',')})`
  if (operator === 'In') return `${String(key)} in ${list}`
  if (operator === 'NotIn') return `${String(key)} notin ${list}`
  return operator === 'Exists' ? String(key) : `!${String(key)}`
}

export function formatLabels(labels: Json | undefined): string {
  return (
    Object.entries(objectOf(labels))
      .map(([key, value]) => `${key}=${String(value)}`)
      .sort()
      .join(',') || none
  )
}

function containersOf(object: KubeObject, path: readonly string[]): JsonObject[] {
  return objectsOf(at(object, ...path, 'containers'))
}

/** Returns the columns for the containers and images of a workload, in wide output. */
export function containerColumns(...path: string[]): Column[] {
  const names = (key: string) => (object: KubeObject) =>
    containersOf(object, path)
      .map((container) => stringOf(container[key]))
      .join(',')
  return [wide('Containers', names('name')), wide('Images', names('image'))]
}

export function selectorColumn(): Column {
  return wide('Selector', (object) => formatSelector(at(object, 'spec', 'selector')))
}

const modeLetters: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
}

export function accessModes(modes: Json | undefined): string {
  return stringsOf(modes)
    .map((mode) => modeLetters[mode] ?? mode)
    .join(',')
}

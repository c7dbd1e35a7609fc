import { stringify } from 'yaml'
import { furtherErrors, type FieldError } from './errors.ts'
import { maxErrors } from './limits.ts'
import { isRecord } from './records.ts'
import { readYamlValues, type YamlValue } from './ordinary-yaml.ts'
import { TextResults } from './text-results.ts'
import type { Position } from './yaml-value.ts'

/* The values of Helm charts, as a YAML map. */

export type Values = Record<string, unknown>

/** The maximum length of a values document. The default values of the largest public charts are shorter. */
export const maxValuesLength = 256 * 1024

/** Returns the values of a document that {@link valuesErrors} has accepted. */
export function parseValues(text: string | undefined): Values {
  if (text === undefined) return {}
  const [first] = readYamlValues(text)
  return isRecord(first?.value) ? first.value : {}
}

/** Validates the content of a field with the values of a chart. Errors contain none of the values, which may be secrets. */
export function valuesErrors(text: string, path: string): FieldError[] {
  if (text.length > maxValuesLength) {
    const message = `must have at most ${maxValuesLength.toLocaleString('en')} characters`
    return [{ path, code: 'TOO_LONG', message, remedy: 'Keep only the values that differ from the chart.' }]
  }
  return (provided.find(text) ?? checkValues(text)).map((error) => ({ ...error, path }))
}

/** Executes `work` with what {@link checkValues} has returned for texts elsewhere, so that `work` does not parse them again. */
export function withCheckedValues<Result>(
  known: ReadonlyMap<string, readonly FieldError[]>,
  work: () => Result,
): Result {
  return provided.provide(known, work)
}

const provided = new TextResults<readonly FieldError[]>()

/** Returns the errors of a values document, without their paths: at most {@link maxErrors}, and one with the number of further ones. */
export function checkValues(text: string): FieldError[] {
  const errors: FieldError[] = []
  let total = 0
  let count = 0
  let second: Position | undefined
  let first: YamlValue | undefined
  for (const document of readYamlValues(text)) {
    count += 1
    first ??= document
    if (count === 2) second = document.locate([])
    total += document.errors.length
    const shown = document.errors.slice(0, maxErrors - errors.length)
    errors.push(...shown.map((error) => ({ path: '', ...error })))
  }
  if (total > errors.length) return [...errors, furtherErrors(total - errors.length)]
  if (total > 0) return errors
  if (second !== undefined) {
    const message = 'contains more than one YAML document'
    return [{ path: '', code: 'TOO_MANY', message, remedy: 'Merge them into one map.', ...second }]
  }
  const value = first?.value
  if (value === undefined || value === null || isRecord(value)) return []
  const remedy = 'Write the values as they are in values.yaml of the chart, for example "replicaCount: 2".'
  return [{ path: '', code: 'INVALID_TYPE', message: 'must be a YAML map', remedy, ...first?.locate([]) }]
}

/**
 * Merges values as Helm merges values files: maps deeply, everything else is replaced by the later one. A null is kept,
 * because it deletes the default of the chart.
 */
export function mergeValues(...all: readonly Values[]): Values {
  return all.reduce<Values>((merged, values) => mergeMaps(merged, values), {})
}

/** Merges two documents as {@link mergeValues} does. */
export function mergeValuesDocuments(before: string, after: string): string {
  return stringify(mergeValues(parseValues(before), parseValues(after)))
}

function mergeMaps(before: Values, after: Values): Values {
  const merged = { ...before }
  for (const [key, value] of Object.entries(after)) {
    const known = Object.hasOwn(merged, key) ? merged[key] : undefined
    merged[key] = isRecord(known) && isRecord(value) ? mergeMaps(known, value) : value
  }
  return merged
}

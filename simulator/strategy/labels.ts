import { invalidValue, required } from '../errors/field-errors.ts'
import type { FieldError } from '../errors/status-error.ts'
import { isObject, listOf, objectOf, objectsOf, setOwn, type Json, type JsonObject } from '../json.ts'
import { labelValueProblems, qualifiedNameProblems } from '../schema/names.ts'
import { matchesSelector } from '../selectors/selectors.ts'

/** Checks a LabelSelector of a spec. */
export function selectorErrors(selector: Json | undefined, field: string): FieldError[] {
  if (!isObject(selector)) return []
  const errors = labelErrors(stringMap(selector['matchLabels']), `${field}.matchLabels`)
  for (const [index, expression] of objectsOf(selector['matchExpressions']).entries())
    errors.push(...expressionErrors(expression, `${field}.matchExpressions[${index}]`))
  return errors
}

function expressionErrors(expression: JsonObject, field: string): FieldError[] {
  const { key, operator, values } = expression
  const errors: FieldError[] = []
  const count = listOf(values).length
  if (operator === 'In' || operator === 'NotIn') {
    if (count === 0)
      errors.push(required(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'"))
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (count > 0)
      errors.push({
        type: 'forbidden',
        field: `${field}.values`,
        detail: "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
      })
  } else errors.push(invalidValue(`${field}.operator`, operator ?? '', 'not a valid selector operator'))
  errors.push(
    ...qualifiedNameProblems(String(key ?? '')).map((detail) =>
      invalidValue(`${field}.key`, key ?? '', detail),
    ),
  )
  for (const [index, value] of listOf(values).entries())
    errors.push(
      ...labelValueProblems(String(value)).map((detail) =>
        invalidValue(`${field}.values[${index}]`, value, detail),
      ),
    )
  return errors
}

/** Checks a workload's selector: present, not empty, and matching its own template. */
export function workloadSelectorErrors(spec: JsonObject, kind: string): FieldError[] {
  const { selector } = spec
  if (selector === undefined) return [required('spec.selector'), ...mismatch(spec)]
  const errors = selectorErrors(selector, 'spec.selector')
  if (!isEmptySelector(selector)) return [...errors, ...mismatch(spec)]
  return [...errors, invalidValue('spec.selector', selector, `empty selector is invalid for ${kind}`)]
}

function mismatch(spec: JsonObject): FieldError[] {
  const labels = stringMap(objectOf(objectOf(spec['template'])['metadata'])['labels'])
  if (matchesSelector(spec['selector'], labels)) return []
  const printed = Object.keys(labels).length === 0 ? undefined : labels
  return [
    invalidValue('spec.template.metadata.labels', printed, '`selector` does not match template `labels`'),
  ]
}

export function isEmptySelector(selector: Json | undefined): boolean {
  return (
    Object.keys(objectOf(objectOf(selector)['matchLabels'])).length === 0 &&
    objectsOf(objectOf(selector)['matchExpressions']).length === 0
  )
}

export function stringMap(value: Json | undefined): Record<string, string> {
  const result: Record<string, string> = {}
  const entries = Object.entries(objectOf(value)).sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [key, item] of entries) if (typeof item === 'string') setOwn(result, key, item)
  return result
}

export function labelErrors(
  labels: Readonly<Record<string, string>> | undefined,
  field: string,
): FieldError[] {
  return Object.entries(labels ?? {}).flatMap(([key, value]) => [
    ...qualifiedNameProblems(key).map((detail) => invalidValue(field, key, detail)),
    ...labelValueProblems(value).map((detail) => invalidValue(field, value, detail)),
  ])
}

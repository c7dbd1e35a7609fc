import { z } from 'zod'
import { invalidInput, shownValue, type FieldError } from '../../schema/errors.ts'
import { join } from '../../schema/issue-errors.ts'
import { unstorable } from '../../schema/inputs.ts'
import { allKinds, findKind } from '../../schema/kinds/index.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import { maxEntries } from '../../schema/limits.ts'
import { Labels } from '../../schema/name-rules.ts'
import {
  labelOperators,
  maxConditions,
  maxFilterDepth,
  maxSearchWords,
  type LabelRequirement,
  type ObjectConditions,
  type ObjectFilter,
} from '../../schema/object-filter.ts'
import { wordsOf } from '../../schema/search-words.ts'
import { ObjectStatus } from '../../schema/status.ts'

/**
 * Checks a filter. Throws INVALID_INPUT with all errors: too many conditions, too deep, unknown kinds and phases, invalid
 * labels, spec fields that are not filterable, and values of another type.
 */
export function assertFilter(filter: ObjectFilter): void {
  const size = sizeErrors(filter)
  const errors = size.length > 0 ? size : nodeErrors(filter, { path: 'filter', kinds: allKinds })
  if (errors.length > 0) throw invalidInput(errors)
}

/** Checks the size first, so that all other checks are cheap. */
function sizeErrors(filter: ObjectFilter): FieldError[] {
  let conditions = 0
  const pending = [{ node: filter, depth: 1 }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, depth } = next
    if (depth > maxFilterDepth) {
      const message = `is nested more than ${maxFilterDepth} levels deep`
      return [
        { code: 'TOO_LONG', path: 'filter', message, remedy: 'Combine nested conditions in fewer levels.' },
      ]
    }
    const inner = childrenOf(node).map(([, child]) => child)
    // A node without conditions counts as well, or their number would be unlimited.
    conditions += Math.max(1, conditionsIn(node))
    if (conditions > maxConditions) {
      const message = `has more than ${maxConditions} conditions`
      return [
        {
          code: 'TOO_MANY',
          path: 'filter',
          message,
          remedy: 'Use lists of values, such as names, or several queries.',
        },
      ]
    }
    pending.push(...inner.map((child) => ({ node: child, depth: depth + 1 })))
  }
  return []
}

function childrenOf({ and = [], or = [], not }: ObjectFilter): [path: string, node: ObjectFilter][] {
  return [
    ...and.map((node, index): [string, ObjectFilter] => [`and[${index}]`, node]),
    ...or.map((node, index): [string, ObjectFilter] => [`or[${index}]`, node]),
    ...(not === undefined ? [] : [['not', not] satisfies [string, ObjectFilter]]),
  ]
}

function conditionsIn(node: ObjectFilter): number {
  const { labels = {}, labelExpressions = [], specFields = {} } = node
  const others = Object.entries(node).filter(([name, value]) => value !== undefined && !counted.has(name))
  const listed = Object.keys(labels).length + labelExpressions.length + Object.keys(specFields).length
  return listed + others.length
}

/** The properties that are not one condition. */
const counted: ReadonlySet<string> = new Set(['and', 'or', 'not', 'labels', 'labelExpressions', 'specFields'])

interface NodeContext {
  path: string
  /** The kinds that the nodes around it select. */
  kinds: readonly Kind[]
}

function nodeErrors(node: ObjectFilter, { path, kinds }: NodeContext): FieldError[] {
  const { kind, kinds: named } = node
  const selected = kinds.filter(
    (each) => (kind ?? each.kind) === each.kind && named?.includes(each.kind) !== false,
  )
  const { labelExpressions = [], specFields = {} } = node
  const children = childrenOf(node).flatMap(([segment, child]) =>
    nodeErrors(child, { path: join(path, segment), kinds: selected }),
  )
  return [
    ...kindErrors(node, path),
    ...listErrors(node, path),
    ...timeErrors(node, path),
    ...unstorable(stringsOf(node), path),
    ...labelErrors(node.labels ?? {}, join(path, 'labels')),
    ...labelExpressions.flatMap((requirement, index) =>
      requirementErrors(requirement, `${join(path, 'labelExpressions')}[${index}]`),
    ),
    ...Object.entries(specFields).flatMap(([field, value]) =>
      specFieldErrors([field, [value].flat()], {
        path: join(join(path, 'specFields'), field),
        kinds: selected,
      }),
    ),
    ...children,
  ]
}

function stringsOf(conditions: ObjectConditions) {
  const { project, projects, names, search, text, labelExpressions, specFields } = conditions
  return { project, projects, names, search, text, labelExpressions, specFields }
}

function kindErrors({ kind, kinds = [] }: ObjectConditions, path: string): FieldError[] {
  const given: [string, string][] = kinds.map((name, index) => [`kinds[${index}]`, name])
  if (kind !== undefined) given.push(['kind', kind])
  const remedy = `Use one of ${allKinds.map((each) => each.kind).join(', ')}.`
  return given
    .filter(([, name]) => findKind(name) === undefined)
    .map(([segment, name]) => ({
      code: 'NOT_SUPPORTED' as const,
      path: join(path, segment),
      message: 'is not a kind',
      value: shownValue(name),
      remedy,
    }))
}

function listErrors(node: ObjectConditions, path: string): FieldError[] {
  const { kinds, projects, names, phases, search = '', text = '' } = node
  const phase = ObjectStatus.shape.phase
  const lists = Object.entries({ kinds, projects, names, phases })
  return [
    ...lists.flatMap(([name, list = []]) => lengthErrors(list, join(path, name))),
    ...Object.entries({ search, text })
      .filter(([, given]) => given.length > maxSearch)
      .map(([name, given]) => ({
        code: 'TOO_LONG' as const,
        path: join(path, name),
        message: `must have at most ${maxSearch} characters`,
        value: `${given.length.toLocaleString('en')} characters`,
        remedy: 'Search for a shorter part.',
      })),
    ...(text.length <= maxSearch && wordsOf(text).length > maxSearchWords
      ? [
          {
            code: 'TOO_MANY' as const,
            path: join(path, 'text'),
            message: `must have at most ${maxSearchWords} words`,
            value: `${wordsOf(text).length} words`,
            remedy: 'Search for the rarest of them.',
          },
        ]
      : []),
    ...(phases ?? [])
      .filter((each) => !phase.safeParse(each).success)
      .slice(0, 1)
      .map((each) => ({
        code: 'NOT_SUPPORTED' as const,
        path: join(path, 'phases'),
        message: 'is not a phase',
        value: shownValue(each),
        remedy: `Use ${phase.options.join(', ')}.`,
      })),
  ]
}

/** The maximum number of characters of a search. */
const maxSearch = 200

function lengthErrors(list: readonly unknown[], path: string): FieldError[] {
  if (list.length <= maxEntries) return []
  const message = `has more than ${maxEntries.toLocaleString('en')} entries`
  return [
    {
      code: 'TOO_MANY',
      path,
      message,
      value: list.length.toLocaleString('en'),
      remedy: 'Split them over several requests.',
    },
  ]
}

function timeErrors(
  { createdAfter, createdBefore, updatedAfter, updatedBefore }: ObjectConditions,
  path: string,
): FieldError[] {
  return Object.entries({ createdAfter, createdBefore, updatedAfter, updatedBefore })
    .filter(([, time]) => time !== undefined && !(time.getTime() >= 0 && time.getTime() < lastTime))
    .map(([name]) => ({
      code: 'INVALID' as const,
      path: join(path, name),
      message: 'must be a time between 1970 and 9999',
      remedy: 'Use a timestamp such as "2026-11-21T03:07:00Z".',
    }))
}

const lastTime = Date.UTC(10_000, 0)

function labelErrors(labels: Readonly<Record<string, string>>, path: string): FieldError[] {
  return Object.entries(labels).flatMap(([key, value]) => labelError({ key, value }, join(path, key)))
}

function labelError({ key, value = '' }: { key: string; value?: string }, path: string): FieldError[] {
  const { error } = Labels.safeParse({ [key]: value })
  const [issue] = error?.issues ?? []
  if (issue === undefined) return []
  const isKey = issue.code === 'invalid_key'
  const message = (isKey ? issue.issues[0]?.message : issue.message) ?? issue.message
  const remedy = isKey
    ? 'Use a key such as "app" or "example.com/team".'
    : 'Use a value of at most 63 letters, digits, "-", "_" and ".".'
  return [{ code: 'INVALID', path, message, value: shownValue(isKey ? key : value), remedy }]
}

function requirementErrors({ key, operator, values = [] }: LabelRequirement, path: string): FieldError[] {
  if (!labelOperators.includes(operator)) {
    const remedy = `Use one of ${labelOperators.join(', ')}.`
    return [
      {
        code: 'NOT_SUPPORTED',
        path: join(path, 'operator'),
        message: 'is not an operator',
        value: shownValue(operator),
        remedy,
      },
    ]
  }
  const needsValues = operator === 'In' || operator === 'NotIn'
  const valuesPath = join(path, 'values')
  const wrongValues =
    needsValues === values.length > 0 ? [] : [valuesError(operator, needsValues, valuesPath)]
  return [
    ...labelError({ key }, join(path, 'key')),
    ...wrongValues,
    ...lengthErrors(values, valuesPath),
    ...values
      .flatMap((value, index) => labelError({ key: 'key', value }, `${valuesPath}[${index}]`))
      .slice(0, 1),
  ]
}

function valuesError(operator: string, needsValues: boolean, path: string): FieldError {
  return needsValues
    ? {
        code: 'REQUIRED',
        path,
        message: `must not be empty for ${operator}`,
        remedy: 'Set at least one value.',
      }
    : { code: 'INVALID', path, message: `must be empty for ${operator}`, remedy: 'Leave out the values.' }
}

function specFieldErrors(
  [field, values]: [string, readonly unknown[]],
  { path, kinds }: NodeContext,
): FieldError[] {
  const having = kinds.filter(({ filterable }) => filterable.includes(field))
  if (having.length === 0) {
    const known = [...new Set(kinds.flatMap(({ filterable }) => filterable))]
    const of = kinds.length === 1 ? ` of ${kinds[0]?.kind ?? ''}` : ''
    const remedy = known.length === 0 ? 'Leave it out.' : `Use one of ${known.join(', ')}.`
    return [{ code: 'UNKNOWN_FIELD', path, message: `is not a filterable field${of}`, remedy }]
  }
  const types = having.map(({ spec }) => valueType(spec.shape[field]))
  const wrong = values.find((value) => !types.some((type) => type.safeParse(value).success))
  const expected = [...new Set(types.map(expectation))].join(' or ')
  return [
    ...lengthErrors(values, path),
    ...(wrong === undefined
      ? []
      : [
          {
            code: 'INVALID_TYPE' as const,
            path,
            message: `must be ${expected}`,
            value: shownValue(wrong),
            remedy: `Use ${expected}.`,
          },
        ]),
  ]
}

/** Returns the type of the values of a field: an enum as it is, otherwise without the restrictions of the field. */
function valueType(type: z.core.$ZodType | undefined): z.ZodType {
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault) return valueType(type.unwrap())
  if (type instanceof z.ZodEnum) return type
  if (type instanceof z.ZodNumber) return z.number()
  return type instanceof z.ZodBoolean ? z.boolean() : z.string()
}

function expectation(type: z.ZodType): string {
  if (type instanceof z.ZodEnum) return `one of ${type.options.map(String).join(', ')}`
  if (type instanceof z.ZodNumber) return 'a number'
  return type instanceof z.ZodBoolean ? 'true or false' : 'a string'
}

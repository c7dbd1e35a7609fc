import { usageError } from '../cli-error.ts'
import { splitOutside } from '../output/split.ts'

const operators = ['=', '!=', 'in', 'notin', 'exists', '!exists'] as const

/** One condition of a selector. */
export interface Requirement {
  key: string
  operator: (typeof operators)[number]
  /** Empty for `exists` and `!exists`; one value for `=` and `!=`. */
  values: readonly string[]
}

/** Conditions that all hold. */
export type Selector = readonly Requirement[]

const key = String.raw`([^\s=!,()]+)`
const patterns: readonly (readonly [RegExp, (key: string, value: string) => Requirement])[] = [
  [
    new RegExp(`^${key}\\s*!=\\s*([^\\s=!()]*)$`),
    (name, value) => ({ key: name, operator: '!=', values: [value] }),
  ],
  [
    new RegExp(`^${key}\\s*==?\\s*([^\\s=!()]*)$`),
    (name, value) => ({ key: name, operator: '=', values: [value] }),
  ],
  [
    new RegExp(`^${key}\\s+in\\s*\\(([^()]*)\\)$`),
    (name, value) => ({ key: name, operator: 'in', values: listOf(value) }),
  ],
  [
    new RegExp(`^${key}\\s+notin\\s*\\(([^()]*)\\)$`),
    (name, value) => ({ key: name, operator: 'notin', values: listOf(value) }),
  ],
  [new RegExp(`^!\\s*${key}$`), (name) => ({ key: name, operator: '!exists', values: [] })],
  [new RegExp(`^${key}$`), (name) => ({ key: name, operator: 'exists', values: [] })],
]

function listOf(text: string): string[] {
  return text.split(',').map((value) => value.trim())
}

/** Parses a label selector such as `team=web,tier in (front,back),!legacy`. */
export function parseSelector(text: string | undefined): Selector {
  if (text === undefined) return []
  return splitOutside(text, /,/).map((part) => {
    for (const [pattern, requirementOf] of patterns) {
      const [, name, value = ''] = pattern.exec(part.trim()) ?? []
      if (name !== undefined) return requirementOf(name, value)
    }
    throw usageError(
      `-l "${text}": "${part.trim()}" is not a condition. Use key=value, key!=value, key in (a,b), key notin (a,b), key or !key.`,
    )
  })
}

/** Parses a field selector such as `status.phase=Ready,metadata.name!=shop`. */
export function parseFieldSelector(text: string | undefined): Selector {
  if (text === undefined) return []
  return splitOutside(text, /,/).map((part) => {
    const [, name, operator, value] = /^\s*([^\s=!]+?)\s*(!=|==?)\s*(.*?)\s*$/s.exec(part) ?? []
    if (name !== undefined && value !== undefined)
      return { key: name, operator: operator === '!=' ? '!=' : '=', values: [value] }
    throw usageError(
      `--field-selector "${text}": "${part}" is not a condition. Use PATH=value or PATH!=value, such as status.phase=Ready.`,
    )
  })
}

/** Reports whether values, looked up by key, satisfy a selector. As in Kubernetes, `!=` and `notin` hold for absent keys. */
export function matches(selector: Selector, valueOf: (key: string) => string | undefined): boolean {
  return selector.every(({ key: name, operator, values }) => {
    const value = valueOf(name)
    if (operator === 'exists') return value !== undefined
    if (operator === '!exists') return value === undefined
    const isListed = value !== undefined && values.includes(value)
    return operator === '=' || operator === 'in' ? isListed : !isListed
  })
}

/** Returns the conditions of a selector that a server can evaluate: those of equality, if no key has two of them. */
export function equalities(selector: Selector): Record<string, string> {
  return Object.fromEntries(
    selector
      .filter(({ operator }) => operator === '=')
      .map(({ key: name, values: [value = ''] }) => [name, value]),
  )
}

import { invalidInput, shownValue } from '../../../schema/errors.ts'

/*
 * A repeated key in JSON has no meaning: JSON.parse keeps the last value, other parsers keep the first. A parsed body has fewer entries
 * than its text then. Comparing the two numbers takes a fraction of the time to parse, so only a body with a repeated key is read again.
 */

/** Throws INVALID_INPUT for a body with a repeated key. @param entries The number of entries of all objects in the text */
export function assertUniqueKeys(text: string, body: unknown, entries: number): void {
  if (entriesOf(body) === entries) return
  const found = findRepeated(text)
  if (found === undefined) return
  const message = `the key ${shownValue(found.key)} is repeated in its object`
  const { path, line, column } = found
  throw invalidInput([{ path, code: 'DUPLICATE', message, remedy: 'Keep one of them.', line, column }])
}

function entriesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) for (const item of value) count += entriesOf(item)
  else for (const key in value) count += 1 + entriesOf(Reflect.get(value, key))
  return count
}

interface Container {
  /** The keys of an object so far; undefined for a list. */
  keys: Set<string> | undefined
  /** The key or the index of the current value. */
  at: string | number
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs

/** Finds the first repeated key of valid JSON. */
function findRepeated(text: string): { key: string; path: string; line: number; column: number } | undefined {
  const stack: Container[] = []
  let isKey = false
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const inside = stack.at(-1)
    if (token === '{') stack.push({ keys: new Set(), at: '' })
    else if (token === '[') stack.push({ keys: undefined, at: 0 })
    else if (token === '}' || token === ']') stack.pop()
    else if (token === ',' && typeof inside?.at === 'number') inside.at += 1
    else if (isKey && inside?.keys !== undefined && token.startsWith('"')) {
      const key = String(JSON.parse(token))
      inside.at = key
      if (inside.keys.has(key)) return { key, path: pathOf(stack), ...positionOf(text, index) }
      inside.keys.add(key)
    }
    isKey = token === '{' || (token === ',' && inside?.keys !== undefined)
  }
  return undefined
}

function pathOf(stack: readonly Container[]): string {
  return stack.reduce((path, { at }) => {
    if (typeof at === 'number') return `${path}[${at}]`
    return path === '' ? at : `${path}.${at}`
  }, '')
}

function positionOf(text: string, index: number): { line: number; column: number } {
  const before = text.slice(0, index)
  return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') }
}

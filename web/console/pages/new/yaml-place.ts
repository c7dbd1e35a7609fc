import { LineCounter, isMap, isScalar, isSeq, parseDocument, type Document } from 'yaml'
import type { Path } from './path.ts'

/* Where something is in YAML text. Text that is being typed is no valid YAML most of the time, so the place of the cursor is found by
 * indentation alone. */

/** The place of a cursor in YAML text. */
export interface Place {
  /** The path of the map or list that the line is in. */
  parent: Path
  /** The key of the line, as far as it is typed. */
  key: string
  /** True after the colon. */
  isValue: boolean
  /** The offset at which the key or the value starts. */
  from: number
  /** What is typed of the value. */
  value: string
  /** The keys that the map has in other lines. */
  siblings: readonly string[]
}

interface Line {
  /** The columns of the list items that start in the line, outermost first. */
  items: readonly number[]
  /** The column of the key. */
  column: number
  key: string
  rest: string
}

const linePattern = /^(\s*)((?:-\s+|-$)*)(?:("[^"]*"|'[^']*'|[^\s:#][^:#]*?)(\s*:(?:\s|$)))?(.*)$/

function readLine(text: string): Line | undefined {
  if (/^\s*(#|$|---|\.\.\.)/.test(text)) return undefined
  const [, indent = '', dashes = '', key = '', , rest = ''] = linePattern.exec(text) ?? []
  const items = [...dashes.matchAll(/-/g)].map(({ index }) => indent.length + index)
  return { items, column: indent.length + dashes.length, key: key.replaceAll(/^["']|["']$/g, ''), rest }
}

/** Returns the place of an offset. Undefined inside of a text of several lines, and inside of a comment. */
export function placeAt(text: string, offset: number): Place | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const typed = text.slice(start, offset)
  if (/^\s*#|\s#/.test(typed)) return undefined
  const before = text.slice(0, start).split('\n').slice(0, -1).map(readLine)
  const [, indent = '', dashes = '', content = ''] = /^(\s*)((?:-\s+)*)(.*)$/.exec(typed) ?? []
  const column = indent.length + dashes.length
  const items = [...dashes.matchAll(/-/g)].map(({ index }) => indent.length + index)
  const parent = parentOf(before, column, items)
  if (parent === undefined) return undefined
  const [, key = content, colon, spaces = '', value = ''] = /^([^:]*)(:)(\s+)?(.*)$/.exec(content) ?? []
  const isValue = colon !== undefined && (spaces !== '' || value !== '')
  return {
    parent,
    key: key.trim(),
    isValue,
    from: isValue ? offset - value.length : start + column,
    value,
    siblings: siblingsOf(text, { start, column }),
  }
}

/** Walks up to the lines that contain a line, and returns their keys and the indices of items. */
function parentOf(
  before: readonly (Line | undefined)[],
  column: number,
  items: readonly number[],
): Path | undefined {
  const path: (string | number)[] = []
  let limit = column
  const open = [...items]
  for (let index = before.length - 1; index >= -1; index--) {
    // The items that the line itself starts contain its key.
    let item = open.at(-1)
    while (item !== undefined && item < limit) {
      open.pop()
      path.unshift(indexOf(before, index, item))
      limit = item
      item = open.at(-1)
    }
    const line = before[index]
    if (line === undefined) continue
    // A list may be as far left as the key that it belongs to.
    const isOwner =
      line.column < limit || (line.column === limit && typeof path[0] === 'number' && line.items.length === 0)
    if (isOwner && line.key !== '') {
      if (/^[|>]/.test(line.rest.trim())) return undefined
      path.unshift(line.key)
      limit = line.column
    }
    for (const each of line.items.toReversed())
      if (each < limit) {
        path.unshift(indexOf(before, index - 1, each))
        limit = each
      }
  }
  return path
}

/** Returns how many items of a list are before one that starts in or after a line, at the same column. */
function indexOf(before: readonly (Line | undefined)[], last: number, column: number): number {
  let count = 0
  for (let index = last; index >= 0; index--) {
    const line = before[index]
    if (line === undefined) continue
    const [first = line.column] = line.items
    if (first < column || (line.items.length === 0 && line.column <= column)) break
    if (line.items.includes(column)) count++
  }
  return count
}

/** Returns the keys of the lines of the same map: at the same column, without one further left in between. */
function siblingsOf(text: string, { start, column }: { start: number; column: number }): readonly string[] {
  const found: string[] = []
  const collect = (lines: readonly string[]): void => {
    for (const each of lines) {
      const line = readLine(each)
      if (line === undefined) continue
      if (line.column < column) return
      if (line.column === column && line.key !== '') found.push(line.key)
      if (line.items.length > 0 && line.column === column) return
    }
  }
  collect(text.slice(0, start).split('\n').slice(0, -1).toReversed())
  const end = text.indexOf('\n', start)
  if (end >= 0) {
    for (const each of text.slice(end + 1).split('\n')) {
      const line = readLine(each)
      if (line === undefined) continue
      if (line.column < column || (line.items.length > 0 && line.column <= column)) break
      if (line.column === column && line.key !== '') found.push(line.key)
    }
  }
  return found
}

export interface Range {
  from: number
  to: number
}

/** Returns where a value is: its key, or the value itself in a list; the nearest that contains it, if it does not exist. */
export function rangeOf(document: Document, path: Path): Range {
  for (let length = path.length; length > 0; length--) {
    const step = path[length - 1]
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true)
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      const range = pair !== undefined && isScalar(pair.key) ? pair.key.range : undefined
      if (range) return { from: range[0], to: range[1] }
    } else if (isSeq(parent) && typeof step === 'number') {
      const item = parent.items[step] as { range?: [number, number, number] } | undefined
      if (item?.range) return { from: item.range[0], to: item.range[1] }
    }
  }
  return { from: 0, to: 0 }
}

/** The document of a text with its syntax errors. */
export function read(text: string): {
  document: Document.Parsed
  errors: readonly (Range & { message: string })[]
} {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false })
  const errors = [...document.errors, ...document.warnings].map(({ pos: [from, to], message }) => ({
    from: Math.min(from, text.length),
    to: Math.min(to, text.length),
    message,
  }))
  return { document, errors }
}

/** Returns the path of the key under an offset; undefined if there is none. */
export function keyAt(text: string, offset: number): (Range & { path: Path }) | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const end = text.indexOf('\n', offset)
  const line = text.slice(start, end < 0 ? undefined : end)
  const found = readLine(line)
  if (found === undefined || found.key === '') return undefined
  const from = start + found.column
  const to = from + found.key.length
  if (offset < from || offset > to) return undefined
  const place = placeAt(text, to)
  return place === undefined ? undefined : { from, to, path: [...place.parent, found.key] }
}

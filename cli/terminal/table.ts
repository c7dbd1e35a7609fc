import { escapeUnprintable } from '../../schema/printable.ts'
import { displayWidth, fold, oneLine, padEnd } from './width.ts'

export interface TableOptions {
  /** Width of the terminal. Columns are hidden and the last one is folded to fit. Default: unlimited. */
  columns?: number | undefined
  /** Headers of columns that may be hidden, the least important first. @default none */
  optional?: readonly string[]
  /** A column whose values are shortened if the others still have no place. @default none */
  shortened?: ShortenedColumn
  /** How hidden columns and whole values are shown. @default -o wide */
  shownBy?: string
  /** Colours a cell of the body. `text` is already padded. */
  paint?: (text: string, cell: { header: string; value: string }) => string
  /** Minimum column widths, so that later rows align with a printed table; updated in place. */
  widths?: number[]
  /** Preserves runs of spaces in cells. @default false */
  keepSpaces?: boolean
  /** @default true */
  showHeaders?: boolean
}

export interface ShortenedColumn {
  header: string
  /** What is hidden, in the plural, such as `whole names`. */
  whole: string
  /** Returns a value of at most `width` columns. */
  shorten: (value: string, width: number) => string
}

const gap = '   '

/** Width below which no column is shortened. */
const minShortenedWidth = 30

/** Width of the last column below which it is printed on lines of its own. */
const minLastWidth = 24

/** Lines of the last column above which it is printed on lines of its own, where it needs fewer. */
const maxLinesBeside = 3

/**
 * Renders aligned columns without borders, as kubectl does: headers in upper case, one line per row. On a narrow terminal
 * it hides optional columns, shortens those that may be, names both in the first line, and folds the last column at its spaces.
 * Nothing else is cut.
 */
export function renderTable(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  options: TableOptions = {},
): string {
  const { columns, widths = [], showHeaders = true, keepSpaces = false } = options
  let cells = rows.map((row) => row.map(keepSpaces ? lineWithSpaces : oneLine))
  headers.forEach((header, index) => {
    const longest = Math.max(displayWidth(header), ...cells.map((row) => displayWidth(row[index] ?? '')))
    widths[index] = Math.max(widths[index] ?? 0, longest)
  })
  const shown = shownColumns(headers, widths, options)
  const short = shortening(headers, { widths, shown, options })
  if (short !== undefined) {
    const { index, width, shorten } = short
    widths[index] = width
    cells = cells.map((row) => row.with(index, shorten(row[index] ?? '', width)))
  }
  const last = shown.at(-1) ?? 0
  const before = shown.slice(0, -1).reduce((sum, index) => sum + (widths[index] ?? 0) + gap.length, 0)
  const layout = { ...options, headers, widths, shown, last, before, columns }
  const lines = cells.flatMap((row) => linesOf(row, layout))
  const hidden = [
    ...headers.filter((_, index) => !shown.includes(index)),
    ...(short === undefined ? [] : [short.whole]),
  ]
  if (showHeaders)
    lines.unshift(...hiddenNote(hidden, options), ...linesOf(headers, { ...layout, paint: (text) => text }))
  return lines.map((text) => `${text}\n`).join('')
}

/** Returns the indices of the columns that fit, without the least important ones. */
function shownColumns(
  headers: readonly string[],
  widths: readonly number[],
  { columns = Infinity, optional = [] }: TableOptions,
): number[] {
  let shown = headers.map((_, index) => index)
  for (const header of optional) {
    const last = headers.length - 1
    const needed = shown.reduce((sum, index) => {
      const width = widths[index] ?? 0
      return sum + (index === last ? Math.min(width, minLastWidth) : width + gap.length)
    }, 0)
    if (needed <= columns) break
    shown = shown.filter((index) => headers[index] !== header)
  }
  return shown
}

interface Measured {
  widths: readonly number[]
  shown: readonly number[]
  options: TableOptions
}

/** Returns which column is shortened to which width; undefined if all fit, or none may be shortened. */
function shortening(
  headers: readonly string[],
  { widths, shown, options: { columns = Infinity, shortened } }: Measured,
): (ShortenedColumn & { index: number; width: number }) | undefined {
  if (shortened === undefined) return undefined
  const index = headers.indexOf(shortened.header)
  const last = headers.length - 1
  const others = shown
    .filter((other) => other !== index)
    .reduce((sum, other) => {
      const width = widths[other] ?? 0
      return sum + (other === last ? Math.min(width, minLastWidth) : width + gap.length)
    }, 0)
  const width = Math.max(columns - others - gap.length, minShortenedWidth)
  return width < (widths[index] ?? 0) ? { ...shortened, index, width } : undefined
}

function hiddenNote(
  hidden: readonly string[],
  { columns = Infinity, shownBy = '-o wide' }: TableOptions,
): string[] {
  return hidden.length === 0 ? [] : fold(`(${hidden.join(', ')}: ${shownBy})`, columns)
}

interface Layout extends Omit<TableOptions, 'widths'> {
  headers: readonly string[]
  widths: readonly number[]
  /** Indices of the visible columns. */
  shown: readonly number[]
  last: number
  /** Width of all visible columns but the last. */
  before: number
}

function linesOf(row: readonly string[], layout: Layout): string[] {
  const { headers, widths, shown, last, before, columns = Infinity, paint = (text) => text } = layout
  const cell = (index: number, text: string): string =>
    paint(text, { header: headers[index] ?? '', value: row[index] ?? '' })
  const first = shown
    .slice(0, -1)
    .map((index) => cell(index, padEnd(row[index] ?? '', widths[index] ?? 0)) + gap)
    .join('')
  const value = row[last] ?? ''
  const room = columns - before
  if (value === '') return [first.trimEnd()]
  if (displayWidth(value) <= room) return [`${first}${cell(last, value)}`.trimEnd()]
  const beside = room >= minLastWidth ? fold(value, room) : []
  if (beside.length > 0 && beside.length <= maxLinesBeside) {
    const [head = '', ...rest] = beside
    const indent = ' '.repeat(before)
    return [`${first}${cell(last, head)}`.trimEnd(), ...rest.map((text) => `${indent}${cell(last, text)}`)]
  }
  // Too narrow for the last column: its value follows on lines of its own.
  const below = fold(value, columns - 2).map((text) => `  ${cell(last, text)}`)
  return [first.trimEnd(), ...below]
}

function lineWithSpaces(text: string): string {
  return escapeUnprintable(text.replaceAll(/[\n\t]/g, ' '))
}

/** Renders aligned `Name:   value` lines, folded to `columns`. Further lines of a value are indented. */
export function renderFields(
  fields: readonly (readonly [string, string])[],
  { columns = Infinity }: { columns?: number | undefined } = {},
): string {
  const width = Math.max(0, ...fields.map(([name]) => displayWidth(name))) + 1
  const indent = ' '.repeat(width + 2)
  return fields
    .map(([name, value]) => {
      const lines = value.split('\n').flatMap((line) => foldField(line, columns - indent.length))
      return `${padEnd(`${name}:`, width)}  ${lines.join(`\n${indent}`)}`.trimEnd()
    })
    .map((text) => `${text}\n`)
    .join('')
}

/** Folds a line. A line with indentation, as of an embedded document, stays as it is. */
function foldField(line: string, width: number): string[] {
  return displayWidth(line) <= width || /^\s|^- /.test(line) ? [line] : fold(line, width)
}

import { escapeUnprintable } from '../../schema/printable.ts'
import { displayWidth, oneLine, padEnd, truncate } from './width.ts'

export interface TableOptions {
  /** Width of the terminal: the last column is truncated to fit. Default: unlimited. */
  columns?: number | undefined
  /** Colours a cell of the body. `text` is already padded. */
  paint?: (text: string, cell: { header: string; value: string }) => string
  /** Minimum column widths, so that later rows align with a printed table; updated in place. */
  widths?: number[]
  /** Preserves runs of spaces in cells. @default false */
  keepSpaces?: boolean
  /** @default true */
  showHeaders?: boolean
}

const gap = '   '

/** Renders aligned columns without borders, as kubectl does: headers in upper case, one line per row. */
export function renderTable(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  { columns, paint = (text) => text, widths = [], showHeaders = true, keepSpaces = false }: TableOptions = {},
): string {
  const cells = rows.map((row) => row.map(keepSpaces ? lineWithSpaces : oneLine))
  headers.forEach((header, index) => {
    const longest = Math.max(displayWidth(header), ...cells.map((row) => displayWidth(row[index] ?? '')))
    widths[index] = Math.max(widths[index] ?? 0, longest)
  })
  const last = headers.length - 1
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + gap.length, 0)
  const room = columns === undefined ? Infinity : roomFor(columns - before, columns)
  const line = (row: readonly string[], colour: NonNullable<TableOptions['paint']>): string =>
    row
      .map((value, index) => {
        const header = headers[index] ?? ''
        const text = index === last ? truncate(value, room) : padEnd(value, widths[index] ?? 0)
        return colour(text, { header, value })
      })
      .join(gap)
      .trimEnd()
  const lines = cells.map((row) => line(row, paint))
  if (showHeaders) lines.unshift(line(headers, (text) => text))
  return lines.map((text) => `${text}\n`).join('')
}

function lineWithSpaces(text: string): string {
  return escapeUnprintable(text.replaceAll(/[\n\t]/g, ' '))
}

/** Returns the width of the last column: the rest of the line, or also the next line where the rest is too narrow. */
function roomFor(left: number, columns: number): number {
  return left >= Math.min(30, columns / 3) ? left : Math.max(left, 0) + columns
}

/** Renders aligned `Name:   value` lines. Further lines of a value are indented. */
export function renderFields(fields: readonly (readonly [string, string])[]): string {
  const width = Math.max(...fields.map(([name]) => displayWidth(name))) + 1
  return fields
    .map(([name, value]) => {
      const indent = ' '.repeat(width + 2)
      return `${padEnd(`${name}:`, width)}  ${value.split('\n').join(`\n${indent}`)}`.trimEnd()
    })
    .map((text) => `${text}\n`)
    .join('')
}

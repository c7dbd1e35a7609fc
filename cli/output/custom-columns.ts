import { usageError } from '../cli-error.ts'
import { renderTable } from '../terminal/table.ts'
import { compileValues, textOf } from './jsonpath.ts'
import type { Query } from './jsonpath-query.ts'
import { splitOutside } from './split.ts'

/** A column of `-o custom-columns`. */
export interface CustomColumn {
  header: string
  valuesOf: Query
}

/** Compiles `HEADER:PATH,HEADER:PATH`. Throws a usage error if it is invalid. */
export function compileColumns(text: string): CustomColumn[] {
  return splitOutside(text, /,/).map((part) => {
    const [, header, path] = /^\s*([^:]+):(.+)$/s.exec(part) ?? []
    if (header !== undefined && path !== undefined) return { header, valuesOf: compileValues(path) }
    throw usageError(
      `"${part}" is not a column. Write custom-columns as HEADER:PATH,HEADER:PATH, such as NAME:.metadata.name`,
    )
  })
}

/** Converts the two lines of a custom-columns file, headers and paths, to the value of `-o custom-columns`. */
export function columnsOfFile(text: string, file: string): string {
  const [headers = [], paths = []] = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => splitOutside(line.trim(), /\s/).filter((word) => word !== ''))
  if (headers.length > 0 && headers.length === paths.length)
    return headers.map((header, index) => `${header}:${paths[index]}`).join(',')
  throw usageError(
    `${file} must have a line of headers and a line with as many paths, got ${headers.length} headers and ${paths.length} paths`,
  )
}

/** Renders one row per value. A value that the path does not select is `<none>`, several are separated by commas. */
export function customTable(
  columns: readonly CustomColumn[],
  values: readonly unknown[],
  { showHeaders }: { showHeaders: boolean },
): string {
  const rows = values.map((root) =>
    columns.map(({ valuesOf }) => {
      const found = valuesOf({ root }).filter((value) => value !== null)
      return found.length === 0 ? '<none>' : found.map(textOf).join(',')
    }),
  )
  return renderTable(
    columns.map(({ header }) => header),
    rows,
    { showHeaders },
  )
}

import type { AnyObject } from '../../client-sdk/index.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import type { Io } from '../terminal/io.ts'
import { painter, phaseColour } from '../terminal/style.ts'
import { renderTable } from '../terminal/table.ts'
import { ageOf } from '../terminal/time.ts'
import { columnValue, messageOf, phaseOf } from './record.ts'

export interface ObjectTableOptions {
  kind: Kind
  wide: boolean
  showProject: boolean
  showHeaders: boolean
  /** Whether there is a column for why something is not ready. */
  showMessage: boolean
  /** Widths that rows printed later keep; see `renderTable`. */
  widths?: number[]
}

/** Objects of one kind as a table: NAME, the columns of the kind, STATUS, AGE, and MESSAGE where there is one. */
export function objectTable(io: Io, objects: readonly AnyObject[], options: ObjectTableOptions): string {
  const { kind, wide, showProject, showHeaders, showMessage, widths } = options
  const columns = kind.columns.filter((column) => wide || column.wide !== true)
  const headers = [
    ...(showProject ? ['PROJECT'] : []),
    'NAME',
    ...columns.map(({ header }) => header),
    'STATUS',
    'AGE',
    ...(showMessage ? ['MESSAGE'] : []),
  ]
  const rows = objects.map((object) => [
    ...(showProject ? [object.projectName ?? ''] : []),
    object.name,
    ...columns.map(({ path }) => columnValue(object, path)),
    phaseOf(object),
    ageOf(object.createdAt),
    ...(showMessage ? [messageOf(object)] : []),
  ])
  const paint = painter(io.stdout, io.env)
  return renderTable(headers, rows, {
    columns: io.stdout.columns,
    showHeaders,
    ...(widths === undefined ? {} : { widths }),
    paint: (text, { header, value }) => (header === 'STATUS' ? paint(phaseColour(value), text) : text),
  })
}

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
  /** Adds the MESSAGE column: why an object is not ready. */
  showMessage: boolean
  /** Minimum column widths; see `renderTable`. */
  widths?: number[]
}

/** Renders objects of one kind as a table: NAME, the columns of the kind, STATUS, AGE and optionally MESSAGE. */
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

import type { AnyObject } from '../../client-sdk/index.ts'
import type { KindData } from '../kind-data.ts'
import type { Io } from '../terminal/io.ts'
import { painter, phaseColour } from '../terminal/style.ts'
import { renderTable } from '../terminal/table.ts'
import { ageOf } from '../terminal/time.ts'
import { columnValue, messageOf, statusText } from './record.ts'

/** Labels to print beside the columns of a kind. */
export interface LabelColumns {
  /** Adds a column with all labels. @default false */
  all?: boolean
  /** Adds a column for each of these keys. @default none */
  keys?: readonly string[]
}

export interface ObjectTableOptions {
  kind: KindData
  wide: boolean
  showProject: boolean
  showHeaders: boolean
  /** Adds the MESSAGE column: why an object is not ready. */
  showMessage: boolean
  labels?: LabelColumns
  /** Minimum column widths; see `renderTable`. */
  widths?: number[]
}

interface ObjectColumn {
  header: string
  valueOf: (object: AnyObject) => string
}

/** Renders objects of one kind as a table: NAME, the columns of the kind, STATUS, AGE and optionally labels and MESSAGE. */
export function objectTable(io: Io, objects: readonly AnyObject[], options: ObjectTableOptions): string {
  const { kind, wide, showHeaders, widths } = options
  const columns = columnsOf(options)
  const paint = painter(io.stdout, io.env)
  // Columns of the kind are the least important ones, the last of them first.
  const optional = kind.columns.map(({ header }) => header).reverse()
  return renderTable(
    columns.map(({ header }) => header),
    objects.map((object) => columns.map(({ valueOf }) => valueOf(object))),
    {
      columns: wide ? undefined : io.stdout.columns,
      optional: [...optional, 'AGE'],
      showHeaders,
      ...(widths === undefined ? {} : { widths }),
      paint: (text, { header, value }) => (header === 'STATUS' ? paint(phaseColour(value), text) : text),
    },
  )
}

function columnsOf({
  kind,
  wide,
  showProject,
  showMessage,
  labels = {},
}: ObjectTableOptions): ObjectColumn[] {
  const { all = false, keys = [] } = labels
  const project: ObjectColumn = { header: 'PROJECT', valueOf: ({ projectName }) => projectName ?? '' }
  const message: ObjectColumn = { header: 'MESSAGE', valueOf: messageOf }
  return [
    ...(showProject ? [project] : []),
    { header: 'NAME', valueOf: ({ name }) => name },
    ...kind.columns
      .filter((column) => wide || column.wide !== true)
      .map(({ header, path }) => ({ header, valueOf: (object: AnyObject) => columnValue(object, path) })),
    { header: 'STATUS', valueOf: statusText },
    { header: 'AGE', valueOf: ({ createdAt }) => ageOf(createdAt) },
    ...keys.map((key) => ({
      header: (key.split('/').at(-1) ?? key).toUpperCase(),
      valueOf: (object: AnyObject) => object.labels[key] ?? '',
    })),
    ...(all ? [{ header: 'LABELS', valueOf: labelText }] : []),
    ...(showMessage ? [message] : []),
  ]
}

function labelText(object: AnyObject): string {
  const labels = Object.entries(object.labels).map(([key, value]) => `${key}=${value}`)
  return labels.length === 0 ? '<none>' : labels.join(',')
}

import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { exits } from '../cli-error.ts'
import { nounAndName } from '../kind-names.ts'
import type { Io } from '../terminal/io.ts'
import { printNext, withHeaders, type Format } from './formats.ts'
import { findObjects, isSelected as isSelectedByContent, type Selection } from './find.ts'
import { objectTable, type LabelColumns } from './object-table.ts'
import { recordOf } from './record.ts'

interface Watch {
  client: Client
  io: Io
  selection: Selection
  format: Format
  labels: LabelColumns
  noHeaders: boolean
}

/** Prints the selected objects, then every change to them, until Ctrl-C. `-o json` prints one line per change. */
export async function watchObjects({
  client,
  io,
  selection,
  format,
  labels,
  noHeaders,
}: Watch): Promise<number> {
  const { kinds, names, project } = selection
  const printed = new Map<string, number>()
  const widths = new Map<string, number[]>()
  let hasPrinted = false
  const isSelected = (object: AnyObject): boolean =>
    kinds.some(({ kind }) => kind === object.kind) &&
    (names.length === 0 || names.includes(object.name)) &&
    (project === undefined || object.projectName === null || object.projectName === project) &&
    isSelectedByContent(selection, object)

  const print = async (objects: readonly AnyObject[]): Promise<void> => {
    const changed = objects.filter(({ id, version }) => (printed.get(id) ?? -1) < version)
    for (const { id, version } of changed) printed.set(id, version)
    if (format.as === 'table' || format.as === 'wide') {
      for (const kind of kinds) {
        const rows = changed.filter((object) => object.kind === kind.kind)
        if (rows.length === 0) continue
        const known = widths.get(kind.kind)
        const columnWidths = known ?? []
        widths.set(kind.kind, columnWidths)
        const showProject = project === undefined && kind.scope !== 'global'
        const showHeaders = known === undefined && !noHeaders
        const wide = format.as === 'wide'
        io.stdout.write(
          objectTable(io, rows, {
            kind,
            wide,
            showProject,
            showHeaders,
            showMessage: true,
            labels,
            widths: columnWidths,
          }),
        )
      }
      return
    }
    for (const object of changed) {
      const name = nounAndName(object)
      const isFirst = !hasPrinted && !noHeaders
      hasPrinted = true
      await printNext(io, withHeaders(format, isFirst), { value: recordOf(object), name })
    }
  }

  // Changes during the initial list are delivered again by the watch and skipped by version.
  const after = await client.changeCursor()
  await print(await findObjects(client, selection))
  const changes = client.follow({ after, kinds: kinds.map(({ kind }) => kind), signal: io.signal })
  for await (const { object, operation, kind, name } of changes) {
    if (object !== null && isSelected(object)) await print([object])
    else if (
      operation === 'DELETE' &&
      kinds.some((each) => each.kind === kind) &&
      (names.length === 0 || names.includes(name))
    )
      io.stderr.write(`${nounAndName({ kind, name })} deleted\n`)
  }
  return exits.interrupted
}

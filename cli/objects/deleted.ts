import type { AnyObject } from '../../client-sdk/index.ts'
import type { Io } from '../terminal/io.ts'
import { formatTarget, type Target } from '../kind-names.ts'
import { targetOf } from './deletion.ts'
import { printItems, type Format } from './formats.ts'
import { recordOf } from './record.ts'

/** Prints deleted objects: as a table, a line for each with what has become of it. */
export async function printDeleted(
  io: Io,
  format: Format,
  {
    targets,
    deleted,
    outcome,
  }: { targets: readonly Target[]; deleted: readonly AnyObject[]; outcome: string },
): Promise<void> {
  if (format.as === 'table') {
    io.stdout.write(targets.map((target) => `${formatTarget(target)} ${outcome}\n`).join(''))
    return
  }
  await printItems(io, format, {
    items: deleted,
    nameOf: (object) => formatTarget(targetOf(object)),
    toList: (items) => ({ items: items.map(recordOf) }),
  })
}

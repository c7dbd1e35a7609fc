import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { isOver } from '../../schema/ending-kinds.ts'
import { allKinds, type KindData } from '../kind-data.ts'
import { nounAndName } from '../kind-names.ts'
import type { Io } from '../terminal/io.ts'
import { painter, phaseColour } from '../terminal/style.ts'
import { renderTable } from '../terminal/table.ts'
import { ageOf } from '../terminal/time.ts'
import { nextTryText, type NextTry } from './next-try.ts'
import { messageOf, phaseOf } from './record.ts'

/** Milliseconds after which an object that is not ready counts as stuck. */
const stuckAfter = 10 * 60_000

export interface StuckSelection {
  /** Undefined: all reconciled kinds. */
  kinds: readonly KindData[] | undefined
  /** Undefined: all projects. */
  project: string | undefined
}

/** Returns objects that are stalled or have not been ready for {@link stuckAfter}, longest first, without what is over. */
export async function findStuck(client: Client, { kinds, project }: StuckSelection): Promise<AnyObject[]> {
  const found: AnyObject[] = []
  for (const kind of kinds ?? allKinds.filter(({ reconciled }) => reconciled)) {
    const filter = {
      ready: false,
      ...(project === undefined || kind.scope === 'global' ? {} : { projects: [project] }),
    }
    for await (const object of client.objects.list(kind.kind, { filter }))
      if (isStuck(object)) found.push(object)
  }
  return found.sort((one, other) => since(one).localeCompare(since(other)))
}

function isStuck(object: AnyObject): boolean {
  if (isOver(object) && object.deletionRequestedAt === null) return false
  return object.status.stalled || Date.parse(since(object)) < Date.now() - stuckAfter
}

/** Returns the time since which an object has been deleting or not ready. */
function since({ status, deletionRequestedAt, updatedAt }: AnyObject): string {
  const ready = status.conditions.find(({ type }) => type === 'Ready')
  const notReadySince = ready?.status === 'True' ? undefined : ready?.lastTransitionTime
  return deletionRequestedAt ?? notReadySince ?? status.cause?.since ?? updatedAt
}

export interface StuckTable {
  objects: readonly AnyObject[]
  nextTries: ReadonlyMap<string, NextTry>
  showHeaders: boolean
  /** Adds the PROJECT column. */
  showProject: boolean
  /** Shows all columns regardless of the width of the terminal. */
  wide: boolean
}

/** Renders stuck objects of all kinds in one table, with duration, next reconcile and cause. */
export function stuckTable(io: Io, table: StuckTable): string {
  const { objects, nextTries, showHeaders, showProject, wide } = table
  const paint = painter(io.stdout, io.env)
  const rows = objects.map((object) => [
    ...(showProject ? [object.projectName ?? ''] : []),
    nounAndName(object),
    phaseOf(object),
    ageOf(since(object)),
    nextTryText(object, nextTries.get(object.id)),
    messageOf(object),
  ])
  const headers = [...(showProject ? ['PROJECT'] : []), 'OBJECT', 'STATUS', 'FOR', 'NEXT TRY', 'CAUSE']
  return renderTable(headers, rows, {
    columns: wide ? undefined : io.stdout.columns,
    optional: ['NEXT TRY', 'FOR', 'PROJECT'],
    showHeaders,
    paint: (text, { header, value }) => (header === 'STATUS' ? paint(phaseColour(value), text) : text),
  })
}

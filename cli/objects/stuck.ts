import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { reconciledKinds } from '../../schema/kinds/index.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import { kindByNoun, shownTarget } from '../kind-names.ts'
import type { Io } from '../terminal/io.ts'
import { painter, phaseColour } from '../terminal/style.ts'
import { renderTable } from '../terminal/table.ts'
import { ageOf } from '../terminal/time.ts'
import { nextTryText, type NextTry } from './next-try.ts'
import { messageOf, phaseOf } from './record.ts'

/** Milliseconds after which something that is not ready counts as stuck. */
const long = 10 * 60_000

export interface StuckSelection {
  /** Undefined: all kinds that are reconciled. */
  kinds: readonly Kind[] | undefined
  /** Undefined: all projects. */
  project: string | undefined
}

/** What is stalled, or has not become ready for long, longest first. */
export async function findStuck(client: Client, { kinds, project }: StuckSelection): Promise<AnyObject[]> {
  const found: AnyObject[] = []
  for (const kind of kinds ?? reconciledKinds) {
    const filter = { ready: false, ...(project === undefined || kind.scope === 'global' ? {} : { project }) }
    for await (const object of client.objects.list(kind.kind, { filter }))
      if (isStuck(object)) found.push(object)
  }
  return found.sort((one, other) => since(one).localeCompare(since(other)))
}

function isStuck(object: AnyObject): boolean {
  return object.status.stalled || Date.parse(since(object)) < Date.now() - long
}

/** Since when it is not as it should be. */
function since({ status, deletionRequestedAt, updatedAt }: AnyObject): string {
  const ready = status.conditions.find(({ type }) => type === 'Ready')
  const answered = ready?.status === 'True' ? undefined : ready?.lastTransitionTime
  return deletionRequestedAt ?? answered ?? status.cause?.since ?? updatedAt
}

export interface StuckTable {
  objects: readonly AnyObject[]
  nextTries: ReadonlyMap<string, NextTry>
  showHeaders: boolean
}

/** All kinds in one table: what it is, since when, when it is tried again, and why. */
export function stuckTable(io: Io, { objects, nextTries, showHeaders }: StuckTable): string {
  const paint = painter(io.stdout, io.env)
  const rows = objects.map((object) => [
    object.projectName ?? '',
    shownTarget({ kind: kindByNoun(object.kind), name: object.name }),
    phaseOf(object),
    ageOf(since(object)),
    nextTryText(object, nextTries.get(object.id)),
    messageOf(object),
  ])
  return renderTable(['PROJECT', 'OBJECT', 'STATUS', 'FOR', 'NEXT TRY', 'CAUSE'], rows, {
    columns: io.stdout.columns,
    showHeaders,
    paint: (text, { header, value }) => (header === 'STATUS' ? paint(phaseColour(value), text) : text),
  })
}

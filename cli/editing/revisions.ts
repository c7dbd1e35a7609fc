import type { AnyObject, ChangeEntry, Client } from '../../client-sdk/index.ts'
import { PlatformError } from '../../schema/errors.ts'
import { isRecord } from '../../schema/manifests.ts'
import { nounAndName } from '../kind-names.ts'
import { changesBackward } from '../objects/change-log.ts'
import type { Io } from '../terminal/io.ts'
import { poll } from '../waiting/poll.ts'
import { definitionOf, operatingFields } from './rollout-fields.ts'

/** A change of what an object consists of, as the change log records it. */
export interface Revision {
  /** The position in the change log, which never changes. */
  number: number
  object: AnyObject
  entry: ChangeEntry
  before: Record<string, unknown> | undefined
  after: Record<string, unknown>
}

/**
 * Returns the retained revisions of an object and of its definition, oldest first. Changes of replicas, restarts and
 * pauses are none. Throws UNAVAILABLE while the log lacks the last change: what is before it would be undone instead.
 */
export async function revisionsOf(
  context: { client: Client; io: Io },
  object: AnyObject,
): Promise<Revision[]> {
  const target = definitionOf(object)
  const definition = target && (await context.client.objects.get(target))
  const revisions = await ownRevisions(context, object)
  if (definition !== undefined) revisions.push(...(await ownRevisions(context, definition)))
  return revisions.sort((a, b) => a.number - b.number)
}

/**
 * Milliseconds to wait for the last change of an object. The log shows a change only once all transactions that began before
 * it have ended, also those of other databases in the same Postgres.
 */
const logTimeout = 10_000

async function ownRevisions(
  { client, io }: { client: Client; io: Io },
  object: AnyObject,
): Promise<Revision[]> {
  // The log retains the newest entries longest, so it either has the last change or none.
  const isComplete = ({ newest }: LoggedRevisions): boolean =>
    newest === undefined || newest >= object.version
  const read = (): Promise<LoggedRevisions> => readRevisions(client, object)
  const found = await poll(io, { read, isEnough: isComplete, every: 200, timeout: logTimeout })
  if (isComplete(found)) return found.revisions
  const message = `the change log does not show the last change of ${nounAndName(object)} yet, since a transaction of the database is still running; try again`
  throw new PlatformError('UNAVAILABLE', message)
}

interface LoggedRevisions {
  revisions: Revision[]
  /** The version of the object that the newest entry of the log is about; undefined without entries. */
  newest: number | undefined
}

async function readRevisions(client: Client, object: AnyObject): Promise<LoggedRevisions> {
  const revisions: Revision[] = []
  let newest: number | undefined
  for await (const entry of changesBackward(client, { objectId: object.id })) {
    newest ??= entry.version
    const after = specIn(entry.after)
    const before = specIn(entry.before)
    if (after === undefined || !['CREATE', 'UPDATE'].includes(entry.operation)) continue
    if (JSON.stringify(constituents(before)) === JSON.stringify(constituents(after))) continue
    revisions.push({ number: Number(entry.cursor), object, entry, before, after })
  }
  return { revisions, newest }
}

function specIn(value: unknown): Record<string, unknown> | undefined {
  return isRecord(value) ? value : undefined
}

/** Returns a spec without the fields that operate the object. */
export function constituents(spec: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  if (spec === undefined) return undefined
  const isOperating = (field: string): boolean => operatingFields.some((each) => each === field)
  const entries = Object.entries(spec).filter(([field]) => !isOperating(field))
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns the fields of a spec that operate the object. */
export function operating(spec: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(operatingFields.flatMap((field) => (field in spec ? [[field, spec[field]]] : [])))
}

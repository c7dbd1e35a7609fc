import {
  PlatformError,
  invalidInput,
  isPlatformError,
  shownValue,
  type FieldError,
} from '../../schema/errors.ts'
import { differences } from '../../schema/differences.ts'
import type { ChangeBodies, HistoryEntry, LoggedChange, RowPage } from '../../schema/graphql/store-queries.ts'
import type { Applied, ObjectTarget, Write } from '../../schema/graphql/store-writes.ts'
import { kindNamed } from '../../schema/kinds/index.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { assertChangeSize } from './response-size.ts'
import { isDesired } from './change-row.ts'
import { checkInput } from './check-input.ts'
import type { Item } from './checks.ts'
import type { StoreContext } from './context.ts'
import { secretContext } from './secret-contexts.ts'
import { findOne, findScopes, notFound } from './objects.ts'
import { invalid } from './problems.ts'
import { annotationsOf, labelsOf, run, type Statement } from './sql.ts'
import { withSecrets } from './secret-maps.ts'
import { writeItems } from './write-items.ts'

/* The history of an object: the entries of the change log that changed its spec. */

/** Returns a page of the changes of the spec of an object, newest first, each with the differences that it made. */
export async function findHistory(
  { sql, reads }: StoreContext,
  objectId: bigint,
  { take, skip, cursor }: RowPage,
): Promise<HistoryEntry[]> {
  const values = [objectId, cursor?.id ?? null, Math.abs(take), skip]
  const page = await run<{ seq: bigint }>(reads, take < 0 ? findNewer : findOlder, values)
  const cursors = page.map(({ seq }) => seq)
  await assertChangeSize(sql, cursors)
  const rows = await run<LoggedChange & Omit<ChangeBodies, 'metadata'>>(sql, readHistory, [cursors])
  return rows.map(({ before, after, ...entry }) => ({
    ...entry,
    differences: differences(
      before === null ? undefined : { spec: before },
      after === null ? undefined : { spec: after },
    ),
  }))
}

/** Counts the changes of the spec of an object that the log contains. */
export async function countHistory({ reads }: StoreContext, objectId: bigint): Promise<number> {
  const [row] = await run<{ count: number }>(reads, countEntries, [objectId])
  return row?.count ?? 0
}

/** $1 object, $2 the cursor at which the page starts, or null for the start, $3 limit, $4 offset. */
const findOlder: Statement = {
  name: 'find-history',
  text: `
  SELECT seq FROM "Change"
  WHERE "objectId" = $1 AND ${isDesired} AND seq <= coalesce($2::bigint, 9223372036854775807)
  ORDER BY seq DESC LIMIT $3 OFFSET $4`,
}

/** As {@link findOlder}, towards newer entries. */
const findNewer: Statement = {
  name: 'find-history-backward',
  text: `
  SELECT seq FROM "Change" WHERE "objectId" = $1 AND ${isDesired} AND seq >= coalesce($2::bigint, 0)
  ORDER BY seq LIMIT $3 OFFSET $4`,
}

const readHistory: Statement = {
  name: 'read-history',
  text: `
  SELECT seq, "objectId", "projectId", kind, name, operation, generation, version, actor, reason, "triggersReferrers",
    traceparent, time, before, after
  FROM "Change" WHERE seq = ANY($1) ORDER BY seq DESC`,
}

const countEntries: Statement = {
  name: 'count-history',
  text: `SELECT count(*)::int AS count FROM "Change" WHERE "objectId" = $1 AND ${isDesired}`,
}

/**
 * Writes the spec of an earlier generation as a new edit, with the secrets of that generation. Throws INVALID_INPUT when the
 * generation does not exist or is no longer in the log, and the errors of an edit, such as for an immutable field.
 *
 * @param toGeneration Absent for the spec before the last change.
 */
export async function rollBack(
  context: StoreContext,
  { target, toGeneration }: { target: ObjectTarget; toGeneration: number | undefined },
  write: Write,
): Promise<Applied> {
  const object = await findOne(context, target)
  if (object === undefined) throw notFound(target)
  const entry = await findGeneration(context, object, toGeneration)
  const key = {
    kind: object.kind,
    project: await projectOf(context, object),
    name: object.name,
    id: object.id,
  }
  const spec = openedSpec(context, { ...key, project: key.project ?? '' }, entry)
  const item: Item = {
    path: '',
    key,
    mode: 'edit',
    expectedVersion: target.expectedVersion,
    build: async (existing) => {
      if (existing === undefined) return { problems: [] }
      const metadata = { labels: labelsOf(existing), annotations: annotationsOf(existing) }
      const input = { ...key, ...metadata, spec }
      const { draft, errors } = await checkInput(context.digester, { input, path: '' }, write.actor)
      return { ...(draft === undefined ? {} : { draft }), problems: invalid(errors) }
    },
  }
  const { generation } = entry
  try {
    const reason = write.reason ?? `rolled back to generation ${generation}`
    const [applied] = await writeItems(context, [item], { ...write, reason })
    if (applied === undefined) throw new Error('a write of one object returned none')
    return applied
  } catch (cause) {
    if (!isPlatformError(cause)) throw cause
    const message = `cannot roll back to generation ${generation}: ${cause.message}`
    throw new PlatformError(cause.code, message, { details: cause.details, cause })
  }
}

async function projectOf(context: StoreContext, { id, kind }: StoredObject): Promise<string | undefined> {
  if (kindNamed(kind).scope === 'global') return undefined
  const [scope] = await findScopes(context, [id])
  return scope?.project
}

/** The spec of a generation, as the log contains it. */
interface LoggedGeneration {
  generation: number
  spec: Record<string, unknown>
  /** The sealed values of its secrets. */
  secrets: Record<string, string> | null
}

async function findGeneration(
  { sql }: StoreContext,
  { id, kind, name, generation: current }: StoredObject,
  requested: number | undefined,
): Promise<LoggedGeneration> {
  const reject = (error: Pick<FieldError, 'code' | 'message' | 'remedy'>): never => {
    const value = requested === undefined ? {} : { value: shownValue(requested) }
    throw invalidInput([{ path: 'toGeneration', ...error, ...value }])
  }
  const what = `${kind} ${shownValue(name)}`
  if (requested !== undefined && (requested < 1 || requested > current))
    return reject({
      code: 'OUT_OF_RANGE',
      message: `must be between 1 and ${current}, the generation of ${what}`,
      remedy: 'Choose one of its history.',
    })
  // The spec of a generation is that of the last change up to it: changes of referenced objects advance it as well.
  const values = requested === undefined ? [id, current, 1] : [id, requested, 0]
  const [found] = await run<LoggedGeneration & Record<string, unknown>>(sql, findSpec, values)
  if (found !== undefined) return found
  const which = requested === undefined ? 'an earlier spec' : 'this generation'
  return reject({
    code: 'NOT_FOUND',
    message: `refers to ${which} of ${what}, which is no longer in the change log`,
    remedy: 'Choose a generation of its history, or write the spec itself.',
  })
}

/** $1 object, $2 generation, $3 number of changes to skip. */
const findSpec: Statement = {
  name: 'find-spec-of-generation',
  text: `
  SELECT generation, after AS spec, secrets FROM "Change"
  WHERE "objectId" = $1 AND ${isDesired} AND generation <= $2 ORDER BY seq DESC LIMIT 1 OFFSET $3`,
}

/** Returns the spec with the values of its secrets. Without them, its placeholders stand for the stored values. */
function openedSpec(
  { encryption }: StoreContext,
  owner: { kind: string; project: string; name: string },
  { spec, secrets }: LoggedGeneration,
): Record<string, unknown> {
  const sealedBy = { ...owner, kind: kindNamed(owner.kind) }
  const opened = Object.entries(secrets ?? {}).map(([field, value]): [string, string] => [
    field,
    encryption.open(value, secretContext(sealedBy, field)),
  ])
  return withSecrets(spec, Object.fromEntries(opened))
}

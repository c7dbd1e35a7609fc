import type {
  ChangeBodies,
  ChangeQuery,
  LoggedChange,
  ReferenceKey,
} from '../../schema/graphql/store-queries.ts'
import type { Prisma } from '../../prisma/generated/client/client.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { defined } from '../../schema/defined.ts'
import type { Scope } from '../../schema/permissions.ts'
import { assertChangeSize, assertObjectSize, uncheckedObjects } from './response-size.ts'
import { assertCursor } from './change-log.ts'
import { togetherIn, type StoreContext } from './context.ts'
import { run, type Sql, type Statement } from './sql.ts'

/** Returns the objects that spec fields refer to, in the order of the keys. */
export async function findReferenced(
  context: StoreContext,
  keys: readonly ReferenceKey[],
): Promise<(StoredObject | undefined)[]> {
  const together = togetherIn(context)
  if (together !== undefined && keys.length <= uncheckedObjects)
    return Promise.all(keys.map((key) => together.referenced(key)))
  if (keys.length > uncheckedObjects) {
    const targets = await run<{ toId: bigint }>(context.sql, findReferencedIds, columnsOf(keys))
    await assertObjectSize(
      context.sql,
      targets.map(({ toId }) => toId),
    )
  }
  return referencedBy(context.sql, keys)
}

/** Returns the objects that spec fields refer to, in the order of the keys, whatever their size is. */
export async function referencedBy(
  sql: Sql,
  keys: readonly ReferenceKey[],
): Promise<(StoredObject | undefined)[]> {
  const rows = await run<StoredObject & { fromId: bigint; field: string }>(
    sql,
    findReferencedObjects,
    columnsOf(keys),
  )
  const byKey = new Map(rows.map(({ fromId, field, ...object }) => [`${fromId}:${field}`, object]))
  return keys.map(({ id, field }) => byKey.get(`${id}:${field}`))
}

function columnsOf(keys: readonly ReferenceKey[]): [bigint[], string[]] {
  return [keys.map(({ id }) => id), keys.map(({ field }) => field)]
}

const findReferencedIds: Statement = {
  name: 'find-referenced-ids',
  text: `
  SELECT DISTINCT reference."toId"
  FROM unnest($1::bigint[], $2::text[]) AS desired (id, field)
  JOIN "Reference" reference ON reference."fromId" = desired.id AND reference.field = desired.field`,
}

const findReferencedObjects: Statement = {
  name: 'find-referenced',
  text: `
  SELECT reference."fromId", reference.field, object.*
  FROM unnest($1::bigint[], $2::text[]) AS desired (id, field)
  JOIN "Reference" reference ON reference."fromId" = desired.id AND reference.field = desired.field
  JOIN "Object" object ON object.id = reference."toId"`,
}

/** Returns changes in log order. Throws CURSOR_GONE when the log no longer contains `after`. */
export async function findChanges(
  context: StoreContext,
  { after, before, upTo, limit, objectId, within, fromEnd = false }: ChangeQuery,
): Promise<LoggedChange[]> {
  const changes = await context.prisma.change.findMany({
    where: {
      seq: { gt: after ?? 0n, ...defined({ lt: before, lte: upTo }) },
      ...defined({ objectId }),
      ...(await changesWithin(context, within)),
    },
    orderBy: { seq: fromEnd ? 'desc' : 'asc' },
    take: limit,
    omit: { before: true, after: true, metadata: true, secrets: true },
  })
  if (after !== undefined) await assertCursor(context.sql, after)
  return fromEnd ? changes.toReversed() : changes
}

/** Counts changes. */
export async function countChanges(
  context: StoreContext,
  { upTo, objectId, within }: Pick<ChangeQuery, 'upTo' | 'objectId' | 'within'>,
): Promise<number> {
  return context.prisma.change.count({
    where: {
      ...defined({ objectId, seq: upTo === undefined ? undefined : { lte: upTo } }),
      ...(await changesWithin(context, within)),
    },
  })
}

/** Returns a change by its cursor. */
export async function findChange(
  context: StoreContext,
  cursor: bigint,
  within?: readonly Scope[],
): Promise<LoggedChange | undefined> {
  const change = await context.prisma.change.findFirst({
    where: { seq: cursor, ...(await changesWithin(context, within)) },
    omit: { before: true, after: true, metadata: true },
  })
  return change ?? undefined
}

/** Returns the specs and metadata before and after changes, in the order of the cursors. */
export async function findChangeBodies(
  context: StoreContext,
  cursors: readonly bigint[],
  within?: readonly Scope[],
): Promise<(ChangeBodies | undefined)[]> {
  const { sql, prisma } = context
  await assertChangeSize(sql, cursors)
  const rows = await prisma.change.findMany({
    where: { seq: { in: [...cursors] }, ...(await changesWithin(context, within)) },
    select: { seq: true, before: true, after: true, metadata: true },
  })
  const found = new Map(rows.map(({ seq, ...bodies }) => [seq, bodies]))
  return cursors.map((cursor) => found.get(cursor))
}

/**
 * Returns the condition for changes within scopes. Changes outlive their projects and refer to them by id; those of a
 * deleted project match no name.
 */
async function changesWithin(
  { prisma }: StoreContext,
  within: readonly Scope[] | undefined,
): Promise<Prisma.ChangeWhereInput> {
  if (within === undefined) return {}
  const names = within.flatMap(({ projects }) => (projects === '*' ? [] : projects))
  const found = await prisma.storedObject.findMany({
    where: { kind: 'Project', projectId: null, name: { in: names } },
    select: { id: true, name: true },
  })
  return {
    OR: within.map(({ kinds, projects }) => {
      const ofKinds = kinds === '*' ? {} : { kind: { in: [...kinds] } }
      if (projects === '*') return ofKinds
      const ids = found.flatMap(({ id, name }) => (projects.includes(name) ? [id] : []))
      const project = { kind: 'Project', name: { in: [...projects] } }
      return { AND: [ofKinds, { OR: [{ projectId: { in: ids } }, project] }] }
    }),
  }
}

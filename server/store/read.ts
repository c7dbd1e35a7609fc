import type {
  ChangeBodies,
  ChangeQuery,
  Listed,
  ListFilter,
  ListQuery,
  LoggedChange,
  ReferenceKey,
} from '../../schema/graphql/store.ts'
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { defined } from '../../schema/inputs.ts'
import type { Scope } from '../../schema/permissions.ts'
import {
  assertChangeSize,
  assertObjectSize,
  uncheckedObjects,
  lengthOfObject,
  maxBytes,
} from './response-size.ts'
import { assertCursor } from './change-log.ts'
import type { StoreContext } from './context.ts'
import { run, type Sql, type Statement } from './sql.ts'

/**
 * Returns one page of objects, in an order that inserts and deletes between two pages cannot shift. The page is cut short
 * when its objects are large, but contains at least one.
 */
export async function listObjects({ prisma, sql }: StoreContext, query: ListQuery): Promise<Listed> {
  const { order, direction, limit, offset = 0 } = query
  const found = await prisma.storedObject.findMany({
    where: { AND: [filter(prisma, query), ...afterCursor(query)] },
    orderBy: order === 'id' ? [{ id: direction }] : [{ [order]: direction }, { id: direction }],
    take: limit,
    skip: offset,
    select: { id: true },
  })
  return readPage(
    sql,
    found.map(({ id }) => id),
  )
}

/** Returns objects in the order of their ids, as many as fit into the size limit. */
export async function readPage(sql: Sql, ids: readonly bigint[]): Promise<Listed> {
  if (ids.length === 0) return { objects: [], isCut: false }
  const rows = await run<StoredObject & { kept: boolean }>(sql, findPage, [ids, maxBytes])
  const objects = rows.flatMap(({ kept, ...object }) => (kept ? [object] : []))
  return { objects, isCut: objects.length < rows.length }
}

/** $1 ids in order, $2 bytes. Rows beyond the limit are empty; only their number matters. */
const findPage: Statement = {
  name: 'find-page',
  text: `
  WITH sized AS (
    SELECT id, rank, sum(${lengthOfObject}) OVER (ORDER BY rank) AS bytes
    FROM unnest($1::bigint[]) WITH ORDINALITY AS requested (id, rank) JOIN "Object" object USING (id)
  )
  SELECT object.*, object.id IS NOT NULL AS kept
  FROM sized LEFT JOIN "Object" object ON object.id = sized.id AND (sized.bytes <= $2 OR sized.rank = 1)
  ORDER BY sized.rank`,
}

/** Counts the objects that a filter matches. */
export function countObjects({ prisma }: StoreContext, query: ListFilter): Promise<number> {
  return prisma.storedObject.count({ where: filter(prisma, query) })
}

function filter(prisma: PrismaClient, query: ListFilter): Prisma.StoredObjectWhereInput {
  const {
    kind,
    project,
    names,
    labels = {},
    search,
    phases,
    references,
    owners,
    ownedBy,
    within,
    specFields = {},
  } = query
  const { ready, stalled } = query
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(project === undefined
      ? {}
      : { project: { is: { kind: 'Project', name: project, projectId: null } } }),
    ...(references === undefined ? {} : { references: { some: { toId: references } } }),
    ...(owners === undefined ? {} : { owns: { some: { ownedId: owners } } }),
    ...(ownedBy === undefined ? {} : { owners: { some: { ownerId: ownedBy } } }),
    AND: [
      ...(names === undefined ? [] : [{ name: { in: [...names] } }]),
      ...(search === undefined
        ? []
        : [{ name: { contains: escapePattern(search), mode: 'insensitive' as const } }]),
      ...Object.entries(labels).map(([key, value]) => ({ labels: { path: [key], equals: value } })),
      ...Object.entries(specFields).map(([field, value]) => ({ spec: { path: [field], equals: value } })),
      ...(phases === undefined
        ? []
        : [{ OR: phases.map((phase) => ({ status: { path: ['phase'], equals: phase } })) }]),
      ...(ready === undefined ? [] : [ready ? { NOT: unready(prisma) } : unready(prisma)]),
      // Stalled objects are not ready; the second condition lets Postgres use the partial index.
      ...(stalled === undefined ? [] : [{ stalled }, ...(stalled ? [unready(prisma)] : [])]),
      ...(within === undefined ? [] : [{ OR: within.map(objectsWithin) }]),
    ],
  }
}

/**
 * Returns the condition of the partial index of objects that are not ready: not ready, not observed, or being deleted.
 */
function unready({ storedObject }: PrismaClient): Prisma.StoredObjectWhereInput {
  return {
    OR: [
      { ready: false },
      { observedGeneration: { lt: storedObject.fields.generation } },
      { deletionRequestedAt: { not: null } },
    ],
  }
}

function objectsWithin({ kinds, projects }: Scope): Prisma.StoredObjectWhereInput {
  const ofKinds = kinds === '*' ? {} : { kind: { in: [...kinds] } }
  if (projects === '*') return ofKinds
  const project = { kind: 'Project', projectId: null, name: { in: [...projects] } }
  return { ...ofKinds, OR: [{ project: { is: project } }, project] }
}

/** Escapes the wildcards of ILIKE: Prisma passes a string on as a pattern. */
function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}

function afterCursor({ after, order, direction }: ListQuery): Prisma.StoredObjectWhereInput[] {
  if (after === undefined) return []
  const past = direction === 'asc' ? 'gt' : 'lt'
  if (order === 'id') return [{ id: { [past]: after.id } }]
  return [{ OR: [{ [order]: { [past]: after.value } }, { [order]: after.value, id: { [past]: after.id } }] }]
}

/** Returns the objects that spec fields refer to, in the order of the keys. */
export async function findReferenced(
  context: StoreContext,
  keys: readonly ReferenceKey[],
): Promise<(StoredObject | undefined)[]> {
  const columns = [keys.map(({ id }) => id), keys.map(({ field }) => field)]
  if (keys.length > uncheckedObjects) {
    const targets = await run<{ toId: bigint }>(context.sql, findReferencedIds, columns)
    await assertObjectSize(
      context.sql,
      targets.map(({ toId }) => toId),
    )
  }
  const rows = await run<StoredObject & { fromId: bigint; field: string }>(
    context.sql,
    findReferencedObjects,
    columns,
  )
  const byKey = new Map(rows.map(({ fromId, field, ...object }) => [`${fromId}:${field}`, object]))
  return keys.map(({ id, field }) => byKey.get(`${id}:${field}`))
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
  { after, upTo, limit, objectId, within }: ChangeQuery,
): Promise<LoggedChange[]> {
  const changes = await context.prisma.change.findMany({
    where: {
      seq: { gt: after ?? 0n, ...defined({ lte: upTo }) },
      ...defined({ objectId }),
      ...(await changesWithin(context, within)),
    },
    orderBy: { seq: 'asc' },
    take: limit,
    omit: { before: true, after: true },
  })
  if (after !== undefined) await assertCursor(context.sql, after)
  return changes
}

/** Returns the specs before and after changes, in the order of the cursors. */
export async function findChangeBodies(
  context: StoreContext,
  cursors: readonly bigint[],
  within?: readonly Scope[],
): Promise<(ChangeBodies | undefined)[]> {
  const { sql, prisma } = context
  await assertChangeSize(sql, cursors)
  const rows = await prisma.change.findMany({
    where: { seq: { in: [...cursors] }, ...(await changesWithin(context, within)) },
    select: { seq: true, before: true, after: true },
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

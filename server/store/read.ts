import type { ChangeQuery, ListFilter, ListQuery, ReferenceKey } from '../../schema/graphql/store.ts'
import type { Change, Prisma } from '../../prisma/generated/client/client.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { defined } from '../../schema/inputs.ts'
import { assertCursor } from './change-log.ts'
import type { StoreContext } from './context.ts'
import { run, type Statement } from './rows.ts'

/** One page, in an order that no insert or delete between two pages can shift. */
export function listObjects({ prisma }: StoreContext, query: ListQuery): Promise<StoredObject[]> {
  const { order, direction, limit, offset = 0 } = query
  return prisma.storedObject.findMany({
    where: { AND: [filter(query), ...afterCursor(query)] },
    orderBy: order === 'id' ? [{ id: direction }] : [{ [order]: direction }, { id: direction }],
    take: limit,
    skip: offset,
  })
}

export function countObjects({ prisma }: StoreContext, query: ListFilter): Promise<number> {
  return prisma.storedObject.count({ where: filter(query) })
}

function filter(query: ListFilter): Prisma.StoredObjectWhereInput {
  const { kind, project, names, labels = {}, search, phases, references, specFields = {} } = query
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(project === undefined
      ? {}
      : { project: { is: { kind: 'Project', name: project, projectId: null } } }),
    ...(references === undefined ? {} : { references: { some: { toId: references } } }),
    AND: [
      ...(names === undefined ? [] : [{ name: { in: [...names] } }]),
      ...(search === undefined ? [] : [{ name: { contains: search, mode: 'insensitive' as const } }]),
      ...Object.entries(labels).map(([key, value]) => ({ labels: { path: [key], equals: value } })),
      ...Object.entries(specFields).map(([field, value]) => ({ spec: { path: [field], equals: value } })),
      ...(phases === undefined
        ? []
        : [{ OR: phases.map((phase) => ({ status: { path: ['phase'], equals: phase } })) }]),
    ],
  }
}

function afterCursor({ after, order, direction }: ListQuery): Prisma.StoredObjectWhereInput[] {
  if (after === undefined) return []
  const past = direction === 'asc' ? 'gt' : 'lt'
  if (order === 'id') return [{ id: { [past]: after.id } }]
  return [{ OR: [{ [order]: { [past]: after.value } }, { [order]: after.value, id: { [past]: after.id } }] }]
}

/** The objects that others name in a spec field, in the order of the keys. */
export async function findReferenced(
  context: StoreContext,
  keys: readonly ReferenceKey[],
): Promise<(StoredObject | undefined)[]> {
  const rows = await run<StoredObject & { fromId: bigint; field: string }>(
    context.sql,
    findReferencedObjects,
    [keys.map(({ id }) => id), keys.map(({ field }) => field)],
  )
  const byKey = new Map(rows.map(({ fromId, field, ...object }) => [`${fromId}:${field}`, object]))
  return keys.map(({ id, field }) => byKey.get(`${id}:${field}`))
}

const findReferencedObjects: Statement = {
  name: 'find-referenced',
  text: `
  SELECT reference."fromId", reference.field, object.*
  FROM unnest($1::bigint[], $2::text[]) AS wanted (id, field)
  JOIN "Reference" reference ON reference."fromId" = wanted.id AND reference.field = wanted.field
  JOIN "Object" object ON object.id = reference."toId"`,
}

export async function findChanges(
  context: StoreContext,
  { after, upTo, limit, objectId }: ChangeQuery,
): Promise<Change[]> {
  const changes = await context.prisma.change.findMany({
    where: { seq: { gt: after ?? 0n, ...defined({ lte: upTo }) }, ...defined({ objectId }) },
    orderBy: { seq: 'asc' },
    take: limit,
  })
  if (after !== undefined) await assertCursor(context.sql, after)
  return changes
}

import type { AppliedResource, ExternalResource } from '../../prisma/generated/client/client.ts'
import type { RowPage, StoredEvent } from '../../schema/graphql/store-queries.ts'
import type { StoreContext } from './context.ts'

/** Returns a page of the events of an object, newest first. */
export async function findEvents(
  { prisma }: StoreContext,
  objectId: bigint,
  page: RowPage,
): Promise<StoredEvent[]> {
  const rows = await prisma.objectEvent.findMany({
    ...page,
    where: { objectId },
    orderBy: { lastSeen: 'desc' },
    include: { object: { select: { kind: true, name: true, projectId: true } } },
  })
  return rows.map(({ object, objectId: subjectId, ...event }) => ({
    ...event,
    ...object,
    subjectId,
    isDetached: false,
  }))
}

/** Returns a page of the inventory of an object, in the order in which resources are applied. */
export function findAppliedPage(
  { prisma }: StoreContext,
  objectId: bigint,
  page: RowPage,
): Promise<AppliedResource[]> {
  return prisma.appliedResource.findMany({
    ...page,
    where: { objectId },
    orderBy: [{ order: 'asc' }, { id: 'asc' }],
  })
}

/** Returns a page of the external resources of an object, in creation order. */
export function findExternalPage(
  { prisma }: StoreContext,
  objectId: bigint,
  page: RowPage,
): Promise<ExternalResource[]> {
  return prisma.externalResource.findMany({
    ...page,
    where: { objectId },
    orderBy: [{ order: 'asc' }, { id: 'asc' }],
  })
}

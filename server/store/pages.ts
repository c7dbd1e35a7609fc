import type { AppliedResource, ExternalResource, ObjectEvent } from '../../prisma/generated/client/client.ts'
import type { RowPage } from '../../schema/graphql/store.ts'
import type { StoreContext } from './context.ts'

/** A page of what happened to an object, the newest first. */
export function findEvents(
  { prisma }: StoreContext,
  objectId: bigint,
  page: RowPage,
): Promise<ObjectEvent[]> {
  return prisma.objectEvent.findMany({ ...page, where: { objectId }, orderBy: { lastSeen: 'desc' } })
}

/** A page of what an object has in clusters, in the order of applying. */
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

/** A page of what an object has with providers, in the order of creating. */
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

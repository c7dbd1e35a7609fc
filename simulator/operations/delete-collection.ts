import type { ClusterContext } from '../context.ts'
import { hasReason } from '../errors/status-error.ts'
import { deleteObject, type DeleteOptions } from './delete.ts'
import { listObjects, type Listed, type ListRequest } from './read.ts'

/** Deletes every object that a list would contain; returns that list. */
export async function deleteCollection(
  context: ClusterContext,
  request: ListRequest,
  options: DeleteOptions,
): Promise<Listed> {
  const listed = listObjects(context, request)
  for (const { metadata } of listed.items) {
    const target = {
      resource: request.resource,
      namespace: metadata.namespace ?? '',
      name: metadata.name,
      subresource: '',
    }
    try {
      await deleteObject(context, target, options)
    } catch (error) {
      // An object that was deleted in the meantime needs no deletion.
      if (!hasReason(error, 'NotFound')) throw error
    }
  }
  return listed
}

import type { ClusterContext } from '../context.ts'
import { standardClass } from '../controllers/volumes.ts'
import { hasReason } from '../errors/status-error.ts'
import { systemWrites } from '../operations/system.ts'

/** Creates what the API server does not create itself: a storage class. */
export async function furnish(context: ClusterContext): Promise<void> {
  try {
    await systemWrites(context, 'kube-apiserver').create(standardClass)
  } catch (error) {
    if (!hasReason(error, 'AlreadyExists')) throw error
  }
}

import type { ClusterContext } from './context.ts'
import { hasReason } from './api/status-error.ts'
import { systemWrites } from './operations/system.ts'

/** What every new cluster has before anyone uses it. */
export async function bootstrap(context: ClusterContext): Promise<void> {
  for (const name of ['default', 'kube-system', 'kube-public', 'kube-node-lease'])
    await createIfMissing(context, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
}

async function createIfMissing(context: ClusterContext, object: Parameters<ReturnType<typeof systemWrites>['create']>[0]): Promise<void> {
  try {
    await systemWrites(context, 'kube-apiserver').create(object)
  } catch (error) {
    if (!hasReason(error, 'AlreadyExists')) throw error
  }
}

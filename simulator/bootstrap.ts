import type { ClusterContext } from './context.ts'
import { createNodes } from './controllers/nodes.ts'
import { standardClass } from './controllers/volumes.ts'
import { hasReason } from './errors/status-error.ts'
import type { JsonObject } from './json.ts'
import { systemWrites } from './operations/system.ts'

const first: readonly JsonObject[] = [
  ...['default', 'kube-system', 'kube-public', 'kube-node-lease'].map((name) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  })),
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: 'kubernetes',
      namespace: 'default',
      labels: { component: 'apiserver', provider: 'kubernetes' },
    },
    spec: {
      clusterIP: '10.96.0.1',
      ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }],
      sessionAffinity: 'None',
    },
  },
  standardClass,
  ...[
    [
      'system-cluster-critical',
      2_000_000_000,
      'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
    ] as const,
    [
      'system-node-critical',
      2_000_001_000,
      'Used for system critical pods that must not be moved from their current node.',
    ] as const,
  ].map(([name, value, description]) => ({
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name },
    value,
    description,
  })),
]

/** Creates the objects of every new cluster. */
export async function bootstrap(context: ClusterContext): Promise<void> {
  const writes = systemWrites(context, 'kube-apiserver')
  for (const object of first) {
    try {
      await writes.create(object)
    } catch (error) {
      // After a restart all of them exist; the service's address is taken, by itself.
      if (!hasReason(error, 'AlreadyExists', 'Invalid')) throw error
    }
  }
  await createNodes(context)
}

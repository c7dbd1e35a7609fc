import { microTimestamp, type ClusterContext } from '../context.ts'
import { createNodes } from '../controllers/nodes.ts'
import type { JsonObject } from '../json.ts'
import { systemWrites } from '../operations/system.ts'

/** Milliseconds between signs of life; without one for 40 seconds, Kubernetes takes a node for dead. */
const leaseInterval = 10_000

/** Creates the nodes and keeps them alive. Resolves with what stops that. */
export async function keepNodes(context: ClusterContext, kubeletPort: number): Promise<() => void> {
  await createNodes(context, { address: '127.0.0.1', port: kubeletPort })
  await renewLeases(context)
  const timer = setInterval(() => {
    renewLeases(context).catch((error: unknown) => {
      context.log('cannot renew the leases of nodes', { error: String(error) })
    })
  }, leaseInterval)
  return () => clearInterval(timer)
}

async function renewLeases(context: ClusterContext): Promise<void> {
  const writes = systemWrites(context, 'kubelet')
  for (const { metadata } of context.store.list('nodes')) {
    const path = { resource: 'leases.coordination.k8s.io', namespace: 'kube-node-lease', name: metadata.name }
    const renewTime = microTimestamp(context.now())
    const spec: JsonObject = { holderIdentity: metadata.name, leaseDurationSeconds: 40, renewTime }
    const lease = await writes.latest(path)
    if (lease === undefined) {
      const { name, namespace } = path
      await writes.create({
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { name, namespace },
        spec,
      })
    } else
      await writes.update(lease, (draft) => {
        draft['spec'] = spec
      })
  }
}

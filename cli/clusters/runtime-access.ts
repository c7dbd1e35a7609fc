import type { Client } from '../../client-sdk/index.ts'
import type { ClusterConnection } from '../../schema/clusters/kubeconfig/connection.ts'
import type { ClusterPolicy } from '../../schema/clusters/policy.ts'
import { PlatformError } from '../../schema/errors.ts'
import { isRecord } from '../../schema/manifests.ts'
import { runsNothing } from '../../schema/runtimes.ts'
import { clusterAccess } from './cluster-access.ts'

/** Lifetime of the credentials in seconds. Connections stay open after they expire. */
const accessSeconds = 3600

/**
 * Issues access to the API server of a runtime from this machine. Throws for one that runs no processes, unless it simulates what
 * is attempted.
 */
export async function accessOfRuntime(
  client: Client,
  id: string,
  { purpose, policy, worksSimulated }: { purpose: string; policy: ClusterPolicy; worksSimulated: boolean },
): Promise<ClusterConnection> {
  const runtime = await client.objects.getById(id)
  if (runtime === undefined) throw new PlatformError('NOT_FOUND', 'the runtime of the pod no longer exists')
  const outputs = isRecord(runtime.status.outputs) ? runtime.status.outputs : {}
  const provider = String(outputs['provider'])
  if (runsNothing(provider) && !(worksSimulated && provider === 'simulated')) {
    const message =
      `runtime "${runtime.name}" is of provider ${provider} and runs no processes, so there is nothing to ${purpose}. ` +
      'Import a real cluster: qleetctl runtime import NAME'
    throw new PlatformError('INVALID_INPUT', message)
  }
  const kubeconfig = await client.kubeconfig({
    name: runtime.name,
    project: runtime.projectName ?? undefined,
    seconds: accessSeconds,
    reason: purpose,
  })
  if (kubeconfig === undefined)
    throw new PlatformError('UNAVAILABLE', `runtime "${runtime.name}" has no kubeconfig yet`)
  return clusterAccess(kubeconfig, policy)
}

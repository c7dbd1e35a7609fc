import { readSettings } from '../../process/settings/read.ts'
import { clusterSettings } from '../../process/settings/shared.ts'
import { accessOf } from '../../schema/clusters/kubeconfig/access.ts'
import { connectionOf, type ClusterConnection } from '../../schema/clusters/kubeconfig/connection.ts'
import { literalAddress } from '../../schema/clusters/kubeconfig/cluster-problems.ts'
import { KubeconfigError } from '../../schema/clusters/kubeconfig/kubeconfig.ts'
import { clusterPolicy, trustedPolicy, type ClusterPolicy } from '../../schema/clusters/policy.ts'
import { PlatformError } from '../../schema/errors.ts'

/**
 * Returns the access that a kubeconfig grants.
 *
 * @param policy Addresses that this machine may connect to. Another user may have supplied the kubeconfig, so its address
 *   is as untrusted here as it is for workers.
 */
export function clusterAccess(kubeconfig: string, policy: ClusterPolicy): ClusterConnection {
  return connectionOf(parseAccess(kubeconfig, policy))
}

function parseAccess(kubeconfig: string, policy: ClusterPolicy) {
  try {
    return accessOf(kubeconfig, policy)
  } catch (error) {
    if (!(error instanceof KubeconfigError)) throw error
    if (error.problem.code === 'refused') throw new PlatformError('FORBIDDEN', error.message)
    const message = `cannot connect to the runtime from this machine: ${error.message}`
    throw new PlatformError('UNAVAILABLE', message)
  }
}

/**
 * Returns the policy for connections of this machine. A control plane on this machine is trusted, since its workers have
 * made the same connections from here; for any other the settings apply, as they do for workers.
 */
export function localPolicy(
  serverUrl: string,
  env: Readonly<Record<string, string | undefined>>,
): ClusterPolicy {
  const address = literalAddress(new URL(serverUrl).hostname)
  if (address === '::1' || address?.startsWith('127.') === true) return trustedPolicy
  return clusterPolicy(readSettings(clusterSettings, env))
}

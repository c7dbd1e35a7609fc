import { readSettings } from '../../process/settings/read.ts'
import { clusterSettings } from '../../process/settings/shared.ts'
import { accessOf } from '../../schema/clusters/kubeconfig/access.ts'
import { literalAddress } from '../../schema/clusters/kubeconfig/cluster-problems.ts'
import { KubeconfigError } from '../../schema/clusters/kubeconfig/kubeconfig.ts'
import { clusterPolicy, trustedPolicy, type ClusterPolicy } from '../../schema/clusters/policy.ts'
import { PlatformError } from '../../schema/errors.ts'
import { defined } from '../../schema/inputs.ts'

/** How this machine reaches an API server, in the words of node:tls. */
export interface ClusterAccess {
  server: string
  headers: Record<string, string>
  /** Where connections may go. */
  policy: ClusterPolicy
  tls: { ca?: string; cert?: string; key?: string; servername?: string; rejectUnauthorized?: boolean }
}

/**
 * @param policy Where this machine connects to. The address is that of a kubeconfig which somebody else has given, so it is
 *   no better here than where workers are.
 */
export function clusterAccess(kubeconfig: string, policy: ClusterPolicy): ClusterAccess {
  const { server, ca, certificate, key, token, serverName, skipVerification } = usable(kubeconfig, policy)
  return {
    policy,
    server,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    tls: {
      ...defined({ ca, cert: certificate, key, servername: serverName }),
      ...(skipVerification === true ? { rejectUnauthorized: false } : {}),
    },
  }
}

function usable(kubeconfig: string, policy: ClusterPolicy) {
  try {
    return accessOf(kubeconfig, policy)
  } catch (error) {
    if (!(error instanceof KubeconfigError)) throw error
    if (error.problem.code === 'refused') throw new PlatformError('FORBIDDEN', error.message)
    const message = `the runtime cannot be reached from here: ${error.message}`
    throw new PlatformError('UNAVAILABLE', message)
  }
}

/**
 * What this machine may connect to: anything that a control plane on it names, as its workers are here too and have
 * connected to it; of others what the settings say, as for workers.
 */
export function localPolicy(
  serverUrl: string,
  env: Readonly<Record<string, string | undefined>>,
): ClusterPolicy {
  const address = literalAddress(new URL(serverUrl).hostname)
  if (address === '::1' || address?.startsWith('127.') === true) return trustedPolicy
  return clusterPolicy(readSettings(clusterSettings, env))
}

import type { ClusterPolicy } from '../policy.ts'
import { clusterProblems } from './cluster-problems.ts'
import { chooseContext, type ChosenContext, type Cluster } from './context.ts'
import { KubeconfigError, readKubeconfig } from './kubeconfig.ts'
import { namedFile, unsupportedField } from './unsupported.ts'

/** The endpoint and credentials of a cluster. */
export interface ClusterAccess {
  server: string
  ca?: string
  certificate?: string
  key?: string
  token?: string
  /** The name that the certificate of the server must have. @default the host of `server` */
  serverName?: string
  skipVerification?: boolean
  /** The policy on addresses, checked again for each connection. */
  policy: ClusterPolicy
}

/**
 * Returns the endpoint and credentials of the current context of a kubeconfig. A kubeconfig is used on another machine
 * than the one it was written on, so references to files and credential plugins are refused. Throws KubeconfigError.
 */
export function accessOf(kubeconfig: string, policy: ClusterPolicy): ClusterAccess {
  const chosen = chooseContext(readKubeconfig(kubeconfig))
  assertSupported(chosen)
  const { cluster, user } = chosen
  assertAllowed(cluster, policy)
  return {
    policy,
    server: cluster.server.replace(/\/+$/, ''),
    ...optional('ca', decoded(cluster['certificate-authority-data'])),
    ...optional('serverName', cluster['tls-server-name']),
    ...(cluster['insecure-skip-tls-verify'] === true ? { skipVerification: true } : {}),
    ...optional('certificate', decoded(user['client-certificate-data'])),
    ...optional('key', decoded(user['client-key-data'])),
    ...optional('token', user.token),
  }
}

/** Throws KubeconfigError if the kubeconfig works only on the machine that it was written on. */
export function assertSupported(chosen: Pick<ChosenContext, 'cluster' | 'user'>): void {
  const found = namedFile(chosen) ?? unsupportedField(chosen)
  if (found !== undefined) throw new KubeconfigError({ code: 'unsupported', ...found })
}

/** Throws KubeconfigError if the policy refuses connections to the cluster. */
export function assertAllowed(cluster: Cluster, policy: ClusterPolicy): void {
  const [problem] = clusterProblems(cluster, policy)
  if (problem === undefined) return
  const { field, message, remedy } = problem
  throw new KubeconfigError({ code: 'refused', message: `names a cluster whose ${field} ${message}`, remedy })
}

function decoded(data: string | null | undefined): string | undefined {
  return data === undefined || data === null ? undefined : Buffer.from(data, 'base64').toString()
}

function optional<Key extends string>(
  key: Key,
  value: string | null | undefined,
): Partial<Record<Key, string>> {
  // An object with one computed key of a literal type is inferred as an index signature.
  return value === undefined || value === null || value === ''
    ? {}
    : ({ [key]: value } as Record<Key, string>)
}

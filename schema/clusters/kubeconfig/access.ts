import type { ClusterPolicy } from '../policy.ts'
import { clusterProblems } from './cluster-problems.ts'
import { chooseContext, type ChosenContext, type Cluster } from './context.ts'
import { KubeconfigError, readKubeconfig } from './kubeconfig.ts'
import { namedFile, unsupportedField } from './unsupported.ts'

/** How a cluster is reached and who we are there. */
export interface ClusterAccess {
  server: string
  ca?: string
  certificate?: string
  key?: string
  token?: string
  /** Name that the certificate of the server is checked against, where it is not that of the address. */
  serverName?: string
  skipVerification?: boolean
  /** Where connections may go; checked again with each one. */
  policy: ClusterPolicy
}

/**
 * Reads the access that the current context of a kubeconfig gives. A kubeconfig is used on another machine than that of
 * whoever wrote it: files that it names, or programs that it would start, would be of that machine, so they are refused.
 * Throws KubeconfigError.
 */
export function accessOf(kubeconfig: string, policy: ClusterPolicy): ClusterAccess {
  const chosen = chooseContext(readKubeconfig(kubeconfig))
  assertSupported(chosen)
  const { cluster, user } = chosen
  assertAllowed(cluster, policy)
  return {
    policy,
    server: cluster.server.replace(/\/+$/, ''),
    ...text('ca', decoded(cluster['certificate-authority-data'])),
    ...text('serverName', cluster['tls-server-name']),
    ...(cluster['insecure-skip-tls-verify'] === true ? { skipVerification: true } : {}),
    ...text('certificate', decoded(user['client-certificate-data'])),
    ...text('key', decoded(user['client-key-data'])),
    ...text('token', user.token),
  }
}

/** Throws KubeconfigError for what cannot be done on another machine than that of whoever wrote the kubeconfig. */
export function assertSupported(chosen: Pick<ChosenContext, 'cluster' | 'user'>): void {
  const found = namedFile(chosen) ?? unsupportedField(chosen)
  if (found !== undefined) throw new KubeconfigError({ code: 'unsupported', ...found })
}

/** Throws KubeconfigError for a cluster that may not be connected to. */
export function assertAllowed(cluster: Cluster, policy: ClusterPolicy): void {
  const [problem] = clusterProblems(cluster, policy)
  if (problem === undefined) return
  const { field, message, remedy } = problem
  throw new KubeconfigError({ code: 'refused', message: `names a cluster whose ${field} ${message}`, remedy })
}

function decoded(data: string | null | undefined): string | undefined {
  return data === undefined || data === null ? undefined : Buffer.from(data, 'base64').toString()
}

function text<Key extends string>(key: Key, value: string | null | undefined): Partial<Record<Key, string>> {
  // An object with one computed key of a literal type is inferred as an index signature.
  return value === undefined || value === null || value === ''
    ? {}
    : ({ [key]: value } as Record<Key, string>)
}

import { parse } from 'yaml'
import { z } from 'zod'
import { clusterProblems, literalAddress } from '../../schema/clusters/kubeconfig.ts'
import {
  ClusterSettings,
  clusterPolicy,
  trustedPolicy,
  type ClusterPolicy,
} from '../../schema/clusters/policy.ts'
import { PlatformError, invalidInput } from '../../schema/errors.ts'
import { issueErrors, plainly } from '../../schema/inputs.ts'

/** A kubeconfig as the control plane hands it out: one with everything inside. */
const Kubeconfig = z.object({
  'current-context': z.string(),
  clusters: z.array(
    z.object({
      name: z.string(),
      cluster: z.object({
        server: z.string(),
        'certificate-authority-data': z.string().optional(),
        'insecure-skip-tls-verify': z.boolean().optional(),
        'tls-server-name': z.string().optional(),
      }),
    }),
  ),
  users: z.array(
    z.object({
      name: z.string(),
      user: z
        .object({
          'client-certificate-data': z.string().optional(),
          'client-key-data': z.string().optional(),
          token: z.string().optional(),
        })
        .nullish(),
    }),
  ),
  contexts: z.array(
    z.object({ name: z.string(), context: z.object({ cluster: z.string(), user: z.string() }) }),
  ),
})

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
  const { data } = Kubeconfig.safeParse(parse(kubeconfig))
  const context = data?.contexts.find(({ name }) => name === data['current-context'])?.context
  const cluster = data?.clusters.find(({ name }) => name === context?.cluster)?.cluster
  if (data === undefined || cluster === undefined)
    throw new PlatformError('UNAVAILABLE', 'the kubeconfig of the runtime cannot be used from here')
  const [problem] = clusterProblems(cluster, policy)
  if (problem !== undefined)
    throw new PlatformError(
      'FORBIDDEN',
      `${problem.field} of the cluster ${problem.message}. ${problem.remedy}`,
    )
  const user = data.users.find(({ name }) => name === context?.user)?.user ?? {}
  const [ca, cert, key] = [
    cluster['certificate-authority-data'],
    user['client-certificate-data'],
    user['client-key-data'],
  ].map((text) => (text === undefined ? undefined : Buffer.from(text, 'base64').toString()))
  const servername = cluster['tls-server-name']
  return {
    policy,
    server: cluster.server.replace(/\/+$/, ''),
    headers: user.token === undefined ? {} : { authorization: `Bearer ${user.token}` },
    tls: {
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
      ...(servername === undefined ? {} : { servername }),
      ...(cluster['insecure-skip-tls-verify'] === true ? { rejectUnauthorized: false } : {}),
    },
  }
}

const Settings = z.object({
  QLEET_CLUSTER_ALLOW: ClusterSettings.allow,
  QLEET_CLUSTER_DENY: ClusterSettings.deny,
  QLEET_CLUSTER_HTTP: ClusterSettings.http,
  QLEET_CLUSTER_SKIP_TLS_VERIFY: ClusterSettings.skipTlsVerify,
})

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
  const { data, error } = Settings.safeParse(env, plainly)
  if (data !== undefined) return clusterPolicy(data)
  throw invalidInput(issueErrors(error, { at: '', input: env }))
}

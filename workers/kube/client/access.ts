import { YAMLParseError, parse } from 'yaml'
import { z } from 'zod'
import { clusterProblems, type ClusterFields } from '../../../schema/clusters/kubeconfig.ts'
import type { ClusterPolicy } from '../../../schema/clusters/policy.ts'
import { firstIssue, plainly } from '../../../schema/inputs.ts'

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

/** A kubeconfig as far as we use it. https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/ */
const Kubeconfig = z.object({
  'current-context': z.string().optional(),
  clusters: z.array(
    z.object({
      name: z.string(),
      cluster: z.object({
        server: z.string(),
        'certificate-authority-data': z.string().optional(),
        'certificate-authority': z.string().optional(),
        'insecure-skip-tls-verify': z.boolean().optional(),
        'tls-server-name': z.string().optional(),
        'proxy-url': z.string().optional(),
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
          'client-certificate': z.string().optional(),
          'client-key': z.string().optional(),
          token: z.string().optional(),
          tokenFile: z.string().optional(),
          exec: z.unknown().optional(),
          'auth-provider': z.unknown().optional(),
          as: z.string().optional(),
        })
        .nullish(),
    }),
  ),
  contexts: z.array(
    z.object({ name: z.string(), context: z.object({ cluster: z.string(), user: z.string() }) }),
  ),
})

/** Thrown when a kubeconfig cannot be used; the text says what to change. */
export class KubeconfigError extends Error {}

/**
 * The access that a context of a kubeconfig gives. A kubeconfig comes from a user of the API and is used by a worker:
 * files that it names, or programs that it would start, would be the worker's, so they are refused.
 */
export function accessOf(kubeconfig: string, policy: ClusterPolicy): ClusterAccess {
  const config = parseKubeconfig(kubeconfig)
  const desired = config['current-context']
  const context = config.contexts.find(({ name }) => name === desired)?.context
  if (context === undefined) {
    const known = config.contexts.map(({ name }) => name).join(', ')
    throw new KubeconfigError(
      `the kubeconfig has no context "${desired ?? ''}"; it has ${known === '' ? 'none' : known}`,
    )
  }
  const cluster = config.clusters.find(({ name }) => name === context.cluster)?.cluster
  if (cluster === undefined) throw new KubeconfigError(`the kubeconfig has no cluster "${context.cluster}"`)
  const user = config.users.find(({ name }) => name === context.user)?.user ?? {}
  refuseWorkerOwn({ ...cluster, ...user })
  refuseCluster(cluster, policy)
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

/** Throws KubeconfigError for a cluster that may not be connected to. */
export function refuseCluster(cluster: ClusterFields, policy: ClusterPolicy): void {
  const [problem] = clusterProblems(cluster, policy)
  if (problem === undefined) return
  const { field, message, remedy } = problem
  throw new KubeconfigError(`${field} of the cluster in the kubeconfig ${message}. ${remedy}`)
}

function parseKubeconfig(text: string): z.infer<typeof Kubeconfig> {
  let value: unknown
  try {
    value = parse(text)
  } catch (error) {
    // The text of the error quotes the kubeconfig.
    const [at] = error instanceof YAMLParseError ? (error.linePos ?? []) : []
    const where = at === undefined ? '' : `, see line ${at.line} column ${at.col}`
    throw new KubeconfigError(`the kubeconfig is not YAML${where}`)
  }
  const parsed = Kubeconfig.safeParse(value, plainly)
  if (parsed.success) return parsed.data
  throw new KubeconfigError(`the kubeconfig is not complete: ${firstIssue(parsed.error, value)}`)
}

const useOther = 'use a token or a client certificate'

/** What would be taken for something else if it were passed over. */
const unsupported: Readonly<Record<string, string>> = {
  exec: `gets its credentials from exec; ${useOther}`,
  'auth-provider': `gets its credentials from auth-provider, which Kubernetes has given up; ${useOther}`,
  'proxy-url':
    'goes through a proxy (proxy-url), which is not supported; give an address that workers can reach',
  as: `acts as somebody else (as), which is not supported; ${useOther} of that user`,
}

function refuseWorkerOwn(fields: Record<string, unknown>): void {
  const files = ['certificate-authority', 'client-certificate', 'client-key', 'tokenFile'].find(
    (name) => fields[name] !== undefined,
  )
  if (files !== undefined) {
    throw new KubeconfigError(
      `the kubeconfig names a file in ${files}; use ${files}-data (kubectl config view --flatten --raw)`,
    )
  }
  const other = Object.keys(unsupported).find((name) => fields[name] !== undefined && fields[name] !== null)
  if (other !== undefined) throw new KubeconfigError(`the kubeconfig ${unsupported[other] ?? ''}`)
}

function decoded(data: string | undefined): string | undefined {
  return data === undefined ? undefined : Buffer.from(data, 'base64').toString()
}

function text<Key extends string>(key: Key, value: string | undefined): Partial<Record<Key, string>> {
  // An object with one computed key of a literal type is inferred as an index signature.
  return value === undefined || value === '' ? {} : ({ [key]: value } as Record<Key, string>)
}

import { parse } from 'yaml'
import { z } from 'zod'

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
export function accessOf(kubeconfig: string, contextName?: string): ClusterAccess {
  const config = parseKubeconfig(kubeconfig)
  const wanted = contextName ?? config['current-context']
  const context = config.contexts.find(({ name }) => name === wanted)?.context
  if (context === undefined) {
    const known = config.contexts.map(({ name }) => name).join(', ')
    throw new KubeconfigError(
      `the kubeconfig has no context "${wanted ?? ''}"; it has ${known === '' ? 'none' : known}`,
    )
  }
  const cluster = config.clusters.find(({ name }) => name === context.cluster)?.cluster
  if (cluster === undefined) throw new KubeconfigError(`the kubeconfig has no cluster "${context.cluster}"`)
  const user = config.users.find(({ name }) => name === context.user)?.user ?? {}
  refuseWorkerOwn({ ...cluster, ...user })
  return {
    server: addressOf(cluster.server),
    ...text('ca', decoded(cluster['certificate-authority-data'])),
    ...text('serverName', cluster['tls-server-name']),
    ...(cluster['insecure-skip-tls-verify'] === true ? { skipVerification: true } : {}),
    ...text('certificate', decoded(user['client-certificate-data'])),
    ...text('key', decoded(user['client-key-data'])),
    ...text('token', user.token),
  }
}

function parseKubeconfig(text: string): z.infer<typeof Kubeconfig> {
  let value: unknown
  try {
    value = parse(text)
  } catch (error) {
    throw new KubeconfigError(
      `the kubeconfig is not YAML: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  const parsed = Kubeconfig.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new KubeconfigError(
    `the kubeconfig is not complete: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
  )
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

/** Without what would be told to everybody who may read a status. */
function addressOf(server: string): string {
  const url = URL.canParse(server) ? new URL(server) : undefined
  if (url === undefined || !['https:', 'http:'].includes(url.protocol))
    throw new KubeconfigError('the address of the cluster (server) is not one of https://HOST:PORT')
  if (url.username !== '' || url.password !== '')
    throw new KubeconfigError(`the address of the cluster (server) has a password in it; ${useOther}`)
  return server.replace(/\/+$/, '')
}

function decoded(data: string | undefined): string | undefined {
  return data === undefined ? undefined : Buffer.from(data, 'base64').toString()
}

function text<Key extends string>(key: Key, value: string | undefined): Partial<Record<Key, string>> {
  // An object with one computed key of a literal type is inferred as an index signature.
  return value === undefined || value === '' ? {} : ({ [key]: value } as Record<Key, string>)
}

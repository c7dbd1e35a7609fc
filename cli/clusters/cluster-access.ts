import { parse } from 'yaml'
import { z } from 'zod'
import { PlatformError } from '../../schema/errors.ts'

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
  tls: { ca?: string; cert?: string; key?: string; servername?: string; rejectUnauthorized?: boolean }
}

export function clusterAccess(kubeconfig: string): ClusterAccess {
  const { data } = Kubeconfig.safeParse(parse(kubeconfig))
  const context = data?.contexts.find(({ name }) => name === data['current-context'])?.context
  const cluster = data?.clusters.find(({ name }) => name === context?.cluster)?.cluster
  if (data === undefined || cluster === undefined)
    throw new PlatformError('UNAVAILABLE', 'the kubeconfig of the runtime cannot be used from here')
  const user = data.users.find(({ name }) => name === context?.user)?.user ?? {}
  const [ca, cert, key] = [
    cluster['certificate-authority-data'],
    user['client-certificate-data'],
    user['client-key-data'],
  ].map((text) => (text === undefined ? undefined : Buffer.from(text, 'base64').toString()))
  const servername = cluster['tls-server-name']
  return {
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

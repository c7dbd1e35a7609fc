import { z } from 'zod'
import type { Values } from '../../schema/values-document.ts'

/** The values of the chart that decide where the API is reached. */
const Exposure = z.object({
  server: z
    .object({
      service: z.object({ port: z.number().default(1323) }).default({ port: 1323 }),
      ingress: z
        .object({
          enabled: z.boolean().default(false),
          host: z.string().default(''),
          tlsSecret: z.string().default(''),
        })
        .optional(),
      httpRoute: z
        .object({ enabled: z.boolean().default(false), hosts: z.array(z.string()).default([]) })
        .optional(),
    })
    .default({ service: { port: 1323 } }),
})

/** Returns the URL of the API: that of its ingress or route, or else that of its Service within the cluster. */
export function addressOf(values: Values, { name, namespace }: { name: string; namespace: string }): string {
  const { success, data } = Exposure.safeParse(values)
  // The schema of the chart refuses such values with a better message.
  if (!success) return ''
  const { service, ingress, httpRoute } = data.server
  if (ingress?.enabled === true && ingress.host !== '')
    return `http${ingress.tlsSecret === '' ? '' : 's'}://${ingress.host}`
  const [host] = httpRoute?.enabled === true ? httpRoute.hosts : []
  return host === undefined
    ? `http://${name}.${namespace}.svc.cluster.local:${service.port}`
    : `https://${host}`
}

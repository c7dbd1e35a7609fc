import { z } from 'zod'
import type { Manifest } from '../../schema/manifests.ts'

const ServiceSpec = z.object({
  ports: z
    .array(z.object({ name: z.string().optional(), port: z.number(), appProtocol: z.string().optional() }))
    .default([]),
})

/** Schemes of URIs that the name or the application protocol of a port may declare, as in `http-metrics`. */
const schemes = [
  'https',
  'http',
  'wss',
  'ws',
  'grpc',
  'postgres',
  'mysql',
  'redis',
  'amqp',
  'mongodb',
  'nats',
  'smtp',
]

/** Schemes of well-known ports, for ports that declare none. */
const schemesOfPorts: Readonly<Record<number, string>> = {
  80: 'http',
  443: 'https',
  8080: 'http',
  8443: 'https',
}

/** Returns the output of an application about its Services; none without Services. */
export function servicesOf(manifests: readonly Manifest[], namespace: string): { services?: object[] } {
  const services = manifests
    .filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'Service')
    .flatMap((manifest) => {
      const spec = ServiceSpec.safeParse(manifest['spec'])
      if (!spec.success || spec.data.ports.length === 0) return []
      const { name, namespace: own = namespace } = manifest.metadata
      const ports = spec.data.ports.map((port) => ({
        ...(port.name === undefined ? {} : { name: port.name }),
        port: port.port,
        scheme: schemeOf(port),
      }))
      return [{ name, host: `${name}.${own}.svc.cluster.local`, ports }]
    })
  return services.length === 0 ? {} : { services }
}

function schemeOf({
  name = '',
  port,
  appProtocol = '',
}: z.infer<typeof ServiceSpec>['ports'][number]): string {
  const declared = [appProtocol.replace(/^kubernetes\.io\//, ''), name.split('-')[0] ?? '']
  return declared.find((each) => schemes.includes(each)) ?? schemesOfPorts[port] ?? 'tcp'
}

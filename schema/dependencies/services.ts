import { z } from 'zod'
import type { Binding } from './binding.ts'

/** The output of an application with its Services, for the outputs of its kind. */
export const servicesOutput = z
  .array(
    z.strictObject({
      name: z.string().meta({ description: 'The name of the Service.' }),
      host: z.string().meta({ description: 'The host name of the Service within the cluster.' }),
      ports: z
        .array(
          z.strictObject({
            name: z.string().optional().meta({ description: 'The name of the port.' }),
            port: z.number().int().meta({ description: 'The number of the port.' }),
            scheme: z.string().meta({
              description: 'The scheme of URIs for the port, such as `http`. `tcp` if it is unknown.',
            }),
          }),
        )
        .meta({ description: 'The ports of the Service.' }),
    }),
  )
  .optional()
  .meta({ description: 'The Services of the application, by which others can call it.' })

/** The Services of an application, for the binding of applications that depend on it. */
interface Service {
  name: string
  host: string
  ports: readonly { name?: string | undefined; port: number; scheme: string }[]
}

/** The outputs of an application that its binding needs. */
interface ApplicationOutputs {
  services?: readonly Service[] | undefined
  resources: number
}

/**
 * Returns the binding to the Services of an application: the first port of the first, and each port under the name of its
 * Service. Undefined while the Services are unknown.
 */
export function bindServices({ services = [], resources }: ApplicationOutputs): Binding | undefined {
  // Before its resources are applied, an application reports none, and its Services are not known yet.
  if (resources === 0) return undefined
  const [first] = services
  const [port] = first?.ports ?? []
  if (first === undefined || port === undefined) return { type: 'workload', entries: {} }
  const named = services.flatMap(({ name, host, ports }) => [
    [`${name}-host`, host],
    ...ports.map((each) => [
      each.name === undefined ? `${name}-port` : `${name}-${each.name}-port`,
      String(each.port),
    ]),
  ])
  return {
    type: port.scheme,
    entries: {
      ...(Object.fromEntries(named) as Record<string, string>),
      host: first.host,
      port: String(port.port),
      uri: `${port.scheme}://${first.host}:${port.port}`,
    },
  }
}

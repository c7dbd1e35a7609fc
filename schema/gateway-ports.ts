import { groupBy } from './group-by.ts'
import type { SupportService } from './support-services.ts'
import { z } from 'zod'
import type { SpecProblem } from './kinds/kind.ts'

/** The providers of gateways. */
export const gatewayProviders = ['envoy-gateway'] as const

const Port = z.int().min(1).max(65535)

export const HttpPort = z.strictObject({
  port: Port.optional().meta({
    description: 'The port at which clients connect. Default: 80, or 443 with `tls`.',
  }),
  path: z
    .string({ error: 'must be a string' })
    .max(1024, 'must have at most 1024 characters')
    // What the Gateway API accepts.
    .regex(/^\/([-A-Za-z0-9/._~!$&'()*+,;=:@]|%[0-9a-fA-F]{2})*$/, {
      error:
        'must start with "/", and contain only letters, digits, any of -/._~!$&\'()*+,;=:@ and escapes such as "%20"',
    })
    .refine((path) => !/\/\/|\/\.{1,2}(\/|$)|%2f/i.test(path), {
      error: 'must not contain "//", "/./", "/../" and "%2f"',
    })
    .default('/')
    .meta({
      description: 'The prefix of the paths of requests that the application gets, for example `/api`.',
    }),
  tls: z.boolean().default(false).meta({
    description: 'Indicates whether clients use TLS. The certificate is issued for the host name.',
  }),
  httpsRedirect: z.boolean().default(false).meta({
    description: 'Indicates whether requests are redirected to the port with `tls`.',
  }),
})
export type HttpPort = z.infer<typeof HttpPort>

export const TcpPort = z.strictObject({
  port: Port.meta({ description: 'The port at which clients connect.' }),
  tls: z.boolean().default(false).meta({
    description: 'Indicates whether clients use TLS, which the gateway terminates.',
  }),
})
export type TcpPort = z.infer<typeof TcpPort>

/** The ports of a gateway. */
export interface GatewayPorts {
  http?: readonly HttpPort[] | undefined
  tcp?: readonly TcpPort[] | undefined
}

/** The protocols of listeners in the Gateway API. */
export const protocols = ['HTTP', 'HTTPS', 'TCP', 'TLS'] as const
export type Protocol = (typeof protocols)[number]

/** The entries of a gateway that share a port. */
export interface PortEntries {
  port: number
  protocol: Protocol
  http: readonly HttpPort[]
}

export function portOf({ port, tls }: HttpPort): number {
  return port ?? (tls ? 443 : 80)
}

/** Returns the ports of a gateway in the order of their declaration: one per number and protocol. */
export function portEntries({ http = [], tcp = [] }: GatewayPorts): PortEntries[] {
  const byPort = groupBy(http, (each) => `${portOf(each)}/${each.tls ? 'HTTPS' : 'HTTP'}`)
  const ofHttp = [...byPort.values()].flatMap((entries): PortEntries[] => {
    const [first] = entries
    return first === undefined
      ? []
      : [{ port: portOf(first), protocol: first.tls ? 'HTTPS' : 'HTTP', http: entries }]
  })
  return [
    ...ofHttp,
    ...tcp.map(({ port, tls }) => ({ port, protocol: tls ? ('TLS' as const) : ('TCP' as const), http: [] })),
  ]
}

/** Reports whether any port of a gateway uses TLS. */
export function usesTls({ http = [], tcp = [] }: GatewayPorts): boolean {
  return [...http, ...tcp].some(({ tls }) => tls)
}

/** Returns the support services that a gateway needs in its runtime. */
export function servicesOfGateway(ports: GatewayPorts, hasRecords: boolean): SupportService[] {
  return [
    'gateway',
    ...(usesTls(ports) ? (['certificates'] as const) : []),
    ...(hasRecords ? (['dns'] as const) : []),
  ]
}

/** Returns the contradictions between the ports of a gateway. */
export function portProblems(ports: GatewayPorts): SpecProblem[] {
  const { http = [], tcp = [] } = ports
  if (http.length + tcp.length === 0)
    return [{ path: '', code: 'REQUIRED', message: 'has no ports', remedy: 'Set http or tcp.' }]
  return [...sharedPorts(ports), ...repeatedPaths(http), ...redirectProblems(http)]
}

function sharedPorts({ http = [], tcp = [] }: GatewayPorts): SpecProblem[] {
  const seen = new Map<number, { path: string; protocol: Protocol }>()
  const entries = [
    ...http.map((each, index) => ({
      path: `http[${index}].port`,
      port: portOf(each),
      protocol: each.tls ? ('HTTPS' as const) : ('HTTP' as const),
    })),
    ...tcp.map(({ port, tls }, index) => ({
      path: `tcp[${index}].port`,
      port,
      protocol: tls ? ('TLS' as const) : ('TCP' as const),
    })),
  ]
  return entries.flatMap(({ path, port, protocol }): SpecProblem[] => {
    const first = seen.get(port)
    if (first === undefined) seen.set(port, { path, protocol })
    const isHttp = protocol === 'HTTP' || protocol === 'HTTPS'
    if (first === undefined || (isHttp && first.protocol === protocol)) return []
    const message = `is ${port}, which ${first.path} uses for ${first.protocol} already`
    return [{ path, code: 'CONFLICT', message, remedy: 'Choose another port.' }]
  })
}

function repeatedPaths(http: readonly HttpPort[]): SpecProblem[] {
  const keys = http.map((each) => `${portOf(each)} ${each.path}`)
  return http.flatMap((each, index): SpecProblem[] => {
    const first = keys.indexOf(keys[index] ?? '')
    if (first === index) return []
    const message = `repeats ${each.path} of http[${first}] at port ${portOf(each)}`
    return [{ path: `http[${index}].path`, code: 'DUPLICATE', message, remedy: 'Remove one of them.' }]
  })
}

function redirectProblems(http: readonly HttpPort[]): SpecProblem[] {
  const hasTarget = http.some(({ tls }) => tls)
  return http.flatMap(({ tls, httpsRedirect }, index): SpecProblem[] => {
    if (!httpsRedirect) return []
    const path = `http[${index}].httpsRedirect`
    if (tls) {
      const message = 'cannot be combined with tls, to which it redirects'
      return [
        { path, code: 'FORBIDDEN', message, remedy: 'Remove it here, and set it at the port without tls.' },
      ]
    }
    if (hasTarget) return []
    const message = 'has no port with tls to redirect to'
    return [{ path, code: 'REQUIRED', message, remedy: 'Add { port: 443, tls: true } to http.' }]
  })
}

import { portOf, type HttpPort, type PortEntries } from '../../schema/gateway-ports.ts'
import type { Manifest } from '../../schema/manifests.ts'
import { chunks } from '../../schema/chunks.ts'
import { canaryName } from '../delivery/canary-manifests.ts'
import { certificateManifests, secretName, type IssuedCertificate } from './gateway-certificates.ts'

/*
 * A gateway as objects of the Gateway API: https://gateway-api.sigs.k8s.io/reference/spec/. All are in the namespace of the
 * application, so no ReferenceGrant is needed.
 */

/** The GatewayClass of the support service `gateway`. All its Gateways share one fleet of proxies and one address. */
export const gatewayClass = 'qleetos'

/** The port at which ACME servers verify host names. */
const verificationPort = 80

/** What the objects of a gateway are rendered from. */
export interface GatewayPlan {
  /** The name of the Gateway, from which the names of all others derive. */
  name: string
  namespace: string
  /** The host name; undefined for all host names. */
  host: string | undefined
  /** The name of its GatewayClass. */
  gatewayClass: string
  entries: readonly PortEntries[]
  /** The Service that gets the requests, with its port for each port of the gateway. */
  service: { name: string; portOf(entry: PortEntries): number }
  /** The percentage of the requests that the canary of the application gets; undefined without one. */
  canaryWeight?: number | undefined
  /** The certificate of ports with TLS; undefined without any. */
  certificate: IssuedCertificate | undefined
  /** The version of TCPRoute that the cluster serves. */
  tcpRouteVersion: string
}

/** Renders the objects of a gateway. */
export function gatewayManifests(plan: GatewayPlan): Manifest[] {
  const listeners = listenersOf(plan)
  return [
    {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'Gateway',
      metadata: { name: plan.name, namespace: plan.namespace },
      spec: {
        gatewayClassName: plan.gatewayClass,
        listeners: listeners.map((each) => listenerManifest(plan, each)),
      },
    },
    ...(plan.certificate === undefined ? [] : certificatesOf(plan, plan.certificate)),
    ...plan.entries.flatMap((entry) => routeManifests(plan, entry)),
  ]
}

/** Returns the ports at which a gateway listens, including that at which its host name is verified. */
export function listenersOf({
  entries,
  certificate,
}: Pick<GatewayPlan, 'entries' | 'certificate'>): PortEntries[] {
  const verifies = certificate?.issuer === 'acme' && !entries.some(({ port }) => port === verificationPort)
  return [...entries, ...(verifies ? [{ port: verificationPort, protocol: 'HTTP' as const, http: [] }] : [])]
}

function certificatesOf(plan: GatewayPlan, certificate: IssuedCertificate): Manifest[] {
  const { name, namespace, host = '' } = plan
  const section = listenerName({ port: verificationPort, protocol: 'HTTP' })
  return certificateManifests({ name, namespace, host, section }, certificate)
}

function listenerName({ port, protocol }: Pick<PortEntries, 'port' | 'protocol'>): string {
  return `${protocol.toLowerCase()}-${port}`
}

function listenerManifest({ name, host }: GatewayPlan, entry: PortEntries): object {
  const { port, protocol } = entry
  const isTls = protocol === 'HTTPS' || protocol === 'TLS'
  const kind = protocol === 'HTTP' || protocol === 'HTTPS' ? 'HTTPRoute' : 'TCPRoute'
  return {
    name: listenerName(entry),
    port,
    protocol,
    ...(host === undefined || protocol === 'TCP' ? {} : { hostname: host }),
    ...(isTls ? { tls: { mode: 'Terminate', certificateRefs: [{ name: secretName(name) }] } } : {}),
    allowedRoutes: { namespaces: { from: 'Same' }, kinds: [{ kind }] },
  }
}

/** The most rules of an HTTPRoute. */
const maxRules = 16

function routeManifests(plan: GatewayPlan, entry: PortEntries): Manifest[] {
  const { name, namespace, host, tcpRouteVersion } = plan
  const isHttp = entry.http.length > 0
  const parentRefs = [{ name, sectionName: listenerName(entry) }]
  const backendRefs = backendsOf(plan, entry)
  const metadata = { name: `${name}-${entry.port}`, namespace }
  if (!isHttp)
    return [
      {
        apiVersion: `gateway.networking.k8s.io/${tcpRouteVersion}`,
        kind: 'TCPRoute',
        metadata,
        spec: { parentRefs, rules: [{ backendRefs }] },
      },
    ]
  const target = plan.entries.find(({ protocol }) => protocol === 'HTTPS')?.port ?? 443
  const rules = entry.http.map(({ path, httpsRedirect }) => ({
    matches: [{ path: { type: 'PathPrefix', value: path } }],
    ...(httpsRedirect ? { filters: [redirectTo(target)] } : { backendRefs }),
  }))
  return [...chunks(rules, maxRules)].map((part, index) => ({
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    // No name of another gateway and its port ends like this.
    metadata: index === 0 ? metadata : { ...metadata, name: `${metadata.name}-part${index + 1}` },
    spec: { parentRefs, ...(host === undefined ? {} : { hostnames: [host] }), rules: part },
  }))
}

/** The Service of the application, and that of its canary with its share of the requests. */
function backendsOf({ service, canaryWeight = 0 }: GatewayPlan, entry: PortEntries): object[] {
  const port = service.portOf(entry)
  if (canaryWeight === 0) return [{ name: service.name, port }]
  return [
    { name: service.name, port, weight: 100 - canaryWeight },
    { name: canaryName(service.name), port, weight: canaryWeight },
  ]
}

function redirectTo(port: number): object {
  return { type: 'RequestRedirect', requestRedirect: { scheme: 'https', port, statusCode: 301 } }
}

/** A URL at which clients reach an application. */
export interface GatewayUrl {
  url: string
  port: number
}

/** Returns the URLs of a gateway at a host, the most useful first: with TLS, then plain, then TCP. */
export function urlsOf(entries: readonly PortEntries[], host: string): GatewayUrl[] {
  const authority = host.includes(':') ? `[${host}]` : host
  const ofHttp = entries.flatMap(({ http }) => http.filter(({ httpsRedirect }) => !httpsRedirect))
  const urlOf = (each: HttpPort): GatewayUrl => {
    const port = portOf(each)
    const [scheme, usual] = each.tls ? ['https', 443] : ['http', 80]
    const path = each.path === '/' ? '' : each.path
    return { url: `${scheme}://${authority}${port === usual ? '' : `:${port}`}${path}`, port }
  }
  return [
    ...ofHttp.filter(({ tls }) => tls).map(urlOf),
    ...ofHttp.filter(({ tls }) => !tls).map(urlOf),
    ...entries
      .filter(({ http }) => http.length === 0)
      .map(({ port, protocol }) => ({
        url: `${protocol === 'TLS' ? 'tls' : 'tcp'}://${authority}:${port}`,
        port,
      })),
  ]
}

import { z } from 'zod'
import type { PortEntries } from '../../schema/gateway-ports.ts'
import type { Manifest } from '../../schema/manifests.ts'
import type { RuntimeForReconcileFragment } from '../generated/documents.ts'
import { failed, requeueAfter, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import type { ResourceState } from '../kube/apply/sync.ts'
import type { KubeObject } from '../kube/client/client.ts'
import { getObject, listObjects, type Cluster } from '../kube/client/cluster.ts'
import { healthOf } from '../kube/health/health.ts'
import { issuedSecrets, type IssuedCertificate } from './gateway-certificates.ts'
import { gatewayClass, gatewayManifests, urlsOf } from './gateway-manifests.ts'
import { recordManifests } from './gateway-records.ts'
import { servicePortOf, type ApplicationService, type ServiceChoice } from './gateway-service.ts'
import { reconcileResources } from './managed-resources.ts'

/** A gateway whose Service is chosen and whose support services work. */
export interface ReadyGateway {
  /** The name of its objects in the cluster. */
  name: string
  namespace: string
  runtime: RuntimeForReconcileFragment
  spec: ServiceChoice
  service: ApplicationService
  host: string | undefined
  entries: readonly PortEntries[]
  certificate: IssuedCertificate | undefined
  hasRecords: boolean
  /** The GatewayClass that a profile decided. @default that of the support service, or of the cluster */
  decidedClass: string | undefined
  /** The percentage of the requests that the canary of the application gets; undefined without one. */
  canaryWeight: number | undefined
  /** The definition of its domain, whose changes trigger a reconcile. */
  domainName: { id: string; version: number } | undefined
}

/** Milliseconds after which what controllers create beside an object is looked for again. */
const followUpDelay = 2000

/** Applies the objects of a gateway, and reports its addresses and URLs. Done once clients can reach it. */
export async function reconcileGateway(
  context: ReconcileContext,
  environment: Environment,
  gateway: ReadyGateway,
): Promise<Outcome> {
  const { name, namespace, runtime, host, service, domainName } = gateway
  let rendered: readonly Manifest[] = []
  const outcome = await reconcileResources(context, environment, {
    runtime,
    namespace,
    takesOver: ({ kind }) => kind === 'Secret',
    manifests: async (cluster) => {
      const manifests = await render(context, cluster, gateway)
      if (!('outcome' in manifests)) rendered = manifests
      return manifests
    },
    outputs: (resources) => ({
      ...outputsOf(gateway, addressesIn(resources)),
      ...(gateway.canaryWeight === undefined || !areAccepted(resources)
        ? {}
        : { canaryWeight: gateway.canaryWeight }),
    }),
  })
  if (outcome.outcome !== 'done') return outcome
  const outputs = outcome.outputs as GatewayOutputs
  if (isIncomplete(gateway, rendered, outputs.addresses ?? [])) {
    const message = 'Completing it with what its controllers have created.'
    return requeueAfter(followUpDelay, { reason: 'Completing', message, outputs: outcome.outputs })
  }
  return {
    ...outcome,
    message: `Requests to ${outputs.url ?? host ?? name} go to Service ${service.name}.`,
    ...(domainName === undefined ? {} : { watching: domainName }),
  }
}

/** Reports whether the controller has accepted all routes as they are now. */
function areAccepted(resources: readonly ResourceState[]): boolean {
  return resources
    .filter(({ type }) => type.kind === 'HTTPRoute' || type.kind === 'TCPRoute')
    .every(({ health }) => health.state === 'ready')
}

interface GatewayOutputs {
  url?: string
  addresses?: readonly string[]
}

/** Renders everything of a gateway in the cluster, from what is known about it so far. */
async function render(
  context: ReconcileContext,
  cluster: Cluster,
  gateway: ReadyGateway,
): Promise<readonly Manifest[] | Outcome> {
  const { name, namespace, host, service, spec, certificate } = gateway
  const { signal } = context
  const className = await classOf(context, cluster, gateway)
  const tcpRoute = await cluster.discovery.findAny(group, 'TCPRoute')
  if (className === undefined || (tcpRoute === undefined && needsTcp(gateway)))
    return failed({ reason: 'NoGatewayClass', message: missingIn(className, gateway) })
  const read = (apiVersion: string, kind: string, object = name) =>
    readObject(cluster, { apiVersion, kind, namespace, name: object }, signal)
  const found = await Promise.all(
    (certificate === undefined ? [] : issuedSecrets(name)).map((each) => read('v1', 'Secret', each)),
  )
  const addresses = addressesOf(await read(`${group}/v1`, 'Gateway'))
  return [
    ...found.flatMap((secret) => (secret === undefined ? [] : [adopted(secret, namespace)])),
    ...gatewayManifests({
      ...gateway,
      gatewayClass: className,
      service: { name: service.name, portOf: (entry) => servicePortOf(service, spec, entry) },
      tcpRouteVersion: tcpRoute?.version ?? 'v1',
    }),
    ...(gateway.hasRecords && host !== undefined
      ? await records(gateway, addresses, () => read('externaldns.k8s.io/v1alpha1', 'DNSEndpoint'))
      : []),
  ]
}

const group = 'gateway.networking.k8s.io'

function needsTcp({ entries }: ReadyGateway): boolean {
  return entries.some(({ http }) => http.length === 0)
}

function missingIn(className: string | undefined, { decidedClass }: ReadyGateway): string {
  if (className === undefined && decidedClass !== undefined)
    return `The cluster has no GatewayClass ${decidedClass} whose controller works, but the profile asks for it.`
  return className === undefined
    ? 'The cluster has no GatewayClass whose controller works. Check the support service "gateway".'
    : 'The cluster does not serve TCPRoute. Upgrade the definitions of the Gateway API to 1.6, or use http ports only.'
}

/**
 * Returns the class of the gateway: that of its profile, that of the support service, or in a cluster that has a controller of
 * its own the first that is accepted. The choice is stored, so that a further class changes nothing.
 */
async function classOf(
  context: ReconcileContext,
  cluster: Cluster,
  { decidedClass }: ReadyGateway,
): Promise<string | undefined> {
  const { gatewayClass: stored } = context.state
  if (typeof stored === 'string' && (decidedClass ?? stored) === stored) return stored
  const type = await cluster.discovery.find(`${group}/v1`, 'GatewayClass')
  if (type === undefined) return undefined
  const { client } = cluster
  const classes = await listObjects(client, { type, namespace: '', signal: context.signal })
  const names = classes
    .filter((each) => healthOf(each).state === 'ready')
    .map(({ metadata }) => metadata.name)
    .toSorted()
  const name =
    decidedClass === undefined
      ? (names.find((each) => each === gatewayClass) ?? names[0])
      : names.find((each) => each === decidedClass)
  if (name !== undefined) context.updateState({ gatewayClass: name })
  return name
}

async function readObject(
  { client, discovery }: Cluster,
  { apiVersion, kind, ...ref }: { apiVersion: string; kind: string; namespace: string; name: string },
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  const type = await discovery.find(apiVersion, kind)
  return type === undefined ? undefined : getObject(client, { ...ref, type }, signal)
}

/** Returns a manifest that takes a Secret of cert-manager into the inventory, so that it goes with the gateway. */
function adopted({ metadata, type }: KubeObject, namespace: string): Manifest {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: metadata.name, namespace }, type }
}

/** Renders the DNS records. While the gateway has no address, those that exist stay as they are. */
async function records(
  { name, namespace, host = '' }: ReadyGateway,
  addresses: readonly string[],
  readExisting: () => Promise<KubeObject | undefined>,
): Promise<Manifest[]> {
  if (addresses.length > 0) return recordManifests({ name, namespace, host }, addresses)
  const existing = Endpoints.safeParse(await readExisting())
  const targets = existing.data?.spec.endpoints.flatMap((endpoint) => endpoint.targets) ?? []
  return recordManifests({ name, namespace, host }, targets)
}

const Endpoints = z.object({
  spec: z.object({ endpoints: z.array(z.object({ targets: z.array(z.string()) })) }),
})

const GatewayStatus = z.object({
  status: z.object({ addresses: z.array(z.object({ value: z.string() })) }),
})

function addressesOf(gateway: KubeObject | undefined): string[] {
  const { data } = GatewayStatus.safeParse(gateway)
  return data?.status.addresses.map(({ value }) => value) ?? []
}

function addressesIn(resources: readonly ResourceState[]): string[] {
  return addressesOf(resources.find(({ type }) => type.kind === 'Gateway')?.live)
}

/** Reports whether something exists by now that the rendering did not know of. */
function isIncomplete(
  { name, hasRecords, certificate }: ReadyGateway,
  rendered: readonly Manifest[],
  addresses: readonly string[],
): boolean {
  const names = (kind: string): string[] =>
    rendered.filter((each) => each.kind === kind).map(({ metadata }) => metadata.name)
  // cert-manager has created each Secret before it reports that its object is ready.
  const secrets = issuedSecrets(name).slice(0, certificate?.issuer === 'acme' ? 2 : 1)
  const lacksSecret = certificate !== undefined && !secrets.every((each) => names('Secret').includes(each))
  const lacksRecords = hasRecords && addresses.length > 0 && names('DNSEndpoint').length === 0
  return lacksSecret || lacksRecords
}

function outputsOf(
  { host, entries, service, spec }: ReadyGateway,
  addresses: readonly string[],
): Record<string, unknown> {
  const [address] = addresses
  const reached = host ?? address
  const urls = reached === undefined ? [] : urlsOf(entries, reached)
  const [first] = urls
  const [entry] = entries
  return {
    ...(first === undefined
      ? {}
      : { host: reached, port: first.port, url: first.url, urls: urls.map(({ url }) => url) }),
    ...(addresses.length === 0 ? {} : { addresses }),
    ...(entry === undefined ? {} : { service: `${service.name}:${servicePortOf(service, spec, entry)}` }),
  }
}

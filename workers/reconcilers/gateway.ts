import type { z } from 'zod'
import { defined } from '../../schema/defined.ts'
import {
  portEntries,
  servicesOfGateway,
  type PortEntries,
  type Protocol,
} from '../../schema/gateway-ports.ts'
import { DomainNameDefinition, hasRecords } from '../../schema/kinds/domain-name.ts'
import { GatewayDefinition, type GatewayInstance as GatewayInstanceKind } from '../../schema/kinds/gateway.ts'
import { gatewayParameters } from '../../schema/profiles/types.ts'
import { done, failed, inheritedStatus, waitingFor, type Failed, type Outcome } from '../engine/outcome.ts'
import { reconcileOwned, unreadyOwned, type OwnedObjects } from '../engine/owned-objects.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import type {
  ApplicationForReconcileFragment,
  HelmApplicationForReconcileFragment,
  RuntimeForReconcileFragment,
} from '../generated/documents.ts'
import { runtimeOfAttached } from '../resources/attached.ts'
import { reconcileGateway } from '../resources/gateway.ts'
import {
  hostClaim,
  hostDocument,
  portClaim,
  portDocument,
  portName,
  takenCause,
} from '../resources/gateway-claims.ts'
import { listenersOf, urlsOf } from '../resources/gateway-manifests.ts'
import { chosenService, type ApplicationService } from '../resources/gateway-service.ts'
import { removeResources } from '../resources/managed-resources.ts'
import { unready } from '../resources/runtime-access.ts'
import { installationIdentity, recordsFailure, zoneFailure, zoneOf } from '../resources/zone-delegation.ts'
import { addressName } from '../support-services/forward-proxy.ts'
import { supportServiceOf } from '../support-services/require.ts'
import type { IssuedCertificate } from '../resources/gateway-certificates.ts'

/**
 * Reconciles a gateway as objects of the Gateway API in the namespace of the application. It shares the support services,
 * each port, and its host name with the other gateways of the runtime, by ownership.
 */
export const GatewayInstance: Reconciler<Environment> = {
  ensure: async (context, environment) => withoutWeight(context, await ensureGateway(context, environment)),

  remove: async (context, environment) => {
    const { runtime } = objectAs(context.object, 'GatewayInstance')
    if (runtime === null) return done('Nothing is left of it.')
    return removeResources(context, environment, { runtime })
  },
}

async function ensureGateway(context: ReconcileContext, environment: Environment): Promise<Outcome> {
  const references = objectAs(context.object, 'GatewayInstance')
  const application = referenced(references.workloadInstance ?? references.helmWorkloadInstance)
  const located = await runtimeOfAttached(context, { runtime: references.runtime, application })
  if ('outcome' in located) return located
  const { runtime } = located
  const gateway = gatewayOf(context, { runtime, application })
  const notReady = unready(runtime)
  if (notReady !== undefined) return notReady
  const namespace = application.outputs?.namespace
  if (namespace == null) return awaitApplication(application, 'has a namespace')
  const owned = await reconcileOwned(context, documentsOf(context, gateway), {
    taken: (claim) => takenCause(claim, runtime),
  })
  if ('outcome' in owned) return owned
  const conflict = protocolConflict(gateway, owned)
  if (conflict !== undefined) return conflict
  const known = outputsWhileWaiting(context, gateway)
  const service = serviceOf(gateway, namespace)
  if ('outcome' in service) return withOutputs(service, known)
  const waiting = (await awaitName(context, environment, { ...gateway, namespace })) ?? unreadyOwned(owned)
  if (waiting !== undefined) return withOutputs(waiting, known)
  return reconcileGateway(context, environment, { ...gateway, namespace, service })
}

type Outputs = z.infer<(typeof GatewayInstanceKind)['outputs']>

/** Returns the outputs of a gateway. The server has validated them with the schema of the kind. */
function outputsSoFar({ object }: ReconcileContext): Partial<Outputs> {
  return object.status.outputs as Partial<Outputs>
}

/** An outcome that has no outputs leaves those of before as they are, but confirms no weight: the routes may have another by now. */
function withoutWeight(context: ReconcileContext, outcome: Outcome): Outcome {
  const { canaryWeight, ...others } = outputsSoFar(context)
  return outcome.outputs !== undefined || canaryWeight === undefined
    ? outcome
    : { ...outcome, outputs: others }
}

/** A gateway with what its references say. */
type Gateway = ReturnType<typeof gatewayOf>
type Application = Gateway['application']

function gatewayOf(
  { object }: ReconcileContext,
  place: {
    runtime: RuntimeForReconcileFragment
    application: ApplicationForReconcileFragment | HelmApplicationForReconcileFragment
  },
) {
  const { name, manifestSpec, ...references } = objectAs(object, 'GatewayInstance')
  // The server has validated the spec with the schema of the kind.
  const { parameters } = manifestSpec as z.infer<(typeof GatewayInstanceKind)['spec']>
  const { domainName, ...definition } = referenced(references.definition)
  const spec = GatewayDefinition.spec.parse(definition.manifestSpec)
  const domain = domainName === null ? undefined : DomainNameDefinition.spec.parse(domainName.manifestSpec)
  const subDomain = spec.subDomain === undefined ? '' : `${spec.subDomain}.`
  const host = domain === undefined ? spec.domain : `${subDomain}${domain.domain}`
  const entries = portEntries(spec)
  return {
    name: addressName(name),
    spec,
    host,
    entries,
    certificate: certificateOf(spec, domain, entries),
    /** True if DNS records are maintained. */
    hasRecords: domain !== undefined && hasRecords(domain),
    domain,
    domainName: domainName ?? undefined,
    ...place,
    decidedClass: gatewayParameters.parse(parameters ?? {}).gatewayClass,
    canaryWeight: references.workloadInstance?.spec.canaryWeight ?? undefined,
  }
}

function certificateOf(
  { certificates }: (typeof GatewayDefinition)['spec']['_output'],
  domain: (typeof DomainNameDefinition)['spec']['_output'] | undefined,
  entries: readonly PortEntries[],
): IssuedCertificate | undefined {
  if (!entries.some(({ protocol }) => protocol === 'HTTPS' || protocol === 'TLS')) return undefined
  const chosen = domain === undefined ? certificates : domain.certificates
  const email = domain?.adminEmail
  return { ...(chosen ?? { issuer: 'acme' }), ...(email === undefined ? {} : { email }) }
}

/** Returns the objects that a gateway shares with others: the services it needs, its ports, and its host name. */
function documentsOf({ object }: ReconcileContext, gateway: Gateway) {
  const { runtime, host, hasRecords, spec } = gateway
  return [
    ...servicesOfGateway(spec, hasRecords).map((service) => ({
      ...supportServiceOf(service, runtime),
      field: 'spec.definition',
    })),
    ...listenersOf(gateway).map(({ port, protocol }) => ({
      ...portDocument({ port, protocol, gateway: object.name }, runtime),
      claim: portClaim(port, protocol === 'TCP' ? undefined : host),
      field: 'definition.http',
    })),
    ...(hasRecords && host !== undefined
      ? [{ ...hostDocument(host), claim: hostClaim(host), field: 'definition.domainName' }]
      : []),
  ]
}

/** Returns the outcome of a gateway at a port that others use with another protocol. */
function protocolConflict(gateway: Gateway, { objects }: OwnedObjects): Failed | undefined {
  const { runtime } = gateway
  for (const { port, protocol } of listenersOf(gateway)) {
    const held = objects.find(({ kind, name }) => kind === 'GatewayPort' && name === portName(port, runtime))
    const outputs = held?.status.outputs as { protocol?: Protocol; gateway?: string } | undefined
    if (held === undefined || outputs?.protocol === undefined || outputs.protocol === protocol) continue
    const holder = `GatewayInstance ${outputs.gateway ?? ''}`
    const message = `Port ${port} in runtime ${runtime.name} is used by ${holder} for ${outputs.protocol}, so it cannot be used for ${protocol}. Choose another port, or delete that gateway.`
    return failed(
      { reason: 'PortTaken', message, grace: 0 },
      { watching: { id: held.id, version: held.version } },
    )
  }
  return undefined
}

function serviceOf({ spec, application }: Gateway, namespace: string): ApplicationService | Outcome {
  const { resources = 0, services } = application.outputs ?? {}
  // The Services are known once the application has read its manifests, which is before it is applied.
  if (services == null && resources === 0) return awaitApplication(application, 'has Services')
  const service = chosenService(spec, { name: application.name, namespace, services: services ?? [] })
  if (!('reason' in service)) return service
  const { id, version } = application
  return failed(service, { watching: { id, version } })
}

/** Returns the outcome of a gateway whose records nobody would find, or belong to others; undefined once they have been written. */
async function awaitName(
  { inventory, owner }: ReconcileContext,
  { nameLookup }: Environment,
  { hasRecords, domain, runtime, host, namespace, name }: Gateway & { namespace: string },
): Promise<Outcome | undefined> {
  if (!hasRecords || domain?.zone === undefined) return undefined
  if (inventory.some(({ kind }) => kind === 'DNSEndpoint')) return undefined
  const servers = await zoneOf(nameLookup, runtime, { domain: domain.domain, zone: domain.zone })
  if (servers?.state === 'missing') return zoneFailure(domain.domain, servers.zone, {})
  if (servers?.state !== 'found' || host === undefined) return undefined
  const records = await nameLookup?.hostRecords(host)
  const identity = installationIdentity(owner.controlPlane, runtime.id)
  return records && recordsFailure(host, records, { namespace, name, identity })
}

function awaitApplication({ id, kind, name, version, status }: Application, until: string): Outcome {
  return waitingFor({ id, kind, name, version, ...inheritedStatus(status) }, until)
}

/**
 * Returns the outputs of a gateway that does not work yet, or waits: an application may need its own URL to start. Routes that it has stay
 * as they are, and a canary to which they may send requests has to stay as well.
 */
function outputsWhileWaiting(context: ReconcileContext, gateway: Gateway): Record<string, unknown> {
  const { service } = outputsSoFar(context)
  return { ...knownOutputs(gateway), ...defined({ service }) }
}

function knownOutputs({ host, entries }: Gateway): Record<string, unknown> {
  if (host === undefined) return {}
  const urls = urlsOf(entries, host)
  const [first] = urls
  return first === undefined
    ? {}
    : { host, port: first.port, url: first.url, urls: urls.map(({ url }) => url) }
}

function withOutputs(outcome: Outcome, outputs: Record<string, unknown>): Outcome {
  return { ...outcome, outputs: { ...outputs, ...outcome.outputs } }
}

import type { z } from 'zod'
import { supportServiceLabel } from '../../schema/names.ts'
import { KubernetesRuntimeInstance } from '../../schema/kinds/kubernetes-runtime.ts'
import type { SupportServiceInstance as SupportServiceKind } from '../../schema/kinds/support-service.ts'
import { chartParameters } from '../../schema/profiles/types.ts'
import type { ReconcilerState } from '../../schema/reconciler-state.ts'
import { spread } from '../../schema/retry.ts'
import type { SupportService } from '../../schema/support-services.ts'
import { done, failed, requeueAfter, type Outcome } from '../engine/outcome.ts'
import { isRefused, reconcileOwned, unreadyOwned, waitUntilGone } from '../engine/owned-objects.ts'
import type { OwnerClaim, ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import { objectAs, referenced } from '../engine/start-reconcile.ts'
import type { Environment } from '../environment.ts'
import { providerName } from '../runtimes/index.ts'
import { runtimeAccessOf, unready } from '../resources/runtime-access.ts'
import { installationIdentity } from '../resources/zone-delegation.ts'
import { catalogue } from '../support-services/catalogue/index.ts'
import type { SupportServiceData } from '../support-services/catalogue/support-service-data.ts'
import type { Upstream } from '../support-services/envoy-config.ts'
import { proxyHosts, proxyManifests, UpstreamParameters } from '../support-services/forward-proxy.ts'
import {
  extraDocuments,
  serviceDocuments,
  sourceOf,
  type Installation,
} from '../support-services/installation.ts'
import { checkInterval, inspect } from '../support-services/inspect.ts'
import { missingProof, type Inspected } from '../support-services/proofs.ts'

/**
 * The interval in milliseconds at which a service is checked that QleetOS has installed and that works: changes of its
 * resources trigger it at once.
 */
const recheckInterval = 10 * 60_000
/** The interval in milliseconds between checks of a service that has just been installed. */
const proofInterval = 3000

/**
 * Reconciles a support service: one that the cluster has is used as it is; any other is an ordinary workload, so that it
 * is applied, monitored, shown and deleted like any other.
 */
export const SupportServiceInstance: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const service = serviceOf(context)
    if (service === 'forward-proxy') return reconcileProxy(context, environment)
    const installation = installationOf(context)
    if (installation === undefined) return unknownService(service)
    const runtime = runtimeOf(context)
    const notReady = unready(runtime)
    if (notReady !== undefined) return notReady
    return runtimeAccessOf(runtime, environment, async (cluster) => {
      const inspected = { cluster, signal: context.signal }
      const given = context.owns ? undefined : await existing(context, inspected, installation)
      return given ?? install(context, inspected, installation)
    })
  },

  remove: async (context) => {
    const waiting = await removeExtras(context)
    return waiting ?? done('Nothing is left of it.')
  },
}

function serviceOf({ object }: ReconcileContext): SupportService {
  // The server has validated the spec with the schema of the kind.
  return (object.manifestSpec as { service: SupportService }).service
}

function runtimeOf({ object }: ReconcileContext) {
  return referenced(objectAs(object, 'SupportServiceInstance').runtime)
}

/** Returns how the service is installed; undefined if this release does not know it. */
function installationOf(context: ReconcileContext): Installation | undefined {
  const { name, projectName } = context.object
  const service = serviceOf(context)
  const known = service === 'forward-proxy' ? undefined : catalogue[service]
  if (service === 'forward-proxy' || known === undefined) return undefined
  const decided = decidedOf(context)
  const data = withChart(known, decided)
  const runtime = runtimeOf(context)
  const { supportServices = [] } = KubernetesRuntimeInstance.spec
    .pick({ supportServices: true })
    .strip()
    .parse(runtime.manifestSpec)
  const settings = supportServices.find((each) => each.service === service)
  return {
    name,
    project: projectName ?? 'default',
    service,
    data,
    runtime: `${runtime.projectName ?? 'default'}/${runtime.name}`,
    provider: providerName(referenced(runtime.definition)),
    version: versionOf(settings?.version ?? decided.version ?? context.state['version'], data.chart.version),
    releaseName: known.releaseName ?? known.chart.name,
    profileValues: decided.values ?? {},
    valuesDocument: settings?.valuesDocument,
    identity: installationIdentity(context.owner.controlPlane, runtime.id),
    claims: context.claims,
  }
}

/** Returns what a profile decided about the installation. */
function decidedOf({ object }: ReconcileContext): z.infer<typeof chartParameters> {
  // The server has validated the spec with the schema of the kind.
  const { parameters } = object.manifestSpec as z.infer<(typeof SupportServiceKind)['spec']>
  return chartParameters.parse(parameters ?? {})
}

/** Returns the data of a service with the chart that a profile decided. The digest is that of the catalogue's chart only. */
function withChart(
  data: SupportServiceData,
  { repo, chart }: { repo?: string | undefined; chart?: string | undefined },
): SupportServiceData {
  if (repo === undefined && chart === undefined) return data
  const { version, ...known } = data.chart
  return { ...data, chart: { repo: repo ?? known.repo, name: chart ?? known.name, version } }
}

/** Returns the version to install: the one that was chosen or is installed, else the newest. */
function versionOf(chosen: ReconcilerState[string] | undefined, newest: string): string {
  return typeof chosen !== 'string' || chosen === 'newest' ? newest : chosen
}

function unknownService(service: string): Outcome {
  const message = `This worker does not know the service ${service}: upgrade the workers.`
  return failed({ reason: 'UnknownService', message }, { retryAfter: checkInterval })
}

/** Returns the outcome of a service that the cluster has already, or that cannot be installed; undefined to install it. */
async function existing(
  context: ReconcileContext,
  inspected: Inspected,
  { data }: Installation,
): Promise<Outcome | undefined> {
  const kubernetesVersion = runtimeOf(context).outputs?.kubernetesVersion ?? ''
  const found = await inspect(inspected, data, { kubernetesVersion })
  if (found === undefined || 'outcome' in found) return found
  const { version, namespace } = found
  const where = namespace === '' ? '' : ` in namespace ${namespace}`
  return done(`The cluster has ${data.software}${where} already.`, {
    outputs: {
      providedBy: 'cluster',
      ...(version === '' ? {} : { version }),
      ...(namespace === '' ? {} : { namespace }),
    },
    recheckAfter: spread(checkInterval),
  })
}

async function install(
  context: ReconcileContext,
  inspected: Inspected,
  planned: Installation,
): Promise<Outcome> {
  const { data, version } = planned
  const servesKind = await servesKindOf(inspected, data)
  const installation = { ...planned, servesKind }
  context.updateState({ version })
  const wasProven = context.state['proven'] === true
  const owned = await reconcileOwned(context, [
    ...serviceDocuments(installation),
    ...(wasProven ? extraDocuments(installation) : []),
  ])
  if ('outcome' in owned) return owned
  const waiting = unreadyOwned(owned)
  if (waiting !== undefined) return waiting
  const source = sourceOf(installation)
  const missing = source === 'chart' ? await missingProof(inspected, data.proofs) : undefined
  if (missing !== undefined) {
    const message = `Waiting until ${data.software} works: ${missing}.`
    return requeueAfter(proofInterval, { reason: 'NotWorking', message })
  }
  if (!wasProven) {
    context.updateState({ proven: true })
    const { extras = [], software } = data
    const what = extras.map(({ kind, metadata }) => `${kind} ${metadata.name}`).join(' and ')
    if (extras.length > 0)
      return requeueAfter(0, { reason: 'Configuring', message: `Applying ${what} for ${software}.` })
  }
  const { namespace, chart } = data
  const isChart = source === 'chart'
  return done(isChart ? describeVersions(data, version) : `A stand-in of ${data.software} is installed.`, {
    outputs: {
      providedBy: source,
      namespace,
      ...(isChart ? { version, available: chart.version } : {}),
    },
    // Nothing reports that the cluster serves a further kind.
    recheckAfter: spread(data.valuesIfServed === undefined || servesKind ? recheckInterval : checkInterval),
  })
}

/** Reports whether the cluster serves the kind that some values of the chart depend on. */
async function servesKindOf(
  { cluster }: Inspected,
  { valuesIfServed }: SupportServiceData,
): Promise<boolean> {
  if (valuesIfServed === undefined) return false
  const { apiVersion, kind } = valuesIfServed
  return (await cluster.discovery.find(apiVersion, kind)) !== undefined
}

function describeVersions({ software, chart, upgradeNote }: SupportServiceData, version: string): string {
  const installed = `${software} is installed, version ${version} of its chart.`
  if (version === chart.version) return installed
  const remedy = 'To change it, set the version in supportServices of the runtime.'
  return `${installed} Version ${chart.version} is available. ${upgradeNote} ${remedy}`
}

/** Releases the extras before the service, whose controller has to finalize them. Returns undefined once none is left. */
async function removeExtras(context: ReconcileContext): Promise<Outcome | undefined> {
  const { state, forced, updateState } = context
  const installation = installationOf(context)
  if (forced || installation === undefined || state['proven'] !== true) return undefined
  if (extraDocuments(installation).length === 0) return undefined
  const owned = await reconcileOwned(context, serviceDocuments(installation))
  // In a runtime that is being deleted, a service that an earlier attempt has removed cannot be written again.
  if ('outcome' in owned) return isRefused(owned) ? undefined : owned
  const [leaving] = owned.leaving
  if (leaving !== undefined) return waitUntilGone(leaving)
  updateState({ proven: undefined })
  return undefined
}

/** Reconciles the forward proxy, whose configuration consists of the claims of its owners. */
async function reconcileProxy(context: ReconcileContext, { envoyImage }: Environment): Promise<Outcome> {
  const { name, projectName } = context.object
  const runtime = runtimeOf(context)
  const upstreams = context.claims.map(upstreamOf)
  const [only] = context.claims.length === 1 ? context.claims : []
  const metadata = {
    name,
    project: projectName ?? 'default',
    labels: { [supportServiceLabel]: 'forward-proxy' },
  }
  const owned = await reconcileOwned(context, [
    {
      kind: 'WorkloadDefinition',
      ...metadata,
      spec: { yamlDocument: proxyManifests(upstreams, envoyImage) },
      field: 'spec.service',
    },
    {
      kind: 'WorkloadInstance',
      ...metadata,
      spec: { definition: name, runtime: `${runtime.projectName ?? 'default'}/${runtime.name}` },
      field: 'spec.runtime',
    },
  ])
  if ('outcome' in owned) return owned
  return (
    unreadyOwned(owned) ??
    done('It is installed.', { outputs: only?.claim == null ? {} : { defaultHost: only.claim } })
  )
}

function upstreamOf({ claim, parameters }: OwnerClaim, _: number, claims: readonly OwnerClaim[]): Upstream {
  const { host, port, tls, path } = UpstreamParameters.parse(parameters)
  const names = namesOf(claim ?? '')
  return {
    domains: [...new Set([...names, ...(claims.length === 1 ? proxyHosts : [])])],
    host,
    port,
    tls,
    path,
  }
}

/** Returns all DNS names of a Service, from the longest to the shortest. */
function namesOf(claim: string): string[] {
  const short = claim.replace(/\.svc\.cluster\.local$/, '')
  return [claim, `${short}.svc`, short]
}

import {
  DependenciesForReconcileDocument,
  type DependenciesForReconcileQuery,
} from '../../client-sdk/generated/documents.ts'
import type { Client } from '../../client-sdk/index.ts'
import { isPlatformError, isWriteConflict } from '../../schema/errors.ts'
import type { Manifest } from '../../schema/manifests.ts'
import { supportServiceLabel } from '../../schema/names.ts'
import { done, failed, requeueAfter, waitingFor, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext, Reconciler } from '../engine/reconciler.ts'
import type { Environment } from '../environment.ts'
import {
  addressManifest,
  addressName,
  proxyHost,
  proxyHosts,
  proxyManifests,
  proxyName,
} from '../support-services/forward-proxy.ts'
import type { Upstream } from '../support-services/envoy-config.ts'
import { unready } from '../resources/runtime-access.ts'
import { reconcileResources, removeResources } from '../resources/managed-resources.ts'

type Dependency = DependenciesForReconcileQuery['result']['edges'][number]['node']
type Runtime = Dependency['workloadInstance']['runtime']

/**
 * A dependency is a virtual host of the forward proxy of its runtime, and a Service beside the application that leads
 * there. The proxy itself is an ordinary workload of the control plane, made with the first dependency of a runtime and
 * deleted with the last.
 */
export const WorkloadServiceDependency: Reconciler<Environment> = {
  ensure: async (context, environment) => {
    const all = await allDependencies(context.client)
    const self = all.find(({ id }) => id === context.object.id)
    if (self === undefined) throw new Error(`dependency ${context.object.id} is gone`)
    const { runtime } = self.workloadInstance
    const wait = unready(runtime)
    if (wait !== undefined) return wait
    const namespace = namespaceOf(self)
    if (namespace === undefined) {
      const { id, kind, name, version, status } = self.workloadInstance
      return waitingFor(
        { id, kind, name, version, cause: status.cause ?? undefined },
        `Waiting until ${kind} ${name} has a namespace.`,
      )
    }
    const siblings = dependenciesOf(runtime, all)
    const first = siblings.find((sibling) => hostOf(sibling) === hostOf(self))
    if (first !== undefined && first.id !== self.id) return addressTaken(first)
    const proxy = await ensureProxy(context, { runtime, siblings, image: environment.envoyImage })
    if ('outcome' in proxy) return proxy
    const manifests = [addressManifest(addressName(self.name), namespace) as Manifest]
    const address = await reconcileResources(context, environment, { runtime, namespace, manifests })
    if (address.outcome !== 'done') return address
    if (!proxy.ready) {
      const { id, kind, name, version } = proxy
      return waitingFor(
        { id, kind, name, version, cause: proxy.cause },
        'Waiting until the forward proxy is ready.',
      )
    }
    const outputs = {
      address: `http://${hostOf(self)}`,
      ...(siblings.length === 1 ? { originalAddress: `http://${proxyHost}` } : {}),
    }
    const { id, version } = proxy.definition
    const watching = { id, version }
    const message = `Requests to ${outputs.address} go to ${self.spec.upstreamHost}.`
    return { ...address, message, outputs, watching }
  },

  remove: async (context, environment) => {
    const all = await allDependencies(context.client)
    const self = all.find(({ id }) => id === context.object.id)
    if (self === undefined) return done('It is gone.')
    const { runtime } = self.workloadInstance
    const torn = await removeResources(context, environment, { runtime })
    if (torn.outcome !== 'done') return torn
    const siblings = dependenciesOf(runtime, all)
    if (siblings.length === 0) return removeProxy(context, runtime)
    const proxy = await ensureProxy(context, { runtime, siblings, image: environment.envoyImage })
    return 'outcome' in proxy ? proxy : done('It is gone.')
  },
}

async function allDependencies(client: Client): Promise<Dependency[]> {
  const all: Dependency[] = []
  for (let after: string | null = null; ;) {
    const { result }: DependenciesForReconcileQuery = await client.execute(DependenciesForReconcileDocument, {
      after,
    })
    all.push(...result.edges.map(({ node }) => node))
    if (!result.pageInfo.hasNextPage) return all
    after = result.pageInfo.endCursor
  }
}

/**
 * The dependencies that the proxy of a runtime serves, in a fixed order. Names that differ only in case or punctuation
 * come to the same address; it belongs to the dependency that was there first.
 */
function dependenciesOf(runtime: Runtime, all: readonly Dependency[]): Dependency[] {
  const served = new Map<string, Dependency>()
  for (const dependency of all.toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1))) {
    const host = hostOf(dependency)
    const isServed =
      dependency.workloadInstance.runtime.id === runtime.id && dependency.deletionRequestedAt === null
    if (isServed && host !== undefined && !served.has(host)) served.set(host, dependency)
  }
  return [...served.values()]
}

function namespaceOf({ workloadInstance }: Dependency): string | undefined {
  return workloadInstance.outputs?.namespace
}

/** The host name by which the application calls a dependency; undefined while its workload has no namespace. */
function hostOf(dependency: Dependency): string | undefined {
  const namespace = namespaceOf(dependency)
  return namespace && `${addressName(dependency.name)}.${namespace}.svc.cluster.local`
}

function addressTaken(first: Dependency): Outcome {
  const { id, name, version } = first
  const message = `${hostOf(first)} belongs to dependency ${name} already. Make this one again under another name.`
  return failed({ reason: 'AddressTaken', message }, { watching: { id, version } })
}

function upstreamOf(dependency: Dependency, alone: boolean): Upstream {
  const { upstreamHost, upstreamPath, upstreamPort, upstreamTls } = dependency.spec
  const short = `${addressName(dependency.name)}.${namespaceOf(dependency) ?? ''}`
  const own = [`${short}.svc.cluster.local`, `${short}.svc`, short]
  return {
    name: short,
    domains: [...new Set([...own, ...(alone ? proxyHosts : [])])],
    host: upstreamHost.toLowerCase(),
    port: upstreamPort,
    tls: upstreamTls,
    path: upstreamPath,
  }
}

interface ProxyState {
  id: string
  kind: string
  name: string
  version: number
  ready: boolean
  cause: { kind: string; name: string; reason: string; message: string } | undefined
  /** Changes with every dependency that comes, goes or changes. */
  definition: { id: string; version: number }
}

interface ProxyOptions {
  runtime: Runtime
  siblings: readonly Dependency[]
  image: string
}

/**
 * The proxy follows from all dependencies of its runtime, so whichever is reconciled writes the same. One that read
 * them before a change of another is refused by the expected version and looks again.
 */
async function ensureProxy(
  { client, object, assertHeld }: ReconcileContext,
  { runtime, siblings, image }: ProxyOptions,
): Promise<ProxyState | Outcome> {
  const name = proxyName(runtime.name)
  const project = runtime.projectName ?? 'default'
  const before = await client.objects.get({ kind: 'WorkloadDefinition', name, project })
  if (before !== undefined && before.deletionRequestedAt !== null) return proxyLeaving(before)
  // Read again after the version that the write is bound to, so that no later change can be missed.
  const current = dependenciesOf(runtime, await allDependencies(client))
  const upstreams = (current.length > 0 ? current : siblings).map((dependency, _, list) =>
    upstreamOf(dependency, list.length === 1),
  )
  const labels = { [supportServiceLabel]: 'forward-proxy' }
  assertHeld()
  try {
    const applied = await client.apply(
      [
        {
          kind: 'WorkloadDefinition',
          name,
          project,
          labels,
          spec: { yamlDocument: proxyManifests(upstreams, image) },
          ...(before === undefined ? {} : { expectedVersion: before.version }),
        },
        {
          kind: 'WorkloadInstance',
          name,
          project,
          labels,
          spec: { definition: name, runtime: runtime.name },
        },
      ],
      { reason: `forward proxy for ${object.kind} ${object.name}` },
    )
    const [definition] = applied.map((each) => each.object)
    const instance = await client.objects.get({ kind: 'WorkloadInstance', name, project })
    if (definition === undefined || instance === undefined) throw new Error('the proxy is gone already')
    const { id, kind, version, status } = instance
    // Ready with what was desired before is not ready with this.
    const ready = instance.ready && instance.observedGeneration === instance.generation
    return { id, kind, name, version, ready, cause: status.cause ?? undefined, definition }
  } catch (error) {
    if (!isPlatformError(error) || !isWriteConflict(error.code)) throw error
    return requeueAfter(500, {
      reason: 'ProxyChanging',
      message: 'The forward proxy is being changed for another dependency.',
    })
  }
}

async function removeProxy(
  { client, assertHeld, object }: ReconcileContext,
  runtime: Runtime,
): Promise<Outcome> {
  const target = { name: proxyName(runtime.name), project: runtime.projectName ?? 'default' }
  const definition = await client.objects.get({ kind: 'WorkloadDefinition', ...target })
  if (definition === undefined || definition.deletionRequestedAt !== null) return done('It is gone.')
  // A dependency that came meanwhile has changed the definition, and then it is needed again.
  if (dependenciesOf(runtime, await allDependencies(client)).length > 0)
    return requeueAfter(500, { reason: 'ProxyChanging', message: 'The forward proxy is needed again.' })
  assertHeld()
  try {
    await client.objects.delete(
      [
        { kind: 'WorkloadInstance', ...target },
        { kind: 'WorkloadDefinition', ...target, expectedVersion: definition.version },
      ],
      { reason: `the last dependency, ${object.name}, is gone` },
    )
    return done('It is gone.')
  } catch (error) {
    if (isPlatformError(error) && error.code === 'NOT_FOUND') return done('It is gone.')
    if (!isPlatformError(error) || !isWriteConflict(error.code)) throw error
    return requeueAfter(500, {
      reason: 'ProxyChanging',
      message: 'The forward proxy is being changed for another dependency.',
    })
  }
}

function proxyLeaving({
  id,
  kind,
  name,
  version,
}: {
  id: string
  kind: string
  name: string
  version: number
}): Outcome {
  return waitingFor({ id, kind, name, version }, 'Waiting until the former forward proxy is gone.')
}

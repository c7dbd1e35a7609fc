import type { DryRunQuery } from '../../schema/cluster-queries.ts'
import { resourceNameOf, type Manifest } from '../../schema/manifests.ts'
import { WorkloadToCheck, type CheckedResource } from '../../schema/resource-checks.ts'
import { unpacked } from '../../schema/packed-text.ts'
import { chunks } from '../../schema/chunks.ts'
import { liveAutoscalers } from '../kube/apply/autoscalers.ts'
import { checkApply, checkRemoval, refusal, type Check, type CheckContext } from '../kube/apply/check.ts'
import { readLive } from '../kube/apply/live.ts'
import { concurrency } from '../kube/apply/sync-context.ts'
import { getObject, type Cluster } from '../kube/client/cluster.ts'
import { isKubeError } from '../kube/client/kube-error.ts'
import { mapWithLimit } from '../../schema/map-with-limit.ts'
import {
  describeTwin,
  prepareResources,
  twinsIn,
  type DesiredResource,
  type Prepared,
} from '../kube/client/resource.ts'
import { describeUnknownKind } from '../kube/client/unknown-kind.ts'
import { workloadNamespace } from '../kube/client/namespaces.ts'
import type { QueryContext } from './query-context.ts'

/** The number of resources that one item of the response has. */
const batchSize = 25

/** Asks the API server of a cluster what it would do with the resources of a workload. Nothing is written. */
export async function* dryRunWorkload(
  { objectId, packed }: DryRunQuery,
  { clusters, signal }: QueryContext,
): AsyncGenerator<readonly CheckedResource[]> {
  const workload = WorkloadToCheck.parse(JSON.parse(unpacked(packed)))
  const cluster = await clusters.of(objectId)
  const checks = await checksOf(workload, cluster, { signal, takesOver: undefined })
  for (const batch of chunks(workload.resources, batchSize))
    yield await mapWithLimit(batch, concurrency, checks)
}

type CheckByName = (name: string) => Promise<CheckedResource>

/** Returns a function that checks the resource with a name. */
export async function checksOf(
  workload: WorkloadToCheck,
  cluster: Cluster,
  { signal, takesOver }: Pick<CheckContext, 'signal' | 'takesOver'>,
): Promise<CheckByName> {
  const { owner, arriving } = workload
  const after = await prepared(workload, cluster, workload.after)
  const before = await prepared(workload, cluster, workload.before)
  const autoscalers = liveAutoscalers(cluster, signal)
  const context: CheckContext = { cluster, owner, signal, autoscalers, takesOver }
  const names = new Set(workload.resources)
  const chosen = (all: Prepared): Map<string, DesiredResource> =>
    new Map(all.desired.map((resource) => [nameIn(names, resource), resource] as const))
  const [desired, previous] = [chosen(after), chosen(before)]
  const twins = twinsIn(after.desired)
  const twinNames = new Map(
    after.desired
      .filter(({ key }) => twins.has(key))
      .flatMap((resource) => namesOf(resource).map((name) => [name, describeTwin(resource.key)] as const)),
  )
  const unserved = new Map(
    [...after.unknown, ...before.unknown].map((manifest) => [resourceNameOf(manifest), manifest]),
  )
  const candidates = [...names].flatMap((name) => desired.get(name) ?? previous.get(name) ?? [])
  const served = await mapWithLimit(candidates, concurrency, async (resource) => {
    const { apiVersion, kind } = resource.manifest
    return (await cluster.discovery.find(apiVersion, kind)) === undefined ? [] : [resource]
  })
  const known = new Set(served.flat().map(({ key }) => key))
  const { objects: live, refused } = await readLive(context, served.flat())
  const namespaces = new Namespaces(cluster, signal)
  const check = async (name: string): Promise<Check> => {
    const twin = twinNames.get(name)
    if (twin !== undefined) return declaredTwice(twin)
    const resource = desired.get(name)
    const earlier = previous.get(name)
    const any = resource ?? earlier
    if (any === undefined) return unservedKind(cluster, unserved.get(name), arriving)
    if (!known.has(any.key)) return { ...unchecked, reason: 'DefinitionMissing', message: noDefinition }
    const { key, identity } = any
    const unreadable = refused.get(key)
    if (unreadable !== undefined) return refusal(unreadable, { resource: any, live: undefined, isOurs: true })
    if (resource === undefined) return checkRemoval(context, { resource: any, live: live.get(key) })
    if (identity.namespace !== '' && !(await namespaces.has(identity.namespace)))
      return missingNamespace(identity.namespace, workload)
    return checkApply(context, { resource, before: earlier, live: live.get(key) })
  }
  return async (name) => ({ resource: name, ...(await check(name)) })
}

function prepared(
  { owner, namespace, replace, ignored }: WorkloadToCheck,
  { discovery }: Cluster,
  manifests: readonly Manifest[],
): Promise<Prepared> {
  return prepareResources({
    manifests,
    namespace: workloadNamespace(owner, namespace, manifests),
    owner,
    discovery,
    keepsTwins: true,
    policy: { replace, ignore: ignored },
  })
}

/** Returns the name by which a plan has a resource, whose manifest may have left out the namespace. */
function nameIn(names: ReadonlySet<string>, resource: DesiredResource): string {
  const [full, short] = namesOf(resource)
  return names.has(full) ? full : short
}

/** Returns the names of a resource with and without its namespace. */
function namesOf({ manifest }: DesiredResource): [full: string, short: string] {
  const { namespace: _, ...metadata } = manifest.metadata
  return [resourceNameOf(manifest), resourceNameOf({ ...manifest, metadata })]
}

const unchecked = { result: 'unchecked', fields: [] as string[] } as const
const noDefinition = 'the definition of the kind is not in the cluster yet'

async function unservedKind(
  { discovery }: Cluster,
  manifest: Manifest | undefined,
  { kinds, software }: WorkloadToCheck['arriving'],
): Promise<Check> {
  if (manifest === undefined)
    return { ...unchecked, reason: 'Unknown', message: 'the manifest was not found' }
  const { apiVersion, kind } = manifest
  if (software || kinds.includes(`${apiVersion} ${kind}`))
    return { ...unchecked, reason: 'DefinitionMissing', message: noDefinition }
  const { reason, message, field } = await describeUnknownKind(discovery, manifest)
  return { result: 'refused', reason, message, fields: [field] }
}

function declaredTwice(message: string): Check {
  return { result: 'refused', reason: 'DeclaredTwice', message, fields: ['metadata.namespace'] }
}

function missingNamespace(name: string, { owner, namespace, after, arriving }: WorkloadToCheck): Check {
  if (name === workloadNamespace(owner, namespace, after) || arriving.namespaces.includes(name))
    return {
      ...unchecked,
      reason: 'NamespaceMissing',
      message: 'the namespace does not exist yet',
    }
  const message = `namespace ${name} does not exist, and nothing in the plan creates it; add it to the definition`
  return { result: 'refused', reason: 'NamespaceMissing', message, fields: ['metadata.namespace'] }
}

/** The namespaces of a cluster, each of which is read once. */
class Namespaces {
  readonly #cluster: Cluster
  readonly #signal: AbortSignal
  readonly #known = new Map<string, Promise<boolean>>()

  constructor(cluster: Cluster, signal: AbortSignal) {
    this.#cluster = cluster
    this.#signal = signal
  }

  has(name: string): Promise<boolean> {
    const known = this.#known.get(name) ?? this.#exists(name)
    this.#known.set(name, known)
    return known
  }

  async #exists(name: string): Promise<boolean> {
    const type = { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false }
    try {
      return (
        (await getObject(this.#cluster.client, { type, namespace: '', name }, this.#signal)) !== undefined
      )
    } catch (error) {
      // Credentials for single namespaces may not read the namespaces themselves.
      if (isKubeError(error, 'forbidden')) return true
      throw error
    }
  }
}

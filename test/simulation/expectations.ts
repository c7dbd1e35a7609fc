import { isDeepStrictEqual } from 'node:util'
import { parse, parseAllDocuments } from 'yaml'
import { isBuiltIn } from '../../server/store/built-in.ts'
import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { isRecord } from '../../schema/manifests.ts'
import { allKinds, kindNamed } from '../../schema/kinds/index.ts'
import type { KubeObject } from '../../workers/kube/client/client.ts'
import type { Tables } from './database/tables.ts'
import type { SimulatedAws } from './components/aws/aws.ts'
import type { SimulatedClouds } from './components/clouds.ts'
import type { SimulatedTerraform } from './components/terraform.ts'
import type { SimulatedCluster } from './components/cluster.ts'
import {
  deliveryProblems,
  isDelivered,
  isDeliveryEnded,
  isOfCrash,
  isOfFailedRollout,
  withDeliveredImages,
} from './delivered.ts'
import { keyOf, type Wishes } from './wishes.ts'

export interface Outside {
  tables: Tables
  clusters: ReadonlyMap<string, SimulatedCluster>
  aws: Pick<SimulatedAws, 'resources'>
  clouds: Pick<SimulatedClouds, 'resources'>
  terraform: Pick<SimulatedTerraform, 'resources'>
  wishes: Wishes
  /** The keys of objects that may exist. @default none */
  records?: ReadonlySet<string> | undefined
}

/**
 * Describes every deviation from the expected state once the simulation is at rest; computed from the specs, not by the
 * engine.
 */
export function differences({ clusters, ...rest }: Outside): string[] {
  // Each cluster is searched once, not for every object.
  const searched = [...clusters].map(([name, cluster]) => {
    const ours = cluster.ours()
    return [name, { ...cluster, ours: () => ours }] as const
  })
  const outside = { ...rest, clusters: new Map(searched) }
  return [
    ...wishProblems(outside),
    ...statusProblems(outside),
    ...inventoryProblems(outside),
    ...orphanProblems(outside),
    ...cloudProblems(outside, 'aws', outside.aws.resources()),
    ...cloudProblems(outside, 'gcp', outside.clouds.resources('gcp')),
    ...cloudProblems(outside, 'azure', outside.clouds.resources('azure')),
    ...terraformProblems(outside),
    ...contentProblems(outside),
    ...deliveryProblems(outside.tables),
  ]
}

/** Every accepted wish is stored, and nothing else. */
function wishProblems({ tables, wishes, records }: Outside): string[] {
  const stored = new Map([...tables.objects.values()].map((object) => [keyOf(object), object]))
  const wrong = [...wishes.values()].flatMap((wish) => {
    const object = stored.get(keyOf(wish))
    if (object === undefined) return [`${keyOf(wish)} does not exist`]
    const spec = recordOf(object.spec)
    const { secretMaps, secrets } = kindNamed(wish.kind)
    const hidden = secretMaps.map(({ field }) => field)
    const shown = (field: string, value: unknown): unknown => {
      if (secrets.includes(field)) return typeof value
      return hidden.includes(field) ? Object.keys(recordOf(value)) : value
    }
    const differs = Object.entries(wish.spec).filter(
      ([field, value]) => !isDeepStrictEqual(shown(field, spec[field]), shown(field, value)),
    )
    return differs.map(
      ([field]) =>
        `${keyOf(wish)} has ${field} ${JSON.stringify(spec[field])}, which differs from the request`,
    )
  })
  const extra = [...stored.values()]
    .filter(
      (object) =>
        object.kind !== 'Project' &&
        !wishes.has(keyOf(object)) &&
        records?.has(keyOf(object)) !== true &&
        !isSupport(object) &&
        !isBuiltIn(object) &&
        kindNamed(object.kind).ownedOnly !== true &&
        !isDependency(tables, object) &&
        !isOfLocation(tables, object) &&
        !isMade(tables, object) &&
        !isConnection(tables, object) &&
        !isPartOfStack(tables, object) &&
        !isDelivered(tables, object),
    )
    .map((object) => `${keyOf(object)} still exists: ${statusMessage(object)}`)
  return [...wrong, ...extra]
}

/** Reports whether the control plane has created the object for itself. */
function isSupport({ labels }: StoredObject): boolean {
  return recordOf(labels)['qleet.io/support-service'] !== undefined
}

/** Returns the owners of an object. */
function ownersOf({ ownerships, objects }: Tables, id: bigint): StoredObject[] {
  return [...ownerships.values()].flatMap(({ ownedId, ownerId }) =>
    ownedId === id ? (objects.get(ownerId) ?? []) : [],
  )
}

/** Reports whether an application owns the object for a dependency that its definition has. */
function isDependency(tables: Tables, { id, labels }: StoredObject): boolean {
  const name = recordOf(labels)['qleet.io/dependency']
  return ownersOf(tables, id).some((owner) =>
    dependenciesOf(tables, owner).some((each) => each['name'] === name),
  )
}

/** Reports whether an instance with several locations owns the object for one of them. */
function isOfLocation(tables: Tables, { id, spec }: StoredObject): boolean {
  const location = recordOf(recordOf(spec)['placement'])['location']
  return ownersOf(tables, id).some(
    ({ spec: owner }) => locationsOf(owner)?.includes(String(location)) === true,
  )
}

/** Reports whether the object is the runtime of an instance, made on demand, or its definition. */
function isMade(tables: Tables, { id, kind }: StoredObject): boolean {
  if (!kind.startsWith('KubernetesRuntime')) return false
  return ownersOf(tables, id).some((owner) => {
    const runtime = tables.references.get(`${owner.id}:runtime`)?.toId
    return [runtime, tables.references.get(`${runtime}:definition`)?.toId].includes(id)
  })
}

/** Reports whether the object delivers the connection of a database to the workload that the database names. */
function isConnection(tables: Tables, { id }: StoredObject): boolean {
  return ownersOf(tables, id).some(
    ({ kind, spec }) =>
      kind === 'AwsRelationalDatabaseInstance' && recordOf(spec)['workloadInstance'] !== undefined,
  )
}

/** Returns the kinds of the parts that a stack has: of its definition, or of its instance as far as they are enabled. */
function partsOf({ kind, spec }: StoredObject): string[] {
  if (kind === 'ObservabilityStackDefinition')
    return ['MetricsDefinition', 'LoggingDefinition', 'ObservabilityDashboardDefinition']
  if (kind !== 'ObservabilityStackInstance') return []
  const { metricsEnabled, loggingEnabled } = recordOf(spec)
  return [
    ...(metricsEnabled === true ? ['MetricsInstance'] : []),
    ...(loggingEnabled === true ? ['LoggingInstance'] : []),
    'ObservabilityDashboardInstance',
  ]
}

/** Reports whether the object is a part of a stack. */
function isPartOfStack(tables: Tables, { id, kind }: StoredObject): boolean {
  return ownersOf(tables, id).some((owner) => partsOf(owner).includes(kind))
}

/** A stack owns exactly its parts. */
function stackProblems(object: StoredObject, { tables }: Outside): string[] {
  const owned = [...tables.ownerships.values()]
    .filter(({ ownerId }) => ownerId === object.id)
    .map(({ ownedId }) => tables.objects.get(ownedId)?.kind ?? '')
  const parts = partsOf(object)
  return isDeepStrictEqual(new Set(owned), new Set(parts)) && owned.length === parts.length
    ? []
    : [`${keyOf(object)} owns ${owned.join()}, not ${parts.join()}`]
}

/** The keys of the Secret with the connection of a database. */
const connectionKeys = ['db-endpoint', 'db-name', 'db-password', 'db-port', 'db-user']

/** Returns the locations of an instance; undefined if it runs in one runtime. */
function locationsOf(spec: unknown): readonly string[] | undefined {
  const { locations } = recordOf(recordOf(spec)['placement'])
  return Array.isArray(locations) ? locations.map(String) : undefined
}

/** An instance with several locations owns one instance for each, and runs nowhere itself. */
function locationProblems(tables: Tables, object: StoredObject, locations: readonly string[]): string[] {
  const owned = [...tables.ownerships.values()]
    .filter(({ ownerId }) => ownerId === object.id)
    .map(({ ownedId }) => recordOf(recordOf(tables.objects.get(ownedId)?.spec)['placement'])['location'])
  return [
    ...(isDeepStrictEqual(new Set(owned), new Set(locations)) && owned.length === locations.length
      ? []
      : [`${keyOf(object)} has instances in ${owned.join()}, not in ${locations.join()}`]),
    ...(recordOf(object.spec)['runtime'] === undefined ? [] : [`${keyOf(object)} has a runtime itself`]),
  ]
}

/** The containers of an application have the variables of the buckets that are attached to it, and no others. */
function variableProblems(tables: Tables, object: StoredObject, live: readonly KubeObject[]): string[] {
  const expected = [...tables.objects.values()].flatMap((bucket): [string, unknown][] => {
    if (bucket.kind !== 'AwsObjectStorageBucketInstance') return []
    const { workloadBucketEnvVar } = recordOf(definitionOf(tables, bucket)?.spec)
    const isAttached = recordOf(bucket.spec)['workloadInstance'] === object.name
    return isAttached && workloadBucketEnvVar !== undefined
      ? [[String(workloadBucketEnvVar), recordOf(recordOf(bucket.status)['outputs'])['bucket']]]
      : []
  })
  const containers = live
    .filter(({ kind }) => kind === 'Deployment')
    .flatMap(({ spec }) => recordOf(recordOf(recordOf(spec)['template'])['spec'])['containers'] as object[])
  return containers.flatMap((container) => {
    const { env = [] } = container as { env?: { name: string; value?: string }[] }
    const given = env.filter(({ value }) => value !== undefined)
    const names = given.map(({ name }) => name).toSorted()
    const isRight =
      isDeepStrictEqual(names, [...new Set(expected.map(([name]) => name))].toSorted()) &&
      given.every(({ name, value }) => expected.some((each) => each[0] === name && each[1] === value))
    return isRight
      ? []
      : [`${keyOf(object)} has the variables ${names.join()} instead of those of its buckets`]
  })
}

/** Returns the dependencies in the definition of an instance. */
function dependenciesOf(tables: Tables, instance: StoredObject): Record<string, unknown>[] {
  const list = recordOf(definitionOf(tables, instance)?.spec)['dependencies']
  return Array.isArray(list) ? list.map(recordOf) : []
}

function definitionOf(tables: Tables, { kind: instance, spec }: StoredObject): StoredObject | undefined {
  const { definition } = recordOf(spec)
  return [...tables.objects.values()].find(
    ({ kind, name }) => kind === instance.replace(/Instance$/, 'Definition') && name === definition,
  )
}

function statusProblems({ tables }: Outside): string[] {
  return [...tables.objects.values()].flatMap((object) => {
    if (object.deletionRequestedAt !== null)
      return [`${keyOf(object)} is still being deleted: ${statusMessage(object)}`]
    if (!object.ready && !isExpectedFailure(tables, object))
      return [`${keyOf(object)} is not ready: ${statusMessage(object)}`]
    if (object.ready && object.observedGeneration !== object.generation)
      return [`${keyOf(object)} has observed generation ${object.observedGeneration} of ${object.generation}`]
    return scheduleProblems(tables, object)
  })
}

/**
 * Reports whether an object cannot be ready: the application of a gateway has no Service, or another gateway has its port or name;
 * pods that a bucket is for cannot have roles.
 */
function isExpectedFailure(tables: Tables, object: StoredObject): boolean {
  const { id, kind, spec, status } = object
  const all = [...tables.objects.values()]
  const reason = recordOf(recordOf(status)['cause'])['reason']
  if (kind === 'AwsObjectStorageBucketInstance') return reason === 'NoRolesForPods'
  if (kind === 'Delivery') return isDeliveryEnded(status)
  if (kind === 'Stage' || kind === 'Application' || kind === 'WorkloadInstance')
    return isOfFailedRollout(tables, object)
  if (kind !== 'GatewayInstance') return false
  const { workloadInstance, helmWorkloadInstance, runtime } = recordOf(spec)
  const application = all.find((each) => each.kind === 'WorkloadInstance' && each.name === workloadInstance)
  // Simulated charts have no Services.
  if (reason === 'ServiceNotFound' && helmWorkloadInstance !== undefined) return true
  const { yamlDocument } = recordOf(application && definitionOf(tables, application)?.spec)
  if (reason === 'ServiceNotFound') return !String(yamlDocument).includes('kind: Service')
  const others = all.filter((each) => each.kind === 'GatewayInstance' && each.id !== id)
  return (
    (reason === 'NameTaken' && others.length > 0) ||
    (reason === 'PortTaken' && others.some((each) => recordOf(each.spec)['runtime'] === runtime))
  )
}

/** Milliseconds that a due object may wait while no other work is pending. */
const lateness = 60_000

/** Every object with resources in a cluster is reconciled again at some time, and every due object soon. */
function scheduleProblems({ applied, now }: Tables, object: StoredObject): string[] {
  const { id, nextReconcileAt, leaseExpiresAt } = object
  const due = (nextReconcileAt ?? leaseExpiresAt)?.getTime()
  if (due === undefined)
    return [...applied.values()].some(({ objectId }) => objectId === id)
      ? [`${keyOf(object)} is never reconciled again`]
      : []
  return due + lateness < now().getTime() ? [`${keyOf(object)} is due, and no worker reconciles it`] : []
}

function statusMessage({ status }: StoredObject): string {
  const { phase, cause } = recordOf(status)
  return `${String(phase)} ${JSON.stringify(recordOf(cause)['message'] ?? '')}`
}

/** The inventory lists exactly the resources in the clusters. */
function inventoryProblems({ tables, clusters }: Outside): string[] {
  const rows = [...tables.applied.values()]
  const missing = rows.flatMap((row) => {
    const runtime = tables.objects.get(row.runtimeId)
    const live = [...(clusters.get(runtime?.name ?? '')?.ours() ?? [])].find(
      ({ metadata }) => metadata.uid === row.uid,
    )
    const what = `${row.kind} ${row.namespace}/${row.name} of object ${row.objectId}`
    if (live === undefined) return [`the inventory has ${what}, which is not in the cluster`]
    return live.metadata.labels?.['qleet.io/object-id'] === String(row.objectId)
      ? []
      : [`${what} has another owner in the cluster`]
  })
  const strays = [...clusters.values()].flatMap((cluster) =>
    cluster
      .ours()
      .filter(({ metadata }) => !rows.some(({ uid }) => uid === metadata.uid))
      .map(
        ({ kind, metadata }) =>
          `${cluster.name} has ${kind} ${metadata.namespace ?? ''}/${metadata.name} that no inventory has`,
      ),
  )
  const runtimes = [...tables.objects.values()].filter(({ kind }) => kind === 'KubernetesRuntimeInstance')
  const remaining = [...clusters.keys()]
    .filter((name) => !runtimes.some((runtime) => runtime.name === name))
    .map((name) => `cluster ${name} exists without its runtime`)
  const abandoned = [...tables.abandoned.values()]
    .filter(({ runtimeId }) => runtimeId !== null)
    .map(({ kind, name }) => `${kind} ${name} is still among the abandoned resources`)
  const owned = new Set([...tables.ownerships.values()].map(({ ownedId }) => ownedId))
  const ownerless = [...tables.objects.values()]
    .filter((object) => object.owned && object.expiresAt === null && !owned.has(object.id))
    .map((object) => `${keyOf(object)} has lost its owners and still exists`)
  return [...missing, ...strays, ...remaining, ...abandoned, ...ownerless]
}

/** Accounts list no orphans. */
function orphanProblems({ tables }: Outside): string[] {
  return [...tables.objects.values()].flatMap((object) => {
    const { orphans: listed } = recordOf(recordOf(object.status)['outputs'])
    return listed === undefined ? [] : [`${keyOf(object)} lists orphans: ${JSON.stringify(listed)}`]
  })
}

/** The inventory lists exactly the resources in the account of a cloud, besides those that a forced deletion has left behind. */
function cloudProblems({ tables }: Outside, cloud: string, resources: readonly string[]): string[] {
  const recorded = [...tables.external.values()]
    .filter(({ provider }) => provider === cloud)
    .map(({ type, externalId }) => `${type} ${externalId}`)
  const abandoned = [...tables.abandoned.values()]
    .filter(({ provider }) => provider === cloud)
    .map(({ kind, externalId }) => `${kind} ${externalId}`)
  const found = new Set(resources)
  return [
    ...recorded
      .filter((each) => !found.has(each))
      .map((each) => `the inventory has ${each}, which ${cloud} has not`),
    ...[...found]
      .filter((each) => !recorded.includes(each) && !abandoned.includes(each))
      .map((each) => `${cloud} has ${each}, which no inventory has`),
  ]
}

/** The inventory lists exactly the resources that runs of Terraform have, besides those that a forced deletion has left behind. */
function terraformProblems({ tables, terraform }: Outside): string[] {
  const recorded = [...tables.external.values()]
    .filter(({ provider }) => provider === 'terraform')
    .map(({ objectId, name }) => `${objectId}/${name}`)
  const abandoned = [...tables.abandoned.values()]
    .filter(({ provider }) => provider === 'terraform')
    .map(({ objectId }) => objectId)
  const found = terraform.resources()
  const refused = [...tables.states.values()].filter((each) => each.refused)
  return [
    ...recorded
      .filter((each) => !found.includes(each))
      .map((each) => `the inventory has ${each}, which Terraform has not`),
    ...found
      .filter((each) => !recorded.includes(each) && !abandoned.includes(BigInt(each.split('/')[0] ?? '')))
      .map((each) => `Terraform has ${each}, which no inventory has`),
    ...refused.map(({ objectId }) => `a state of object ${objectId} was refused`),
  ]
}

type Content = (object: StoredObject, outside: Outside) => string[]

/** Checks of the resources that objects of a kind have in their cluster, for kinds whose specs determine them. */
const contents: Readonly<Record<string, Content>> = {
  WorkloadInstance: (object, { tables, clusters }) => {
    const locations = locationsOf(object.spec)
    if (locations !== undefined) return locationProblems(tables, object, locations)
    const { runtime } = recordOf(object.spec)
    const named = definitionOf(tables, object)
    const outputs = recordOf(recordOf(object.status)['outputs'])
    const own = (clusters.get(String(runtime))?.ours() ?? []).filter(isOf(object))
    const documents = parseAllDocuments(String(recordOf(named?.spec)['yamlDocument']))
    const bindings = bindingsOf(tables, object)
    const desired: Record<string, unknown>[] = [
      ...documents.map((document) => withDeliveredImages(recordOf(document.toJS()), object)),
      ...bindings,
    ]
    const problems = desired.flatMap((manifest) => {
      const metadata = recordOf(manifest['metadata'])
      const live = own.find(
        (each) =>
          each.kind === manifest['kind'] &&
          each.metadata.name === metadata['name'] &&
          isPlaced(each, metadata, outputs),
      )
      const what = `${keyOf(object)}: ${String(manifest['kind'])} ${String(metadata['name'])}`
      if (live === undefined) return [`${what} is not in the cluster`]
      return contains(live, readable(manifest)) ? [] : [`${what} differs from the definition`]
    })
    const extra =
      own.filter(({ kind }) => kind !== 'Namespace').length -
      desired.filter(({ kind }) => kind !== 'Namespace').length
    return [
      ...problems,
      ...unmetDependencies(tables, object),
      ...variableProblems(tables, object, own),
      ...(extra === 0 ? [] : [`${keyOf(object)} has ${extra} extra resources`]),
    ]
  },
  SecretInstance: (object, { tables, clusters, wishes }) => {
    const { definition, runtime, type } = recordOf(object.spec)
    if (isConnection(tables, object)) {
      const [found] = (clusters.get(String(runtime))?.ours() ?? []).filter(isOf(object))
      const keys = Object.keys(recordOf(found?.['data'])).toSorted((one, other) => (one < other ? -1 : 1))
      return isDeepStrictEqual(keys, connectionKeys) ? [] : [`${keyOf(object)} has the keys ${keys.join()}`]
    }
    const { data = {}, binaryData = {} } = recordOf(
      wishes.get(`SecretDefinition ${String(definition)}`)?.spec,
    )
    const encoded = Object.entries(recordOf(data)).map(([key, value]) => [key, btoa(String(value))])
    const desired = { type, data: { ...(Object.fromEntries(encoded) as object), ...recordOf(binaryData) } }
    const [live, ...further] = (clusters.get(String(runtime))?.ours() ?? []).filter(isOf(object))
    const isRight =
      further.length === 0 && isDeepStrictEqual({ type: live?.['type'], data: live?.['data'] }, desired)
    return isRight ? [] : [`${keyOf(object)} differs from its definition`]
  },
  HelmWorkloadInstance: (object, { tables, clusters }) => {
    const locations = locationsOf(object.spec)
    if (locations !== undefined) return locationProblems(tables, object, locations)
    const { runtime, valuesDocument } = recordOf(object.spec)
    const spec = recordOf(definitionOf(tables, object)?.spec)
    const values = { ...valuesIn(spec['valuesDocument']), ...valuesIn(valuesDocument) }
    const own = (clusters.get(String(runtime))?.ours() ?? []).filter(isOf(object))
    const settings = own.find(({ metadata }) => metadata.name === `${object.name}-settings`)
    const found: unknown = JSON.parse(String(recordOf(settings?.['data'])['values'] ?? null))
    const problems = isDeepStrictEqual(found, values)
      ? []
      : [`${keyOf(object)} runs with the values ${JSON.stringify(found)}, not ${JSON.stringify(values)}`]
    const bindings = bindingsOf(tables, object)
    const missing = bindings.filter(
      ({ metadata: { name } }) =>
        !own.some(({ kind, metadata }) => kind === 'Secret' && metadata.name === name),
    )
    const extra =
      own.filter(({ kind }) => kind !== 'Namespace').length -
      (spec['additionalResources'] === undefined ? 2 : 3) -
      bindings.length
    return [
      ...problems,
      ...missing.map(({ metadata: { name } }) => `${keyOf(object)}: Secret ${name} is not in the cluster`),
      ...unmetDependencies(tables, object),
      ...(extra === 0 ? [] : [`${keyOf(object)} has ${extra} extra resources`]),
    ]
  },
  ObservabilityStackDefinition: stackProblems,
  ObservabilityStackInstance: stackProblems,
  LogStorageInstance: (object, { tables, clusters, wishes }) => {
    const { runtime } = recordOf(object.spec)
    const names = recordOf(definitionOf(tables, object)?.spec)['backends'] as string[]
    const backends = names.map((name) => [name, recordOf(wishes.get(`LogBackend ${name}`)?.spec)] as const)
    const ours = clusters.get(String(runtime))?.ours() ?? []
    const config = ours.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'qleet-log-collector',
    )
    const unsent = backends.filter(
      ([, { destination }]) => !JSON.stringify(config?.['data'] ?? '').includes(String(destination)),
    )
    const keys = backends.flatMap(([name, { token, password }]) =>
      token === undefined && password === undefined ? [] : [`default.${name}`],
    )
    const secrets = ours.filter(isOf(object))
    const found = secrets.flatMap(({ data }) => Object.keys(recordOf(data)))
    return [
      ...unsent.map(([name]) => `${keyOf(object)}: the collector sends nothing to LogBackend ${name}`),
      ...(isDeepStrictEqual(new Set(found), new Set(keys)) && secrets.length === Math.min(1, keys.length)
        ? []
        : [`${keyOf(object)} has credentials for ${found.join()}, not for ${keys.join()}`]),
    ]
  },
  WorkloadServiceDependency: (object, { clusters }) => {
    const host = String(recordOf(object.spec)['upstreamHost'])
    const all = [...clusters.values()].flatMap((cluster) => cluster.ours())
    const isServed = all.some(({ kind, data }) => kind === 'ConfigMap' && JSON.stringify(data).includes(host))
    const problems = isServed ? [] : [`${keyOf(object)}: no proxy leads to ${host}`]
    const services = all.filter(isOf(object))
    return services.length === 1
      ? problems
      : [...problems, `${keyOf(object)} has ${services.length} resources, not 1`]
  },
}

/** Returns the Secrets that an application has for its dependencies; one of kind Secret delivers itself. */
function bindingsOf(tables: Tables, object: StoredObject): { kind: string; metadata: { name: string } }[] {
  return dependenciesOf(tables, object)
    .filter((each) => each['kind'] !== 'Secret')
    .map((each) => ({ kind: 'Secret', metadata: { name: `${String(each['name'])}-binding` } }))
}

/** Every dependency of an application has an object that the application owns. */
function unmetDependencies(tables: Tables, object: StoredObject): string[] {
  return dependenciesOf(tables, object)
    .filter(
      ({ name }) =>
        ![...tables.ownerships.values()].some(
          ({ ownerId, ownedId }) =>
            ownerId === object.id &&
            recordOf(tables.objects.get(ownedId)?.labels)['qleet.io/dependency'] === name,
        ),
    )
    .map(({ name }) => `${keyOf(object)} has no object for its dependency ${String(name)}`)
}

function contentProblems(outside: Outside): string[] {
  return [...outside.tables.objects.values()].flatMap(
    (object) => contents[object.kind]?.(object, outside) ?? [],
  )
}

function valuesIn(text: unknown): Record<string, unknown> {
  return text === undefined ? {} : recordOf(parse(String(text)))
}

function isOf({ id }: StoredObject): (live: KubeObject) => boolean {
  return ({ metadata }) => metadata.labels?.['qleet.io/object-id'] === String(id)
}

function isPlaced(
  { metadata }: KubeObject,
  desired: Record<string, unknown>,
  outputs: Record<string, unknown>,
): boolean {
  return (
    metadata.namespace === undefined || metadata.namespace === (desired['namespace'] ?? outputs['namespace'])
  )
}

/** Reports whether the live value contains everything that is desired; compares list items by name if they have one. */
/** Returns what can be compared of a manifest: the definition has only placeholders of the values of Secrets. */
function readable(manifest: Record<string, unknown>): Record<string, unknown> {
  if (manifest['kind'] !== 'Secret') return manifest
  const { data: _, stringData: __, ...rest } = manifest
  return rest
}

function contains(live: unknown, desired: unknown): boolean {
  if (Array.isArray(desired))
    return (
      Array.isArray(live) &&
      desired.every((each, index) => {
        const name = recordOf(each)['name']
        return contains(
          name === undefined ? live[index] : live.find((item) => recordOf(item)['name'] === name),
          each,
        )
      })
    )
  if (isRecord(desired))
    return isRecord(live) && Object.entries(desired).every(([key, value]) => contains(live[key], value))
  return live === desired
}

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

/** Counts everything that must not grow while the simulation is idle. */
export function activity({ tables }: Outside): { changes: number; versions: string } {
  // What crashes again and again does not rest.
  const versions = [...tables.objects.values()]
    .filter((object) => !isOfCrash(tables, object))
    .map(({ id, version }) => `${id}@${version}`)
  return { changes: tables.changes.length, versions: versions.join(' ') }
}

/**
 * The reconciles of objects that are checked more often than the others, by concept: nothing announces that a cluster or a module has
 * stopped responding, and credentials are renewed.
 */
const frequentlyChecked: Readonly<Record<string, number>> = {
  'kubernetes-runtime': 140,
  module: 140,
  'aws-eks-kubernetes-runtime': 30,
  'gke-kubernetes-runtime': 20,
  'aks-kubernetes-runtime': 20,
}

/** Returns how many reconciles an idle hour may have per object of a kind. */
export function quietReconciles(kind: string): number {
  return frequentlyChecked[allKinds.find((each) => each.kind === kind)?.concept ?? ''] ?? 12
}

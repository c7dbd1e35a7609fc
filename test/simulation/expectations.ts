import { isDeepStrictEqual } from 'node:util'
import { versionField } from '../../server/store/definition-rollouts/fields.ts'
import { isBuiltIn } from '../../server/store/built-in.ts'
import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { allKinds, kindNamed } from '../../schema/kinds/index.ts'
import type { Tables } from './database/tables.ts'
import {
  deliveryProblems,
  isDelivered,
  isDeliveryEnded,
  isFailedJob,
  isOfCrash,
  isOfFailedRollout,
} from './delivered.ts'
import { contentProblems } from './expected-contents.ts'
import type { Outside } from './outside.ts'
import {
  definitionOf,
  isConnection,
  isDependency,
  isMade,
  isOfLocation,
  isPartOfStack,
  isSupport,
  isVersion,
  recordOf,
} from './stored-objects.ts'
import { keyOf } from './wishes.ts'

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
    ...repeatedJobs(outside),
    ...rolloutProblems(outside),
  ]
}

/** Every edit of a definition has reached all instances, or has failed; previous versions are there only for those. */
function rolloutProblems({ tables }: Outside): string[] {
  const open = [...tables.rollouts.values()].filter(
    ({ endedAt, state }) => endedAt === null && state !== 'Halted',
  )
  const failed = new Set(
    [...tables.rollouts.values()].filter(({ state }) => state !== 'Complete').map(({ objectId }) => objectId),
  )
  const left = [...tables.references.values()].filter(
    ({ field, toId }) => field === versionField && !failed.has(toId),
  )
  return [
    ...open.map(({ objectId, state }) => `the rollout of ${objectId} is still ${state}`),
    ...left.map(({ fromId }) => `${tables.objects.get(fromId)?.name} is a version that nothing needs`),
  ]
}

/** A job of a rollout is made once, whatever was interrupted. */
function repeatedJobs({ clusters }: Outside): string[] {
  return [...clusters.values()].flatMap(({ createdJobs }) =>
    [...createdJobs].flatMap(([path, count]) =>
      count > 1 && /-r\d+-\d+-[0-9a-f]{10}$/.test(path) ? [`${path} was created ${count} times`] : [],
    ),
  )
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
        !isDelivered(tables, object) &&
        !isVersion(tables, object),
    )
    .map((object) => `${keyOf(object)} still exists: ${statusMessage(object)}`)
  return [...wrong, ...extra]
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
  if (kind === 'RolloutJob') return isFailedJob(object)
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
    // Its worker may have died before the cloud returned the ID. Those that are simulated identify resources by their names.
    .map(({ kind, name, externalId }) => `${kind} ${externalId ?? name}`)
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

/** Returns how many reconciles an idle hour may have per object of a kind. What only its user can mend is retried every minute. */
export function quietReconciles(kind: string, object: StoredObject | undefined): number {
  if (recordOf(object?.status)['phase'] === 'Blocked') return 60
  return frequentlyChecked[allKinds.find((each) => each.kind === kind)?.concept ?? ''] ?? 12
}

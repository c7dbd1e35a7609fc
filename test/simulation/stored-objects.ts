import { versionField } from '../../server/store/definition-rollouts/fields.ts'
import type { StoredObject } from '../../prisma/generated/client/client.ts'
import { isRecord } from '../../schema/manifests.ts'
import type { Tables } from './database/tables.ts'

/* What stored objects are to each other, by their specs and owners. */

/** Reports whether the control plane has created the object for itself. */
export function isSupport({ labels }: StoredObject): boolean {
  return recordOf(labels)['qleet.io/support-service'] !== undefined
}

/** Returns the owners of an object. */
export function ownersOf({ ownerships, objects }: Tables, id: bigint): StoredObject[] {
  return [...ownerships.values()].flatMap(({ ownedId, ownerId }) =>
    ownedId === id ? (objects.get(ownerId) ?? []) : [],
  )
}

/** Reports whether an application owns the object for a dependency that its definition has. */
export function isDependency(tables: Tables, { id, labels }: StoredObject): boolean {
  const name = recordOf(labels)['qleet.io/dependency']
  return ownersOf(tables, id).some((owner) =>
    dependenciesOf(tables, owner).some((each) => each['name'] === name),
  )
}

/** Reports whether an instance with several locations owns the object for one of them. */
export function isOfLocation(tables: Tables, { id, spec }: StoredObject): boolean {
  const location = recordOf(recordOf(spec)['placement'])['location']
  return ownersOf(tables, id).some(
    ({ spec: owner }) => locationsOf(owner)?.includes(String(location)) === true,
  )
}

/** Reports whether the object is the runtime of an instance, made on demand, or its definition. */
export function isMade(tables: Tables, { id, kind }: StoredObject): boolean {
  if (!kind.startsWith('KubernetesRuntime')) return false
  return ownersOf(tables, id).some((owner) => {
    const runtime = tables.references.get(`${owner.id}:runtime`)?.toId
    return [runtime, tables.references.get(`${runtime}:definition`)?.toId].includes(id)
  })
}

/** Reports whether the object delivers the connection of a database to the workload that the database names. */
export function isConnection(tables: Tables, { id }: StoredObject): boolean {
  return ownersOf(tables, id).some(
    ({ kind, spec }) =>
      kind === 'AwsRelationalDatabaseInstance' && recordOf(spec)['workloadInstance'] !== undefined,
  )
}

/** Returns the kinds of the parts that a stack has: of its definition, or of its instance as far as they are enabled. */
export function partsOf({ kind, spec }: StoredObject): string[] {
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
export function isPartOfStack(tables: Tables, { id, kind }: StoredObject): boolean {
  return ownersOf(tables, id).some((owner) => partsOf(owner).includes(kind))
}

/** Returns the locations of an instance; undefined if it runs in one runtime. */
export function locationsOf(spec: unknown): readonly string[] | undefined {
  const { locations } = recordOf(recordOf(spec)['placement'])
  return Array.isArray(locations) ? locations.map(String) : undefined
}

/** Returns the dependencies in the definition of an instance. */
export function dependenciesOf(tables: Tables, instance: StoredObject): Record<string, unknown>[] {
  const list = recordOf(definitionOf(tables, instance)?.spec)['dependencies']
  return Array.isArray(list) ? list.map(recordOf) : []
}

export function definitionOf(
  tables: Tables,
  { id, kind: instance, spec }: StoredObject,
): StoredObject | undefined {
  const { definition } = recordOf(spec)
  // An instance whose wave has not come, or has failed, has a previous version.
  const had = tables.objects.get(tables.references.get(`${id}:definition`)?.toId ?? 0n)
  if (had !== undefined && isVersion(tables, had)) return had
  return [...tables.objects.values()].find(
    ({ kind, name }) => kind === instance.replace(/Instance$/, 'Definition') && name === definition,
  )
}

/** Reports whether an object is a version of a definition that instances still have. */
export function isVersion({ references }: Tables, { id }: StoredObject): boolean {
  return references.has(`${id}:${versionField}`)
}

export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

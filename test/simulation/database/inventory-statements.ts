import type { AppliedResource } from '../../../prisma/generated/client/client.ts'
import { leaveExternal } from './external-statements.ts'
import { byId, databaseError, type Tables } from './tables.ts'

/* The statements of inventories of resources in clusters: server/store/{inventory,abandoned-resources,confirm}.ts. */

interface Given {
  runtimeId: string
  group: string
  version: string
  kind: string
  namespace: string
  name: string
  order: number
  uid?: string
  hash?: string
  resourceVersion?: string
  liveGeneration?: number
  deletableVersion?: string
}

interface GivenByHolder extends Given {
  objectId: string
  epoch: number
}

function isSame(given: Given, row: AppliedResource): boolean {
  return (
    BigInt(given.runtimeId) === row.runtimeId &&
    given.group === row.group &&
    given.kind === row.kind &&
    given.namespace === row.namespace &&
    given.name === row.name
  )
}

function upsertApplied(db: Tables, [objectId, epoch, text]: [bigint, number, string]): AppliedResource[] {
  if (db.objects.get(objectId)?.epoch !== epoch) return []
  const written = new Set<bigint>()
  return (JSON.parse(text) as Given[]).flatMap((given): AppliedResource[] => {
    const runtimeId = BigInt(given.runtimeId)
    if (!db.objects.has(runtimeId)) throw databaseError('23503', `object ${runtimeId} does not exist`)
    const before = [...db.applied.values()].find((each) => isSame(given, each))
    if (before !== undefined && before.objectId !== objectId) return []
    if (before !== undefined && written.has(before.id))
      throw databaseError('21000', 'cannot write a row twice')
    const { group, version, kind, namespace, name, order } = given
    const row: AppliedResource = {
      id: before?.id ?? db.nextId('applied'),
      objectId,
      runtimeId,
      group,
      version,
      kind,
      namespace,
      name,
      order,
      uid: given.uid ?? before?.uid ?? null,
      hash: given.hash ?? before?.hash ?? null,
      resourceVersion: given.resourceVersion ?? before?.resourceVersion ?? null,
      liveGeneration: given.liveGeneration ?? before?.liveGeneration ?? null,
      deletableVersion: given.deletableVersion ?? before?.deletableVersion ?? null,
      createdAt: before?.createdAt ?? db.now(),
    }
    written.add(row.id)
    db.applied.set(row.id, row)
    return [row]
  })
}

function leaveBehind(
  db: Tables,
  [objectId, objectKind, objectName, gone]: [bigint, string, string, bigint[]],
) {
  const left: { runtimeId: bigint | null }[] = []
  for (const row of byId(db.applied.values())) {
    if (row.objectId !== objectId) continue
    db.applied.delete(row.id)
    if (gone.includes(row.id)) continue
    left.push({ runtimeId: row.runtimeId })
    const { runtimeId, group, version, kind, namespace, name, order, uid } = row
    const id = db.nextId('abandoned')
    const place = { runtimeId, runtimeName: db.objects.get(runtimeId)?.name ?? '' }
    const owner = { objectId, objectKind, objectName }
    db.abandoned.set(id, {
      id,
      ...place,
      ...owner,
      group,
      version,
      kind,
      namespace,
      name,
      order,
      uid,
      provider: null,
      account: null,
      region: null,
      externalId: null,
      abandonedAt: db.now(),
    })
  }
  for (const row of byId(db.external.values()))
    if (row.objectId === objectId) leaveExternal(db, row, { objectKind, objectName })
  return left
}

export const inventoryStatements = {
  'list-recorded': (
    { applied, objects }: Tables,
    [runtimeId, group, version, kind, after, limit]: [bigint, string, string, string, bigint, number],
  ) =>
    byId(applied.values())
      .filter(
        (row) =>
          row.runtimeId === runtimeId &&
          row.group === group &&
          row.version === version &&
          row.kind === kind &&
          row.id > after,
      )
      .slice(0, limit)
      .map(({ id, objectId, uid }) => ({ id, objectId, uid, ready: objects.get(objectId)?.ready === true })),

  'list-applied': ({ applied }: Tables, [objectId]: [bigint]) =>
    byId(applied.values())
      .filter((row) => row.objectId === objectId)
      .sort((a, b) => a.order - b.order),

  'list-applied-types': ({ applied }: Tables, [runtimeIds]: [bigint[]]) =>
    runtimeIds.flatMap((runtimeId) => {
      const types = [...applied.values()]
        .filter((row) => row.runtimeId === runtimeId)
        .map(({ group, version, kind }): [string, object] => [
          `${group} ${version} ${kind}`,
          { runtimeId, group, version, kind },
        ])
      return [...new Map(types)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, type]) => type)
    }),

  'upsert-applied': upsertApplied,
  'upsert-all-applied': (db: Tables, [text]: [string]) => {
    const holders = Map.groupBy(JSON.parse(text) as GivenByHolder[], ({ objectId }) => objectId)
    return [...holders].flatMap(([objectId, given]) =>
      upsertApplied(db, [BigInt(objectId), given[0]?.epoch ?? 0, JSON.stringify(given)]),
    )
  },

  'find-owners-of-resources': ({ applied, objects }: Tables, [objectId, text]: [bigint, string]) => {
    const desired = JSON.parse(text) as Given[]
    return byId(applied.values()).flatMap((row) => {
      const owner = objects.get(row.objectId)
      if (row.objectId === objectId || owner === undefined || !desired.some((given) => isSame(given, row)))
        return []
      const { group, kind, namespace, name } = row
      return [{ group, kind, namespace, name, ownerKind: owner.kind, ownerName: owner.name }]
    })
  },

  'delete-applied': ({ applied, objects }: Tables, [objectId, epoch, ids]: [bigint, number, bigint[]]) => {
    if (objects.get(objectId)?.epoch !== epoch) return []
    for (const id of ids) if (applied.get(id)?.objectId === objectId) applied.delete(id)
    return [{ id: objectId }]
  },

  'find-left-resource': ({ applied, external }: Tables, [id, gone]: [bigint, bigint[]]) => {
    const inClusters = byId(applied.values())
      .filter((row) => (row.objectId === id || row.runtimeId === id) && !gone.includes(row.id))
      .map(({ kind, name }) => ({ kind, name, provider: null, account: null, region: null }))
    const outside = byId(external.values())
      .filter(({ objectId }) => objectId === id)
      .map(({ type: kind, name, provider, account, region }) => ({ kind, name, provider, account, region }))
    return [...inClusters, ...outside].slice(0, 1)
  },

  'leave-behind': leaveBehind,
  'list-abandoned-resources': ({ abandoned }: Tables, [runtimeId]: [bigint | null]) =>
    byId(abandoned.values()).filter((row) => runtimeId === null || row.runtimeId === runtimeId),
  'delete-abandoned-resources': ({ abandoned }: Tables, [ids]: [bigint[]]) => {
    for (const id of ids) abandoned.delete(id)
    return []
  },
}

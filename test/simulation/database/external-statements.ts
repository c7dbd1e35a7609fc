import type { ExternalResource } from '../../../prisma/generated/client/client.ts'
import type { ExternalAddress, ExternalRecord } from '../../../schema/external-resources.ts'
import type { FoundExternalResource } from '../../../schema/graphql/store-reconciles.ts'
import { byId, databaseError, type Tables } from './tables.ts'

/* The statements of server/store/external-resources.ts. */

function isSame(one: ExternalAddress, other: ExternalAddress): boolean {
  return (
    one.provider === other.provider &&
    one.account === other.account &&
    one.region === other.region &&
    one.type === other.type &&
    one.name === other.name
  )
}

function upsertExternal(db: Tables, [objectId, epoch, text]: [bigint, number, string]): ExternalResource[] {
  if (db.objects.get(objectId)?.epoch !== epoch) return []
  const written = new Set<bigint>()
  return (JSON.parse(text) as ExternalRecord[]).flatMap((given): ExternalResource[] => {
    const before = [...db.external.values()].find((each) => isSame(given, each))
    if (before !== undefined && before.objectId !== objectId) return []
    if (before !== undefined && written.has(before.id))
      throw databaseError('21000', 'cannot write a row twice')
    const { externalId, ...rest } = given
    const isNew =
      externalId !== undefined && (externalId !== before?.externalId || before.requestedAt !== null)
    const row: ExternalResource = {
      ...rest,
      id: before?.id ?? db.nextId('external'),
      objectId,
      externalId: externalId ?? before?.externalId ?? null,
      intendedAt: before?.intendedAt ?? db.now(),
      requestedAt: externalId === undefined ? db.now() : null,
      createdAt: isNew ? db.now() : (before?.createdAt ?? null),
    }
    written.add(row.id)
    db.external.set(row.id, row)
    return [row]
  })
}

/** Moves an external resource to the abandoned resources. */
export function leaveExternal(
  db: Tables,
  {
    id: externalRow,
    objectId,
    type: kind,
    name,
    order,
    provider,
    account,
    region,
    externalId,
  }: ExternalResource,
  owner: { objectKind: string; objectName: string },
): void {
  db.external.delete(externalRow)
  const id = db.nextId('abandoned')
  const inCluster = { runtimeId: null, runtimeName: '', group: '', version: '', namespace: '', uid: null }
  const address = { provider, account, region, kind, name, externalId }
  db.abandoned.set(id, { id, objectId, ...owner, ...inCluster, ...address, order, abandonedAt: db.now() })
}

function isKnown(found: FoundExternalResource, { externalId }: { externalId: string | null }): boolean {
  return externalId === null || externalId === found.externalId
}

export const externalStatements = {
  'list-external': ({ external }: Tables, [objectId]: [bigint]) =>
    byId(external.values())
      .filter((row) => row.objectId === objectId)
      .sort((a, b) => a.order - b.order),

  'upsert-external': upsertExternal,

  'find-owners-of-external': ({ external, objects }: Tables, [objectId, text]: [bigint, string]) => {
    const desired = JSON.parse(text) as ExternalRecord[]
    return byId(external.values()).flatMap((row) => {
      const owner = objects.get(row.objectId)
      if (row.objectId === objectId || owner === undefined || !desired.some((given) => isSame(given, row)))
        return []
      const { provider, account, region, type, name } = row
      return [{ provider, account, region, type, name, ownerKind: owner.kind, ownerName: owner.name }]
    })
  },

  'delete-external': ({ external, objects }: Tables, [objectId, epoch, ids]: [bigint, number, bigint[]]) => {
    if (objects.get(objectId)?.epoch !== epoch) return []
    for (const id of ids) if (external.get(id)?.objectId === objectId) external.delete(id)
    return [{ id: objectId }]
  },

  'list-unknown-external': ({ external, abandoned }: Tables, [text]: [string]) =>
    (JSON.parse(text) as FoundExternalResource[]).flatMap((found, index) => {
      const known = [...external.values()].some((row) => isSame(found, row) && isKnown(found, row))
      const left = [...abandoned.values()].some(
        ({ provider, account, region, kind, name, externalId }) =>
          provider !== null &&
          isSame(found, { provider, account: account ?? '', region: region ?? '', type: kind, name }) &&
          isKnown(found, { externalId }),
      )
      return known || left ? [] : [{ rank: BigInt(index + 1) }]
    }),
}

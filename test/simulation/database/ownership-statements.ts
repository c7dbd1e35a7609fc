import type { StoredObject } from '../../../prisma/generated/client/client.ts'
import { dependencyFieldPrefix } from '../../../schema/dependencies/references.ts'
import { parentFields } from '../../../schema/parents.ts'
import type { Ownership } from '../../../server/store/ownership.ts'
import { triggerRow } from './triggers.ts'
import { byId, later, logChange, type Tables } from './tables.ts'

/* The statements of server/store/{owned,ownership,expired,related-objects}.ts, by name. */

function childrenOf({ references }: Tables, id: bigint): bigint[] {
  return [...references.values()].flatMap(({ fromId, toId, field }) =>
    toId === id && parentFields.includes(field) ? [fromId] : [],
  )
}

function ofOwner({ ownerships }: Tables, ownerId: bigint): Ownership[] {
  return byId(ownerships.values()).filter((each) => each.ownerId === ownerId)
}

export function objectsOf({ objects }: Tables, ids: readonly bigint[]): StoredObject[] {
  return byId(objects.values()).filter(({ id }) => ids.includes(id))
}

type Given = Omit<Ownership, 'id' | 'ownerId' | 'ownedId'> & { ownedId: string }

export const ownershipStatements = {
  'find-ownerships': (db: Tables, [ownerId]: [bigint]) => ofOwner(db, ownerId),

  'find-deciding-owners': (
    db: Tables,
    [ownedIds, ownerId, claims]: [bigint[], bigint, readonly string[]],
  ) => {
    const all = byId(db.ownerships.values()).filter(({ ownedId }) => ownedIds.includes(ownedId))
    const first = ownedIds.flatMap((id) => all.filter(({ ownedId }) => ownedId === id).slice(0, 2))
    return all.filter(
      (each) =>
        first.includes(each) ||
        each.ownerId === ownerId ||
        (each.claim !== null && claims.includes(each.claim)),
    )
  },

  'find-named-owners': (db: Tables, [ownedIds]: [bigint[]]) =>
    byId(db.ownerships.values())
      .filter(({ ownedId }) => ownedIds.includes(ownedId))
      .flatMap((each) => {
        const owner = db.objects.get(each.ownerId)
        return owner === undefined ? [] : [{ ...each, ownerKind: owner.kind, ownerName: owner.name }]
      }),

  'find-owned-objects': (db: Tables, [ownerId]: [bigint]) =>
    objectsOf(
      db,
      ofOwner(db, ownerId).map(({ ownedId }) => ownedId),
    ),

  'find-dependencies': (db: Tables, [id]: [bigint]) => {
    const references = [...db.references.values()]
    const definitions = references.filter(({ fromId, field }) => fromId === id && field === 'definition')
    const named = references.filter(
      ({ fromId, field }) =>
        definitions.some(({ toId }) => toId === fromId) && field.startsWith(dependencyFieldPrefix),
    )
    const ids = [...ofOwner(db, id).map(({ ownedId }) => ownedId), ...named.map(({ toId }) => toId)]
    return objectsOf(db, ids).map((object) => ({
      ...object,
      project: object.projectId === null ? null : (db.objects.get(object.projectId)?.name ?? null),
    }))
  },

  'find-related': (db: Tables, [id]: [bigint]) => {
    const references = [...db.references.values()]
    const listed = references.filter(({ fromId, field }) => fromId === id && field.includes('.'))
    const owned = ofOwner(db, id).map(({ ownedId }) => ownedId)
    const gateways = references.filter(
      ({ fromId, toId, field }) =>
        field === 'workloadInstance' &&
        owned.includes(toId) &&
        db.objects.get(fromId)?.kind === 'GatewayInstance',
    )
    const ids = [
      ...owned,
      ...listed.map(({ toId }) => toId),
      ...childrenOf(db, id),
      ...gateways.map(({ fromId }) => fromId),
    ]
    return objectsOf(db, ids).filter(({ deletionRequestedAt }) => deletionRequestedAt === null)
  },

  'expire-children': (db: Tables, [id, ids]: [bigint, bigint[]]) => {
    const children = childrenOf(db, id)
    for (const object of objectsOf(db, ids))
      if (
        children.includes(object.id) &&
        !object.owned &&
        object.expiresAt === null &&
        object.observedGeneration === object.generation
      )
        db.objects.set(object.id, { ...object, expiresAt: db.now() })
    return []
  },

  'upsert-ownerships': (db: Tables, [ownerId, text]: [bigint, string]) => {
    for (const { ownedId: owned, ...given } of JSON.parse(text) as Given[]) {
      const ownedId = BigInt(owned)
      const before = ofOwner(db, ownerId).find((each) => each.ownedId === ownedId)
      const id = before?.id ?? db.nextId('ownership')
      db.ownerships.set(id, { id, ownerId, ownedId, ...given })
    }
    return []
  },

  'release-ownerships': (db: Tables, [ownerId, ownedIds]: [bigint, bigint[]]) => {
    for (const { id, ownedId } of ofOwner(db, ownerId))
      if (ownedIds.includes(ownedId)) db.ownerships.delete(id)
    return []
  },

  'mark-owned': (db: Tables, [ids]: [bigint[]]) => {
    for (const object of objectsOf(db, ids))
      db.objects.set(object.id, { ...object, owned: true, expiresAt: null })
    return []
  },

  'renew-owned': (db: Tables, [ids, reconciled, actor]: [bigint[], string[], string]) => {
    for (const object of objectsOf(db, ids)) {
      if (!reconciled.includes(object.kind) || object.deletionRequestedAt !== null) continue
      const changes = { generation: object.generation + 1, failures: 0, stalled: false }
      logChange(db, triggerRow(db, object, changes), { operation: 'TRIGGER', actor })
    }
    return []
  },

  'trigger-waiting-for-owned': (db: Tables, [ids, reconciled, actor]: [bigint[], string[], string]) => {
    const owned = objectsOf(db, ids).filter(({ kind }) => !reconciled.includes(kind))
    for (const object of byId(db.objects.values()))
      if (reconciled.includes(object.kind) && owned.some(({ id }) => id === object.waitingForId))
        logChange(db, triggerRow(db, object), { operation: 'TRIGGER', actor })
    return []
  },

  'set-expiry': (db: Tables, [ids, periods]: [bigint[], number[]]) => {
    for (const object of objectsOf(db, ids))
      db.objects.set(object.id, { ...object, expiresAt: later(db, periods[ids.indexOf(object.id)] ?? 0) })
    return []
  },

  'find-expired': (db: Tables, [limit]: [number]) =>
    byId(db.objects.values())
      .filter(({ expiresAt, deletionRequestedAt }) => deletionRequestedAt === null && isPast(db, expiresAt))
      .slice(0, limit)
      .map(({ id }) => ({ id })),

  'lock-with-owned': (db: Tables, [id]: [bigint]) => objectsOf(db, [id]).map((object) => ({ id: object.id })),

  'lock-by-ids': (db: Tables, [ids]: [bigint[]]) => objectsOf(db, ids).map(({ id }) => ({ id })),

  'find-data-holders': (
    { applied, external }: Tables,
    [ids, kinds, types]: [bigint[], readonly string[], readonly string[]],
  ) => [
    ...byId(applied.values()).filter(
      ({ objectId, uid, group, kind }) =>
        ids.includes(objectId) && uid !== null && kinds.includes(`${kind}.${group}`),
    ),
    ...byId(external.values()).flatMap(({ objectId, externalId, type, name }) =>
      ids.includes(objectId) && externalId !== null && types.includes(type)
        ? [{ objectId, group: '', kind: type, namespace: '', name, uid: externalId }]
        : [],
    ),
  ],
}

function isPast(db: Tables, time: Date | null): boolean {
  return time !== null && time <= db.now()
}

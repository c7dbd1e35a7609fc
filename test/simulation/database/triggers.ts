import type { StoredObject } from '../../../prisma/generated/client/client.ts'
import { attachingFields, givingKinds } from '../../../schema/application-variables.ts'
import { dependencyFieldPrefix } from '../../../schema/dependencies/references.ts'
import { locationFields } from '../../../schema/locations.ts'
import { parentFields } from '../../../schema/parents.ts'
import { versionField } from '../../../server/store/definition-rollouts/fields.ts'
import { byId, later, type Tables } from './tables.ts'

/* Triggers of objects, and the objects that a change concerns. */

/** Milliseconds until every object with work is due, even if no message arrives. */
export const latestDue = 5000

/** Triggers a reconcile of an object. */
export function triggerRow(
  db: Tables,
  object: StoredObject,
  changes: Partial<StoredObject> = {},
): StoredObject {
  const triggered = {
    ...object,
    triggers: object.triggers + 1,
    nextReconcileAt: later(db, latestDue),
    ...changes,
  }
  db.objects.set(object.id, triggered)
  return triggered
}

export function referrersOf(
  db: Tables,
  ids: readonly bigint[],
  reconciled: readonly string[],
): StoredObject[] {
  const concerned = new Set(ids.flatMap((id) => [...concernedBy(db, id)]))
  return byId(db.objects.values()).filter((each) => reconciled.includes(each.kind) && concerned.has(each.id))
}

export function referring(
  { references }: Tables,
  to: readonly bigint[],
  fields?: readonly string[],
): Set<bigint> {
  const found = [...references.values()].filter(
    ({ toId, field }) => to.includes(toId) && (fields === undefined || fields.includes(field)),
  )
  return new Set(found.map(({ fromId }) => fromId))
}

/**
 * Returns the objects that reference the given one, wait for it, own it, are its parent, have a definition that depends on it, get
 * variables from it, or run in it through what they reference.
 */
export function concernedBy(db: Tables, id: bigint): Set<bigint> {
  const inside = referring(db, [id], locationFields)
  for (const each of inside) for (const further of referring(db, [each], locationFields)) inside.add(further)
  const waiting = [...db.objects.values()].filter(({ waitingForId }) => waitingForId === id)
  const owners = [...db.ownerships.values()].filter(({ ownedId }) => ownedId === id)
  const definitions = [...db.references.values()].filter(
    ({ toId, field }) => toId === id && field.startsWith(dependencyFieldPrefix),
  )
  const isGiver = givingKinds.includes(db.objects.get(id)?.kind ?? '')
  const receivers = [...db.references.values()].filter(
    ({ fromId, field }) => isGiver && fromId === id && attachingFields.includes(field),
  )
  return new Set([
    ...receivers.map(({ toId }) => toId),
    ...parentsOf(db, id),
    ...withoutChildren(db, id),
    ...referring(
      db,
      definitions.map(({ fromId }) => fromId),
      ['definition'],
    ),
    ...inside,
    ...waiting.map((object) => object.id),
    ...owners.map(({ ownerId }) => ownerId),
  ])
}

/** Returns the parents of an object. */
export function parentsOf({ references }: Tables, id: bigint): Set<bigint> {
  return new Set(
    [...references.values()].flatMap(({ toId, fromId, field }) =>
      fromId === id && parentFields.includes(field) ? [toId] : [],
    ),
  )
}

/** Returns the objects that reference the given one, except for its children and its former versions. */
function withoutChildren({ references }: Tables, id: bigint): bigint[] {
  return [...references.values()].flatMap(({ toId, fromId, field }) =>
    toId === id && !parentFields.includes(field) && field !== versionField ? [fromId] : [],
  )
}

import { dataHolders, externalDataHolders } from '../../schema/data-holders.ts'
import type { ResourceIdentity } from '../../schema/manifests.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { logChanges, triggered } from './change-row.ts'
import { run, type Sql, type Statement } from './sql.ts'

/*
 * Rows that record which object owns which. The ownerships of an object change only while its row is locked, so owners are
 * added and removed one at a time, and the last owner knows that it is the last.
 */

/** One owner of an owned object. */
export interface Ownership {
  id: bigint
  ownerId: bigint
  ownedId: bigint
  claim: string | null
  parameters: unknown
  field: string | null
  gracePeriod: number
}

/** An ownership with the names of its owner. */
export type NamedOwnership = Ownership & { ownerKind: string; ownerName: string }

/** Returns the ownerships of an owner, oldest first. */
export function findOwnerships(sql: Sql, ownerId: bigint): Promise<Ownership[]> {
  return run<Ownership & Record<string, unknown>>(sql, ownershipsOf, [ownerId])
}

const ownershipsOf: Statement = {
  name: 'find-ownerships',
  text: 'SELECT * FROM "Ownership" WHERE "ownerId" = $1 ORDER BY id',
}

/** Returns all ownerships of the given objects, oldest first: the first owner of an object decides its spec. */
export function findOwners(sql: Sql, ownedIds: readonly bigint[]): Promise<NamedOwnership[]> {
  return run<NamedOwnership & Record<string, unknown>>(sql, ownersOf, [ownedIds])
}

const ownersOf: Statement = {
  name: 'find-named-owners',
  text: `
  SELECT ownership.*, owner.kind AS "ownerKind", owner.name AS "ownerName"
  FROM "Ownership" ownership JOIN "Object" owner ON owner.id = ownership."ownerId"
  WHERE ownership."ownedId" = ANY($1) ORDER BY ownership.id`,
}

/** One owner among all of an object. */
export interface OwnerQuery {
  ownerId: bigint
  /** The names by which it uses shared objects. */
  claims: readonly string[]
}

/**
 * Returns the ownerships of the given objects that matter to one of their owners, oldest first: the first, which decides the spec,
 * the next, its own, and those with the same claims. A shared object may have thousands of owners, each of which asks this in
 * each of its reconciles.
 */
export function findDecidingOwners(
  sql: Sql,
  ownedIds: readonly bigint[],
  { ownerId, claims }: OwnerQuery,
): Promise<Ownership[]> {
  return run<Ownership & Record<string, unknown>>(sql, decidingOwnersOf, [ownedIds, ownerId, claims])
}

/** $1 owned objects, $2 owner, $3 claims. Each branch reads a few rows of an index. */
const decidingOwnersOf: Statement = {
  name: 'find-deciding-owners',
  text: `
  SELECT ownership.* FROM unnest($1::bigint[]) AS given (id) CROSS JOIN LATERAL (
    (SELECT * FROM "Ownership" WHERE "ownedId" = given.id ORDER BY id LIMIT 2)
    UNION SELECT * FROM "Ownership" WHERE "ownedId" = given.id AND "ownerId" = $2
    UNION SELECT * FROM "Ownership" WHERE "ownedId" = given.id AND claim = ANY($3)
  ) ownership ORDER BY ownership.id`,
}

/** Locks objects in the order of their ids, so that their owners cannot change meanwhile. */
export async function lockByIds(sql: Sql, ids: readonly bigint[]): Promise<void> {
  if (ids.length > 0) await run(sql, lockOwned, [ids])
}

const lockOwned: Statement = {
  name: 'lock-by-ids',
  text: 'SELECT id FROM "Object" WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE',
}

/** Returns the objects that an object owns, in the order of their ids. */
export function findOwnedObjects(sql: Sql, ownerId: bigint): Promise<StoredObject[]> {
  return run<StoredObject>(sql, ownedObjectsOf, [ownerId])
}

const ownedObjectsOf: Statement = {
  name: 'find-owned-objects',
  text: `
  SELECT * FROM "Object"
  WHERE id = ANY(ARRAY(SELECT "ownedId" FROM "Ownership" WHERE "ownerId" = $1)) ORDER BY id`,
}

/** Returns the objects that each of some objects owns, in the order of their ids. */
export async function findOwnedByEach(
  sql: Sql,
  ownerIds: readonly bigint[],
): Promise<Map<bigint, StoredObject[]>> {
  const rows = await run<StoredObject & { ownerId: bigint }>(sql, ownedByEach, [ownerIds])
  return Map.groupBy(rows, ({ ownerId }) => ownerId)
}

const ownedByEach: Statement = {
  name: 'find-owned-by-each',
  text: `
  SELECT ownership."ownerId", object.* FROM "Ownership" ownership JOIN "Object" object ON object.id = ownership."ownedId"
  WHERE ownership."ownerId" = ANY($1) ORDER BY object.id`,
}

/** Makes an object the owner of others, or updates its claims on them. */
export async function upsertOwnerships(
  sql: Sql,
  ownerId: bigint,
  given: readonly Omit<Ownership, 'id' | 'ownerId'>[],
): Promise<void> {
  if (given.length === 0) return
  const rows = given.map((each) => ({ ...each, ownedId: String(each.ownedId) }))
  await run(sql, upsert, [ownerId, JSON.stringify(rows)])
}

const upsert: Statement = {
  name: 'upsert-ownerships',
  text: `
  INSERT INTO "Ownership" ("ownerId", "ownedId", claim, parameters, field, "gracePeriod")
  SELECT $1, given.* FROM jsonb_to_recordset($2::jsonb)
    AS given ("ownedId" bigint, claim text, parameters jsonb, field text, "gracePeriod" int)
  ORDER BY given."ownedId"
  ON CONFLICT ("ownerId", "ownedId") DO UPDATE SET claim = excluded.claim, parameters = excluded.parameters,
    field = excluded.field, "gracePeriod" = excluded."gracePeriod"`,
}

/** Deletes ownerships; the objects stay. */
export async function releaseOwnerships(
  sql: Sql,
  ownerId: bigint,
  ownedIds: readonly bigint[],
): Promise<void> {
  if (ownedIds.length > 0) await run(sql, release, [ownerId, ownedIds])
}

const release: Statement = {
  name: 'release-ownerships',
  text: 'DELETE FROM "Ownership" WHERE "ownerId" = $1 AND "ownedId" = ANY($2)',
}

export interface OwnershipMarks {
  /** Objects that have an owner now. */
  owned: readonly bigint[]
  /** Objects whose owners or claims have changed, which are part of their desired state. */
  changed: readonly bigint[]
  reconciledKinds: readonly string[]
  actor: string
}

/** Marks objects as owned, and triggers those whose owners have changed. */
export async function markOwned(
  sql: Sql,
  { owned, changed, reconciledKinds, actor }: OwnershipMarks,
): Promise<void> {
  if (owned.length > 0) await run(sql, mark, [owned])
  if (changed.length === 0) return
  await run(sql, renewOwned, [changed, reconciledKinds, actor])
  await run(sql, triggerWaitingForOwned, [changed, reconciledKinds, actor])
}

const mark: Statement = {
  name: 'mark-owned',
  text: `
  UPDATE "Object" SET owned = true, "expiresAt" = NULL
  WHERE id = ANY(ARRAY(
    SELECT id FROM "Object" WHERE id = ANY($1) AND (NOT owned OR "expiresAt" IS NOT NULL) ORDER BY id FOR NO KEY UPDATE
  ))`,
}

const renewOwned: Statement = {
  name: 'renew-owned',
  text: `
  WITH triggered AS (
    UPDATE "Object" SET generation = generation + 1, ${triggered}, failures = 0, stalled = false
    WHERE id = ANY(ARRAY(
      SELECT id FROM "Object" WHERE id = ANY($1) AND kind = ANY($2) AND "deletionRequestedAt" IS NULL
      ORDER BY id FOR NO KEY UPDATE
    ))
    RETURNING *
  )
  ${logChanges('triggered', { operation: 'TRIGGER', actor: '$3' })}`,
}

/**
 * Triggers objects that wait for others without a reconciler, which have no report that would do so: $1 the others, $2 kinds with
 * a reconciler, $3 actor. `lock-with-owned` has locked them.
 */
const triggerWaitingForOwned: Statement = {
  name: 'trigger-waiting-for-owned',
  text: `
  WITH triggered AS (
    UPDATE "Object" SET ${triggered}
    WHERE id = ANY(ARRAY(
      SELECT waiting.id FROM "Object" waiting JOIN "Object" owned ON owned.id = waiting."waitingForId"
      WHERE waiting."waitingForId" = ANY($1) AND waiting.kind = ANY($2) AND owned.kind <> ALL($2)
      ORDER BY waiting.id FOR NO KEY UPDATE OF waiting
    ))
    RETURNING *
  )
  ${logChanges('triggered', { operation: 'TRIGGER', actor: '$3' })}`,
}

/** Sets the expiry of objects that have lost their last owner, by their grace periods in milliseconds. */
export async function expire(sql: Sql, given: readonly { id: bigint; gracePeriod: number }[]): Promise<void> {
  if (given.length === 0) return
  await run(sql, setExpiry, [given.map(({ id }) => id), given.map(({ gracePeriod }) => gracePeriod)])
}

const setExpiry: Statement = {
  name: 'set-expiry',
  text: `
  UPDATE "Object" SET "expiresAt" = now() + given.period * interval '1 millisecond'
  FROM unnest($1::bigint[], $2::int[]) AS given (id, period) WHERE "Object".id = given.id`,
}

/** Returns the ids of at most `limit` objects without an owner whose grace period has ended. */
export async function findExpired(sql: Sql, limit: number): Promise<bigint[]> {
  return (await run<{ id: bigint }>(sql, expired, [limit])).map(({ id }) => id)
}

const expired: Statement = {
  name: 'find-expired',
  text: `
  SELECT id FROM "Object" WHERE "expiresAt" <= now() AND "deletionRequestedAt" IS NULL ORDER BY "expiresAt" LIMIT $1`,
}

/** A resource that holds data, and the object that it belongs to. */
export interface DataHolder extends ResourceIdentity {
  objectId: bigint
  uid: string
}

/** Returns the name of a resource with data in plans, such as `PersistentVolumeClaim shop/entries`. */
export function dataName({ kind, namespace, name }: DataHolder): string {
  return `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`
}

/** Returns the resources of objects whose deletion can destroy data. */
export function findDataHolders(sql: Sql, objectIds: readonly bigint[]): Promise<DataHolder[]> {
  const [kinds, types] = [Object.keys(dataHolders), Object.keys(externalDataHolders)]
  return run<DataHolder & Record<string, unknown>>(sql, listDataHolders, [objectIds, kinds, types])
}

const listDataHolders: Statement = {
  name: 'find-data-holders',
  text: `
  SELECT * FROM (
    SELECT id, "objectId", "group", kind, namespace, name, uid FROM "AppliedResource"
    WHERE "objectId" = ANY($1) AND uid IS NOT NULL AND kind || '.' || "group" = ANY($2)
    ORDER BY id
  ) applied
  UNION ALL
  SELECT * FROM (
    SELECT id, "objectId", '' AS "group", type AS kind, '' AS namespace, name, "externalId" AS uid FROM "ExternalResource"
    WHERE "objectId" = ANY($1) AND "externalId" IS NOT NULL AND type = ANY($3)
    ORDER BY id
  ) external`,
}

import type { Pool } from 'pg'

/** The tables in the order in which rows can be inserted. */
const tables = [
  'Object',
  'Reference',
  'Change',
  'Ownership',
  'AppliedResource',
  'ExternalResource',
  'AbandonedResource',
  'ObjectEvent',
  'Notification',
  'FormerId',
  'IdempotencyKey',
  'Plan',
  'Lease',
  'ControlPlane',
]

/**
 * Saves the stored state; resolves with a function that restores it, with leases and due times as far ahead as they
 * were.
 */
export async function saveState(sql: Pool): Promise<() => Promise<void>> {
  await sql.query(
    `DROP SCHEMA IF EXISTS saved CASCADE; CREATE SCHEMA saved; ${tables
      .map((table) => `CREATE TABLE saved."${table}" AS TABLE "${table}"`)
      .join('; ')}; CREATE TABLE saved.at AS SELECT now() AS time`,
  )
  const emptied = tables.toReversed().map((table) => `DELETE FROM "${table}"`)
  const filled = tables.map((table) => `INSERT INTO "${table}" SELECT * FROM saved."${table}"`)
  const later = `"leaseExpiresAt" = "leaseExpiresAt" + (now() - time), "nextReconcileAt" = "nextReconcileAt" + (now() - time)`
  const moved = [
    `UPDATE "Object" SET ${later} FROM saved.at`,
    `UPDATE "Lease" SET "expiresAt" = "expiresAt" + (now() - time) FROM saved.at`,
  ]
  const text = [...emptied, ...filled, ...moved].join('; ')
  return async () => void (await sql.query(text))
}

import type { Pool } from 'pg'

/** The times that a restored state has as far ahead as they were when it was saved, by table. */
const timesAhead = [
  ['Object', 'leaseExpiresAt'],
  ['Object', 'nextReconcileAt'],
  ['Lease', 'expiresAt'],
  ['TerraformRun', 'expiresAt'],
] as const

/**
 * Saves the stored state in a schema of its own; resolves with a function that restores it. Both are repeated some thousand times, so
 * that they create no tables, check no foreign keys of what is consistent, and keep their plans.
 */
export async function saveState(sql: Pool, schema: string): Promise<() => Promise<void>> {
  const { rows } = await sql.query<{ table: string }>(
    `SELECT tablename AS table FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`,
  )
  const tables = rows.map(({ table }) => table)
  const each = (statement: (table: string) => string): string => tables.map(statement).join('; ')
  const later = timesAhead.map(
    ([table, column]) =>
      `UPDATE "${table}" SET "${column}" = "${column}" + (now() - time) FROM ${schema}.at WHERE "${column}" IS NOT NULL`,
  )
  await sql.query(`
    CREATE SCHEMA IF NOT EXISTS ${schema};
    CREATE TABLE IF NOT EXISTS ${schema}.at (time timestamptz);
    ${each((table) => `CREATE TABLE IF NOT EXISTS ${schema}."${table}" (LIKE "${table}")`)};
    ${each((table) => `DELETE FROM ${schema}."${table}"; INSERT INTO ${schema}."${table}" SELECT * FROM "${table}"`)};
    DELETE FROM ${schema}.at; INSERT INTO ${schema}.at SELECT now();
    CREATE OR REPLACE FUNCTION ${schema}.restore() RETURNS void LANGUAGE plpgsql SET session_replication_role = replica AS $$
      BEGIN
        ${each((table) => `DELETE FROM "${table}"; INSERT INTO "${table}" SELECT * FROM ${schema}."${table}"`)};
        ${later.join('; ')};
      END
    $$`)
  return async () => void (await sql.query(`SELECT ${schema}.restore()`))
}

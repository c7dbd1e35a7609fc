import type { Pool, PoolClient } from 'pg'
import { release } from '../../schema/release.ts'
import type { Encryption } from '../store/encryption.ts'
import { batchSize, keyProof, tables, type BackupTable, type Header } from './format.ts'

/**
 * Returns the lines of a backup of the control plane. It reads one snapshot of the database, so it is consistent regardless
 * of concurrent writes, and blocks none of them.
 */
export async function* takeBackup(pool: Pool, encryption: Encryption): AsyncGenerator<string> {
  const sql = await pool.connect()
  let broken: Error | undefined
  try {
    await sql.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    yield line(await headerOf(sql, encryption))
    const end: Record<string, number> = {}
    for (const table of tables) {
      end[table.name] = 0
      const columns = await columnsOf(sql, table)
      yield line({ table: table.name, columns })
      for await (const rows of rowsOf(sql, table)) {
        end[table.name] = (end[table.name] ?? 0) + rows.length
        yield rows.map((row) => `${row}\n`).join('')
      }
    }
    yield line({ end })
    await sql.query('COMMIT')
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // A consumer that stops reading early leaves the transaction open.
    if (broken === undefined) await sql.query('ROLLBACK').catch((error: Error) => (broken = error))
    sql.release(broken)
  }
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}

async function headerOf(sql: PoolClient, encryption: Encryption): Promise<Header> {
  const { rows } = await sql.query<{ name: string; now: Date }>(
    'SELECT migration_name AS name, now() FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY migration_name',
  )
  return {
    qleetosBackup: 1,
    takenAt: (rows[0]?.now ?? new Date()).toISOString(),
    version: release,
    migrations: rows.map(({ name }) => name),
    key: encryption.seal(keyProof, keyProof),
  }
}

async function columnsOf(sql: PoolClient, { name }: BackupTable): Promise<string[]> {
  const { rows } = await sql.query<{ column: string }>(
    `SELECT column_name AS column FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position`,
    [name],
  )
  return rows.map(({ column }) => column)
}

async function* rowsOf(sql: PoolClient, { name, orderBy }: BackupTable): AsyncGenerator<string[]> {
  await sql.query(
    `DECLARE rows CURSOR FOR
     SELECT to_jsonb(t)::text AS row FROM "${name}" t ORDER BY ${orderBy}`,
  )
  for (;;) {
    const { rows } = await sql.query<{ row: string }>(`FETCH ${batchSize} FROM rows`)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await sql.query('CLOSE rows')
}

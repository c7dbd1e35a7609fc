import type { PoolClient } from 'pg'
import type { Database } from '../../prisma/client.ts'
import { eventually } from './eventually.ts'

type OfDatabase = Pick<Database, 'sql'>

/** Does work in a transaction, which is rolled back if the work has not ended it. */
export async function inTransaction(
  { sql: pool }: OfDatabase,
  work: (sql: PoolClient) => Promise<void>,
): Promise<void> {
  const sql = await pool.connect()
  try {
    await sql.query('BEGIN')
    await work(sql)
  } finally {
    await sql.query('ROLLBACK')
    sql.release()
  }
}

/** Resolves with true once a statement waits for a lock. */
export function waitsForLock({ sql }: OfDatabase): Promise<boolean> {
  return eventually(async () => {
    const { rows } = await sql.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return (rows[0]?.count ?? 0) > 0
  })
}

import type { Database } from '../../prisma/client.ts'

/** Returns the rows and index entries that Postgres reads for some work, on any connection of the database. */
export async function rowsRead(
  { sql, reads }: Pick<Database, 'sql' | 'reads'>,
  work: () => Promise<unknown>,
): Promise<number> {
  const read = async (): Promise<number> => {
    const flush = 'SELECT pg_stat_force_next_flush(), pg_sleep(0.05)'
    const onAll = [sql, reads].flatMap((pool) =>
      Array.from({ length: pool.totalCount }, () => pool.query(flush)),
    )
    await Promise.all(onAll)
    // An index-only scan reads entries but fetches no rows.
    const sum = `
      SELECT (SELECT sum(seq_tup_read + idx_tup_fetch) FROM pg_stat_user_tables)::int
        + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes)::int AS rows`
    return (await sql.query<{ rows: number }>(sum)).rows[0]?.rows ?? NaN
  }
  const before = await read()
  await work()
  return (await read()) - before
}

/**
 * Leaves the tables of a database without the statistics and the cleanup that Postgres starts by itself, once a minute: what statements
 * read would depend on the time that a test takes.
 */
export async function withoutAutovacuum({ sql }: Pick<Database, 'sql'>): Promise<void> {
  const { rows } = await sql.query<{ name: string }>(
    "SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
  )
  for (const { name } of rows) await sql.query(`ALTER TABLE ${name} SET (autovacuum_enabled = off)`)
}

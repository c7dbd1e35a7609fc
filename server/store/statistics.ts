import { escapeIdentifier, type Pool } from 'pg'
import { run, type Statement } from './sql.ts'

/**
 * Tables that grow with the objects. Plans of their statements are made once for each connection, often while they are empty, and
 * last until the statistics are renewed.
 */
const growing = [
  'AppliedResource',
  'Change',
  'ExternalResource',
  'Object',
  'ObjectEvent',
  'Ownership',
  'Reference',
  'SearchDocument',
]

/** Renews the statistics of tables of which half has changed since. Resolves with their names. */
export async function renewStatistics(pool: Pool): Promise<string[]> {
  const stale = await run<{ name: string }>(pool, findStale, [growing])
  for (const { name } of stale)
    // Autovacuum may be at the same table.
    await run(pool, { name: '', text: `ANALYZE (SKIP_LOCKED) ${escapeIdentifier(name)}` }, [])
  return stale.map(({ name }) => name)
}

/** $1 tables. */
const findStale: Statement = {
  name: 'find-stale-statistics',
  text: `
  SELECT relname AS name FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname = ANY($1)
    AND pg_stat_get_mod_since_analyze(oid) > 200 + pg_stat_get_live_tuples(oid) / 2
  ORDER BY 1`,
}

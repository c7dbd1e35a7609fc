import type { Pool } from 'pg'

interface Copies {
  /** The name of the workload instance. */
  of: string
  /** How many copies to make: `shop-00001`, `shop-00002`, … */
  count: number
}

/** Copies a workload instance as many times as lists must show, without what a write of each would check. */
export async function copyInstances(sql: Pick<Pool, 'query'>, { of, count }: Copies): Promise<void> {
  const { rows } = await sql.query<{ columns: string }>(
    `SELECT string_agg(format('%I', column_name), ', ') AS columns FROM information_schema.columns
     WHERE table_name = 'Object' AND column_name NOT IN ('id', 'name') AND is_generated = 'NEVER'`,
  )
  const [{ columns } = { columns: '' }] = rows
  await sql.query(
    `INSERT INTO "Object" (name, ${columns})
     SELECT 'shop-' || lpad(copy::text, 5, '0'), ${columns} FROM "Object", generate_series(1, $2::int) AS copy
     WHERE kind = 'WorkloadInstance' AND name = $1`,
    [of, count],
  )
}

import { pino } from 'pino'
import { expect, it } from 'vitest'
import { holdLeases } from '../../server/delivery/leader-leases.ts'
import { statisticsWork } from '../../server/statistics.ts'
import { renewStatistics } from '../../server/store/statistics.ts'
import { eventually } from '../support/eventually.ts'
import { definition, testStore } from '../support/store.ts'

const test = testStore([definition('web')])
const log = pino({ level: 'silent' })

/** Copies a definition, as often as given, under names with a prefix. */
async function grow(prefix: string, count: number): Promise<void> {
  const { sql } = test.database
  await sql.query(
    `INSERT INTO "Object" (kind, "projectId", name, spec, status)
     SELECT kind, "projectId", $1 || number, spec, status
     FROM generate_series(1, $2::int) number, "Object" WHERE kind = 'WorkloadDefinition' AND name = 'web'`,
    [prefix, count],
  )
  // Otherwise, a connection reports what it has changed within a second.
  await sql.query('SELECT pg_stat_force_next_flush()')
}

/** Returns how many objects Postgres expects. */
async function expected(): Promise<number> {
  const { rows } = await test.database.sql.query<{ count: number }>(
    `SELECT reltuples::int AS count FROM pg_class WHERE oid = '"Object"'::regclass`,
  )
  return rows[0]?.count ?? NaN
}

it('renews the statistics of a table that has grown by half, and of no other', async () => {
  await grow('few', 100)
  expect(await renewStatistics(test.database.sql)).toEqual([])
  await grow('many', 500)
  expect(await renewStatistics(test.database.sql)).toEqual(['Object'])
  expect(await expected()).toBeGreaterThan(600)
  expect(await renewStatistics(test.database.sql)).toEqual([])
})

it('renews them on the server that holds the lease', async () => {
  const { sql } = test.database
  await grow('more', 2000)
  const end = holdLeases(sql, log, [statisticsWork({ pool: sql, log, every: 20 })])
  await eventually(async () => (await expected()) > 2600 || undefined)
  await end()
})

import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweeper } from '../../server/delivery/resync.ts'
import { poll } from '../support/eventually.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../support/plane-with-runtime.ts'
import { definition } from '../support/store.ts'

let world: PlaneWithRuntime
let sql: pg.Client
beforeAll(async () => {
  world = await startPlaneWithRuntime({ servers: 2, workers: 2 })
  sql = new pg.Client({ connectionString: world.plane.databaseUrl })
  await sql.connect()
}, 180_000)
afterAll(async () => {
  await sql?.end()
  await world?.stop()
})

const definitions = Array.from({ length: 40 }, (_, at) => `family-${at}`)
const instances = definitions.flatMap((name) =>
  [0, 1, 2, 3, 4].map((at) => ({ name: `${name}-${at}`, of: name })),
)

/** Resolves once the number is 0, or has not changed for three minutes. */
async function fallen(count: () => Promise<number>): Promise<number> {
  for (let before = Infinity; ;) {
    const now = await poll(
      async () => {
        const counted = await count()
        return counted < before ? counted : undefined
      },
      { within: 180_000 },
    )
    if (now === undefined || now === 0) return now ?? before
    before = now
  }
}

it(
  'deletes 40 definitions with five instances each in one request, with everything that belongs to them',
  async () => {
    const { client } = world.plane
    await client.apply([
      ...definitions.map((name) => definition(name)),
      ...instances.map(({ name, of }) => ({ kind: 'WorkloadInstance', name, spec: { definition: of } })),
    ])
    const count = async (where: string): Promise<number> => {
      const { rows } = await sql.query<{ count: number }>(
        `SELECT count(*)::int FROM "Object" WHERE kind LIKE 'Workload%' AND ${where}`,
      )
      return rows[0]?.count ?? NaN
    }
    expect(await fallen(() => count('NOT ready'))).toBe(0)
    await client.objects.delete([
      ...definitions.map((name) => ({ kind: 'WorkloadDefinition', name })),
      ...instances.map(({ name }) => ({ kind: 'WorkloadInstance', name })),
    ])
    expect(await fallen(() => count('true'))).toBe(0)
    // Each was deleted with its last instance, and not later by resync.
    const { rows } = await sql.query('SELECT name FROM "Change" WHERE actor = $1 AND reason = $2', [
      sweeper.actor,
      sweeper.reason,
    ])
    expect(rows).toEqual([])
  },
  20 * 60_000,
)

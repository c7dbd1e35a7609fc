import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeBuiltIns } from '../../server/store/built-in.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { createRandom } from '../support/random.ts'
import { workOnLog } from './same-store/log-work.ts'
import { draw } from './same-store/operations.ts'
import { apart, everything, outcome } from './same-store/outcomes.ts'
import { write, names, modelSide, realSide, all } from './same-store/sides.ts'

/* Compares the model of the database with a real Postgres: runs the same operations on both, step by step. */

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

async function empty(): Promise<void> {
  await database.sql.query(
    'TRUNCATE "Object", "Reference", "Change", "AppliedResource", "AbandonedResource", "Lease" RESTART IDENTITY CASCADE',
  )
}

describe('model of the database', () => {
  it('handles the log and its leases as Postgres does', async () => {
    await empty()
    const [model, real] = [await workOnLog(modelSide()), await workOnLog(realSide(database))]
    expect(model).toEqual(real)
    expect(real.length).toBeGreaterThan(20)
  })

  it.each([1, 2])('returns the same results as Postgres, with seed %i', async (seed) => {
    await empty()
    const random = createRandom(seed)
    const [model, real] = [modelSide(), realSide(database)]
    const populated = performance.now()
    for (const { store } of [model, real]) {
      await storeBuiltIns(store)
      await store.apply(all(...names), write)
    }
    let slowest = performance.now() - populated + 100
    for (let step = 1; step <= 150; step++) {
      const { what, run } = draw(random)
      const started = performance.now()
      const expected = await outcome(real, run)
      expect(await outcome(model, run), `step ${step}: ${what}`).toEqual(expected)
      // Each time was set within one step, by the same clock.
      slowest = Math.max(slowest, performance.now() - started + 100)
      expect(await everything(model), `after step ${step}: ${what}`).toEqual(await everything(real))
      const distance = apart(await model.times(), await real.times())
      expect(distance, `times after step ${step}: ${what}`).toBeLessThan(slowest)
    }
  })
})

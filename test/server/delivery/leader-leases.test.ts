import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, QueryConfig } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pause } from '../../../schema/retry.ts'
import { holdLeases, type HeldLease } from '../../../server/delivery/leader-leases.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const log = pino({ level: 'silent' })

describe('lease', () => {
  it('has one holder at a time, and the next resumes at the position of the last', async () => {
    const held: string[] = []
    const work = (name: string) => async (lease: HeldLease) => {
      held.push(`${name} from ${lease.position}`)
      await lease.save(lease.position + 10n)
      while (!lease.signal.aborted) await pause(1000, lease.signal)
    }
    const endFirst = holdLeases(database.sql, log, [{ name: 'test', work: work('first') }])
    await until(() => held.length === 1)
    const { pool, responses } = observed(database.sql)
    const endSecond = holdLeases(pool, log, [{ name: 'test', work: work('second') }])
    await until(() => responses() > 0)
    expect(held).toEqual(['first from 0'])
    await endFirst()
    await until(() => held.length === 2)
    expect(held).toEqual(['first from 0', 'second from 10'])
    await endSecond()
  })

  it('passes to another in less than five seconds if its holder is killed', async () => {
    await database.sql.query(
      `INSERT INTO "Lease" (name, owner, "expiresAt") VALUES ('dead', 'somebody', now() + interval '3 seconds')`,
    )
    let taken = false
    const end = holdLeases(database.sql, log, [
      {
        name: 'dead',
        work: async ({ signal }) => {
          taken = true
          await pause(60_000, signal)
        },
      },
    ])
    await until(() => taken)
    await end()
  })

  it('keeps the later position when saves arrive out of order', async () => {
    const { lease, end } = await held('late')
    expect([await lease.save(20n), await lease.save(17n)]).toEqual([true, true])
    const { rows } = await database.sql.query(`SELECT position FROM "Lease" WHERE name = 'late'`)
    expect(rows).toEqual([{ position: 20n }])
    await end()
  })

  it('refuses to save for a holder that has lost it', async () => {
    const { lease, end } = await held('lost')
    await database.sql.query(`UPDATE "Lease" SET owner = 'somebody else' WHERE name = 'lost'`)
    expect(await lease.save(1n)).toBe(false)
    await end()
  })
})

describe('leases of one server', () => {
  it('are independent: work that takes long to end keeps no other from its lease', async () => {
    const running = new Set<string>()
    const steady = async ({ signal }: HeldLease): Promise<void> => {
      running.add('steady')
      await pause(60_000, signal)
      running.delete('steady')
    }
    let mayEnd: () => void = () => undefined
    const slow = async ({ signal }: HeldLease): Promise<void> => {
      running.add('slow')
      await pause(60_000, signal)
      await new Promise<void>((resolve) => (mayEnd = resolve))
      running.delete('slow')
    }
    const end = holdLeases(database.sql, log, [
      { name: 'slow', work: slow },
      { name: 'steady', work: steady },
    ])
    await until(() => running.size === 2)
    await database.sql.query(`UPDATE "Lease" SET owner = 'somebody else' WHERE name = 'slow'`)
    await sleep(4000)
    const { rows } = await database.sql.query(
      `SELECT name FROM "Lease" WHERE name IN ('slow', 'steady') AND "expiresAt" > now()`,
    )
    expect(rows).toEqual([{ name: 'steady' }])
    expect(running).toEqual(new Set(['slow', 'steady']))
    mayEnd()
    await end()
    expect(running.size).toBe(0)
  })

  it('are taken over while another server is stuck in a transaction that locks one of them', async () => {
    const stuck = await database.sql.connect()
    await database.sql.query(
      `INSERT INTO "Lease" (name, owner, "expiresAt") VALUES ('locked', 'stopped', now()), ('open', 'stopped', now())`,
    )
    await stuck.query('BEGIN')
    await stuck.query(`SELECT FROM "Lease" WHERE name = 'locked' FOR UPDATE`)
    let taken = false
    const work = async ({ signal }: HeldLease): Promise<void> => {
      taken = true
      await pause(60_000, signal)
    }
    const end = holdLeases(database.sql, log, [
      { name: 'locked', work: async () => undefined },
      { name: 'open', work },
    ])
    await until(() => taken)
    await stuck.query('ROLLBACK')
    stuck.release()
    await end()
  })

  it('end their work before they expire when a renewal gets no response', async () => {
    let ended: boolean | undefined
    const end = holdLeases(database.sql, log, [
      {
        name: 'stuck',
        work: async ({ signal }) => {
          ended = false
          await pause(60_000, signal)
          ended = true
        },
      },
    ])
    await until(() => ended === false)
    const lock = await database.sql.connect()
    await lock.query('BEGIN')
    await lock.query(`SELECT FROM "Lease" WHERE name = 'stuck' FOR UPDATE`)
    await until(() => ended === true)
    const { rows } = await lock.query(
      `SELECT "expiresAt" > clock_timestamp() AS held FROM "Lease" WHERE name = 'stuck'`,
    )
    expect(rows).toEqual([{ held: true }])
    await lock.query('ROLLBACK')
    lock.release()
    await end()
  })
})

/** Acquires a lease and holds it until `end` is called. */
async function held(name: string): Promise<{ lease: HeldLease; end: () => Promise<void> }> {
  const acquired = Promise.withResolvers<HeldLease>()
  const work = async (lease: HeldLease): Promise<void> => {
    acquired.resolve(lease)
    await pause(60_000, lease.signal)
  }
  const end = holdLeases(database.sql, log, [{ name, work }])
  return { lease: await acquired.promise, end }
}

/** Returns the pool, and the number of statements that it has executed. */
function observed(sql: Pool): { pool: Pool; responses: () => number } {
  let count = 0
  const pool = new Proxy(sql, {
    get: (target, property) =>
      property === 'query'
        ? async (statement: QueryConfig) => {
            const result = await target.query(statement)
            count += 1
            return result
          }
        : Reflect.get(target, property),
  })
  return { pool, responses: () => count }
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 5000
  while (!condition() && Date.now() < deadline) await sleep(10)
  expect(condition()).toBe(true)
}

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../prisma/client.ts'
import { startChangeFeed, type ChangeFeed } from '../../../server/delivery/change-feed.ts'
import { deleteChanges, findExpiredChanges } from '../../../server/store/change-log.ts'
import { createTestDatabase } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { definition, testStore, write } from '../../support/store.ts'

const test = testStore()
let feed: ChangeFeed
beforeAll(async () => {
  feed = await startChangeFeed({ pool: test.database.sql, log: pino({ level: 'silent' }), interval: 20 })
})
afterAll(() => feed.stop())

/** Logs a change in a transaction that continues; returns its sequence number. */
async function logChange(client: pg.Client, name: string): Promise<bigint> {
  await client.query('BEGIN')
  // As in the store, the transaction has an id before the entry has a sequence number.
  await client.query('SELECT pg_current_xact_id()')
  const { rows } = await client.query<{ seq: string }>(
    `INSERT INTO "Change" ("objectId", kind, name, operation, generation, version, actor)
     VALUES (1, 'Project', $1, 'TRIGGER', 1, 1, 'test') RETURNING seq`,
    [name],
  )
  return BigInt(rows[0]?.seq ?? 0)
}

/** Returns a pool that does something before each statement. */
function withPrologue(pool: pg.Pool, prologue: (config: pg.QueryConfig) => Promise<void>): pg.Pool {
  return new Proxy(pool, {
    get: (target, property) =>
      property === 'query'
        ? async (config: pg.QueryConfig) => {
            await prologue(config)
            return target.query(config)
          }
        : Reflect.get(target, property),
  })
}

/** Returns the pool of the store, and when the feed polls with it and how many entries it finds. */
function recordingPolls(): { pool: pg.Pool; polls: { at: number; entries: number }[] } {
  const polls: { at: number; entries: number }[] = []
  const query = async (statement: pg.QueryConfig): Promise<pg.QueryResult> => {
    if (statement.name === 'observe-log') polls.push({ at: performance.now(), entries: 0 })
    const result = await test.database.sql.query(statement)
    const last = polls.at(-1)
    if (statement.name === 'read-changes' && last !== undefined) last.entries = result.rows.length
    return result
  }
  return { pool: Object.assign(Object.create(test.database.sql), { query }), polls }
}

async function newest(): Promise<bigint> {
  const { rows } = await test.database.sql.query<{ seq: bigint }>(
    'SELECT coalesce(max(seq), 0)::bigint AS seq FROM "Change"',
  )
  return rows[0]?.seq ?? 0n
}

/** Deletes entries, as housekeeping does. */
async function prune(upTo: bigint): Promise<void> {
  await test.database.sql.query(
    `INSERT INTO "Lease" (name, owner, "expiresAt", position) VALUES ('housekeeping', 'test', now(), $1)
     ON CONFLICT (name) DO UPDATE SET position = excluded.position`,
    [upTo],
  )
  await deleteChanges(test.database.sql, 0n, upTo)
}

async function reaches(place: bigint): Promise<void> {
  const until = Date.now() + 10_000
  while (feed.watermark < place && Date.now() < until) await sleep(5)
  expect(feed.watermark).toBeGreaterThanOrEqual(place)
}

describe('change feed', () => {
  it('skips no change of many writers, and emits none twice', async () => {
    const from = feed.watermark
    const seen: bigint[] = []
    const reading = new AbortController()
    let last: bigint | undefined
    const reader = (async () => {
      for (let place = from; last === undefined || place < last;) {
        const { watermark } = feed
        const changes = await feed.read(place, 100)
        seen.push(...changes.map(({ seq }) => seq))
        place = changes.at(-1)?.seq ?? place
        if (changes.length === 0) await feed.past(watermark, reading.signal)
      }
    })()
    const writer = async (number: number): Promise<void> => {
      for (let index = 0; index < 60; index++)
        await test.store.create(definition(`feed-${number}-${index}`), write)
    }
    await Promise.all(Array.from({ length: 8 }, (_, number) => writer(number)))
    last = await newest()
    await reaches(last)
    reading.abort()
    await reader
    const { rows } = await test.database.sql.query<{ seq: bigint }>(
      'SELECT seq FROM "Change" WHERE seq > $1 ORDER BY seq',
      [from],
    )
    expect(seen).toEqual(rows.map(({ seq }) => seq))
  })

  it('reads what is written at the same time together, although each write comes with a hint', async () => {
    const { pool, polls } = recordingPolls()
    const hinted = await startChangeFeed({ pool, log: pino({ level: 'silent' }) })
    polls.length = 0
    try {
      const rounds = Array.from({ length: 20 }, (_, round) => round)
      for (const round of rounds) {
        const names = Array.from({ length: 10 }, (_, index) => definition(`hinted-${round}-${index}`))
        await test.store.apply(names, write)
        hinted.hint()
      }
      const last = await newest()
      await eventually(async () => (await hinted.settled()) >= last || undefined)
      // What follows the last poll with entries shows how long that has waited.
      const found = polls.length
      await eventually(() => Promise.resolve(polls.length > found || undefined))
    } finally {
      await hinted.stop()
    }
    const pauses = polls
      .slice(1)
      .map(({ at }, index) => ({ ...polls[index], pause: at - (polls[index]?.at ?? 0) }))
    const full = pauses.filter(({ entries = 0 }) => entries >= 10)
    expect(full.length).toBeGreaterThan(0)
    // Timers are a little early at times.
    expect(full.filter(({ pause }) => pause < 5)).toEqual([])
  })

  it('waits for a running transaction with a lower number', async () => {
    const client = new pg.Client({ connectionString: test.database.url })
    await client.connect()
    try {
      await reaches(await newest())
      const slow = await logChange(client, 'slow')
      // It is the only running transaction and has a higher number than all completed ones, but must be awaited.
      expect(await feed.settled()).toBeLessThan(slow)
      await test.store.create(definition('fast'), write)
      expect(await feed.settled()).toBeLessThan(slow)
      await client.query('COMMIT')
      await reaches(slow + 1n)
      const changes = await feed.read(slow - 1n, 10)
      expect(changes.map(({ name }) => name)).toEqual(['slow', 'fast'])
    } finally {
      await client.end()
    }
  })

  it('has every change that was committed before a request to catch up, however slow its polls are', async () => {
    const { sql } = test.database
    const slow = withPrologue(sql, () => sleep(150))
    const busy = await startChangeFeed({ pool: slow, log: pino({ level: 'silent' }) })
    try {
      // A transaction of another test in the same Postgres can hold the watermark back: then the next change is tried.
      let count = 0
      await eventually(async () => {
        await test.store.create(definition(`before-settling-${(count += 1)}`), write)
        const last = await newest()
        return (await busy.settled()) >= last ? true : undefined
      })
    } finally {
      await busy.stop()
    }
    expect(await busy.settled()).toBe(busy.watermark)
  })

  it('does not wait for a transaction of another database of the same Postgres', async () => {
    const other = await createTestDatabase()
    const client = new pg.Client({ connectionString: other.url })
    await client.connect()
    try {
      await client.query('BEGIN')
      await client.query('SELECT pg_current_xact_id()')
      for (const name of ['beside-another', 'and-once-more']) {
        await test.store.create(definition(name), write)
        expect(await feed.settled()).toBe(await newest())
      }
      const own = new pg.Client({ connectionString: test.database.url })
      await own.connect()
      const open = await logChange(own, 'beside-both')
      await test.store.create(definition('after-both'), write)
      await sleep(1500)
      expect(feed.watermark).toBeLessThan(open)
      await own.query('COMMIT')
      await own.end()
      await reaches(await newest())
      const changes = await feed.read(open - 1n, 10)
      expect(changes.map(({ name }) => name)).toEqual(['beside-both', 'after-both'])
    } finally {
      await client.end()
      await other.drop()
    }
  })

  it('catches up behind a transaction that is still running', async () => {
    const client = new pg.Client({ connectionString: test.database.url })
    await client.connect()
    try {
      const open = await logChange(client, 'open')
      expect(await feed.settled()).toBeLessThan(open)
    } finally {
      await client.end()
    }
  })

  it('fails for followers of entries that were deleted before it read them', async () => {
    const { sql } = test.database
    const from = feed.watermark
    let last = 0n
    const pool = withPrologue(sql, async ({ name }) => {
      if (name === 'read-changes') await prune(last)
    })
    const late = await startChangeFeed({ pool, log: pino({ level: 'silent' }) })
    try {
      const follower = late.follow({ after: from, accepts: () => true })
      const failure = follower.next().catch((error: unknown) => error)
      await test.store.apply([definition('pruned-1'), definition('pruned-2')], write)
      await test.store.create(definition('not-pruned'), write)
      last = (await newest()) - 1n
      late.hint()
      expect(await failure).toMatchObject({ code: 'CURSOR_GONE' })
      const changes = await late.read(last, 10)
      expect(changes.map(({ name }) => name)).toEqual(['not-pruned'])
      await reaches(last + 1n)
    } finally {
      await late.stop()
    }
  })

  it('follows from a cursor without a gap, and ends on request', async () => {
    const from = feed.watermark
    for (let index = 0; index < 20; index++) await test.store.create(definition(`follow-${index}`), write)
    const follower = feed.follow({ after: from, accepts: ({ name }) => name.startsWith('follow-') })
    const names: string[] = []
    for (let index = 0; index < 20; index++) names.push((await follower.next()).value.name)
    expect(names).toEqual(Array.from({ length: 20 }, (_, index) => `follow-${index}`))
    const pending = follower.next()
    await follower.return?.()
    expect((await pending).done).toBe(true)
  })

  it('never scans the sequence, which can show numbers that are not assigned yet', async () => {
    const { sql, url } = test.database
    const role = `no_scans_${randomBytes(4).toString('hex')}`
    await sql.query(`
      CREATE ROLE ${role} LOGIN PASSWORD 'none';
      GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role};
      REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM ${role};
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`)
    const limited = new URL(url)
    limited.username = role
    limited.password = 'none'
    const database = openDatabase({ url: limited.href })
    const pool = database.sql
    try {
      await expect(pool.query('SELECT last_value FROM "Change_seq_seq"')).rejects.toThrow('permission denied')
      const own = await startChangeFeed({ pool, log: pino({ level: 'silent' }) })
      await test.store.create(definition('without-scans'), write)
      const last = await newest()
      await eventually(async () => (await own.settled()) === last || undefined)
      await own.stop()
      await findExpiredChanges(pool, {
        after: 0n,
        upTo: last,
        limit: 1,
        retention: { age: 1, maxEntries: 1 },
      })
    } finally {
      await database.close()
      await sql.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
    }
  })

  it('ends its subscriptions when it is stopped', async () => {
    const stopped = await startChangeFeed({ pool: test.database.sql, log: pino({ level: 'silent' }) })
    const pending = stopped.follow({ accepts: () => true }).next()
    await stopped.stop()
    expect(await pending).toMatchObject({ done: true })
  })

  it('skips numbers of transactions that failed', async () => {
    const client = new pg.Client({ connectionString: test.database.url })
    await client.connect()
    await logChange(client, 'never')
    await client.query('ROLLBACK')
    await client.end()
    await test.store.create(definition('after-rollback'), write)
    await reaches(await newest())
    expect((await feed.read(feed.watermark - 1n, 10)).at(-1)?.name).toBe('after-rollback')
  })
})

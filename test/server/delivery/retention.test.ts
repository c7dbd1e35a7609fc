import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../../client-sdk/index.ts'
import { startChangeFeed } from '../../../server/delivery/change-feed.ts'
import { housekeepingWork } from '../../../server/delivery/retention.ts'
import { eventually } from '../../support/eventually.ts'
import { urlOf } from '../../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { definition, write } from '../../support/store.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
  for (let index = 0; index < 40; index++) await server.store.create(definition(`kept-${index}`), write)
})
afterAll(() => server.stop())

const log = pino({ level: 'silent' })
const hour = 3_600_000

async function cursors(): Promise<bigint[]> {
  const { rows } = await server.database.sql.query<{ seq: bigint }>('SELECT seq FROM "Change" ORDER BY seq')
  return rows.map(({ seq }) => seq)
}

async function setPlace(lease: string, position: bigint): Promise<void> {
  await server.database.sql.query(
    `INSERT INTO "Lease" (name, owner, "expiresAt", position) VALUES ($1, 'test', now(), $2)
     ON CONFLICT (name) DO UPDATE SET position = excluded.position`,
    [lease, position],
  )
}

/** Ages the first entries, as if they had been written long ago. */
async function age(entries: number): Promise<bigint> {
  const upTo = (await cursors())[entries - 1] ?? 0n
  await server.database.sql.query(`UPDATE "Change" SET time = now() - interval '2 hours' WHERE seq <= $1`, [
    upTo,
  ])
  return upTo
}

/** Runs housekeeping until the condition holds. */
async function keepHouse(
  retention: { age: number; maxEntries: number },
  condition: () => Promise<boolean>,
  grace = 0,
): Promise<true | undefined> {
  const ended = new AbortController()
  const { rows } = await server.database.sql.query<{ position: bigint }>(
    `SELECT position FROM "Lease" WHERE name = 'housekeeping'`,
  )
  const { work } = housekeepingWork({ pool: server.database.sql, log, retention, every: 20, grace })
  const save = async (position: bigint): Promise<boolean> => {
    await setPlace('housekeeping', position)
    return true
  }
  const done = work({ position: rows[0]?.position ?? 0n, signal: ended.signal, save })
  const held = await eventually(async () => ((await condition()) ? true : undefined))
  ended.abort()
  await done
  return held
}

/** Returns the changes after a cursor. Transactions of other databases hold the newest back. */
function changesAfter(after: string, count: number): Promise<readonly { cursor: string; name: string }[]> {
  const client = createClient({ url: urlOf(server), token: server.adminToken })
  return eventually(async () => {
    const changes = await client.changes({ after })
    return changes.length >= count ? changes : undefined
  })
}

describe('the change log', () => {
  it('is deleted from its start if it is too old, but not before the relay has read it', async () => {
    const all = await cursors()
    const old = await age(20)
    await setPlace('relay', all[9] ?? 0n)
    expect(
      await keepHouse({ age: hour, maxEntries: 1000 }, async () => (await cursors())[0] === all[10]),
    ).toBe(true)
    await setPlace('relay', all.at(-1) ?? 0n)
    expect(
      await keepHouse({ age: hour, maxEntries: 1000 }, async () => (await cursors())[0] === all[20]),
    ).toBe(true)
    expect(await cursors()).toEqual(all.filter((seq) => seq > old))
  })

  it('is not deleted until the other readers had time for what the relay has read', async () => {
    const all = await cursors()
    const [grace, start] = [400, performance.now()]
    const pruned = async (): Promise<boolean> => (await cursors()).length === 15
    expect(await keepHouse({ age: hour, maxEntries: 15 }, pruned, grace)).toBe(true)
    expect(performance.now() - start).toBeGreaterThanOrEqual(grace)
    expect(await cursors()).toEqual(all.slice(-15))
  })

  it('is deleted from its start if it is too long', async () => {
    const all = await cursors()
    expect(await keepHouse({ age: hour, maxEntries: 10 }, async () => (await cursors()).length === 10)).toBe(
      true,
    )
    expect(await cursors()).toEqual(all.slice(-10))
  })

  it('responds to a deleted cursor with its current start, in every API', async () => {
    const [first = 0n] = await cursors()
    const gone = { code: 'CURSOR_GONE', details: { cursor: String(first - 1n) } }
    const client = createClient({ url: urlOf(server), token: server.adminToken })
    await expect(client.changes({ after: '1' })).rejects.toMatchObject(gone)
    // A server that was started later, because a feed keeps recent changes in memory.
    const feed = await startChangeFeed({ pool: server.database.sql, log })
    await expect(feed.follow({ after: 1n, accepts: () => true }).next()).rejects.toMatchObject(gone)
    await feed.stop()
    const all = await changesAfter(gone.details.cursor, (await cursors()).length)
    expect(all.map(({ cursor }) => BigInt(cursor))).toEqual(await cursors())
    expect((await client.changes())[0]?.cursor).toBe(String(first))
  })

  it('responds to a future cursor with its current end, because the database was restored', async () => {
    const newer = { code: 'CURSOR_GONE', details: { cursor: String((await cursors()).at(-1)) } }
    const client = createClient({ url: urlOf(server), token: server.adminToken })
    await expect(client.changes({ after: '999999999' })).rejects.toMatchObject(newer)
    await expect(client.follow({ after: '999999999' }).next()).rejects.toMatchObject(newer)
  })

  it('refuses a cursor of a time that was lost with the database, and accepts those before and after it', async () => {
    const client = createClient({ url: urlOf(server), token: server.adminToken })
    const last = (await cursors()).at(-1) ?? 0n
    await server.database.sql.query('UPDATE "ControlPlane" SET "restoredThrough" = $1', [last])
    await server.database.sql.query(`SELECT setval('"Change_seq_seq"', $1)`, [last + 1_000_000n])
    const next = await server.store.create(definition('after-restore'), write)
    await expect(client.changes({ after: String(last + 7n) })).rejects.toMatchObject({
      code: 'CURSOR_GONE',
      details: { cursor: String(last) },
    })
    expect(await changesAfter(String(last), 1)).toMatchObject([{ name: next.name }])
    expect(await changesAfter(String(last + 1_000_000n), 1)).toMatchObject([{ name: next.name }])
  })

  it('sends followers an error if it is deleted before it was read', async () => {
    const feed = await startChangeFeed({ pool: server.database.sql, log })
    const [first = 0n] = await cursors()
    const follower = feed.follow({ after: first - 1n, accepts: () => true })
    await setPlace('housekeeping', first)
    await expect(follower.next()).rejects.toMatchObject({ code: 'CURSOR_GONE' })
    await feed.stop()
  })
})

describe('events', () => {
  it('are deleted if they were last seen too long ago', async () => {
    const { id } = (await server.store.find({ kind: 'WorkloadDefinition', name: 'kept-0' })) ?? {}
    await server.database.sql.query(
      `INSERT INTO "ObjectEvent" ("objectId", type, reason, note, fingerprint, "lastSeen") VALUES
       ($1, 'Normal', 'Old', 'old', 'a', now() - interval '2 hours'), ($1, 'Normal', 'New', 'new', 'b', now())`,
      [id],
    )
    const notes = async (): Promise<string[]> => {
      const { rows } = await server.database.sql.query<{ note: string }>('SELECT note FROM "ObjectEvent"')
      return rows.map(({ note }) => note)
    }
    expect(await keepHouse({ age: hour, maxEntries: 1000 }, async () => (await notes()).length === 1)).toBe(
      true,
    )
    expect(await notes()).toEqual(['new'])
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type Client } from '../../../client-sdk/index.ts'
import { startControlPlane, type TestControlPlane, type TestProcess } from '../../support/control-plane.ts'
import { eventually } from '../../support/eventually.ts'
import { defaultRuntime, definition } from '../../support/store.ts'
import { fetchMetrics } from '../../support/metrics.ts'

/** Seconds for which these servers retain changes. */
const retention = 5

let plane: TestControlPlane
let holder: TestProcess
let other: TestProcess
let sql: pg.Client
beforeAll(async () => {
  plane = await startControlPlane({
    ownProcesses: true,
    servers: 2,
    workers: 0,
    env: { QLEET_CHANGE_RETENTION: `${retention}s` },
  })
  const [first, second] = plane.servers
  if (first === undefined || second === undefined) throw new Error('there are not two servers')
  // The first was ready before the second started.
  ;[holder, other] = [first, second]
  sql = new pg.Client({ connectionString: plane.databaseUrl })
  await sql.connect()
  await plane.client.apply(defaultRuntime)
})
afterAll(async () => {
  await sql?.end()
  await plane?.stop()
})

const clientOf = ({ url }: TestProcess): Client => createClient({ url, token: plane.token })

async function lease(name: string): Promise<{ owner: string; position: bigint }> {
  const { rows } = await sql.query<{ owner: string; position: string }>(
    'SELECT owner, position FROM "Lease" WHERE name = $1',
    [name],
  )
  return { owner: rows[0]?.owner ?? '', position: BigInt(rows[0]?.position ?? 0) }
}

/** Returns the newest entry of the log, also once all of its entries have been pruned. */
async function newest(): Promise<bigint> {
  const { rows } = await sql.query<{ seq: string }>(`
    SELECT coalesce((SELECT max(seq) FROM "Change"), (SELECT position FROM "Lease" WHERE name = 'housekeeping'), 0) AS seq`)
  return BigInt(rows[0]?.seq ?? 0)
}

async function relayed(seq: bigint): Promise<true | undefined> {
  return eventually(async () => ((await lease('relay')).position >= seq ? true : undefined), { every: 20 })
}

/** Resolves once resync has triggered an object that has just become due. */
async function resynced(): Promise<true | undefined> {
  await sql.query(
    `UPDATE "Object" SET "nextReconcileAt" = now() - interval '1 second' WHERE kind = 'KubernetesRuntimeInstance'`,
  )
  return eventually(
    async () => {
      const { rows } = await sql.query(
        `SELECT FROM "Object" WHERE kind = 'KubernetesRuntimeInstance' AND "nextReconcileAt" > now()`,
      )
      return rows.length > 0 ? true : undefined
    },
    { every: 20 },
  )
}

async function metric(server: TestProcess, name: string): Promise<number> {
  const text = await fetchMetrics(server.url, plane.token)
  return Number(new RegExp(`^${name}\\S* (\\S+)`, 'm').exec(text)?.[1])
}

describe('relay and resync', () => {
  it('continue on another server when their server is killed', async () => {
    const before = { relay: await lease('relay'), resync: await lease('resync') }
    await holder.kill()
    const killed = performance.now()
    await clientOf(other).apply([definition('after-kill')])
    const written = await newest()
    const seconds = async (work: Promise<true | undefined>): Promise<string | undefined> =>
      (await work) && ((performance.now() - killed) / 1000).toFixed(2)
    const [relay, resync] = await Promise.all([seconds(relayed(written)), seconds(resynced())])
    process.stdout.write(`${JSON.stringify({ failover: { relay, resync } })}\n`)
    expect([relay, resync]).not.toContain(undefined)
    expect((await lease('relay')).owner).not.toBe(before.relay.owner)
    expect((await lease('resync')).owner).not.toBe(before.resync.owner)
    holder = await plane.startServer(Number(new URL(holder.url).port))
    ;[holder, other] = [other, holder]
  })

  it('move from a paused server, whose writes do no harm when it resumes', async () => {
    const before = await lease('relay')
    const places: bigint[] = []
    let watching = true
    const watch = (async () => {
      const client = new pg.Client({ connectionString: plane.databaseUrl })
      await client.connect()
      while (watching) {
        const { rows } = await client.query<{ position: string }>(
          `SELECT position FROM "Lease" WHERE name = 'relay'`,
        )
        places.push(BigInt(rows[0]?.position ?? 0))
        await sleep(10)
      }
      await client.end()
    })()
    await clientOf(holder).apply([definition('before-freeze')])
    holder.freeze()
    await clientOf(other).apply([definition('while-frozen')])
    expect(await relayed(await newest())).toBe(true)
    const taken = await lease('relay')
    expect(taken.owner).not.toBe(before.owner)
    holder.thaw()
    for (let index = 0; index < 20; index++) {
      await clientOf(index % 2 === 0 ? holder : other).apply([definition(`after-thaw-${index}`)])
      await sleep(50)
    }
    expect(await relayed(await newest())).toBe(true)
    expect(await resynced()).toBe(true)
    watching = false
    await watch
    expect(places).toEqual(places.toSorted((one, next) => Number(one - next)))
    expect((await lease('relay')).owner).toBe(taken.owner)
    ;[holder, other] = [other, holder]
  })
})

describe('a long transaction', () => {
  it('delays later writes, shows in the metrics of every server, and loses, skips and reorders nothing', async () => {
    const after = String(await newest())
    const ended = new AbortController()
    const seen: string[] = []
    const following = (async () => {
      for await (const { cursor } of clientOf(other).follow({ after, signal: ended.signal }))
        seen.push(cursor)
    })()
    const long = new pg.Client({ connectionString: plane.databaseUrl })
    await long.connect()
    await long.query('BEGIN')
    await long.query(`
      INSERT INTO "Change" ("objectId", kind, name, operation, generation, version, actor)
      VALUES (1, 'Project', 'long', 'STATUS', 1, 1, 'test')`)
    for (let index = 0; index < 30; index++) await clientOf(holder).apply([definition(`long-${index}`)])
    for (const server of [holder, other])
      await eventually(async () => ((await metric(server, 'qleet_relay_lag_seconds')) > 1 ? true : undefined))
    // Older than the retention: changes that the relay has not read are retained.
    await sleep((retention + 1) * 1000)
    expect(seen).toEqual([])
    const { rows } = await sql.query<{ seq: string }>(
      'SELECT seq FROM "Change" WHERE seq > $1 ORDER BY seq',
      [after],
    )
    expect(rows).toHaveLength(30)
    await long.query('COMMIT')
    await long.end()
    await eventually(async () => (seen.length >= 31 ? true : undefined))
    ended.abort()
    await following
    expect(seen[0]).toBe(String(BigInt(after) + 1n))
    expect(seen.slice(1)).toEqual(rows.map(({ seq }) => seq))
    expect(await relayed(BigInt(seen.at(-1) ?? 0))).toBe(true)
    await eventually(async () => ((await metric(other, 'qleet_relay_lag_seconds')) < 1 ? true : undefined))
  })
})

describe('the change log', () => {
  it('stays bounded under continuous load, and no follower misses a change', async () => {
    const after = String(await newest())
    const ended = new AbortController()
    const seen: string[] = []
    const following = (async () => {
      for await (const { name } of clientOf(other).follow({ after, signal: ended.signal })) seen.push(name)
    })()
    const rounds = 3
    const until = Date.now() + rounds * retention * 1000
    const written: string[] = []
    const behindAtMost = (changes: number): Promise<unknown> =>
      Promise.race([
        following,
        eventually(async () => (written.length - seen.length <= changes ? true : undefined)),
      ])
    let most = 0
    while (Date.now() < until) {
      const names = Array.from({ length: 20 }, (_, index) => `load-${written.length + index}`)
      await clientOf(holder).apply(names.map((name) => definition(name)))
      written.push(...names)
      const { rows } = await sql.query<{ count: string }>('SELECT count(*) FROM "Change"')
      most = Math.max(most, Number(rows[0]?.count))
      // On a busy machine, a follower may be slower than the writer, and would be as far behind as the retention in the end.
      await behindAtMost(200)
    }
    await behindAtMost(0)
    ended.abort()
    await following
    expect(seen).toEqual(written)
    process.stdout.write(`${JSON.stringify({ log: { written: written.length, most } })}\n`)
    expect(most).toBeLessThan(written.length)
    expect(
      await eventually(async () => ((await metric(other, 'qleet_change_log_rows')) === 0 ? true : undefined)),
    ).toBe(true)
  })
})

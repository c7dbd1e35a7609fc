import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '../../../client-sdk/index.ts'
import { startControlPlane, type TestControlPlane, type TestProcess } from '../../support/control-plane.ts'
import { eventually } from '../../support/eventually.ts'
import { subscribeBySocket } from '../../support/raw-subscription.ts'
import type { Random } from '../../support/random.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { definition } from '../../support/store.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'

/* `QLEET_TEST_CUTS=1000 npx vitest run test/server/http/random-cuts.test.ts` is the full test. */
const cuts = Number(process.env['QLEET_TEST_CUTS'] ?? 60)
/** A server is killed at every so many cuts. */
const killEvery = 20

let plane: TestControlPlane
let servers: TestProcess[]
let proxies: TcpProxy[]
beforeAll(async () => {
  plane = await startControlPlane({ servers: 2, workers: 0, ownProcesses: true })
  servers = [...plane.servers]
  proxies = await Promise.all(servers.map(({ url }) => startTcpProxy(url)))
})
afterAll(async () => {
  await Promise.all((proxies ?? []).map((proxy) => proxy.close()))
  await plane?.stop()
})

/** The address of any of the servers, as a load balancer would choose it. */
const anyUrl = (random: Random): string => random.pick(proxies).through(plane.url)

interface Follower {
  cursors: string[]
  connections: number
  done: Promise<void>
}

interface Activity {
  random: Random
  signal: AbortSignal
}

function followByStream(after: string, { random, signal }: Activity): Follower {
  const client = createClient({
    url: plane.url,
    token: plane.token,
    fetch: (url, init) => fetch(new URL(new URL(String(url)).pathname, anyUrl(random)), init),
  })
  const follower: Follower = { cursors: [], connections: 0, done: Promise.resolve() }
  const onConnected = (): void => void (follower.connections += 1)
  follower.done = (async () => {
    for await (const { cursor } of client.follow({ after, signal, onConnected }))
      follower.cursors.push(cursor)
  })()
  return follower
}

function followBySocket(after: string, { random, signal }: Activity): Follower {
  const follower: Follower = { cursors: [], connections: 0, done: Promise.resolve() }
  follower.done = (async () => {
    while (!signal.aborted) {
      const from = follower.cursors.at(-1) ?? after
      const query = `subscription { changes(after: "${from}") { cursor } }`
      const url = anyUrl(random).replace(/\/$/, '')
      follower.connections += 1
      const subscription = subscribeBySocket({
        url,
        token: plane.token,
        query,
        onMessage: ({ data }) => {
          if (data !== undefined) follower.cursors.push((data['changes'] as { cursor: string }).cursor)
        },
      })
      signal.addEventListener('abort', subscription.end)
      await subscription.ended
      signal.removeEventListener('abort', subscription.end)
      await sleep(20)
    }
  })()
  return follower
}

/** Writes through both servers; failures because one is unavailable are ignored. */
async function writeOn(writer: number, { random, signal }: Activity): Promise<void> {
  for (let count = 0; !signal.aborted; count++) {
    const client = createClient({ url: random.pick(servers).url, token: plane.token })
    await client.apply([definition(`cut-${writer}-${count}`)]).catch(() => sleep(50))
  }
}

/** Slow transactions, which end in another order than they started, or not at all. */
async function writeLate({ random, signal }: Activity): Promise<void> {
  const client = new pg.Client({ connectionString: plane.databaseUrl })
  await client.connect()
  while (!signal.aborted) {
    await client.query('BEGIN')
    // As in the store, the transaction has an id before the entry has a sequence number.
    await client.query('SELECT pg_current_xact_id()')
    await client.query(`
      INSERT INTO "Change" ("objectId", kind, name, operation, generation, version, actor)
      VALUES (1, 'Project', 'late', 'STATUS', 1, 1, 'test')`)
    await sleep(random.next() * 150)
    await client.query(random.chance(0.8) ? 'COMMIT' : 'ROLLBACK')
  }
  await client.end()
}

async function cutOnce(count: number, random: Random): Promise<void> {
  const index = random.below(proxies.length)
  const [proxy, server] = [proxies[index], servers[index]]
  if (proxy === undefined || server === undefined) throw new Error('there is no such server')
  if (count % killEvery === 0) {
    await server.kill()
    servers[index] = await plane.startServer(Number(new URL(server.url).port))
    return
  }
  await proxy.cut()
  await sleep(random.next() * 20)
  await proxy.open()
}

it(
  `gives every follower every change once and in order over ${cuts} random cuts`,
  async () => {
    const random = seededRandom()
    const activity = ({ signal }: AbortController): Activity => ({ random: random.fork(), signal })
    const ended = new AbortController()
    const written = new AbortController()
    const after = (await plane.client.changes({ first: 1000 })).at(-1)?.cursor ?? '0'
    const followers = [followByStream(after, activity(ended)), followBySocket(after, activity(ended))]
    const writing = Promise.all([
      writeOn(1, activity(written)),
      writeOn(2, activity(written)),
      writeLate(activity(written)),
      writeLate(activity(written)),
    ])
    for (let count = 1; count <= cuts; count++) {
      const seen = followers.map(({ cursors }) => cursors.length)
      await cutOnce(count, random)
      // Cuts come at any moment, even before the first change; occasionally every follower makes progress.
      if (count % 5 === 0)
        await eventually(async () =>
          followers.every(({ cursors }, index) => cursors.length > (seen[index] ?? 0)) ? true : undefined,
        )
      else await sleep(random.next() * 150)
    }
    written.abort()
    await writing
    const client = new pg.Client({ connectionString: plane.databaseUrl })
    await client.connect()
    const { rows } = await client.query<{ seq: string }>(
      'SELECT seq FROM "Change" WHERE seq > $1 ORDER BY seq',
      [after],
    )
    await client.end()
    const all = rows.map(({ seq }) => seq)
    await eventually(async () =>
      followers.every(({ cursors }) => cursors.at(-1) === all.at(-1)) ? true : undefined,
    )
    ended.abort()
    await Promise.all(followers.map(({ done }) => done))
    for (const { cursors } of followers) expect(cursors).toEqual(all)
    const connections = followers.map((follower) => follower.connections)
    process.stdout.write(`${JSON.stringify({ cuts, changes: all.length, connections })}\n`)
    for (const each of connections) expect(each).toBeGreaterThan(cuts / 10)
  },
  cuts * 2000 + 60_000,
)

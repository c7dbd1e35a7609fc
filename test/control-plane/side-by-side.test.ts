import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type Client } from '../../client-sdk/index.ts'
import { startControlPlane, type TestControlPlane, type TestProcess } from '../support/control-plane.ts'
import { eventually } from '../support/eventually.ts'
import { clusterOf } from '../support/kubernetes.ts'
import { defaultRuntime, definition } from '../support/store.ts'

/* Runs two servers and three workers as processes, on one database and one broker. */

let plane: TestControlPlane
let servers: [TestProcess, TestProcess]
let clients: [Client, Client]
beforeAll(async () => {
  plane = await startControlPlane({ servers: 2, workers: 3, ownProcesses: true })
  const [first, second] = plane.servers
  if (first === undefined || second === undefined) throw new Error('a server is missing')
  servers = [first, second]
  clients = [clientOf(first), clientOf(second)]
  await clients[1].apply(defaultRuntime)
  await plane.ready('KubernetesRuntimeInstance', 'space')
})
afterAll(() => plane?.stop())

/** Returns a client that retries while its server is unavailable. */
function clientOf({ url }: TestProcess): Client {
  return createClient({ url, token: plane.token, retryFor: 30_000 })
}

const name = (index: number): string => `side-${index}`
const workload = (index: number, value: string) => [
  definition(name(index), value),
  { kind: 'WorkloadInstance', name: name(index), spec: { definition: name(index) } },
]

/** Subscribes to one server, and collects all events in order. */
function subscribe(client: Client) {
  const stop = new AbortController()
  const cursors: string[] = []
  let connected = false
  const ended = (async () => {
    const onConnected = (): void => void (connected = true)
    for await (const { cursor } of client.follow({ signal: stop.signal, onConnected })) cursors.push(cursor)
  })()
  return {
    cursors,
    connected: () => eventually(async () => connected || undefined),
    stop: async () => {
      stop.abort()
      await ended
    },
  }
}

async function query<Row extends object>(text: string): Promise<Row[]> {
  const database = new pg.Client({ connectionString: plane.databaseUrl })
  await database.connect()
  try {
    return (await database.query<Row>(text)).rows
  } finally {
    await database.end()
  }
}

describe('two servers and three workers', () => {
  it('apply every change once, while one of each is killed and one of each is stopped', async () => {
    const begin = (await query<{ seq: string }>('SELECT max(seq) AS seq FROM "Change"'))[0]?.seq
    const followed = clients.map(subscribe)
    await Promise.all(followed.map(({ connected }) => connected()))

    const count = 24
    const each = Array.from({ length: count }, (_, index) => index)
    const through = (index: number): Client => clients[index % 2 === 0 ? 0 : 1]
    const created = Promise.all(each.map((index) => through(index).apply(workload(index, 'first'))))
    const [killed, stopped] = plane.workers
    await killed?.kill()
    await created
    const updated = Promise.all(each.map((index) => through(index + 1).apply(workload(index, 'second'))))
    await restart(1, 'kill')
    await updated
    const deleted = Promise.all(
      each
        .filter((index) => index % 4 === 0)
        .map((index) =>
          through(index + 1).objects.delete([
            { kind: 'WorkloadInstance', name: name(index) },
            { kind: 'WorkloadDefinition', name: name(index) },
          ]),
        ),
    )
    await Promise.all([stopped?.stop(), restart(0, 'stop')])
    await deleted

    const cluster = await clusterOf(plane, 'space')
    for (const index of each) {
      if (index % 4 === 0) {
        await plane.gone('WorkloadInstance', name(index))
        await plane.gone('WorkloadDefinition', name(index))
        continue
      }
      const { status } = await plane.ready('WorkloadInstance', name(index))
      const { namespace } = status.outputs as { namespace: string }
      const path = `/api/v1/namespaces/${namespace}/configmaps/${name(index)}`
      expect(await cluster.get(path), path).toMatchObject({ data: { value: 'second' } })
    }
    const ours = (await cluster.client.request({
      method: 'GET',
      path: '/api/v1/configmaps',
      query: { labelSelector: 'qleet.io/object-id' },
    })) as { items: { metadata: { name: string } }[] }
    await cluster.close()
    expect(ours.items.map(({ metadata }) => metadata.name).sort()).toEqual(
      each
        .filter((index) => index % 4 !== 0)
        .map(name)
        .sort(),
    )

    const log = await query<{ seq: string }>(`SELECT seq FROM "Change" WHERE seq > ${begin} ORDER BY seq`)
    const seqs = log.map(({ seq }) => seq)
    const [first, last] = [BigInt(seqs[0] ?? 0), BigInt(seqs.at(-1) ?? 0)]
    for (const { cursors, stop } of followed) {
      await eventually(async () => (BigInt(cursors.at(-1) ?? 0) >= last ? true : undefined))
      await stop()
      // At the time of subscription a server may not have read the latest writes; and workers continue to report.
      const between = cursors.filter((cursor) => first <= BigInt(cursor) && BigInt(cursor) <= last)
      expect(between).toEqual(seqs)
    }
  })

  it('have applied every change once, and no work is left', async () => {
    const twice = await query(
      `SELECT name, kind, operation, generation FROM "Change" WHERE operation IN ('CREATE', 'UPDATE', 'DELETE_REQUEST', 'DELETE')
       GROUP BY "objectId", name, kind, operation, generation HAVING count(*) > 1`,
    )
    expect(twice).toEqual([])
    const stuck = await query(
      'SELECT kind, name, status FROM "Object" WHERE "deletionRequestedAt" IS NOT NULL OR generation <> "observedGeneration"',
    )
    expect(stuck).toEqual([])
  })

  it('have exactly one holder of each lease', async () => {
    const leases = await query<{ name: string }>('SELECT name FROM "Lease" WHERE "expiresAt" > now()')
    const names = [
      'definition-rollouts',
      'housekeeping',
      'notifications',
      'relay',
      'resync',
      'sealing',
      'search-index',
      'statistics',
    ]
    expect(leases.map(({ name: lease }) => lease).sort()).toEqual(names)
  })

  it('accept one of many creates of one name through both servers', async () => {
    const { spec } = definition('same')
    const attempts = Array.from({ length: 40 }, (_, index) =>
      clients[index % 2 === 0 ? 0 : 1].workloadDefinitions.create({ input: { name: 'same', spec } }).then(
        () => 'created',
        (error: unknown) => (error as { code: string }).code,
      ),
    )
    const results = await Promise.all(attempts)
    expect(results.filter((result) => result === 'created')).toHaveLength(1)
    expect(results.filter((result) => result === 'NAME_TAKEN')).toHaveLength(39)
  })
})

/** Ends a server and starts another one at its address. */
async function restart(index: 0 | 1, end: 'kill' | 'stop'): Promise<void> {
  const server = servers[index]
  await server[end]()
  servers[index] = await plane.startServer(Number(new URL(server.url).port))
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../client-sdk/index.ts'
import { housekeeping } from '../../server/store/change-log.ts'
import { urlOf } from '../support/fake-worker.ts'
import { createRandom, type Random } from '../support/random.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { definition, write } from '../support/store.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

const filter = { labels: { tier: 'gold' } }
/** Objects that are created, edited, relabelled and deleted. */
const names = Array.from({ length: 40 }, (_, index) => `random-${index}`)

let server: TestServer
let proxy: TcpProxy
beforeAll(async () => {
  server = await createTestServer()
  proxy = await startTcpProxy(urlOf(server))
})
afterAll(async () => {
  await proxy?.close()
  await server?.stop()
})

/** Does one random thing to one of the objects. */
async function change({ store }: TestServer, random: Random): Promise<void> {
  const name = random.pick(names)
  const target = { kind: 'WorkloadDefinition', name }
  const labels = { tier: random.pick(['gold', 'iron']) }
  const existing = await store.find(target)
  if (existing === undefined) await store.create({ ...definition(name), labels }, write)
  else if (random.chance(0.3)) await store.delete([target], write)
  else if (random.chance(0.5)) await store.update({ ...target, labels }, write)
  else await store.update({ ...target, spec: definition(name, String(random.below(1e6))).spec }, write)
}

/** Deletes the log, as its retention does, so that no earlier position is valid. */
async function prune({ database: { sql } }: TestServer): Promise<void> {
  await sql.query(
    `INSERT INTO "Lease" (name, owner, "expiresAt", position)
     SELECT $1, 'test', now(), max(seq) FROM "Change"
     ON CONFLICT (name) DO UPDATE SET position = excluded.position`,
    [housekeeping],
  )
}

describe('a watch over a connection that is lost again and again', () => {
  it.each([1, 2, 3])(
    'ends with what a list returns, and repeats nothing (seed %i)',
    async (seed) => {
      const random = createRandom(seed)
      const client = createClient({ url: proxy.through(urlOf(server)), token: server.adminToken })
      const stop = new AbortController()
      const objects = new Map<string, number>()
      const wrong: string[] = []
      const watching = (async () => {
        for await (const event of client.objects.watch(filter, { signal: stop.signal })) {
          if (event.type === 'SYNCED') continue
          const { type, id } = event
          if ((type === 'ADDED') === objects.has(id)) wrong.push(`${type} ${id}`)
          if (type === 'DELETED') objects.delete(id)
          else if (objects.get(id) === event.object.version) wrong.push(`${type} ${id} again`)
          else objects.set(id, event.object.version)
        }
      })()
      for (let step = 0; step < 150; step++) {
        await change(server, random)
        if (random.chance(0.1)) await proxy.cut()
        if (random.chance(0.03)) await prune(server)
        if (random.chance(0.2)) await proxy.open()
      }
      await proxy.open()
      const listed = async () => {
        const found = new Map<string, number>()
        const direct = createClient({ url: urlOf(server), token: server.adminToken })
        for await (const { id, version } of direct.objects.list(undefined, { filter })) found.set(id, version)
        return found
      }
      const expected = await listed()
      await expect.poll(() => objects).toEqual(expected)
      expect(wrong).toEqual([])
      stop.abort()
      await watching
    },
    60_000,
  )
})

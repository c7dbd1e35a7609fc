import { GetChangeCursorDocument } from '../../../client-sdk/generated/documents.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startControlPlane, type TestControlPlane } from '../../support/control-plane.ts'
import { eventually } from '../../support/eventually.ts'
import {
  subscribeBySocket,
  subscribeByStream,
  type RawSubscription,
  type SubscriptionMessage,
} from '../../support/raw-subscription.ts'
import { definition } from '../../support/store.ts'
import { fetchMetrics } from '../../support/metrics.ts'

/* `QLEET_TEST_READERS=200 npx vitest run test/server/http/slow-crowd.test.ts` is the full test. */
const readersOfEach = Number(process.env['QLEET_TEST_READERS'] ?? 60) / 2
/** An object that would take 15 MB if it were buffered for each reader. */
const changes = 150
const size = 100_000

let plane: TestControlPlane
let readers: RawSubscription[] = []
beforeAll(async () => {
  const collector = new URL('../../support/collect-garbage.mjs', import.meta.url).href
  plane = await startControlPlane({ workers: 0, execArgv: ['--expose-gc', '--import', collector] })
})
afterAll(async () => {
  for (const reader of readers) reader.end()
  await plane?.stop()
})

async function metric(name: string): Promise<number> {
  const text = await fetchMetrics(plane.url, plane.token)
  return Number(new RegExp(`^${name}\\S* (\\S+)`, 'm').exec(text)?.[1])
}

/**
 * Returns the bytes in use: without garbage, and the minimum of several samples, because data in transit is temporary.
 */
async function kept(): Promise<number> {
  const looks: number[] = []
  while (looks.length < 4) {
    process.kill(plane.servers[0]?.pid ?? 0, 'SIGUSR2')
    looks.push((await metric('nodejs_heap_size_used_bytes')) + (await metric('nodejs_external_memory_bytes')))
    await sleep(40)
  }
  return Math.min(...looks)
}

async function writeLarge(name: string, look: () => Promise<unknown> = async () => undefined): Promise<void> {
  for (let index = 0; index < changes; index++) {
    await plane.client.apply([definition(`${name}-${index}`, 'x'.repeat(size))])
    if (index % 10 === 0) await look()
  }
}

const cursorsOf = (received: readonly SubscriptionMessage[]): string[] =>
  received.flatMap(({ data }) => (data === undefined ? [] : [(data['changes'] as { cursor: string }).cursor]))

/** Only the cursor: a page of entries as large as these is refused. */
async function newestCursor(): Promise<string> {
  const { result } = await plane.client.execute(GetChangeCursorDocument, {})
  return result ?? ''
}

/** Returns all entries after one, without their contents. */
async function entriesSince(after: string): Promise<{ cursor: string; name: string }[]> {
  const response = await fetch(new URL('graphql', plane.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${plane.token}` },
    body: JSON.stringify({ query: `{ changes(after: "${after}", first: 1000) { nodes { cursor name } } }` }),
  })
  const { data } = (await response.json()) as {
    data: { changes: { nodes: { cursor: string; name: string }[] } }
  }
  return data.changes.nodes
}

it('a crowd of readers that do not read costs little, is disconnected, and can resume', async () => {
  // The cost of the writes themselves is not counted.
  await writeLarge('alone')
  const after = await newestCursor()
  const query = `subscription { changes(after: "${after}") { cursor specAfter } }`
  const url = plane.url.replace(/\/$/, '')
  readers = [subscribeByStream, subscribeBySocket].flatMap((by) =>
    Array.from({ length: readersOfEach }, () => by({ url, token: plane.token, query })),
  )
  const [stream, socket] = [readers[0], readers[readersOfEach]]
  // The connections are established once a change has arrived.
  await plane.client.apply([definition('first')])
  await eventually(async () => (readers.every(({ received }) => received.length > 0) ? true : undefined))
  for (const reader of readers) reader.pause()
  const before = await kept()
  let most = before
  const dropped = async (): Promise<number> => {
    most = Math.max(most, await kept())
    const count = await metric('qleet_slow_readers_total')
    // They have half a minute to read their end, and the writes may take longer.
    if (count >= readers.length) for (const reader of [stream, socket]) reader?.resume()
    return count
  }
  await writeLarge('large', dropped)
  // The log has the last entries a moment later, once no earlier transaction is open.
  const all = await eventually(async () => {
    const entries = await entriesSince(after)
    return entries.at(-1)?.name === `large-${changes - 1}` ? entries.map(({ cursor }) => cursor) : undefined
  })
  expect(
    await eventually(async () => ((await dropped()) >= readers.length ? true : undefined), {
      within: 120_000,
      every: 200,
    }),
  ).toBe(true)
  const grown = Math.round((most - before) / 1e6)
  process.stdout.write(`${JSON.stringify({ readers: readers.length, megabytes: grown })}\n`)
  expect(grown).toBeLessThan((readers.length * changes * size) / 1e6 / 10)

  for (const [reader, by] of [
    [stream, subscribeByStream],
    [socket, subscribeBySocket],
  ] as const) {
    if (reader === undefined) throw new Error('no reader reads')
    await reader.ended
    const [error] = reader.received.at(-1)?.errors ?? []
    expect(error?.extensions['code']).toBe('RATE_LIMITED')
    const goOn = `subscription { changes(after: "${String(error?.extensions['cursor'])}") { cursor } }`
    const again = by({ url, token: plane.token, query: goOn })
    await eventually(async () => (cursorsOf(again.received).at(-1) === all.at(-1) ? true : undefined))
    again.end()
    expect([...cursorsOf(reader.received), ...cursorsOf(again.received)]).toEqual(all)
  }
}, 240_000)

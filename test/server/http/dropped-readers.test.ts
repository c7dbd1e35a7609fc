import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { urlOf } from '../../support/fake-worker.ts'
import {
  subscribeBySocket,
  subscribeByStream,
  type RawSubscription,
  type SubscriptionMessage,
} from '../../support/raw-subscription.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { definition, write } from '../../support/store.ts'
import { fetchMetrics } from '../../support/metrics.ts'

/** Timeouts in milliseconds. */
const slowAfter = 400

let server: TestServer
let newest: string
beforeAll(async () => {
  server = await createTestServer(undefined, { slowAfter })
  // More than the system buffers for a connection.
  for (let index = 0; index < 300; index++)
    await server.store.create(definition(`large-${index}`, 'x'.repeat(100_000)), write)
  const { rows } = await server.database.sql.query<{ newest: bigint }>(
    'SELECT max(seq) AS newest FROM "Change"',
  )
  newest = String(rows[0]?.newest)
})
afterAll(() => server.stop())

const cursorsOf = (received: readonly SubscriptionMessage[]): string[] =>
  received.flatMap(({ data }) => (data === undefined ? [] : [(data['changes'] as { cursor: string }).cursor]))

async function dropped(): Promise<number> {
  const body = await fetchMetrics(urlOf(server), server.adminToken)
  return Number(/^qleet_slow_readers_total\S* (\d+)/m.exec(body)?.[1] ?? 0)
}

function follow(by: typeof subscribeBySocket, after: string): RawSubscription {
  const query = `subscription { changes(after: "${after}") { cursor specAfter } }`
  return by({ url: urlOf(server), token: server.adminToken, query })
}

describe.each([
  ['server-sent events', subscribeByStream],
  ['a WebSocket', subscribeBySocket],
])('a reader over %s that does not read', (_, by) => {
  it('is disconnected, and finds a cursor for resuming without a gap at the end of the received data', async () => {
    const before = await dropped()
    const slow = follow(by, '0')
    await eventually(async () => slow.received[0], { every: 5 })
    slow.pause()
    await eventually(async () => ((await dropped()) > before ? true : undefined))
    slow.resume()
    await slow.ended
    const error = slow.received.at(-1)?.errors?.[0]
    const seen = cursorsOf(slow.received)
    expect(error?.extensions).toEqual({ code: 'RATE_LIMITED', retryAfter: 0, cursor: seen.at(-1) })
    expect(seen.length).toBeLessThan(300)

    const again = follow(by, String(error?.extensions['cursor']))
    await eventually(async () => (cursorsOf(again.received).at(-1) === newest ? true : undefined))
    again.end()
    const { rows } = await server.database.sql.query<{ seq: bigint }>('SELECT seq FROM "Change" ORDER BY seq')
    expect([...seen, ...cursorsOf(again.received)]).toEqual(rows.map(({ seq }) => String(seq)))
  })

  it('is not considered slow while it reads, or while nothing is sent', async () => {
    const before = await dropped()
    const reader = follow(by, '0')
    await eventually(async () => (cursorsOf(reader.received).at(-1) === newest ? true : undefined))
    // There is no condition to wait for: the test is an idle period longer than the timeout of slow readers.
    await sleep(2 * slowAfter)
    expect(await dropped()).toBe(before)
    reader.end()
  })
})

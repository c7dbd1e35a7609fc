import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { QueryWorkers } from '../../../schema/cluster-queries.ts'
import { eventually } from '../../support/eventually.ts'
import { urlOf } from '../../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'

/** Emits lines of 100 kB for as long as they are consumed, and counts them. */
const taken = { batches: 0, ended: 0 }
const endless = (() => {
  let isOver = false
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next: async () => {
      await new Promise((resolve) => setImmediate(resolve))
      if (isOver) return { done: true, value: undefined }
      taken.batches += 1
      const line = { time: new Date().toISOString(), namespace: 'n', pod: 'p', container: 'c', notice: false }
      return { done: false, value: [{ ...line, text: 'x'.repeat(100_000) }] }
    },
    return: async () => {
      isOver = true
      taken.ended += 1
      return { done: true, value: undefined }
    },
  }
}) as unknown as QueryWorkers

let server: TestServer
beforeAll(async () => {
  server = await createTestServer(endless)
})
afterAll(() => server.stop())

const query = 'subscription { logs(by: { named: { kind: Project, name: "default" } }) { text } }'

/** Reports whether nothing is consumed any more, although the source is endless. */
async function comesToRest(): Promise<true | undefined> {
  return eventually(async () => {
    const before = taken.batches
    await sleep(300)
    return taken.batches === before ? true : undefined
  })
}

describe('a reader that does not read', () => {
  it('pauses the source over server-sent events, and ends it with its connection', async () => {
    const before = taken.ended
    const outgoing = request(new URL('/graphql/stream', urlOf(server)), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.adminToken}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
    })
    outgoing.on('error', () => undefined)
    outgoing.on('response', (response) => response.pause())
    outgoing.end(JSON.stringify({ query }))
    await eventually(async () => (taken.batches > 10 ? true : undefined))
    expect(await comesToRest()).toBe(true)
    outgoing.destroy()
    expect(await eventually(async () => (taken.ended > before ? true : undefined))).toBe(true)
  })

  it('pauses the source over a WebSocket', async () => {
    const [ended, batches] = [taken.ended, taken.batches]
    const socket = new WebSocket(`${urlOf(server).replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    await new Promise((resolve) => socket.once('open', resolve))
    socket.send(
      JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${server.adminToken}` } }),
    )
    await new Promise((resolve) => socket.once('message', resolve))
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }))
    socket.pause()
    await eventually(async () => (taken.batches > batches + 10 ? true : undefined))
    expect(await comesToRest()).toBe(true)
    socket.terminate()
    expect(await eventually(async () => (taken.ended > ended ? true : undefined))).toBe(true)
  })

  it('is refused if it is a worker', async () => {
    const { body } = await server.graphql(
      '{ project(by: { name: "default" }) { tree { key } } }',
      {},
      server.workerToken,
    )
    expect(body.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  })
})

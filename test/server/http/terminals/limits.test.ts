import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { terminalPath } from '../../../../schema/endpoints.ts'
import { PlatformError } from '../../../../schema/errors.ts'
import type { QueryWorkers, TerminalOutput } from '../../../../schema/cluster-queries.ts'
import type { TerminalEvent } from '../../../../schema/terminals.ts'
import { urlOf } from '../../../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../../../support/server.ts'

/* The limits of a server, whatever a worker does. */

let answer: () => AsyncGenerator<TerminalOutput>
let server: TestServer
let objectId = ''
beforeAll(async () => {
  server = await createTestServer((() => answer()) as unknown as QueryWorkers, {
    terminals: { each: 2, idle: 700 },
  })
  const { body } = await server.graphql('{ objects(first: 1) { nodes { id } } }')
  const { data } = body as unknown as { data?: { objects: { nodes: { id: string }[] } } }
  objectId = data?.objects.nodes[0]?.id ?? ''
})
afterAll(() => server.stop())

async function* endless(): AsyncGenerator<TerminalOutput> {
  yield { started: ['sh'] }
  await new Promise(() => undefined)
}

interface Page {
  socket: WebSocket
  events: TerminalEvent[]
}

async function connect(token = server.adminToken): Promise<Page> {
  const socket = new WebSocket(`${urlOf(server).replace(/^http/, 'ws')}${terminalPath}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const events: TerminalEvent[] = []
  socket.on('message', (data: Buffer) => events.push(JSON.parse(data.toString()) as TerminalEvent))
  await once(socket, 'open')
  return { socket, events }
}

function greet({ socket }: Page): void {
  const place = { runtimeId: '1', namespace: 'shop', pod: 'shop-1', container: 'web' }
  socket.send(JSON.stringify({ objectId, ...place, shell: 'sh', size: { columns: 80, rows: 24 } }))
}

async function open(token?: string): Promise<Page> {
  const page = await connect(token)
  greet(page)
  return page
}

async function end(given: Promise<Page>) {
  const { socket, events } = await given
  await once(socket, 'close')
  return events.at(-1)
}

describe('a terminal', () => {
  it('is refused to an actor without the permission to operate the object', async () => {
    expect(await end(open(server.workerToken))).toMatchObject({ event: 'failed', code: 'FORBIDDEN' })
  })

  it('ends when nothing happens, and counts as open until then', async () => {
    answer = endless
    const [first, second] = [await open(), await open()]
    await once(second.socket, 'message')
    expect(await end(open())).toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringContaining('2 terminals of admin are open'),
    })
    if (first.socket.readyState !== WebSocket.CLOSED) await once(first.socket, 'close')
    expect(first.events.at(-1)).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('nothing was typed or written'),
    })
  })

  it('is not opened by a greeting that arrives after its end', async () => {
    answer = endless
    const pages = [await connect(), await connect()]
    await Promise.all(
      pages.map(async (page) => {
        page.socket.once('message', () => greet(page))
        await once(page.socket, 'close')
      }),
    )
    const { socket, events } = await open()
    await once(socket, 'message')
    expect(events).toEqual([{ event: 'started', command: ['sh'] }])
    socket.terminate()
  })

  it('fails with the error of the query, such as without a broker', async () => {
    answer = () => {
      throw new PlatformError('UNAVAILABLE', 'NATS is unavailable')
    }
    expect(await end(open())).toMatchObject({ code: 'UNAVAILABLE', message: 'NATS is unavailable' })
  })
})

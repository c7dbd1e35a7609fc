import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { PostRequest } from '../../client-sdk/transport.ts'
import { joinedContentType, joinedLine, mostJoined } from '../../schema/joined-operations.ts'
import { createHttpTransport } from '../../workers/http-transport.ts'

const closed: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closed.splice(0)) await close()
})

/** Starts a server that responds to one operation with it, and to several as given. Returns a client, and the bodies of its requests. */
async function serverWith(respond: (operations: number[], response: ServerResponse) => unknown) {
  const requests: unknown[] = []
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(await text(request)) as number | number[]
    requests.push(body)
    if (Array.isArray(body)) await respond(body, response.setHeader('content-type', joinedContentType))
    else response.setHeader('content-type', 'application/json').end(JSON.stringify({ data: body }))
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  closed.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/workers/graphql`)
  const post = createHttpTransport()
  const send = async (operation: number, more: Partial<PostRequest> = {}): Promise<unknown> => {
    const response = await post(url, { headers: {}, body: String(operation), timeout: 5000, ...more })
    return (JSON.parse(response.text) as { data: unknown }).data
  }
  return { send, requests }
}

const numbers = Array.from({ length: 30 }, (_, index) => index)

function lineFor(operations: readonly number[], index: number): string {
  return joinedLine(index, JSON.stringify({ data: operations[index] }))
}

function answerAll(operations: readonly number[], response: ServerResponse): void {
  // In another order, and in pieces that do not end with lines.
  const lines = operations
    .map((_, index) => lineFor(operations, index))
    .reverse()
    .join('')
  response.write(lines.slice(0, 5))
  response.end(lines.slice(5))
}

describe('operations of workers', () => {
  it('are requests of their own while there are few', async () => {
    const { send, requests } = await serverWith(answerAll)
    for (const number of [1, 2, 3]) expect(await send(number)).toBe(number)
    expect(requests).toEqual([1, 2, 3])
  })

  it('are sent together while there are many, each with its own response', async () => {
    const { send, requests } = await serverWith(answerAll)
    expect(await Promise.all(numbers.map((number) => send(number)))).toEqual(numbers)
    expect(requests).toEqual([numbers])
  })

  it('are no more than a server takes at once', async () => {
    const { send, requests } = await serverWith(answerAll)
    const many = Array.from({ length: mostJoined + 1 }, (_, index) => index)
    expect(await Promise.all(many.map((number) => send(number)))).toEqual(many)
    expect(requests.flat().length).toBe(many.length)
    expect(requests).toContainEqual(many.slice(0, mostJoined))
  })

  it('are sent alone if they get no response with the others', async () => {
    const { send, requests } = await serverWith((operations, response) => {
      response.end(lineFor(operations, 1))
    })
    expect(await Promise.all([1, 2, 3].map((number) => send(number)))).toEqual([1, 2, 3])
    expect(requests).toEqual([[1, 2, 3], 1, 3])
  })

  it('get their responses also if a proxy writes the content type in another way', async () => {
    const { send, requests } = await serverWith((operations, response) => {
      answerAll(operations, response.setHeader('content-type', 'Text/X-Qleet-Responses;charset=UTF-8'))
    })
    expect(await Promise.all([1, 2].map((number) => send(number)))).toEqual([1, 2])
    expect(requests).toEqual([[1, 2]])
  })

  it('are sent alone to a server that does not take several', async () => {
    const { send, requests } = await serverWith((_, response) => {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"errors":[]}')
    })
    expect(await Promise.all([1, 2].map((number) => send(number)))).toEqual([1, 2])
    expect(requests).toEqual([[1, 2], 1, 2])
  })

  it('fail only if they have no response when the connection ends', async () => {
    const { send } = await serverWith(async (operations, response) => {
      response.write(lineFor(operations, 2))
      await sleep(20)
      response.destroy()
    })
    const settled = await Promise.allSettled([1, 2, 3].map((number) => send(number)))
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  })

  it.each<[string, Partial<PostRequest>]>([
    ['part of a trace', { headers: { traceparent: 'any' } }],
    ['that can be aborted', { signal: new AbortController().signal }],
    ['of another actor', { headers: { authorization: 'Bearer other' } }],
  ])('%s are not sent with others', async (_, more) => {
    const { send, requests } = await serverWith(answerAll)
    expect(await Promise.all([send(1), send(2), send(3, more)])).toEqual([1, 2, 3])
    expect(requests).toContainEqual([1, 2])
    expect(requests).toContainEqual(3)
  })

  it('that are long are not sent with others', async () => {
    const { send, requests } = await serverWith(answerAll)
    const long = { body: `${' '.repeat(60_000)}3` }
    expect(await Promise.all([send(1), send(2), send(3, long)])).toEqual([1, 2, 3])
    expect(requests).toContainEqual([1, 2])
    expect(requests).toContainEqual(3)
  })
})

import { describe, expect, it } from 'vitest'
import { createClient } from '../../client-sdk/index.ts'
import { GetChangeCursorDocument } from '../../client-sdk/generated/documents.ts'

/* What servers and the proxies before them may send: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */

const lines = [
  ': a comment that keeps the connection open',
  'event: next',
  'data: {"data":{"result":"größer als 7 € 🚀"}}',
  '',
  'retry: 3000',
  'id: 2',
  'event:next',
  'data: {"data":',
  'data:{"result":"  over\\ttwo lines"}}',
  '',
  'event: ping',
  'data: {"data":{"result":"of another event"}}',
  '',
  'event: complete',
  'data',
  '',
  '',
]
const results = ['größer als 7 € 🚀', '  over\ttwo lines']

const lineEnds = [
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
] as const

function answering(text: string, chunkBytes: number): typeof globalThis.fetch {
  const bytes = new TextEncoder().encode(text)
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  )
  return async () => new Response(ReadableStream.from(chunks))
}

async function received(text: string, chunkBytes: number): Promise<string[]> {
  const fetch = answering(text, chunkBytes)
  const client = createClient({ url: 'http://127.0.0.1:1', token: 't', fetch })
  const all: string[] = []
  for await (const { result } of client.subscribe(GetChangeCursorDocument, {})) all.push(String(result))
  return all
}

describe.each(lineEnds)('events whose lines end with %s', (_, lineEnd) => {
  it.each([1, 2, 3, 7, 64, 10_000])('are read from chunks of %i bytes', async (chunkBytes) => {
    expect(await received(lines.join(lineEnd), chunkBytes)).toEqual(results)
  })

  it('are read behind a byte order mark', async () => {
    expect(await received(`\uFEFF${lines.slice(1).join(lineEnd)}`, 1)).toEqual(results)
  })

  it('are not taken for all there are when they break off', async () => {
    const cut = lines.slice(0, -4).join(lineEnd)
    await expect(received(cut, 5)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'the connection to http://127.0.0.1:1 was lost: the connection was closed',
    })
  })
})

it('gives an event before the next one has begun, also where lines end with CR', async () => {
  const lineEnd = '\r'
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    start: (controller) =>
      controller.enqueue(new TextEncoder().encode(lines.slice(0, 4).join(lineEnd) + lineEnd)),
    cancel: () => void (isCancelled = true),
  })
  const client = createClient({
    url: 'http://127.0.0.1:1',
    token: 't',
    fetch: async () => new Response(body),
  })
  for await (const { result } of client.subscribe(GetChangeCursorDocument, {})) {
    expect(result).toBe(results[0])
    break
  }
  expect(isCancelled).toBe(true)
})

import { readdir } from 'node:fs/promises'
import { WebSocket } from 'ws'
import { head, rawConnection } from '../../support/raw-http.ts'
import type { Attack, Target } from './attack.ts'
import { atOnce, drip, inTurns, leaveUnread, megabyte, post } from './sending.ts'

const refused = ['401', 'ended']

/** The attacks of a client without a token. */
export const anonymousAttacks: readonly Attack[] = [
  {
    name: 'a body of 32 MB without a token',
    expected: refused,
    run: async (target) => [await post(target, { body: values(32 * megabyte) })],
  },
  {
    name: 'eight bodies of 32 MB at once without a token',
    expected: refused,
    run: async (target) => atOnce(8, () => post(target, { body: values(32 * megabyte) })),
  },
  {
    name: 'eight bodies of 32 MB in chunks without a token',
    expected: refused,
    run: async (target) => atOnce(8, () => post(target, { body: values(32 * megabyte), chunked: true })),
  },
  {
    name: 'eight bodies of 32 MB of brackets with an invalid token',
    expected: refused,
    run: async (target) =>
      atOnce(8, () => post(target, { body: Buffer.alloc(32 * megabyte, '['), token: 'a-wrong-token' })),
  },
  {
    name: 'five thousand invalid tokens',
    expected: ['401'],
    run: async (target) =>
      inTurns({ count: 5000, width: 100 }, (index) =>
        post(target, { body: Buffer.from('{"query":"{ __typename }"}'), token: `wrong-${index}` }),
      ),
  },
  {
    name: 'thousands of requests without a token on each of twenty connections',
    expected: ['429', 'ended'],
    run: async ({ url }) =>
      atOnce(20, async () => {
        const connection = rawConnection(url)
        connection.write(head('GET /readyz').repeat(5000))
        return connection.ended.then((text) => (text.includes(' 429 ') ? '429' : 'ended'))
      }),
  },
  {
    name: 'sixteen WebSocket messages of 16 MB before the token',
    expected: ['1006', '1009', '4408'],
    run: async (target) => atOnce(16, () => greet(target, 'x'.repeat(16 * megabyte))),
  },
  {
    name: 'two thousand WebSockets that send nothing',
    expected: ['4408', '1006'],
    run: async (target) => atOnce(2000, () => greet(target, '')),
  },
  {
    name: 'two thousand connections that send headers slowly',
    expected: ['408', 'ended'],
    run: async (target) =>
      atOnce(2000, () => drip(target, 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nx: ')),
  },
  {
    name: 'forty connections that request the largest file ten times and read nothing',
    expected: ['ended'],
    run: async (target) => {
      const file = await largestAsset()
      return atOnce(40, () => leaveUnread(target, head(`GET /assets/${file}`).repeat(10)))
    },
  },
]

/** Returns JSON with as many small values as fit into that many bytes. */
export function values(bytes: number): Buffer {
  const list = Array.from({ length: Math.floor(bytes / 2) - 50 }, () => '1').join(',')
  return Buffer.from(`{"query":"{ __typename }","variables":{"a":[${list}]}}`)
}

/** @returns The close code of a WebSocket that sends no token, but this text unless it is empty */
async function greet({ url }: Target, text: string): Promise<string> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  socket.on('open', () => {
    if (text !== '') socket.send(text)
  })
  socket.on('error', () => undefined)
  return new Promise((resolve) => socket.once('close', (code) => resolve(String(code))))
}

async function largestAsset(): Promise<string> {
  const names = await readdir(new URL('../../../dist/web/assets/', import.meta.url))
  return names.find((name) => name.startsWith('monaco')) ?? names[0] ?? ''
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { postByHttp } from '../../cli/settings/http-post.ts'

it('sends at most 32 requests at the same time', async () => {
  const server = createServer((_, response) => void setTimeout(() => response.end('{}'), 5))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  let connections = 0
  server.on('connection', () => (connections += 1))
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const post = () => postByHttp(url, { headers: {}, body: '{}', timeout: 30_000 })
  const responses = await Promise.all(Array.from({ length: 300 }, post))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(300)
  expect(connections).toBe(32)
  server.closeAllConnections()
  server.close()
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { urlOf } from '../support/fake-worker.ts'
import { subscribeByStream } from '../support/raw-subscription.ts'
import { createTestServer, type TestServer } from '../support/server.ts'

const page = await readFile(join(import.meta.dirname, '../../docs/guide/graphql.md'), 'utf8')
const examples = [...page.matchAll(/^```graphql\n(.*?)^```$/gms)].map(([, text = '']) => text)

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

it('finds the examples', () => expect(examples.length).toBeGreaterThanOrEqual(8))

const isSubscription = (query: string): boolean => query.startsWith('subscription')

it.each(examples.filter((query) => !isSubscription(query)))('the example works: %s', async (query) => {
  const { body } = await server.graphql(query)
  expect(body.errors).toBeUndefined()
  expect(Object.values(body.data ?? {})).not.toContain(null)
})

it.each(examples.filter(isSubscription))('the example of a subscription works: %s', async (query) => {
  const { received, end } = subscribeByStream({ url: urlOf(server), token: server.adminToken, query })
  await expect.poll(() => JSON.stringify(received)).toContain('"type":"SYNCED"')
  expect(JSON.stringify(received)).toContain('"type":"ADDED"')
  end()
})

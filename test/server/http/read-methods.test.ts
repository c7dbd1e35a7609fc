import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../../schema/graphql/store.ts'
import { readMethods } from '../../../server/http/fairness.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'

/* A token may use so many connections of each pool. What counts for which pool is listed by name, and has to be right. */

let server: TestServer
const used = new Set<'sql' | 'reads'>()
beforeAll(async () => {
  server = await createTestServer()
  for (const name of ['sql', 'reads'] as const) note(server.database[name], name)
})
afterAll(() => server.stop())

function note(pool: Pool, name: 'sql' | 'reads'): void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
  Object.assign(pool, {
    connect: (...args: unknown[]) => {
      used.add(name)
      return connect(...args)
    },
  })
}

const page = { take: 1, skip: 0 }
const calls: { [Name in keyof Store]?: Parameters<Store[Name]> } = {
  list: [{ orderBy: [], limit: 1 }],
  views: [[1n]],
  listViews: [{ orderBy: [], limit: 1 }],
  listStamps: [{ orderBy: [], limit: 1 }],
  count: [{}],
  changes: [{ limit: 1 }],
  changeBodies: [[1n]],
  countChanges: [{}],
  findChange: [1n],
  history: [1n, page],
  countHistory: [1n],
  events: [1n, page],
  listEvents: [{ limit: 1 }],
  countEvents: [{}],
  appliedResources: [1n, page],
  externalResources: [1n, page],
  listResources: [{ kinds: [], limit: 1 }],
  countResources: [{ kinds: [] }],
  abandonedPage: [{ limit: 1 }],
  countAbandoned: [{}],
  dueByKind: [],
  stuck: [{ olderThan: 1, limit: 1 }],
  workLag: [],
  find: [{ id: 1n }],
  findMany: [[1n]],
  view: [{ kind: 'Project', id: 1n }],
  referenced: [[{ id: 1n, field: 'definition' }]],
  referrers: [{ id: 1n, limit: 1 }],
  countReferrers: [1n],
  queuePositions: [[1n]],
  changedObjects: [{ after: 0n, upTo: 1n }],
  changeLogId: [],
  objectScopes: [[1n]],
  rollouts: [[1n]],
  dependencies: [{ id: 1n, epoch: 1 }],
}

it.each(readMethods)('%s is in the table of this test', (name) => {
  expect(calls).toHaveProperty(name)
})

it.each(Object.entries(calls))('%s uses the pool for which it counts', async (name, args) => {
  const method = server.store[name as keyof Store] as (...given: unknown[]) => Promise<unknown>
  // The feed uses the other pool all the time.
  used.delete('reads')
  await method(...(args as unknown[])).catch((error: unknown) => error)
  expect(used.has('reads')).toBe((readMethods as readonly string[]).includes(name))
})

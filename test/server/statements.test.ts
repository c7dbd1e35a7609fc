import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  CreateWorkloadDefinitionDocument,
  CreateWorkloadInstanceDocument,
  GetWorkloadInstanceDocument,
  ListWorkloadInstanceDocument,
} from '../../client-sdk/generated/documents.ts'
import { createEncryption } from '../../server/store/encryption.ts'
import { createStore } from '../../server/store/store.ts'
import { ListWatchedDocument } from '../../workers/generated/documents.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import {
  definition,
  instance,
  inventoryEntry,
  reportOf,
  restartNamed,
  statusWith,
  write,
} from '../support/store.ts'

/*
 * The statements of the operations that clients send most. Each costs a round trip and about 0.1 ms of CPU in two processes, which
 * clocks on a shared machine do not show reliably; counts do.
 */

let server: TestServer
let id: bigint
const executed: string[] = []
beforeAll(async () => {
  server = await createTestServer()
  const spec = { provider: 'simulated' }
  await server.store.apply(
    [
      { kind: 'KubernetesRuntimeDefinition', name: 'local', spec },
      {
        kind: 'KubernetesRuntimeInstance',
        name: 'local',
        spec: { definition: 'local', defaultRuntime: true },
      },
      definition('shop'),
      { kind: 'WorkloadInstance', name: 'shop', spec: { definition: 'shop' } },
    ],
    write,
  )
  id = (await server.store.find({ kind: 'WorkloadInstance', name: 'shop' }))?.id ?? 0n
  for (const pool of [server.database.sql, server.database.reads]) record(pool)
})
afterAll(() => server.stop())

/** Statements of the change feed and the relay, which they repeat all the time. */
const background = new Set(['observe-log', 'read-changes', 'find-own-transactions'])

/** Records the names of the statements of a pool and of its transactions, without the numbers of composed ones. */
function record(pool: Pool): void {
  const recorded = new WeakSet<Pick<PoolClient, 'query'>>()
  const recordQueries = (on: Pick<PoolClient, 'query'>): void => {
    if (recorded.has(on)) return
    recorded.add(on)
    const query = on.query.bind(on) as (...args: unknown[]) => unknown
    Object.assign(on, {
      query: (...args: [string | { name?: string }]) => {
        const [given] = args
        const name = typeof given === 'string' ? given : (given.name ?? 'unnamed')
        if (!background.has(name)) executed.push(name.replace(/-\d+$/, ''))
        return query(...args)
      },
    })
  }
  recordQueries(pool)
  const connect = pool.connect.bind(pool)
  Object.assign(pool, {
    connect: async (...args: []) => {
      // `pool.query` takes a connection by a callback.
      if (args.length > 0) return connect(...args)
      const client = await connect()
      recordQueries(client)
      return client
    },
  })
}

/** Returns the statements that a request needs once caches are warm. */
async function statementsOf(send: (attempt: number) => Promise<{ status: number; body: unknown }>) {
  await send(0)
  executed.length = 0
  const { status, body } = await send(1)
  expect(status).toBeLessThan(300)
  expect(body).not.toHaveProperty('errors')
  return [...executed]
}

describe('the statements', () => {
  it('of a REST GET of an object: one, with its references', async () => {
    expect(await statementsOf(() => server.rest('GET', `/v0/workload-instances/${id}`))).toEqual([
      'find-view',
    ])
  })

  it('of a REST list: the count and what has changed', async () => {
    expect(await statementsOf(() => server.rest('GET', '/v0/workload-instances'))).toEqual([
      'count',
      'list-columns',
    ])
  })

  it('of a REST POST: one that writes, and the answer', async () => {
    const create = (attempt: number) =>
      server.rest('POST', '/v0/workload-definitions', {
        Name: `posted-${attempt}`,
        YAMLDocument: definition('posted').spec.yamlDocument,
      })
    expect(await statementsOf(create)).toEqual(['create-together'])
  })

  it('of a query of an object by its name: one', async () => {
    const get = () => server.graphql(String(GetWorkloadInstanceDocument), { by: { named: { name: 'shop' } } })
    expect(await statementsOf(get)).toEqual(['find-by-key'])
  })

  it('of a query of a page: one', async () => {
    const list = () => server.graphql(String(ListWorkloadInstanceDocument), { first: 100 })
    expect(await statementsOf(list)).toEqual(['list'])
  })

  it('of the clusters to watch: two, however many there are', async () => {
    const list = () =>
      server.workers(String(ListWatchedDocument), { kind: 'KubernetesRuntimeInstance', first: 100 })
    expect(await statementsOf(list)).toEqual(['list', 'list-applied-types'])
  })

  it('of a mutation that creates an object: one', async () => {
    const create = (attempt: number) =>
      server.graphql(String(CreateWorkloadDefinitionDocument), {
        input: { name: `made-${attempt}`, spec: definition('made').spec },
      })
    expect(await statementsOf(create)).toEqual(['create-together'])
  })

  it('of a mutation that creates an object with a default: three', async () => {
    const create = (attempt: number) =>
      server.graphql(String(CreateWorkloadInstanceDocument), {
        input: { name: `made-${attempt}`, spec: { definition: 'shop' } },
      })
    expect(await statementsOf(create)).toEqual(['find-exclusive', 'find-any-schema', 'create-together'])
    const made = await server.store.find({ kind: 'WorkloadInstance', name: 'made-1' })
    expect(made?.spec).toMatchObject({ runtime: 'local' })
  })

  it('of edits of many objects: the same as of one', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `edited-${index}`)
    const edits = (value: string, of = names) => of.map((name) => definition(name, value))
    await server.store.apply(edits('1'), write)
    const statements = ['BEGIN', 'lock-by-key', 'find-by-key', 'update-objects', 'renew-referrers', 'COMMIT']
    for (const of of [names.slice(0, 1), names]) {
      executed.length = 0
      await server.store.apply(edits(`2-${of.length}`, of), write)
      expect(executed).toEqual(statements)
    }
  })

  it('of a deletion of many objects: the same as of one', async () => {
    const names = ['a', 'b', 'c', 'd']
    await server.store.apply(
      names.map((name) => definition(`unused-${name}`)),
      write,
    )
    const named = (name: string) => ({ kind: 'WorkloadDefinition', name: `unused-${name}` })
    executed.length = 0
    await server.store.delete([named('a')], write)
    const ofOne = executed.splice(0)
    await server.store.delete(names.slice(1).map(named), write)
    expect(executed).toEqual(ofOne)
    expect(executed).toContain('remove-free')
  })

  it('of a report with what it applied: the locks, what is stored, and what is triggered', async () => {
    await server.store.apply(
      [definition('new'), instance('new', { definition: 'new', runtime: 'local' })],
      write,
    )
    const { id: runtimeId } =
      (await server.store.find({ kind: 'KubernetesRuntimeInstance', name: 'local' })) ?? {}
    const of = [
      'BEGIN',
      'lock-reported-with-dependents',
      'upsert-applied',
      'store-reports',
      'trigger-referrers',
      'COMMIT',
    ]
    const report = async (ready: boolean) => {
      const started = await restartNamed(server.store, 'WorkloadInstance', 'new')
      const status = statusWith(ready)
      const events = [{ type: 'Normal' as const, reason: 'Applied', note: 'It is applied.' }]
      return reportOf(started, { status, events, applied: [inventoryEntry(runtimeId ?? 0n)] })
    }
    const first = await report(true)
    executed.length = 0
    await server.store.report(first)
    expect(executed).toEqual(of)

    const second = await report(false)
    const { database } = server
    const other = createStore({ database, encryption: createEncryption(randomBytes(32)) })
    executed.length = 0
    await other.report(second)
    // Another server reads first what the report may change.
    expect(executed).toEqual(['BEGIN', 'find-reported', ...of.slice(1)])
  })

  it('of the removal of a workload and its definition: one for each, after the locks', async () => {
    const old = [definition('old'), instance('old', { definition: 'old', runtime: 'local' })]
    await server.store.apply(old, write)
    await server.store.delete(
      old.map(({ kind, name }) => ({ kind, name })),
      write,
    )
    const { id, epoch } = await restartNamed(server.store, 'WorkloadInstance', 'old')
    executed.length = 0
    await server.store.confirmDeletion({ id, epoch, leaveBehind: false }, write)
    expect(executed).toEqual([
      'BEGIN',
      'find-affected',
      'lock-staying',
      'lock-going',
      'remove-free',
      'remove-free',
      'COMMIT',
    ])
  })
})

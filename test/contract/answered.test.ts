import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as userDocuments from '../../client-sdk/generated/documents.ts'
import { createClient, type Client } from '../../client-sdk/index.ts'
import { toErrorRecord } from '../../schema/errors.ts'
import { ObjectStatus } from '../../schema/status.ts'
import * as workerDocuments from '../../workers/generated/documents.ts'
import { startReconcile } from '../../workers/engine/start-reconcile.ts'
import { listRuntimes } from '../../workers/watch/watch-runtimes.ts'
import { unknownOperations } from './breaches.ts'
import { startFakeServer, type FakeServer } from './fake-server.ts'
import { recordings, type Answer, type Exchange } from './recording.ts'

/** Unsupported operations of servers of an earlier release, and the behaviour of current clients and workers there. */
const unknownTo: Record<string, Record<string, string>> = {}

const released = await recordings()
const documents = { ...userDocuments, ...workerDocuments }
const today = Object.entries(documents).filter(([name]) => name.endsWith('Document'))

describe.each(released)('responses of servers of release $release', (recording) => {
  let server: FakeServer
  let client: Client
  beforeAll(async () => {
    server = await startFakeServer(recording)
    client = createClient({ url: server.url, token: 't' })
  })
  afterAll(() => server.stop())

  /** Each pair of a request and its result. */
  const given = (document: string): { exchange: Exchange; result: never }[] =>
    recording.exchanges
      .filter((each) => each.document === document && !Array.isArray(each.answer))
      .flatMap((exchange) => {
        const { data, errors } = exchange.answer as Answer
        // A test compares with the recorded value, of any type.
        return data == null || errors !== undefined ? [] : [{ exchange, result: data.result as never }]
      })

  /** The result of the current code for each recorded response to an operation, with that response. */
  async function read<Result>(
    document: string,
    reader: (variables: never) => Promise<Result>,
  ): Promise<[Result, never][]> {
    const pairs: [Result, never][] = []
    for (const { exchange, result } of given(document)) {
      server.exchange = exchange
      pairs.push([await reader(exchange.variables as never), result])
    }
    expect(pairs.length, document).toBeGreaterThan(0)
    return pairs
  }

  it('are requested only for supported operations, except those in the table above', () => {
    const operations = Object.fromEntries(today.map(([name, text]) => [name, String(text)]))
    const table = Object.keys(unknownTo[recording.release] ?? {})
    expect(unknownOperations(recording, operations)).toEqual(table.sort())
  })

  it.each(recording.exchanges.map((exchange, index) => [index + 1, exchange.document, exchange] as const))(
    '%i: is parsed by the current SDK: %s',
    async (_, name, exchange) => {
      const document = today.find(([each]) => each === name)?.[1] as
        typeof userDocuments.GetNodeDocument | undefined
      // The current code requests something else, or does not request that of those servers.
      if (document === undefined || name in (unknownTo[recording.release] ?? {})) return
      server.exchange = exchange
      const variables = exchange.variables as never
      const isStream = Array.isArray(exchange.answer)
      const asked = isStream
        ? all(client.subscribe(document, variables))
        : client.execute(document, variables)
      expect(await outcomeOf(asked)).toMatchObject(recordedOutcome(exchange))
    },
  )

  it('include an object, or none, by name and by id', async () => {
    const byName = await read('GetObjectDocument', (target) => client.objects.get(target))
    for (const [object, result] of byName) expect(object ?? null).toEqual(result)
    const byId = await read('GetNodeDocument', ({ id }) => client.objects.getById(id))
    for (const [object, result] of byId) expect(object).toEqual(result)
  })

  it('have statuses that current workers continue from', () => {
    const statuses = given('GetObjectDocument').flatMap(({ result }) => {
      const object = result as { status: object } | null
      return object === null ? [] : [withoutNulls(object.status)]
    })
    // Workers report it by a condition.
    for (const status of statuses) expect({ stalled: false, ...ObjectStatus.parse(status) }).toEqual(status)
    expect(statuses.length).toBeGreaterThan(0)
  })

  it('are the results of apply, delete, leave-behind and report', async () => {
    const applied = await read('ApplyDocument', ({ documents: desired }) => client.apply(desired))
    for (const [objects, result] of applied) expect(objects).toEqual(result)
    const deleted = await read('DeleteObjectsDocument', ({ targets }) => client.objects.delete(targets))
    for (const [objects, result] of deleted) expect(objects).toEqual(result)
    const left = await read('ListAbandonedResourcesDocument', () => client.abandonedResources())
    for (const [abandoned, result] of left) expect(abandoned).toEqual(result)
    const changed = await read('ListChangesDocument', (query) => client.changes(query))
    for (const [changes, result] of changed) expect(changes).toEqual(result)
    const histories = await read('GetEventsDocument', (target) => client.objects.events(target))
    for (const [events] of histories) expect(events.map(({ reason }) => reason)).toContain('Recorded')
  })

  it('are listed page by page', async () => {
    const [[objects] = []] = await read('ListWorkloadInstanceDocument', () =>
      all(client.workloadInstances.list()),
    )
    expect(objects).toMatchObject([{ name: 'web', spec: { definition: 'web', drift: 'report' } }])
    const [[runtimes] = []] = await read('ListWatchedDocument', () => listRuntimes(client))
    expect(runtimes).toMatchObject([{ name: 'space', outputs: { apiEndpoint: 'http://127.0.0.1:1' } }])
  })

  it('are followed as they grow', async () => {
    const exchange = recording.exchanges.find(({ document }) => document === 'FollowChangesDocument')
    server.exchange = exchange
    const stop = new AbortController()
    const cursors: string[] = []
    for await (const { cursor } of client.follow({ after: '0', signal: stop.signal })) {
      cursors.push(cursor)
      if (cursors.length === 2) stop.abort()
    }
    const answers = [exchange?.answer ?? []].flat() as { data: { result: { cursor: string } } }[]
    expect(cursors).toEqual(answers.map(({ data }) => data.result.cursor))
  })

  it('start reconciles of current workers', async () => {
    const begins = await read('StartReconcileDocument', ({ id }) => startReconcile(client, id))
    for (const [started, result] of begins) {
      // The interpretation of workers is tested below.
      const { labelId, controlPlane, digestKey, ...same } = (result ?? {}) as Record<string, unknown>
      expect([started]).toMatchObject([result === null ? null : same])
      expect(started?.owner.id).toBe(labelId)
      expect(started?.owner.controlPlane).toBe(controlPlane)
      expect(started?.digestKey.toString('base64')).toBe(digestKey)
      expect(started?.mayHaveOrphans ?? false).toBe(false)
    }
  })
})

/** Returns the result of an operation, or its error. */
async function outcomeOf(asked: Promise<unknown>): Promise<unknown> {
  return asked.then((data) => ({ data }), toErrorRecord)
}

/** Returns the result or error of an operation according to the recorded response. */
function recordedOutcome({ answer }: Exchange): object {
  const [error] = [answer].flat()[0]?.errors ?? []
  if (error === undefined)
    return { data: Array.isArray(answer) ? answer.map(({ data }) => data) : answer.data }
  const { code, ...details } = error.extensions
  return { code, message: error.message, details }
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

/** Converts a value to the form of workers, which omit missing fields. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (each === null ? [] : [[key, withoutNulls(each)]])),
  )
}

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

/** What servers of a release before do not know, and what today's clients and workers do there. */
const unknownTo: Record<string, Record<string, string>> = {}

const released = await recordings()
const documents = { ...userDocuments, ...workerDocuments }
const today = Object.entries(documents).filter(([name]) => name.endsWith('Document'))

describe.each(released)('what servers of release $release answer', (recording) => {
  let server: FakeServer
  let client: Client
  beforeAll(async () => {
    server = await startFakeServer(recording)
    client = createClient({ url: server.url, token: 't' })
  })
  afterAll(() => server.stop())

  /** Each time that something was asked and given. */
  const given = (document: string): { exchange: Exchange; result: never }[] =>
    recording.exchanges
      .filter((each) => each.document === document && !Array.isArray(each.answer))
      .flatMap((exchange) => {
        const { data, errors } = exchange.answer as Answer
        // What a test compares with is what was recorded, of whatever type.
        return data == null || errors !== undefined ? [] : [{ exchange, result: data.result as never }]
      })

  /** What today makes of each recorded answer to an operation, beside that answer. */
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

  it('is asked only for what they know, but for what stands in the table above', () => {
    const operations = Object.fromEntries(today.map(([name, text]) => [name, String(text)]))
    const table = Object.keys(unknownTo[recording.release] ?? {})
    expect(unknownOperations(recording, operations)).toEqual(table.sort())
  })

  it.each(recording.exchanges.map((exchange, index) => [index + 1, exchange.document, exchange] as const))(
    '%i: is understood by the SDK of today: %s',
    async (_, name, exchange) => {
      const document = today.find(([each]) => each === name)?.[1] as
        typeof userDocuments.GetNodeDocument | undefined
      // Today asks for something else, or does not ask that of those servers.
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

  it('is an object, or none, by name and by id', async () => {
    const byName = await read('GetObjectDocument', (target) => client.objects.get(target))
    for (const [object, result] of byName) expect(object ?? null).toEqual(result)
    const byId = await read('GetNodeDocument', ({ id }) => client.objects.getById(id))
    for (const [object, result] of byId) expect(object).toEqual(result)
  })

  it('has statuses that workers of today go on from', () => {
    const statuses = given('GetObjectDocument').flatMap(({ result }) => {
      const object = result as { status: object } | null
      return object === null ? [] : [withoutNulls(object.status)]
    })
    // Workers say it by a condition.
    for (const status of statuses) expect({ stalled: false, ...ObjectStatus.parse(status) }).toEqual(status)
    expect(statuses.length).toBeGreaterThan(0)
  })

  it('is what was applied, deleted, left behind and reported', async () => {
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

  it('is listed page by page', async () => {
    const [[objects] = []] = await read('ListWorkloadInstanceDocument', () =>
      all(client.workloadInstances.list()),
    )
    expect(objects).toMatchObject([{ name: 'web', spec: { definition: 'web', drift: 'report' } }])
    const [[runtimes] = []] = await read('ListWatchedDocument', () => listRuntimes(client))
    expect(runtimes).toMatchObject([{ name: 'space', outputs: { apiEndpoint: 'http://127.0.0.1:1' } }])
  })

  it('is followed as it grows', async () => {
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

  it('starts reconciles for workers of today', async () => {
    const begins = await read('StartReconcileDocument', ({ id }) => startReconcile(client, id))
    for (const [started, result] of begins) {
      // What workers make of these is looked at below.
      const { labelId, controlPlane, digestKey, ...same } = (result ?? {}) as Record<string, unknown>
      expect([started]).toMatchObject([result === null ? null : same])
      expect(started?.owner.id).toBe(labelId)
      expect(started?.owner.controlPlane).toBe(controlPlane)
      expect(started?.digestKey.toString('base64')).toBe(digestKey)
      expect(started?.mayHaveOrphans ?? false).toBe(false)
    }
  })
})

/** What an operation gave, or threw. */
async function outcomeOf(asked: Promise<unknown>): Promise<unknown> {
  return asked.then((data) => ({ data }), toErrorRecord)
}

/** What the recorded answer says that an operation gives, or throws. */
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

/** As workers have it, who leave out what is not there. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (each === null ? [] : [[key, withoutNulls(each)]])),
  )
}

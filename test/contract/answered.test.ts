import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as userDocuments from '../../client-sdk/generated/documents.ts'
import { createClient, toObject, type Client, type ObjectDocument } from '../../client-sdk/index.ts'
import { toErrorRecord } from '../../schema/errors.ts'
import { ObjectStatus } from '../../schema/status.ts'
import { createClient as createWorkerClient, type Client as WorkerClient } from '../../workers/api-client.ts'
import * as workerDocuments from '../../workers/generated/documents.ts'
import { startReconcile } from '../../workers/engine/start-reconcile.ts'
import { listRuntimes } from '../../workers/watch/watch-runtimes.ts'
import { unknownOperations } from './breaches.ts'
import { startFakeServer, type FakeServer } from './fake-server.ts'
import { operationNamed, recordings, type Answer, type Exchange } from './recording.ts'

/** What servers of a release before do not know, and what today's clients and workers do there. */
const unknownTo: Record<string, Record<string, string>> = {}

const released = await recordings()
const today = { clients: textsOf(userDocuments), workers: textsOf(workerDocuments) }

describe.each(released)('what servers of release $release answer', (recording) => {
  let server: FakeServer
  let client: Client
  let worker: WorkerClient
  beforeAll(async () => {
    server = await startFakeServer(recording)
    client = createClient({ url: server.url, token: 't' })
    worker = createWorkerClient({ url: server.url, token: 't' })
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
    const table = Object.keys(unknownTo[recording.release] ?? {})
    expect(unknownOperations(recording, today)).toEqual(table.sort())
  })

  it.each(recording.exchanges.map((exchange, index) => [index + 1, exchange.document, exchange] as const))(
    '%i: is understood by the SDK of today: %s',
    async (_, name, exchange) => {
      const operation = operationNamed(today, name)
      // Today asks for something else, or does not ask that of those servers.
      if (operation === undefined || name in (unknownTo[recording.release] ?? {})) return
      const document = operation.text as unknown as typeof userDocuments.GetObjectDocument
      server.exchange = exchange
      const variables = exchange.variables as never
      const isStream = Array.isArray(exchange.answer)
      const { execute } = operation.api === 'workers' ? worker : client
      const asked = isStream ? all(client.subscribe(document, variables)) : execute(document, variables)
      expect(await outcomeOf(asked)).toMatchObject(recordedOutcome(exchange))
    },
  )

  it('is an object, or none, by name and by id', async () => {
    const found = await read('GetObjectDocument', ({ by }: Reference) =>
      'id' in by ? client.objects.getById(by.id) : client.objects.get(by.named),
    )
    for (const [object, result] of found) expect(object ?? null).toEqual(result && toObject(result))
  })

  it('has statuses that workers of today go on from', () => {
    const statuses = given('GetObjectDocument').flatMap(({ result }) => {
      const object = result as { manifest: { status: object } } | null
      return object === null ? [] : [object.manifest.status]
    })
    for (const status of statuses) expect(status).toMatchObject(ObjectStatus.parse(status))
    expect(statuses.length).toBeGreaterThan(0)
  })

  it('is what was applied, deleted, left behind and reported', async () => {
    const applied = await read('ApplyDocument', ({ input }: Applied) => client.apply(input.documents))
    for (const [objects, { results }] of applied)
      expect(objects).toMatchObject((results as Result[]).map(({ result }) => ({ result })))
    const deleted = await read('DeleteObjectsDocument', () => client.objects.delete([{ id: '1' }]))
    for (const [objects, result] of deleted)
      expect(objects).toEqual((result as { objects: FoundObject[] }).objects.map(toObject))
    const left = await read('ListAbandonedResourcesDocument', () => client.abandonedResources())
    for (const [abandoned, result] of left) expect(abandoned).toEqual((result as Nodes).nodes)
    const changed = await read('ListChangesDocument', (query: object) => client.changes(query))
    for (const [changes, result] of changed) expect(changes).toEqual((result as Nodes).nodes)
    const histories = await read('GetEventsDocument', () =>
      client.objects.events({ kind: 'WorkloadInstance', name: 'web' }),
    )
    for (const [events] of histories) expect(events.map(({ reason }) => reason)).toContain('Recorded')
  })

  it('is listed page by page', async () => {
    const [[objects] = []] = await read('ListWorkloadInstanceDocument', () =>
      all(client.workloadInstances.list()),
    )
    expect(objects).toMatchObject([{ name: 'web', spec: { definition: 'web', drift: 'REPORT' } }])
    const [[runtimes] = []] = await read('ListWatchedDocument', () => listRuntimes(worker))
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
    const begins = await read('StartReconcileDocument', ({ id }) => startReconcile(worker, id))
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

interface Reference {
  by: { id: string } | { named: { kind: string; name: string } }
}

interface Applied {
  input: { documents: ObjectDocument[] }
}

interface Result {
  result: string
}

interface Nodes {
  nodes: unknown[]
}

type FoundObject = Parameters<typeof toObject>[0]

/** The texts of operations, by the name of their document. */
function textsOf(documents: object): Record<string, string> {
  const named = Object.entries(documents).filter(([name]) => name.endsWith('Document'))
  return Object.fromEntries(named.map(([name, text]) => [name, String(text)]))
}

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

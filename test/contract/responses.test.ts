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

/** Unsupported operations of servers of an earlier release, and the behaviour of current clients and workers there. */
const unknownTo: Record<string, Record<string, string>> = {}

const released = await recordings()
const today = { clients: textsOf(userDocuments), workers: textsOf(workerDocuments) }

describe.each(released)('responses of servers of release $release', (recording) => {
  let server: FakeServer
  let client: Client
  let worker: WorkerClient
  beforeAll(async () => {
    server = await startFakeServer(recording)
    client = createClient({ url: server.url, token: 't' })
    worker = createWorkerClient({ url: server.url, token: 't' })
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
    const table = Object.keys(unknownTo[recording.release] ?? {})
    expect(unknownOperations(recording, today)).toEqual(table.sort())
  })

  it.each(recording.exchanges.map((exchange, index) => [index + 1, exchange.document, exchange] as const))(
    '%i: is parsed by the current SDK: %s',
    async (_, name, exchange) => {
      const operation = operationNamed(today, name)
      // The current code requests something else, or does not request that of those servers.
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

  it('include an object, or none, by name and by id', async () => {
    const found = await read('GetObjectDocument', ({ by }: Reference) =>
      'id' in by ? client.objects.getById(by.id) : client.objects.get(by.named),
    )
    for (const [object, result] of found) expect(object ?? null).toEqual(result && toObject(result))
  })

  it('have statuses that current workers continue from', () => {
    const statuses = given('GetObjectDocument').flatMap(({ result }) => {
      const object = result as { manifest: { status: object } } | null
      return object === null ? [] : [object.manifest.status]
    })
    for (const status of statuses) expect(status).toMatchObject(ObjectStatus.parse(status))
    expect(statuses.length).toBeGreaterThan(0)
  })

  it('are the results of apply, delete, leave-behind and report', async () => {
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

  it('are listed page by page', async () => {
    const [[objects] = []] = await read('ListWorkloadInstanceDocument', () =>
      all(client.workloadInstances.list()),
    )
    expect(objects).toMatchObject([{ name: 'web', spec: { definition: 'web', drift: 'REPORT' } }])
    const [[runtimes] = []] = await read('ListWatchedDocument', () => listRuntimes(worker))
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
    const begins = await read('StartReconcileDocument', ({ id }) => startReconcile(worker, id))
    for (const [started, result] of begins) {
      // The interpretation of workers is tested below.
      const {
        startedAt,
        labelId,
        controlPlane,
        digestKey,
        variables: _,
        object,
        references,
        ...same
      } = (result ?? {}) as Record<string, unknown>
      const whole = { ...same, object: { ...Object(object), ...Object(references) } }
      expect([started]).toMatchObject([result === null ? null : whole])
      expect(started?.now() ?? Infinity).toBeGreaterThanOrEqual(Date.parse(String(startedAt ?? 0)))
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

/** Returns the result of an operation, or its error. */
async function outcomeOf(response: Promise<unknown>): Promise<unknown> {
  return response.then((data) => ({ data }), toErrorRecord)
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

import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { PlatformError } from '../../../schema/errors.ts'
import {
  inputWindow,
  type ExecQuery,
  type LogsQuery,
  type TerminalInput,
} from '../../../schema/cluster-queries.ts'
import { createQueryWorkers } from '../../../server/cluster-queries.ts'
import { AsyncQueue } from '../../../process/async-queue.ts'
import { serveClusterQueries, type ServeOptions } from '../../../workers/cluster-queries/serve.ts'
import { eventually } from '../../support/eventually.ts'
import { useBroker } from '../../support/broker.ts'

/** Connects server and worker by a real broker. */

const broker = useBroker()
const { subject } = broker

const exec: ExecQuery = {
  about: 'exec',
  objectId: '1',
  runtimeId: '2',
  namespace: 'shop',
  pod: 'shop-1',
  container: 'web',
  commands: [['sh']],
  size: { columns: 80, rows: 24 },
}

const query: LogsQuery = { about: 'logs', objectId: '1', follow: true, previous: false }
const read = (stallTimeout = 60_000) =>
  createQueryWorkers({ connection: broker.server, subject, stallTimeout })(query)

/** Runs the work while a worker handles queries with the given function. */
async function withWorker(
  handle: ServeOptions['handle'],
  work: (end: () => Promise<void>) => Promise<void>,
  limit = 10,
): Promise<void> {
  const end = serveClusterQueries({
    connection: broker.worker,
    subject,
    handle,
    limit,
    log: pino({ level: 'silent' }),
  })
  await broker.worker.flush()
  try {
    await work(end)
  } finally {
    await end()
    // Otherwise the broker may still deliver the next query to this worker.
    await broker.worker.flush()
  }
}

/** Counts from 1 until it is stopped, and reports how far it got and whether it has ended. */
function counting(last = Infinity) {
  const state = { count: 0, ended: false }
  const handle: ServeOptions['handle'] = async function* (_, signal) {
    try {
      while (state.count < last && !signal.aborted) {
        state.count += 1
        yield [{ text: String(state.count) }]
      }
    } finally {
      state.ended = true
    }
  }
  return { state, handle }
}

async function texts(items: AsyncIterable<readonly { text: string }[]>, count = Infinity): Promise<string[]> {
  const found: string[] = []
  for await (const lines of items) {
    found.push(...lines.map(({ text }) => text))
    if (found.length >= count) break
  }
  return found
}

describe('a question', () => {
  it('returns a response item by item, in order, to the end', async () => {
    await withWorker(counting(100).handle, async () => {
      expect(await texts(read())).toEqual(Array.from({ length: 100 }, (_, index) => String(index + 1)))
    })
  })

  it('is handled by one worker', async () => {
    let answered = 0
    const handle: ServeOptions['handle'] = async function* () {
      answered += 1
      yield []
    }
    await withWorker(handle, () => withWorker(handle, async () => void (await texts(read()))))
    expect(answered).toBe(1)
  })

  it('fails at once without a worker', async () => {
    await expect(texts(read())).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('no worker is running'),
    })
  })

  it('pauses the worker while the reader does not read', async () => {
    const { state, handle } = counting()
    await withWorker(handle, async () => {
      const items = read()
      await items.next()
      // The worker's messages are ordered: with the response to this query, all those of the earlier query have
      // arrived.
      await expect(texts(read(), 5)).resolves.toHaveLength(5)
      expect(state.count).toBeLessThan(40)
      expect((await texts(items, 50)).length).toBe(50)
      await eventually(async () => (state.ended ? true : undefined))
      expect(state.ended).toBe(true)
    })
  })

  it('gives up a reader that does not read for too long', async () => {
    const { state, handle } = counting()
    await withWorker(handle, async () => {
      const items = read(100)
      await items.next()
      await eventually(async () => (state.ended ? true : undefined))
      await expect(items.next()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
      expect(await items.next().catch(() => 'again')).toBe('again')
    })
  })

  it('ends for the worker when the reader disconnects, even while it waits', async () => {
    let ended = false
    const handle: ServeOptions['handle'] = async function* (_, signal) {
      yield [{ text: 'one' }]
      await sleep(60_000, undefined, { signal }).catch(() => undefined)
      ended = true
    }
    await withWorker(handle, async () => {
      const items = read()
      await items.next()
      const waiting = items.next()
      await items.return?.()
      expect(await waiting).toEqual({ done: true, value: undefined })
      expect(await eventually(async () => (ended ? true : undefined))).toBe(true)
    })
  })

  it('ends for the worker when the reader disconnects before the worker has begun', async () => {
    const ended: number[] = []
    const handle: ServeOptions['handle'] = async function* (_, signal) {
      yield [{ text: 'one' }]
      await sleep(60_000, undefined, { signal }).catch(() => undefined)
      ended.push(Date.now())
    }
    await withWorker(handle, async () => {
      for (let times = 0; times < 5; times += 1) await read().return?.()
      await eventually(async () => (ended.length === 5 ? true : undefined), { within: 60_000 })
      const items = read()
      expect((await items.next()).done).toBe(false)
      await items.return?.()
    })
  })

  it.each([
    [new PlatformError('FORBIDDEN', 'not you'), { code: 'FORBIDDEN', message: 'not you' }],
    [
      new TypeError('a bug'),
      { code: 'INTERNAL', message: 'an internal error of a worker; see the log of the worker' },
    ],
  ])('reports the failure %s unchanged', async (error, expected) => {
    const handle: ServeOptions['handle'] = async function* () {
      yield [{ text: 'one' }]
      throw error
    }
    await withWorker(handle, async () => {
      const items = read()
      await items.next()
      await expect(items.next()).rejects.toMatchObject(expected)
    })
  })

  it('is refused by a worker with too many queries', async () => {
    await withWorker(
      counting().handle,
      async () => {
        const first = read()
        await first.next()
        await expect(texts(read())).rejects.toMatchObject({ code: 'RATE_LIMITED' })
        await first.return?.()
      },
      1,
    )
  })

  it('can be repeated when its worker stops', async () => {
    await withWorker(counting().handle, async (end) => {
      const items = read()
      await items.next()
      await end()
      await expect(texts(items)).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringContaining('is stopping'),
      })
    })
  })
})

describe('a query with inputs', () => {
  const typed = (number: number): TerminalInput => ({ data: Buffer.from(String(number)).toString('base64') })
  /** Runs a query with inputs. */
  const run = (inputs: AsyncIterableIterator<TerminalInput>) =>
    createQueryWorkers({ connection: broker.server, subject })(exec, inputs)

  it('passes them to the worker, in order', async () => {
    const echo: ServeOptions['handle'] = async function* (_, __, inputs) {
      yield* inputs
    }
    await withWorker(echo, async () => {
      const inputs = new AsyncQueue<TerminalInput>()
      for (let number = 0; number < 100; number += 1) inputs.add(typed(number))
      const received: unknown[] = []
      for await (const item of run(inputs)) if (received.push(item) === 100) break
      expect(received).toEqual(Array.from({ length: 100 }, (_, number) => typed(number)))
    })
  })

  it('takes no more of them than the worker has room for', async () => {
    let read = 0
    let hasStopped = false
    const handle: ServeOptions['handle'] = async function* (_, signal, inputs) {
      for (; read < 5; read += 1) await inputs.next()
      yield { started: ['sh'] }
      await sleep(60_000, undefined, { signal }).catch(() => undefined)
      hasStopped = true
    }
    await withWorker(handle, async () => {
      let taken = 0
      const inputs = new AsyncQueue<TerminalInput>(() => (taken += 1))
      for (let number = 0; number < 100; number += 1) inputs.add(typed(number))
      const items = run(inputs)
      await items.next()
      await eventually(async () => (taken >= inputWindow + 5 ? true : undefined))
      await broker.worker.flush()
      await broker.server.flush()
      expect(taken).toBe(inputWindow + 5)
      await items.return?.()
      expect(await inputs.next()).toEqual({ done: true, value: undefined })
      await eventually(async () => (hasStopped ? true : undefined))
    })
  })
})

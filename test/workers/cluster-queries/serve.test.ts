import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { PlatformError } from '../../../schema/errors.ts'
import type { LogsQuery } from '../../../schema/cluster-queries.ts'
import { createQueryWorkers } from '../../../server/cluster-queries.ts'
import { serveClusterQueries, type ServeOptions } from '../../../workers/cluster-queries/serve.ts'
import { eventually } from '../../support/eventually.ts'

/** Server and worker with a real broker between them. */

let server: NatsConnection
let worker: NatsConnection
const subject = `t${randomBytes(4).toString('hex')}.questions`
beforeAll(async () => {
  const options = { servers: inject('natsUrl'), token: inject('natsToken') }
  ;[server, worker] = await Promise.all([connect(options), connect(options)])
})
afterAll(() => Promise.all([server.close(), worker.close()]))

const question: LogsQuery = { about: 'logs', objectId: '1', follow: true, previous: false }
const ask = (patience = 60_000) =>
  createQueryWorkers({ connection: server, subject, stallTimeout: patience })(question)

/** Runs the work while a worker answers like this. */
async function withWorker(
  handle: ServeOptions['handle'],
  work: (end: () => Promise<void>) => Promise<void>,
  limit = 10,
): Promise<void> {
  const end = serveClusterQueries({
    connection: worker,
    subject,
    handle,
    limit,
    log: pino({ level: 'silent' }),
  })
  await worker.flush()
  try {
    await work(end)
  } finally {
    await end()
  }
}

/** Counts from 1 for as long as it may, and says how far it got and whether it has ended. */
function counting(last = Infinity) {
  const state = { count: 0, ended: false }
  const answer: ServeOptions['handle'] = async function* (_, signal) {
    try {
      while (state.count < last && !signal.aborted) {
        state.count += 1
        yield [{ text: String(state.count) }]
      }
    } finally {
      state.ended = true
    }
  }
  return { state, answer }
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
  it('is answered item by item, in order, to the end', async () => {
    await withWorker(counting(100).answer, async () => {
      expect(await texts(ask())).toEqual(Array.from({ length: 100 }, (_, index) => String(index + 1)))
    })
  })

  it('is answered by one worker', async () => {
    let answered = 0
    const answer: ServeOptions['handle'] = async function* () {
      answered += 1
      yield []
    }
    await withWorker(answer, () => withWorker(answer, async () => void (await texts(ask()))))
    expect(answered).toBe(1)
  })

  it('has no answer without a worker, which is known at once', async () => {
    await expect(texts(ask())).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('no worker is running'),
    })
  })

  it('pauses the worker while the reader takes nothing', async () => {
    const { state, answer } = counting()
    await withWorker(answer, async () => {
      const items = ask()
      await items.next()
      // What the worker sends comes in order: with the answer to this, all that it would send of the other has arrived.
      await expect(texts(ask(), 5)).resolves.toHaveLength(5)
      expect(state.count).toBeLessThan(40)
      expect((await texts(items, 50)).length).toBe(50)
      await eventually(async () => (state.ended ? true : undefined))
      expect(state.ended).toBe(true)
    })
  })

  it('gives up a reader that takes nothing for too long', async () => {
    const { state, answer } = counting()
    await withWorker(answer, async () => {
      const items = ask(100)
      await items.next()
      await eventually(async () => (state.ended ? true : undefined))
      await expect(items.next()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
      expect(await items.next().catch(() => 'again')).toBe('again')
    })
  })

  it('ends for the worker when the reader goes, also while it waits', async () => {
    let ended = false
    const answer: ServeOptions['handle'] = async function* (_, signal) {
      yield [{ text: 'one' }]
      await sleep(60_000, undefined, { signal }).catch(() => undefined)
      ended = true
    }
    await withWorker(answer, async () => {
      const items = ask()
      await items.next()
      const waiting = items.next()
      await items.return?.()
      expect(await waiting).toEqual({ done: true, value: undefined })
      expect(await eventually(async () => (ended ? true : undefined))).toBe(true)
    })
  })

  it.each([
    [new PlatformError('FORBIDDEN', 'not you'), { code: 'FORBIDDEN', message: 'not you' }],
    [
      new TypeError('a bug'),
      { code: 'INTERNAL', message: 'an internal error of a worker; see the log of the worker' },
    ],
  ])('reports the failure %s as what it is', async (error, expected) => {
    const answer: ServeOptions['handle'] = async function* () {
      yield [{ text: 'one' }]
      throw error
    }
    await withWorker(answer, async () => {
      const items = ask()
      await items.next()
      await expect(items.next()).rejects.toMatchObject(expected)
    })
  })

  it('is refused by a worker with too many of them', async () => {
    await withWorker(
      counting().answer,
      async () => {
        const first = ask()
        await first.next()
        await expect(texts(ask())).rejects.toMatchObject({ code: 'RATE_LIMITED' })
        await first.return?.()
      },
      1,
    )
  })

  it('is to be asked again when its worker stops', async () => {
    await withWorker(counting().answer, async (end) => {
      const items = ask()
      await items.next()
      await end()
      await expect(texts(items)).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringContaining('is stopping'),
      })
    })
  })
})

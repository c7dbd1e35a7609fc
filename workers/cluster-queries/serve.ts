import { createInbox, type Msg, type NatsConnection } from '@nats-io/transport-node'
import { PlatformError, isPlatformError, toErrorRecord } from '../../schema/errors.ts'
import {
  Ask,
  aliveEvery,
  silenceEnds,
  type ResponseFrame,
  type RequestFrame,
  type ClusterQuery,
} from '../../schema/cluster-queries.ts'
import type { Log } from '../../telemetry/log.ts'
import { SpanKind, inSpan } from '../../telemetry/tracing.ts'

export interface ServeOptions {
  connection: NatsConnection
  /** Subject of questions. */
  subject: string
  /** The items of an answer. Ends soon after the signal is aborted. */
  answer(question: ClusterQuery, signal: AbortSignal): AsyncIterable<unknown>
  log: Log
  /** Answers at once. @default 200 */
  limit?: number
}

/**
 * Answers questions of servers, each by one worker. Sends no more than the server has room for, and stops when the
 * server says so or is not heard of any more.
 *
 * @returns What ends answering; servers are told to ask again.
 */
export function serveClusterQueries(options: ServeOptions): () => Promise<void> {
  const { connection, subject, limit = 200 } = options
  const running = new Map<Answering, Promise<void>>()
  const take = (message: Msg): void => {
    const answering = new Answering(options, message)
    const ended = (
      running.size >= limit
        ? answering.refuse(
            new PlatformError('RATE_LIMITED', 'the worker answers too many questions; try again'),
          )
        : answering.run()
    ).finally(() => running.delete(answering))
    running.set(answering, ended)
  }
  const subscription = connection.subscribe(subject, {
    queue: 'workers',
    callback: (error, message) => {
      if (error === null) take(message)
    },
  })
  return async () => {
    subscription.unsubscribe()
    const ending = new PlatformError('UNAVAILABLE', 'the worker that answered is stopping; ask again')
    for (const answering of running.keys()) answering.stop(ending)
    await Promise.all(running.values())
  }
}

class Answering {
  readonly #options: ServeOptions
  readonly #asked: Msg
  readonly #stopped = new AbortController()
  #credit = 0
  #heardAt = Date.now()
  #trigger: () => void = () => undefined

  constructor(options: ServeOptions, asked: Msg) {
    this.#options = options
    this.#asked = asked
  }

  async run(): Promise<void> {
    const { connection, answer, log } = this.#options
    const { signal } = this.#stopped
    const inbox = createInbox()
    const subscription = connection.subscribe(inbox, { callback: (_, message) => this.#hear(message) })
    const clock = setInterval(() => {
      if (Date.now() - this.#heardAt > silenceEnds) this.stop()
      else this.#tell({ frame: 'alive' })
    }, aliveEvery)
    try {
      const { question, credit, traceparent } = this.#parsed()
      this.#credit = credit
      this.#tell({ frame: 'begin' }, inbox)
      const attributes = { 'qleet.id': question.objectId }
      await inSpan(`answer ${question.about}`, { traceparent, kind: SpanKind.CONSUMER, attributes }, () =>
        this.#pass(answer(question, signal)),
      )
      signal.throwIfAborted()
      this.#tell({ frame: 'end' })
    } catch (error) {
      const failure: unknown = signal.aborted ? signal.reason : error
      if (isPlatformError(failure)) this.#tell({ frame: 'failed', error: toErrorRecord(failure) })
      else if (!signal.aborted) {
        log.error({ err: failure }, 'cannot answer a question')
        const message = 'an internal error of a worker; its log says more'
        this.#tell({ frame: 'failed', error: { code: 'INTERNAL', message, details: {} } })
      }
    } finally {
      clearInterval(clock)
      subscription.unsubscribe()
    }
  }

  /** Sends items as far as the server has room for them, to their end or until it is stopped. */
  async #pass(items: AsyncIterable<unknown>): Promise<void> {
    const { signal } = this.#stopped
    try {
      for await (const item of items) {
        while (this.#credit === 0 && !signal.aborted)
          await new Promise<void>((resolve) => (this.#trigger = resolve))
        if (signal.aborted) return
        this.#credit -= 1
        this.#tell({ frame: 'item', item })
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  async refuse(error: PlatformError): Promise<void> {
    this.#tell({ frame: 'failed', error: toErrorRecord(error) })
  }

  /** @param reason Told to the server. Default: the server is not there any more, or does not want to know. */
  stop(reason?: PlatformError): void {
    this.#stopped.abort(reason)
    this.#trigger()
  }

  #parsed(): Ask {
    const { data } = Ask.safeParse(this.#asked.json())
    if (data !== undefined) return data
    const message = 'the worker does not know this question; it and the server are of different versions'
    throw new PlatformError('UNAVAILABLE', message)
  }

  #hear(message: Msg): void {
    this.#heardAt = Date.now()
    const frame = message.json<RequestFrame>()
    if (frame.frame === 'stop') this.stop()
    if (frame.frame !== 'more') return
    this.#credit += frame.items
    this.#trigger()
  }

  #tell(frame: ResponseFrame, reply?: string): void {
    const { connection } = this.#options
    if (connection.isClosed()) return
    connection.publish(this.#asked.reply ?? '', JSON.stringify(frame), reply === undefined ? {} : { reply })
  }
}

import { createInbox, type Msg, type NatsConnection } from '@nats-io/transport-node'
import { PlatformError, isPlatformError, toErrorRecord } from '../../schema/errors.ts'
import {
  QueryRequest,
  hasInputs,
  heartbeatInterval,
  heartbeatTimeout,
  inputWindow,
  type ResponseFrame,
  type RequestFrame,
  type ClusterQuery,
} from '../../schema/cluster-queries.ts'
import { AsyncQueue } from '../../process/async-queue.ts'
import type { Log } from '../../telemetry/log.ts'
import { SpanKind, inSpan } from '../../telemetry/tracing.ts'

export interface ServeOptions {
  connection: NatsConnection
  /** The NATS subject of queries. */
  subject: string
  /** Yields the items of the response. Ends soon after the signal is aborted. Reads the inputs of a query that has some. */
  handle(
    query: ClusterQuery,
    signal: AbortSignal,
    inputs: AsyncIterableIterator<unknown>,
  ): AsyncIterable<unknown>
  log: Log
  /** The most queries that are served at the same time. @default 200 */
  limit?: number
}

/**
 * Serves cluster queries of servers, each of them by one worker. Honours the flow control of the server, and stops when
 * the server cancels the query or its heartbeat times out.
 *
 * @returns A function that stops serving; running queries fail with an error that makes servers retry.
 */
export function serveClusterQueries(options: ServeOptions): () => Promise<void> {
  const { connection, subject, limit = 200 } = options
  const running = new Map<QueryHandler, Promise<void>>()
  const accept = (message: Msg): void => {
    const handler = new QueryHandler(options, message)
    const ended = (
      running.size >= limit
        ? handler.refuse(
            new PlatformError(
              'RATE_LIMITED',
              `the worker already serves ${limit} cluster queries; try again`,
            ),
          )
        : handler.run()
    ).finally(() => running.delete(handler))
    running.set(handler, ended)
  }
  const subscription = connection.subscribe(subject, {
    queue: 'workers',
    callback: (error, message) => {
      if (error === null) accept(message)
    },
  })
  return async () => {
    subscription.unsubscribe()
    const stopping = new PlatformError(
      'UNAVAILABLE',
      'the worker that served the query is stopping; try again',
    )
    for (const handler of running.keys()) handler.stop(stopping)
    await Promise.all(running.values())
  }
}

/** The execution of one query. */
class QueryHandler {
  readonly #options: ServeOptions
  readonly #request: Msg
  readonly #stopped = new AbortController()
  #credit = 0
  #lastFrameAt = Date.now()
  #resume: () => void = () => undefined
  readonly #inputs = new AsyncQueue<unknown>(() => this.#send({ frame: 'more', inputs: 1 }))

  constructor(options: ServeOptions, request: Msg) {
    this.#options = options
    this.#request = request
  }

  async run(): Promise<void> {
    const { connection, handle, log } = this.#options
    const { signal } = this.#stopped
    const inbox = createInbox()
    const subscription = connection.subscribe(inbox, { callback: (_, message) => this.#receive(message) })
    const heartbeat = setInterval(() => {
      if (Date.now() - this.#lastFrameAt > heartbeatTimeout) this.stop()
      else this.#send({ frame: 'alive' })
    }, heartbeatInterval)
    try {
      const { question: query, credit, traceparent } = this.#parsed()
      this.#credit = credit
      this.#send({ frame: 'begin' }, inbox)
      if (hasInputs(query.about)) this.#send({ frame: 'more', inputs: inputWindow })
      const attributes = { 'qleet.id': query.objectId }
      await inSpan(`answer ${query.about}`, { traceparent, kind: SpanKind.CONSUMER, attributes }, () =>
        this.#sendItems(handle(query, signal, this.#inputs)),
      )
      signal.throwIfAborted()
      this.#send({ frame: 'end' })
    } catch (error) {
      const failure: unknown = signal.aborted ? signal.reason : error
      if (isPlatformError(failure)) this.#send({ frame: 'failed', error: toErrorRecord(failure) })
      else if (!signal.aborted) {
        log.error({ err: failure }, 'cannot serve a cluster query')
        const message = 'an internal error of a worker; see the log of the worker'
        this.#send({ frame: 'failed', error: { code: 'INTERNAL', message, details: {} } })
      }
    } finally {
      clearInterval(heartbeat)
      this.#inputs.end()
      subscription.unsubscribe()
    }
  }

  /** Sends the items, as far as the credit of the server allows, until they end or the query is stopped. */
  async #sendItems(items: AsyncIterable<unknown>): Promise<void> {
    const { signal } = this.#stopped
    try {
      for await (const item of items) {
        while (this.#credit === 0 && !signal.aborted)
          await new Promise<void>((resolve) => (this.#resume = resolve))
        if (signal.aborted) return
        this.#credit -= 1
        this.#send({ frame: 'item', item })
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  /** Rejects the query with an error. */
  async refuse(error: PlatformError): Promise<void> {
    this.#send({ frame: 'failed', error: toErrorRecord(error) })
  }

  /**
   * Stops the query.
   *
   * @param reason The error that is sent to the server. @default none: the server is gone or has cancelled the query
   */
  stop(reason?: PlatformError): void {
    this.#stopped.abort(reason)
    this.#inputs.end()
    this.#resume()
  }

  #parsed(): QueryRequest {
    const { data } = QueryRequest.safeParse(this.#request.json())
    if (data !== undefined) return data
    const message = 'the worker does not support this query: it and the server have different versions'
    throw new PlatformError('UNAVAILABLE', message)
  }

  #receive(message: Msg): void {
    // The broker reports that the response has no receiver: https://docs.nats.io/nats-concepts/core-nats/reqreply
    if (message.data.length === 0) return this.stop()
    this.#lastFrameAt = Date.now()
    const frame = message.json<RequestFrame>()
    if (frame.frame === 'stop') this.stop()
    if (frame.frame === 'input') this.#inputs.add(frame.input)
    if (frame.frame !== 'more') return
    this.#credit += frame.items
    this.#resume()
  }

  #send(frame: ResponseFrame, reply?: string): void {
    const { connection } = this.#options
    if (connection.isClosed()) return
    connection.publish(this.#request.reply ?? '', JSON.stringify(frame), reply === undefined ? {} : { reply })
  }
}

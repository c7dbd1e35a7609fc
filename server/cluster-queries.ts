import { createInbox, type Msg, type NatsConnection } from '@nats-io/transport-node'
import { AsyncQueue } from '../process/async-queue.ts'
import { PlatformError, isErrorCode, rateLimited } from '../schema/errors.ts'
import {
  heartbeatInterval,
  heartbeatTimeout,
  type ResponseFrame,
  type QueryRequest,
  type QueryWorkers,
  type RequestFrame,
  type ClusterQuery,
} from '../schema/cluster-queries.ts'
import { SpanKind, currentTraceparent, inSpan } from '../telemetry/tracing.ts'

export interface ClusterQueryOptions {
  connection: NatsConnection
  /** The subject to which queries are published. */
  subject: string
  /** Milliseconds after which a reader that takes no item is stalled. @default 60000 */
  stallTimeout?: number
}

/** The maximum number of items in flight or buffered for the reader. */
const window = 16

export function createQueryWorkers(options: ClusterQueryOptions): QueryWorkers {
  // The items of a response have the type that the contract gives them: workers are trusted.
  return (query, inputs) => new WorkerResponse(options, query, inputs) as AsyncIterableIterator<never>
}

/**
 * The response of one worker, with credit-based flow control: a worker sends only as many items as were requested, so a
 * slow reader pauses the worker and memory stays bounded. A reader that stalls ends with RATE_LIMITED.
 */
class WorkerResponse implements AsyncIterableIterator<unknown> {
  readonly #options: ClusterQueryOptions
  readonly #stallTimeout: number
  readonly #items = new AsyncQueue<unknown>(() => this.#send({ frame: 'more', items: 1 }))
  readonly #inbox = createInbox()
  readonly #timer: NodeJS.Timeout
  #worker: string | undefined
  #receivedAt = Date.now()
  #takenAt = Date.now()
  #hasEnded = false
  /** Runs after the query was cancelled before a worker had begun. */
  #lateTimer: NodeJS.Timeout | undefined
  readonly #inputs: InputSender | undefined

  constructor(options: ClusterQueryOptions, query: ClusterQuery, inputs?: AsyncIterableIterator<unknown>) {
    this.#inputs = inputs && new InputSender(inputs, (input) => this.#send({ frame: 'input', input }))
    this.#options = options
    this.#stallTimeout = options.stallTimeout ?? 60_000
    const { connection, subject } = options
    const subscription = connection.subscribe(this.#inbox, {
      callback: (_, message) => this.#receive(message),
    })
    this.#close = () => subscription.unsubscribe()
    this.#timer = setInterval(() => this.#check(), Math.min(heartbeatInterval, this.#stallTimeout))
    const attributes = { 'qleet.id': query.objectId }
    void inSpan(`query ${query.about}`, { kind: SpanKind.PRODUCER, attributes }, async () => {
      const request: QueryRequest = {
        v: 1,
        question: query,
        credit: window,
        traceparent: currentTraceparent(),
      }
      connection.publish(subject, JSON.stringify(request), { reply: this.#inbox })
    })
  }

  readonly #close: () => void;

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<unknown>> {
    this.#takenAt = Date.now()
    const result = await this.#items.next()
    this.#takenAt = Date.now()
    return result
  }

  async return(): Promise<IteratorResult<unknown>> {
    this.#finish()
    return this.#items.return()
  }

  #receive(message: Msg): void {
    const { data, reply, headers } = message
    if (this.#hasEnded) return this.#stopLate(reply)
    this.#receivedAt = Date.now()
    // The broker itself responds with 503 when the subject has no subscriber:
    // https://docs.nats.io/nats-concepts/core-nats/reqreply
    if (data.length === 0 && headers?.code === 503) {
      const reason = 'no worker is running, and only workers can query clusters; start one: qleetctl worker'
      return this.#finish(new PlatformError('UNAVAILABLE', reason))
    }
    const frame = message.json<ResponseFrame>()
    switch (frame.frame) {
      case 'begin':
        this.#worker = reply
        return
      case 'more':
        return this.#inputs?.grant(frame.inputs)
      case 'item':
        return this.#items.add(frame.item)
      case 'failed': {
        const { code, message: reason, details } = frame.error
        return this.#finish(new PlatformError(isErrorCode(code) ? code : 'INTERNAL', reason, { details }))
      }
      case 'end':
        return this.#finish()
      case 'alive':
    }
  }

  #check(): void {
    const now = Date.now()
    if (now - this.#receivedAt > heartbeatTimeout) {
      this.#finish(new PlatformError('UNAVAILABLE', 'the worker stopped responding; send the query again'))
    } else if (this.#items.length > 0 && now - this.#takenAt > this.#stallTimeout) {
      this.#items.clear()
      const seconds = Math.round(this.#stallTimeout / 1000)
      const message = `the client read no item for ${seconds} seconds; read faster, or narrow the query`
      this.#finish(rateLimited(message))
    } else this.#send({ frame: 'alive' })
  }

  #send(frame: RequestFrame): void {
    const { connection } = this.#options
    if (this.#worker !== undefined && !this.#hasEnded && !connection.isClosed())
      connection.publish(this.#worker, JSON.stringify(frame))
  }

  #finish(error?: PlatformError): void {
    if (this.#hasEnded) return
    this.#send({ frame: 'stop' })
    this.#hasEnded = true
    clearInterval(this.#timer)
    this.#inputs?.stop()
    if (this.#worker === undefined && error === undefined)
      this.#lateTimer = setTimeout(this.#close, heartbeatTimeout).unref()
    else this.#close()
    this.#items.end(error)
  }

  /** Stops a worker that begins after the query was cancelled. */
  #stopLate(worker: string | undefined): void {
    clearTimeout(this.#lateTimer)
    this.#close()
    const { connection } = this.#options
    if (worker !== undefined && worker !== '' && !connection.isClosed())
      connection.publish(worker, JSON.stringify({ frame: 'stop' } satisfies RequestFrame))
  }
}

/** Sends inputs of a query one by one, as far as the worker has room for them. */
class InputSender {
  readonly #inputs: AsyncIterableIterator<unknown>
  readonly #send: (input: unknown) => void
  #credit = 0
  #isSending = false

  constructor(inputs: AsyncIterableIterator<unknown>, send: (input: unknown) => void) {
    this.#inputs = inputs
    this.#send = send
  }

  grant(count: number): void {
    this.#credit += count
    // Inputs come from memory and do not fail.
    if (!this.#isSending) void this.#sendGranted()
  }

  stop(): void {
    this.#credit = 0
    void this.#inputs.return?.()
  }

  async #sendGranted(): Promise<void> {
    this.#isSending = true
    while (this.#credit > 0) {
      const { done, value } = await this.#inputs.next()
      if (done === true) break
      this.#credit -= 1
      this.#send(value)
    }
    this.#isSending = false
  }
}

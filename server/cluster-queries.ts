import { createInbox, type Msg, type NatsConnection } from '@nats-io/transport-node'
import { PlatformError, isErrorCode, rateLimited } from '../schema/errors.ts'
import {
  aliveEvery,
  silenceEnds,
  type ResponseFrame,
  type Ask,
  type QueryWorkers,
  type RequestFrame,
  type ClusterQuery,
} from '../schema/cluster-queries.ts'
import { SpanKind, currentTraceparent, inSpan } from '../telemetry/tracing.ts'

export interface ClusterQueryOptions {
  connection: NatsConnection
  /** Subject of questions. */
  subject: string
  /** Milliseconds for which a reader may leave items lying. @default 60000 */
  patience?: number
}

/** Items that are on the way or wait for their reader, at most. */
const window = 16

export function createQueryWorkers(options: ClusterQueryOptions): QueryWorkers {
  // What comes for a question is what the contract says of it; workers are trusted.
  return (question) => new Answer(options, question) as AsyncIterableIterator<never>
}

/**
 * The answer of one worker. A worker sends only as many items as were asked for, so a slow reader holds it up and
 * fills no memory; one that takes nothing for too long is given up, with RATE_LIMITED.
 */
class Answer implements AsyncIterableIterator<unknown> {
  readonly #options: ClusterQueryOptions
  readonly #patience: number
  readonly #items: unknown[] = []
  readonly #inbox = createInbox()
  readonly #clock: NodeJS.Timeout
  #worker: string | undefined
  #heardAt = Date.now()
  #takenAt = Date.now()
  #end: { error?: PlatformError } | undefined
  #trigger: () => void = () => undefined

  constructor(options: ClusterQueryOptions, question: ClusterQuery) {
    this.#options = options
    this.#patience = options.patience ?? 60_000
    const { connection, subject } = options
    const subscription = connection.subscribe(this.#inbox, { callback: (_, message) => this.#hear(message) })
    this.#close = () => subscription.unsubscribe()
    this.#clock = setInterval(() => this.#check(), Math.min(aliveEvery, this.#patience))
    const attributes = { 'qleet.id': question.objectId }
    void inSpan(`ask ${question.about}`, { kind: SpanKind.PRODUCER, attributes }, async () => {
      const ask: Ask = { v: 1, question, credit: window, traceparent: currentTraceparent() }
      connection.publish(subject, JSON.stringify(ask), { reply: this.#inbox })
    })
  }

  readonly #close: () => void;

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<unknown>> {
    this.#takenAt = Date.now()
    while (this.#items.length === 0 && this.#end === undefined)
      await new Promise<void>((resolve) => (this.#trigger = resolve))
    this.#takenAt = Date.now()
    if (this.#items.length > 0) {
      const value = this.#items.shift()
      this.#tell({ frame: 'more', items: 1 })
      return { done: false, value }
    }
    if (this.#end?.error !== undefined) throw this.#end.error
    return { done: true, value: undefined }
  }

  async return(): Promise<IteratorResult<unknown>> {
    this.#items.length = 0
    this.#finish()
    return { done: true, value: undefined }
  }

  #hear(message: Msg): void {
    const { data, reply, headers } = message
    this.#heardAt = Date.now()
    // What the broker itself answers when nobody listens: https://docs.nats.io/nats-concepts/core-nats/reqreply
    if (data.length === 0 && headers?.code === 503) {
      const text = 'no worker is running that could look into clusters. Start one: qleetctl worker'
      return this.#finish(new PlatformError('UNAVAILABLE', text))
    }
    const frame = message.json<ResponseFrame>()
    switch (frame.frame) {
      case 'begin':
        this.#worker = reply
        return
      case 'item':
        this.#items.push(frame.item)
        return this.#trigger()
      case 'failed': {
        const { code, message: text, details } = frame.error
        return this.#finish(new PlatformError(isErrorCode(code) ? code : 'INTERNAL', text, { details }))
      }
      case 'end':
        return this.#finish()
      case 'alive':
    }
  }

  #check(): void {
    const now = Date.now()
    if (now - this.#heardAt > silenceEnds) {
      this.#finish(new PlatformError('UNAVAILABLE', 'the worker that answered is gone; ask again'))
    } else if (this.#items.length > 0 && now - this.#takenAt > this.#patience) {
      this.#items.length = 0
      const seconds = Math.round(this.#patience / 1000)
      const message = `the reader has taken nothing for ${seconds} seconds; read faster, or ask for less`
      this.#finish(rateLimited(message))
    } else this.#tell({ frame: 'alive' })
  }

  #tell(frame: RequestFrame): void {
    const { connection } = this.#options
    if (this.#worker !== undefined && this.#end === undefined && !connection.isClosed())
      connection.publish(this.#worker, JSON.stringify(frame))
  }

  #finish(error?: PlatformError): void {
    if (this.#end !== undefined) return
    this.#tell({ frame: 'stop' })
    this.#end = error === undefined ? {} : { error }
    clearInterval(this.#clock)
    this.#close()
    this.#trigger()
  }
}

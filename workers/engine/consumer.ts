import { jetstream } from '@nats-io/jetstream'
import { Trigger, type BrokerNames } from '../../schema/events.ts'
import type { Log } from '../../telemetry/log.ts'
import type { NatsLink } from '../../process/nats-link.ts'
import type { Dispatcher } from './dispatcher.ts'

/** A trigger as the queue delivers it. The methods are those of a JetStream message. */
export interface TriggerMessage {
  readonly subject: string
  json(): unknown
  /** Extends the acknowledgement deadline, so that the queue does not redeliver the message yet. */
  working(): void
  ack(): void
  /** Requests redelivery after a delay in milliseconds. */
  nak(milliseconds: number): void
  /** Drops the message: the queue never redelivers it. */
  term(): void
}

/** The stream of triggers of one kind. It ends when it is closed or the connection to the queue is lost. */
export interface TriggerMessages extends AsyncIterable<TriggerMessage> {
  close(): Promise<unknown>
}

export interface TriggerQueue {
  /** Reports whether this process is connected to the queue. */
  readonly isConnected: boolean
  /** Opens the durable consumer of a kind. Throws while the queue or the consumer is missing. */
  open(kind: string): Promise<TriggerMessages>
}

/** Creates the trigger queue of a control plane, on NATS JetStream. */
export function createNatsQueue(
  link: Pick<NatsLink, 'connection' | 'isConnected'>,
  names: BrokerNames,
): TriggerQueue {
  return {
    get isConnected() {
      return link.isConnected
    },
    open: async (kind) => {
      const consumer = await jetstream(link.connection()).consumers.get(names.stream, names.consumer(kind))
      return consumer.consume({
        max_messages: maxPrefetch,
        abort_on_missing_resource: true,
        idle_heartbeat: idleHeartbeat,
        expires: pullTimeout,
      })
    },
  }
}

/**
 * Milliseconds between two messages from NATS that there is no trigger. There is a consumer for each kind, so they are most of what a
 * worker and NATS do at rest. A consumer that misses two of them asks again; a lost connection is noticed by its pings.
 */
const idleHeartbeat = 5000

/** Milliseconds for which NATS may answer one request for triggers. */
const pullTimeout = 30_000

export interface ConsumerOptions {
  queue: TriggerQueue
  kind: string
  dispatcher: Pick<Dispatcher, 'take'>
  log: Log
  /** The interval in milliseconds at which a trigger that waits for a free slot extends its deadline. @default 5000 */
  workingInterval?: number
}

/**
 * The number of triggers that are fetched before there is a free slot for them. It is small because the acknowledgement
 * deadline of a waiting trigger runs; once it expires, another worker receives the trigger.
 */
export const maxPrefetch = 8

/**
 * Dispatches the triggers of one kind from its durable consumer until it is stopped. While the consumer is missing,
 * because the broker lost its volume, it retries until a server has created the consumer again.
 *
 * @returns A function that stops consuming.
 */
export function consumeTriggers({
  queue,
  kind,
  dispatcher,
  log,
  workingInterval = 5000,
}: ConsumerOptions): () => Promise<void> {
  let stopped = false
  let messages: TriggerMessages | undefined
  const loop = (async () => {
    let failing = false
    while (!stopped) {
      try {
        messages = await queue.open(kind)
        // Stopped while the consumer was being opened. close() resolves only after the loop below has ended.
        if (stopped) void messages.close()
        failing = false
        for await (const message of messages) await takeMessage(message)
      } catch (error) {
        // A lost connection to NATS is logged by the link itself.
        if (!failing && !stopped && queue.isConnected) log.warn({ err: error, kind }, 'cannot take triggers')
        failing = true
      }
      if (!stopped) await new Promise((resolve) => setTimeout(resolve, 500))
    }
  })()

  async function takeMessage(message: TriggerMessage): Promise<void> {
    const trigger = parse(message)
    if (trigger === undefined || trigger.kind !== kind) {
      log.error({ subject: message.subject }, 'dropping a malformed trigger')
      message.term()
      return
    }
    const keepAlive = setInterval(() => message.working(), workingInterval)
    await dispatcher
      .take({
        ...trigger,
        working: () => message.working(),
        ack: () => message.ack(),
        retry: (milliseconds) => message.nak(milliseconds),
      })
      .finally(() => clearInterval(keepAlive))
  }

  return async () => {
    stopped = true
    await messages?.close()
    await loop
  }
}

function parse(message: TriggerMessage): Trigger | undefined {
  try {
    return Trigger.safeParse(message.json()).data
  } catch {
    return undefined
  }
}

import { jetstream } from '@nats-io/jetstream'
import { Trigger, type BrokerNames } from '../../schema/events.ts'
import type { Log } from '../../telemetry/log.ts'
import type { NatsLink } from '../../process/nats-link.ts'
import type { Dispatcher } from './dispatcher.ts'

/** A trigger as the queue delivers it. */
export interface TriggerMessage {
  readonly subject: string
  json(): unknown
  /** Keeps it from being delivered again for another while. */
  working(): void
  ack(): void
  /** Has it delivered again after so many milliseconds. */
  nak(milliseconds: number): void
  /** Never has it delivered again. */
  term(): void
}

/** The triggers of one kind as they come, until it is closed or the queue is lost. */
export interface TriggerMessages extends AsyncIterable<TriggerMessage> {
  close(): Promise<unknown>
}

export interface TriggerQueue {
  /** Whether a connection to it stands. */
  readonly isThere: boolean
  /** Opens the durable consumer of a kind. Throws while the queue or the consumer is missing. */
  open(kind: string): Promise<TriggerMessages>
}

/** The queue of a control plane in NATS. */
export function createNatsQueue(
  link: Pick<NatsLink, 'connection' | 'isThere'>,
  names: BrokerNames,
): TriggerQueue {
  return {
    get isThere() {
      return link.isThere
    },
    open: async (kind) => {
      const consumer = await jetstream(link.connection()).consumers.get(names.stream, names.consumer(kind))
      return consumer.consume({
        max_messages: ahead,
        abort_on_missing_resource: true,
        idle_heartbeat: 1000,
        expires: 5000,
      })
    },
  }
}

export interface ConsumerOptions {
  queue: TriggerQueue
  kind: string
  dispatcher: Pick<Dispatcher, 'take'>
  log: Log
  /** Milliseconds after which the queue is told of a trigger that waits for room. @default 5000 */
  workingEvery?: number
}

/**
 * Triggers that are here before there is room for them. Their time runs while they stand in line, and then they come
 * again somewhere else, so the line is short.
 */
export const ahead = 8

/**
 * Takes the triggers of one kind from its durable consumer for as long as the worker runs. When the consumer is not
 * there (the broker lost its volume) it waits until a server has made it again.
 *
 * @returns What stops taking.
 */
export function consumeTriggers({
  queue,
  kind,
  dispatcher,
  log,
  workingEvery = 5000,
}: ConsumerOptions): () => Promise<void> {
  let stopped = false
  let messages: TriggerMessages | undefined
  const loop = (async () => {
    let failing = false
    while (!stopped) {
      try {
        messages = await queue.open(kind)
        // Told to stop while NATS was being asked. It is closed once it has been read to its end.
        if (stopped) void messages.close()
        failing = false
        for await (const message of messages) await takeMessage(message)
      } catch (error) {
        // That NATS is away has been told already.
        if (!failing && !stopped && queue.isThere) log.warn({ err: error, kind }, 'cannot take triggers')
        failing = true
      }
      if (!stopped) await new Promise((resolve) => setTimeout(resolve, 500))
    }
  })()

  async function takeMessage(message: TriggerMessage): Promise<void> {
    const trigger = parse(message)
    if (trigger === undefined || trigger.kind !== kind) {
      log.error({ subject: message.subject }, 'a trigger is not understood')
      message.term()
      return
    }
    const waiting = setInterval(() => message.working(), workingEvery)
    await dispatcher
      .take({
        ...trigger,
        working: () => message.working(),
        ack: () => message.ack(),
        retry: (milliseconds) => message.nak(milliseconds),
      })
      .finally(() => clearInterval(waiting))
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

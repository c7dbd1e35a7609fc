import { jetstream, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream'
import { Trigger, type BrokerNames } from '../../schema/events.ts'
import type { Log } from '../../telemetry/log.ts'
import type { NatsLink } from '../../process/nats-link.ts'
import type { Dispatcher } from './dispatcher.ts'

export interface ConsumerOptions {
  link: Pick<NatsLink, 'connection' | 'isThere'>
  names: BrokerNames
  kind: string
  dispatcher: Dispatcher
  log: Log
  /** Milliseconds after which the queue is told of a trigger that waits for room. @default 5000 */
  workingEvery?: number
}

/**
 * Triggers that are here before there is room for them. Their time runs while they stand in line, and then they come
 * again somewhere else, so the line is short.
 */
const ahead = 8

/**
 * Takes the triggers of one kind from its durable consumer for as long as the worker runs. When the consumer is not
 * there (the broker lost its volume) it waits until a server has made it again.
 *
 * @returns What stops taking.
 */
export function consumeTriggers({
  link,
  names,
  kind,
  dispatcher,
  log,
  workingEvery = 5000,
}: ConsumerOptions): () => Promise<void> {
  let stopped = false
  let messages: ConsumerMessages | undefined
  const loop = (async () => {
    let failing = false
    while (!stopped) {
      try {
        const consumer = await jetstream(link.connection()).consumers.get(names.stream, names.consumer(kind))
        messages = await consumer.consume({
          max_messages: ahead,
          abort_on_missing_resource: true,
          idle_heartbeat: 1000,
          expires: 5000,
        })
        // Told to stop while NATS was being asked. It is closed once it has been read to its end.
        if (stopped) void messages.close()
        failing = false
        for await (const message of messages) await takeMessage(message)
      } catch (error) {
        // That NATS is away has been told already.
        if (!failing && !stopped && link.isThere) log.warn({ err: error, kind }, 'cannot take triggers')
        failing = true
      }
      if (!stopped) await new Promise((resolve) => setTimeout(resolve, 500))
    }
  })()

  async function takeMessage(message: JsMsg): Promise<void> {
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

function parse(message: JsMsg): Trigger | undefined {
  try {
    return Trigger.safeParse(message.json()).data
  } catch {
    return undefined
  }
}

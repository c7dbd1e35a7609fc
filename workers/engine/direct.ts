import { pause } from '../../schema/retry.ts'
import { TakeDueDocument } from '../generated/documents.ts'
import type { Client } from '../api-client.ts'
import type { Log } from '../../telemetry/log.ts'
import { unlessAborted } from '../../process/unless-aborted.ts'
import type { Dispatcher } from './dispatcher.ts'

/** The most objects that one request takes. */
const batchSize = 50

/**
 * The poll while the broker is connected: `interval` between requests, and `overdue` for objects that the broker has
 * evidently not delivered. Both in milliseconds.
 */
const withBroker = { overdue: 10_000, interval: 5000 }
/** The poll while the broker is unavailable: all due objects are taken, at short intervals. */
const withoutBroker = { overdue: 0, interval: 200 }

export interface DirectOptions {
  client: Client
  dispatcher: Pick<Dispatcher, 'take' | 'freeSlots'>
  /** The kinds that this worker reconciles. */
  kinds: readonly string[]
  /** Reports whether the broker currently delivers triggers. */
  isBrokerConnected: () => boolean
  log: Log
  onTaken?: (objects: number) => void
}

/**
 * Polls a server for due objects that the broker does not deliver. While this worker is disconnected from the broker, it
 * takes every due object; otherwise only objects that are long overdue, for example because servers cannot publish. An
 * object whose reconcile does not finish becomes due again.
 *
 * @returns A function that stops polling.
 */
export function takeDirectly({
  client,
  dispatcher,
  kinds,
  isBrokerConnected,
  log,
  onTaken = () => undefined,
}: DirectOptions): () => Promise<void> {
  const stopped = new AbortController()
  const { signal } = stopped

  /** Takes one batch of due objects. Reports whether there may be more. */
  const takeBatch = async (): Promise<boolean> => {
    const first = Math.min(dispatcher.freeSlots(), batchSize)
    if (first === 0) return false
    const { overdue } = isBrokerConnected() ? withBroker : withoutBroker
    const response = client.execute(TakeDueDocument, { kinds: [...kinds], first, overdue })
    const { result } = await unlessAborted(response, signal)
    if (result.length > 0) onTaken(result.length)
    for (const { kind, id } of result) await dispatcher.take({ kind, id, ...withoutMessage })
    return result.length === first
  }

  const loop = async (): Promise<void> => {
    let failing = false
    while (!signal.aborted) {
      let more = false
      try {
        more = await takeBatch()
        failing = false
      } catch (error) {
        if (!failing && !signal.aborted) log.warn({ err: error }, 'cannot take due objects')
        failing = true
      }
      const { interval } = isBrokerConnected() ? withBroker : withoutBroker
      await pause(more ? 20 : interval, signal)
    }
  }

  const running = loop()
  return async () => {
    stopped.abort()
    await running
  }
}

/** The callbacks of an object that has no message in the queue. */
const withoutMessage = { working: () => undefined, ack: () => undefined, retry: () => undefined }

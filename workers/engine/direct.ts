import { pause } from '../../schema/retry.ts'
import { TakeDueDocument } from '../generated/documents.ts'
import type { Client } from '../../client-sdk/index.ts'
import type { Log } from '../../telemetry/log.ts'
import { unlessAborted } from '../unless-aborted.ts'
import type { Dispatcher } from './dispatcher.ts'

/** Objects that are taken at once. */
const most = 50

/** While the broker is there: what has waited for so long is not brought by it; and how often that is looked for. */
const usually = { overdue: 10_000, every: 5000 }
/** While it is away. */
const alone = { overdue: 0, every: 200 }

export interface DirectOptions {
  client: Client
  dispatcher: Pick<Dispatcher, 'take' | 'room'>
  /** Kinds that this worker reconciles. */
  kinds: readonly string[]
  /** Whether the broker brings triggers now. */
  brokerIsThere: () => boolean
  log: Log
  onTaken?: (objects: number) => void
}

/**
 * Takes from a server what is due and not brought by the broker: all that is due while this worker has no connection to
 * it, and what is long overdue otherwise, as where servers cannot publish. What it cannot finish becomes due again.
 *
 * @returns What stops taking.
 */
export function takeDirectly({
  client,
  dispatcher,
  kinds,
  brokerIsThere,
  log,
  onTaken = () => undefined,
}: DirectOptions): () => Promise<void> {
  const stopped = new AbortController()
  const { signal } = stopped

  /** Whether there may be more. */
  const takeSome = async (): Promise<boolean> => {
    const first = Math.min(dispatcher.room(), most)
    if (first === 0) return false
    const { overdue } = brokerIsThere() ? usually : alone
    const asked = client.execute(TakeDueDocument, { kinds: [...kinds], first, overdue })
    const { result } = await unlessAborted(asked, signal)
    if (result.length > 0) onTaken(result.length)
    for (const { kind, id } of result) await dispatcher.take({ kind, id, ...unqueued })
    return result.length === first
  }

  const loop = async (): Promise<void> => {
    let failing = false
    while (!signal.aborted) {
      let more = false
      try {
        more = await takeSome()
        failing = false
      } catch (error) {
        if (!failing && !signal.aborted) log.warn({ err: error }, 'cannot take what is due')
        failing = true
      }
      const { every } = brokerIsThere() ? usually : alone
      await pause(more ? 20 : every, signal)
    }
  }

  const running = loop()
  return async () => {
    stopped.abort()
    await running
  }
}

/** No message stands behind it. */
const unqueued = { working: () => undefined, ack: () => undefined, retry: () => undefined }

import { KeepReconcilingDocument } from '../../client-sdk/generated/documents.ts'
import type { Client } from '../../client-sdk/index.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Dispatcher } from './dispatcher.ts'

/** Milliseconds between two words to the server about what still runs here. */
const heartbeatEvery = 4000

export interface HeartbeatOptions {
  client: Client
  dispatcher: Dispatcher
  log: Log
}

/**
 * Tells the server again and again which reconciles this worker still runs, so that they are not begun elsewhere.
 *
 * @returns What ends it.
 */
export function keepReconciling({ client, dispatcher, log }: HeartbeatOptions): () => void {
  const heartbeat = setInterval(() => {
    const ids = dispatcher.running().map(({ id }) => id)
    if (ids.length === 0) return
    client
      .execute(KeepReconcilingDocument, { ids })
      .catch((error: unknown) => log.warn({ err: error }, 'cannot keep reconciles'))
  }, heartbeatEvery)
  return () => clearInterval(heartbeat)
}

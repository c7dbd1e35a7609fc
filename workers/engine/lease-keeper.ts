import { KeepLeasesDocument } from '../generated/documents.ts'
import type { Client } from '../../client-sdk/index.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Dispatcher } from './dispatcher.ts'
import { leaseTerm } from './lease-clock.ts'

/** Milliseconds between two words to the server about what still runs here. */
const keepEvery = 4000

export interface LeaseKeeperOptions {
  client: Client
  dispatcher: Pick<Dispatcher, 'running'>
  log: Log
}

/**
 * Tells the server again and again which reconciles this worker still runs, so that they keep their leases.
 *
 * @returns What ends it.
 */
export function keepLeases({ client, dispatcher, log }: LeaseKeeperOptions): () => void {
  const keep = async (): Promise<void> => {
    const held = dispatcher.running().flatMap(({ id, lease }) => {
      const { epoch } = lease
      return epoch !== undefined && lease.left() > 0 ? [{ id, epoch, lease }] : []
    })
    if (held.length === 0) return
    const asked = performance.now()
    const reconciles = held.map(({ id, epoch }) => ({ id, epoch }))
    const kept = new Set((await client.execute(KeepLeasesDocument, { reconciles })).result)
    for (const { id, epoch, lease } of held)
      if (kept.has(id)) lease.extend(epoch, leaseTerm - (performance.now() - asked))
      else lease.lose(epoch)
  }
  const keeping = setInterval(() => {
    keep().catch((error: unknown) => log.warn({ err: error }, 'cannot keep leases'))
  }, keepEvery)
  return () => clearInterval(keeping)
}

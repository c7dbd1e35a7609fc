import { RenewLeasesDocument } from '../generated/documents.ts'
import type { Client } from '../api-client.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Dispatcher } from './dispatcher.ts'
import { leaseTerm } from './lease-clock.ts'

/** The interval in milliseconds at which leases are renewed. */
const renewInterval = 4000

export interface LeaseKeeperOptions {
  client: Client
  dispatcher: Pick<Dispatcher, 'running'>
  log: Log
}

/**
 * Renews the leases of all running reconciles periodically, and expires those that the server no longer grants.
 *
 * @returns A function that stops the renewal.
 */
export function renewLeases({ client, dispatcher, log }: LeaseKeeperOptions): () => void {
  const renew = async (): Promise<void> => {
    const held = dispatcher.running().flatMap(({ id, lease }) => {
      const { epoch } = lease
      return epoch !== undefined && lease.remaining() > 0 ? [{ id, epoch, lease }] : []
    })
    if (held.length === 0) return
    const requestedAt = performance.now()
    const reconciles = held.map(({ id, epoch }) => ({ id, epoch }))
    const renewed = new Set((await client.execute(RenewLeasesDocument, { reconciles })).result)
    for (const { id, epoch, lease } of held)
      if (renewed.has(id)) lease.extend(epoch, leaseTerm - (performance.now() - requestedAt))
      else lease.lose(epoch)
  }
  const timer = setInterval(() => {
    renew().catch((error: unknown) => log.warn({ err: error }, 'cannot renew leases'))
  }, renewInterval)
  return () => clearInterval(timer)
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { NatsConnection } from '@nats-io/transport-node'

/** Milliseconds that the broker gets to take what was sent last; one that is away would be waited for for ever. */
const patience = 1000

/** Closes the connection once the broker has what was sent; what it does not get, it gives to others in time. */
export async function closeConnection(connection: NatsConnection): Promise<void> {
  const sent = connection.flush().catch(() => undefined)
  await Promise.race([sent, sleep(patience, undefined, { ref: false })])
  await connection.close()
}

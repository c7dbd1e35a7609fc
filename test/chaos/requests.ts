import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../../client-sdk/index.ts'
import { isPlatformError } from '../../schema/errors.ts'
import type { AckedWrite } from './history.ts'
import type { Writer } from './writers.ts'

/** A client that sends requests to any server, with retries until one responds. */
export interface RetryingClient extends Omit<Writer, 'client'> {
  clients: readonly Client[]
  /** Called with the number of writes of each acknowledged request. */
  onAcknowledged(writes: number): void
}

export type SendRequest<Answer> = (client: Client) => Promise<Answer>

/** Sends a request with an idempotency key until a server responds, and records its writes. */
export async function acknowledged(
  retryingClient: RetryingClient,
  send: SendRequest<AckedWrite[]>,
): Promise<AckedWrite[]> {
  retryingClient.onRequest()
  const writes = (await withRetries(retryingClient, send)) ?? []
  retryingClient.history.acked.push(...writes)
  retryingClient.onAcknowledged(writes.length)
  return writes
}

/** Sends a request to one server after another until one responds; only unavailability excuses a missing response. */
export async function withRetries<Answer>(
  { clients, random, history }: RetryingClient,
  send: SendRequest<Answer>,
): Promise<Answer | undefined> {
  const deadline = Date.now() + 300_000
  while (Date.now() < deadline) {
    try {
      return await send(random.pick(clients))
    } catch (error) {
      if (!isPlatformError(error) || error.code !== 'UNAVAILABLE') {
        history.unexpected.push(error instanceof Error ? error.message : String(error))
        return undefined
      }
      await sleep(50 + random.next() * 100)
    }
  }
  history.unexpected.push('a request with a key got no response within five minutes')
  return undefined
}

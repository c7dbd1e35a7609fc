import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../../client-sdk/index.ts'
import { isPlatformError } from '../../schema/errors.ts'
import type { AckedWrite } from './history.ts'
import type { Writer } from './writers.ts'

/** Who asks whichever server, again and again until one answers. */
export interface Asker extends Omit<Writer, 'client'> {
  clients: readonly Client[]
  /** Told how many writes a request had. */
  onAcknowledged(writes: number): void
}

export type Ask<Answer> = (client: Client) => Promise<Answer>

/** Sends a request, which has an idempotency key, until it is answered, and notes what it wrote. */
export async function acknowledged(asker: Asker, ask: Ask<AckedWrite[]>): Promise<AckedWrite[]> {
  asker.onAsked()
  const writes = (await answered(asker, ask)) ?? []
  asker.history.acked.push(...writes)
  asker.onAcknowledged(writes.length)
  return writes
}

/** Asks one server after the other until one answers; nothing but being away excuses that none does. */
export async function answered<Answer>(
  { clients, random, history }: Asker,
  ask: Ask<Answer>,
): Promise<Answer | undefined> {
  const deadline = Date.now() + 300_000
  while (Date.now() < deadline) {
    try {
      return await ask(random.pick(clients))
    } catch (error) {
      if (!isPlatformError(error) || error.code !== 'UNAVAILABLE') {
        history.unexpected.push(error instanceof Error ? error.message : String(error))
        return undefined
      }
      await sleep(50 + random.next() * 100)
    }
  }
  history.unexpected.push('a request with a key was not answered within five minutes')
  return undefined
}

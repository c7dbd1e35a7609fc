import { setTimeout as sleep } from 'node:timers/promises'

/** Asks until there is an answer or the time is over; undefined then. No test waits longer than it must. */
export async function eventually<Answer>(
  ask: () => Promise<Answer | undefined>,
  { within = 30_000, every = 50 }: { within?: number; every?: number } = {},
): Promise<Answer | undefined> {
  const deadline = Date.now() + within
  for (;;) {
    const answer = await ask()
    if (answer !== undefined || Date.now() > deadline) return answer
    await sleep(every)
  }
}

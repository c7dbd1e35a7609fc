import { setTimeout as sleep } from 'node:timers/promises'

interface PollOptions {
  /** Milliseconds after which it is given up. @default 30000 */
  within?: number
  /** Milliseconds between two looks. @default 50 */
  every?: number
}

type Ask<Answer> = () => Promise<Answer | undefined>

/** Asks until there is an answer; throws when the time is over. No test waits longer than it must. */
export async function eventually<Answer>(ask: Ask<Answer>, options: PollOptions = {}): Promise<Answer> {
  const answer = await poll(ask, options)
  if (answer === undefined)
    throw new Error(`there was no answer within ${options.within ?? standard} ms: ${String(ask)}`)
  return answer
}

/** Asks until there is an answer, or the time is over; undefined then. For those who have more to say about it. */
export async function poll<Answer>(
  ask: Ask<Answer>,
  { within = standard, every = 50 }: PollOptions = {},
): Promise<Answer | undefined> {
  const deadline = Date.now() + within
  for (;;) {
    const answer = await ask()
    if (answer !== undefined || Date.now() > deadline) return answer
    await sleep(every)
  }
}

const standard = 30_000

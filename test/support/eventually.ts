import { setTimeout as sleep } from 'node:timers/promises'

interface PollOptions {
  /** Milliseconds until the timeout. @default 60000 */
  within?: number
  /** Milliseconds between two polls. @default 50 */
  every?: number
}

type Attempt<Result> = () => Promise<Result | undefined>

/** Polls until there is a result; throws after the timeout. No test waits longer than it must. */
export async function eventually<Result>(
  attempt: Attempt<Result>,
  options: PollOptions = {},
): Promise<Result> {
  const result = await poll(attempt, options)
  if (result === undefined)
    throw new Error(`no result within ${options.within ?? defaultTimeout} ms: ${String(attempt)}`)
  return result
}

/**
 * Polls until there is a result or the timeout has passed; returns undefined then, for callers that report more detail.
 */
export async function poll<Result>(
  attempt: Attempt<Result>,
  { within = defaultTimeout, every = 50 }: PollOptions = {},
): Promise<Result | undefined> {
  const deadline = performance.now() + within
  for (;;) {
    const result = await attempt()
    // A condition that does not hold yet is no result either.
    const isResult = result !== undefined && result !== false
    if (isResult) return result
    if (performance.now() > deadline) return undefined
    await sleep(every)
  }
}

const defaultTimeout = 60_000

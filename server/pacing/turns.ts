/** Does a step after those before it, and after the requests that wait. */
export type TakeTurn = <Result>(step: () => Result | Promise<Result>) => Promise<Result>

/**
 * Creates turns for tasks that run together, of which each has a long step: several of them in the same turn of the event loop would
 * keep other requests waiting for their sum.
 */
export function createTurns(): TakeTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (step) => {
    const turn = last.then(() => new Promise<void>((resolve) => setImmediate(resolve))).then(step)
    last = turn.catch(() => undefined)
    return turn
  }
}

import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs synchronous work that blocks the event loop one item at a time, and pauses after each for as long as it took. So many
 * clients with large requests delay other clients no longer than one of them would.
 */
export class PacedWork {
  #last: Promise<unknown> = Promise.resolve()

  async run<Result>(work: () => Result): Promise<Result> {
    const before = this.#last
    const turn = before.then(() => {
      const start = performance.now()
      try {
        return { result: work(), took: performance.now() - start }
      } catch (error) {
        return { error, took: performance.now() - start }
      }
    })
    this.#last = turn.then(({ took }) => sleep(took))
    const done = await turn
    if ('error' in done) throw done.error
    return done.result
  }
}

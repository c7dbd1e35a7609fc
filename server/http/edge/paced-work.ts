import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Does work that holds up everybody one after the other, with as much time for others in between as each took. So many who send much at
 * once delay others no longer than one of them.
 */
export class PacedWork {
  #last: Promise<unknown> = Promise.resolve()

  async run<Result>(work: () => Result): Promise<Result> {
    const before = this.#last
    const turn = before.then(() => {
      const from = performance.now()
      try {
        return { result: work(), took: performance.now() - from }
      } catch (error) {
        return { error, took: performance.now() - from }
      }
    })
    this.#last = turn.then(({ took }) => sleep(took))
    const done = await turn
    if ('error' in done) throw done.error
    return done.result
  }
}

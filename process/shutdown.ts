import type { Log } from '../telemetry/log.ts'

/** A step of the shutdown of a process. */
export interface StopStep {
  /** What it does, in words of an operator. */
  step: string
  run(): unknown
  /** What it still waits for, where that can be told. */
  waitsFor?: () => readonly unknown[]
}

export interface ShutdownOptions {
  log: Log
  /** Milliseconds after which the steps that are left are given up. @default 15000 */
  within?: number
  /** Milliseconds after which the log says what it waits for, and again after as many. @default 5000 */
  tellEvery?: number
}

/** Thrown when steps take too long. Its fields are logged with it. */
class StopTimeout extends Error {
  /** The steps that have not ended, and what they wait for. */
  readonly steps: readonly object[]

  constructor(steps: readonly object[]) {
    super('what was to be stopped did not end in time')
    this.name = 'StopTimeout'
    this.steps = steps
  }
}

/**
 * Undoes what a process has built, in reverse: one row of steps after the other, those of a row at the same time. Where
 * that takes long, the log says which steps it waits for; what takes too long is given up, so that a service manager need
 * not kill the process.
 */
export class Shutdown {
  readonly #options: Required<ShutdownOptions>
  /** The last that was built is the first to be undone. */
  readonly #rows: (readonly StopStep[])[] = []
  readonly #pending = new Set<StopStep>()
  #stopping: Promise<void> | undefined

  constructor({ log, within = 15_000, tellEvery = 5000 }: ShutdownOptions) {
    this.#options = { log, within, tellEvery }
  }

  /** Adds what undoes the next thing that was built, as steps that run at the same time. */
  add(...steps: readonly StopStep[]): void {
    this.#rows.unshift(steps)
  }

  /** Runs a start. When it fails, what it has added is undone before the failure is passed on. */
  async guard<Result>(start: () => Promise<Result>): Promise<Result> {
    try {
      return await start()
    } catch (error) {
      await this.#undo().catch((cause: unknown) =>
        this.#options.log.error({ err: cause }, 'could not undo a start that failed'),
      )
      throw error
    }
  }

  /** Runs all steps, once however often it is called. Throws StopTimeout. */
  stop(): Promise<void> {
    if (this.#stopping === undefined) {
      this.#options.log.info('stopping')
      this.#stopping = this.#undo()
    }
    return this.#stopping
  }

  async #undo(): Promise<void> {
    const { log, within, tellEvery } = this.#options
    const telling = setInterval(() => log.warn({ steps: this.#left() }, 'stopping takes long'), tellEvery)
    const late = Promise.withResolvers<never>()
    const end = setTimeout(() => late.reject(new StopTimeout(this.#left())), within)
    try {
      await Promise.race([this.#runRows(), late.promise])
    } finally {
      clearInterval(telling)
      clearTimeout(end)
    }
  }

  async #runRows(): Promise<void> {
    for (const row of this.#rows) await Promise.all(row.map((step) => this.#take(step)))
  }

  async #take(step: StopStep): Promise<void> {
    this.#pending.add(step)
    await step.run()
    this.#pending.delete(step)
  }

  #left(): object[] {
    return [...this.#pending].map(described)
  }
}

function described({ step, waitsFor }: StopStep): object {
  const what = waitsFor?.() ?? []
  return { step, ...(what.length === 0 ? {} : { waitsFor: what }) }
}

import type { Log } from '../telemetry/log.ts'

/** A step of the shutdown of a process. */
export interface StopStep {
  /** The name of the step in log entries. */
  step: string
  run(): unknown
  /** Returns what the step still waits for, for log entries. */
  waitsFor?: () => readonly unknown[]
}

export interface ShutdownOptions {
  log: Log
  /** Milliseconds after which pending steps are abandoned. @default 15000 */
  within?: number
  /** Milliseconds between warnings that name the pending steps. @default 5000 */
  warnEvery?: number
}

/** Thrown when steps exceed the timeout. Its fields are logged. */
class StopTimeout extends Error {
  /** The pending steps and what they wait for. */
  readonly steps: readonly object[]

  constructor(steps: readonly object[]) {
    super('the process did not stop in time')
    this.name = 'StopTimeout'
    this.steps = steps
  }
}

/**
 * Undoes the start of a process in reverse order: row by row, with the steps of a row in parallel. Logs the pending steps
 * while they take long, and abandons them after a timeout, so that a service manager does not have to kill the process.
 */
export class Shutdown {
  readonly #options: Required<ShutdownOptions>
  /** Rows in the order in which they run: the last one added is first. */
  readonly #rows: (readonly StopStep[])[] = []
  readonly #pending = new Set<StopStep>()
  #stopping: Promise<void> | undefined

  constructor({ log, within = 15_000, warnEvery = 5000 }: ShutdownOptions) {
    this.#options = { log, within, warnEvery }
  }

  /** Adds a row of steps, which run in parallel and before all rows added earlier. */
  add(...steps: readonly StopStep[]): void {
    this.#rows.unshift(steps)
  }

  /** Runs a start. If it fails, runs the steps added so far before rethrowing the error. */
  async guard<Result>(start: () => Promise<Result>): Promise<Result> {
    try {
      return await start()
    } catch (error) {
      await this.#undo().catch((cause: unknown) =>
        this.#options.log.error({ err: cause }, 'could not undo a failed start'),
      )
      throw error
    }
  }

  /** Runs all steps; repeated calls return the same promise. Throws StopTimeout. */
  stop(): Promise<void> {
    if (this.#stopping === undefined) {
      this.#options.log.info('stopping')
      this.#stopping = this.#undo()
    }
    return this.#stopping
  }

  async #undo(): Promise<void> {
    const { log, within, warnEvery } = this.#options
    const warnings = setInterval(
      () => log.warn({ steps: this.#describePending() }, 'stopping takes long'),
      warnEvery,
    )
    const timeout = Promise.withResolvers<never>()
    const timer = setTimeout(() => timeout.reject(new StopTimeout(this.#describePending())), within)
    try {
      await Promise.race([this.#runRows(), timeout.promise])
    } finally {
      clearInterval(warnings)
      clearTimeout(timer)
    }
  }

  async #runRows(): Promise<void> {
    for (const row of this.#rows) await Promise.all(row.map((step) => this.#run(step)))
  }

  async #run(step: StopStep): Promise<void> {
    this.#pending.add(step)
    await step.run()
    this.#pending.delete(step)
  }

  #describePending(): object[] {
    return [...this.#pending].map(describeStep)
  }
}

function describeStep({ step, waitsFor }: StopStep): object {
  const pending = waitsFor?.() ?? []
  return { step, ...(pending.length === 0 ? {} : { waitsFor: pending }) }
}

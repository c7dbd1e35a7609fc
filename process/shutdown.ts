import type { Log } from '../telemetry/log.ts'

/** A step of the shutdown of a process. */
export interface StopStep {
  /** What it does, in words of an operator. */
  step: string
  run(): unknown
  /** What it still waits for, where that can be told. */
  waitsFor?: () => readonly unknown[]
}

export interface StopLimits {
  /** Milliseconds after which the process ends without the steps that are left. @default 15000 */
  within?: number
  /** Milliseconds after which it says what it waits for, and again after as many. @default 5000 */
  tellEvery?: number
  /** Ends the process. @default process.exit */
  exit?: (code: number) => void
}

/**
 * Undoes what a process has built: one row of steps after the other, those of a row at the same time. Where that takes
 * long, the log says which steps it waits for. What has not ended in time runs out by itself, so that a service manager
 * need not kill the process.
 */
export async function stopInOrder(
  log: Log,
  rows: readonly (readonly StopStep[])[],
  { within = 15_000, tellEvery = 5000, exit = process.exit }: StopLimits = {},
): Promise<void> {
  log.info('stopping')
  const pending = new Set<StopStep>()
  const steps = (): object => ({ steps: [...pending].map(described) })
  const telling = setInterval(() => log.warn(steps(), 'stopping takes long'), tellEvery)
  const end = setTimeout(() => {
    log.error(steps(), 'could not stop in order in time')
    exit(1)
  }, within)
  const take = async (step: StopStep): Promise<void> => {
    pending.add(step)
    await step.run()
    pending.delete(step)
  }
  try {
    for (const row of rows) await Promise.all(row.map(take))
  } finally {
    clearInterval(telling)
    clearTimeout(end)
  }
}

function described({ step, waitsFor }: StopStep): object {
  const what = waitsFor?.() ?? []
  return { step, ...(what.length === 0 ? {} : { waitsFor: what }) }
}

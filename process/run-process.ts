import type { Log } from '../telemetry/log.ts'
import { orEnd } from './environment.ts'

/** What a `main.ts` has started. */
export interface Running {
  /** Where it answers. */
  address: string
  /** Ends it in order, once however often it is called. */
  stop(): Promise<void>
}

/** The signals of a terminal and of a service manager, and the end of a parent that has forked this process. */
const endings = ['SIGTERM', 'SIGINT', 'disconnect'] as const

/** Runs what a `main.ts` starts until the process is asked to end; reports to a parent when it is ready. */
export async function runProcess(log: Log, start: () => Promise<Running>): Promise<void> {
  const running = await orEnd(start)
  onEnding(log, () => running.stop())
  process.send?.({ ready: true, address: running.address })
}

/**
 * Stops, once, when the process is asked to end, and then ends it: with 1 where that fails.
 *
 * @returns A function that does the same by itself, with the exit code given.
 */
export function onEnding(log: Log, stop: () => Promise<void>): (code: number) => void {
  let stopping: Promise<void> | undefined
  const end = (code: number): void => {
    stopping ??= stop().then(
      () => process.exit(code),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop in order')
        process.exit(1)
      },
    )
  }
  for (const ending of endings) process.on(ending, () => end(0))
  return end
}

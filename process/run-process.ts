import type { Log } from '../telemetry/log.ts'
import { exitOnError } from './environment.ts'

/** The running components of a process. */
export interface Running {
  /** The address that the process listens on. */
  address: string
  /** Stops the components in order; repeated calls have no further effect. */
  stop(): Promise<void>
}

/** Events that request a stop: the signals of service managers and terminals, and the exit of the parent process. */
const stopEvents = ['SIGTERM', 'SIGINT', 'disconnect'] as const

/** Starts the components of a process and runs them until a stop is requested. Reports readiness to the parent process. */
export async function runProcess(log: Log, start: () => Promise<Running>): Promise<void> {
  const running = await exitOnError(start)
  onStopRequest(log, () => running.stop())
  process.send?.({ ready: true, address: running.address })
}

/**
 * Calls `stop` once when a stop is requested, and then exits: with code 1 if `stop` fails.
 *
 * @returns A function that stops and exits with the given code.
 */
export function onStopRequest(log: Log, stop: () => Promise<void>): (code: number) => void {
  let stopping: Promise<void> | undefined
  const end = (code: number): void => {
    stopping ??= stop().then(
      () => process.exit(code),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly')
        process.exit(1)
      },
    )
  }
  for (const stopEvent of stopEvents) process.on(stopEvent, () => end(0))
  return end
}

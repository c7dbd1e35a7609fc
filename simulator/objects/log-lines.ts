/* The lines that simulated containers write: one per second, of which each knows its number. */

/** A run of a container, from its start to its end or, without one, to the present. */
export interface ContainerRun {
  namespace: string
  pod: string
  container: string
  /** Milliseconds since 1970. */
  start: number
  end: number | undefined
}

/** Milliseconds between two lines. */
const interval = 1000

/** Returns the number of the last line that a run has written. */
export function lastLine({ start, end }: ContainerRun, now: number): number {
  return Math.floor(((end ?? now) - start) / interval)
}

/** Returns the number of the first line at or after a time. */
export function firstLineSince({ start }: ContainerRun, time: number): number {
  return Math.max(0, Math.ceil((time - start) / interval))
}

/** Returns a line with its time in milliseconds. */
export function lineOf(run: ContainerRun, index: number): { time: number; text: string } {
  const { namespace, pod, container, start } = run
  return {
    time: start + index * interval,
    text: `simulated line ${index} of ${namespace}/${pod}/${container}`,
  }
}

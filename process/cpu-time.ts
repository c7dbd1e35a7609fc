/** Returns a CPU time of Node, whose parts are in microseconds, in milliseconds. */
export function cpuMilliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}

/** Returns the CPU time in milliseconds that this thread has used. */
export function threadCpuTime(): number {
  return cpuMilliseconds(process.threadCpuUsage())
}

/** An error of a run that its user can act on. */
export class RunError extends Error {
  readonly reason: string
  /** Reports whether a retry is pointless until something changes. */
  readonly blocked: boolean

  constructor(reason: string, message: string, { blocked = true }: { blocked?: boolean } = {}) {
    super(message)
    this.name = 'RunError'
    this.reason = reason
    this.blocked = blocked
  }
}

/** Reports whether a message says that a program could not get memory. */
export function isOutOfMemory(message: string): boolean {
  return /out of memory|cannot allocate memory|memory exhausted/i.test(message)
}

/** Reports whether a message says that something could not be reached, so that a retry may succeed. */
export function isUnavailable(message: string): boolean {
  return /timeout|timed out|connection (refused|reset)|no such host|could not resolve|temporar|unreachable|EOF|50[0234]\b|throttl|rate ?limit/i.test(
    message,
  )
}

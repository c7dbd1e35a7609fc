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

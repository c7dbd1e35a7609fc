/** Thrown when a cluster cannot run until somebody acts. The message says what to do. */
export class EnvtestBlocked extends Error {
  readonly reason: string

  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}

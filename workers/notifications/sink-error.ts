/** Thrown when a sink does not accept a message. The message of the error has no secrets. */
export class SinkError extends Error {
  /** A machine-readable reason in CamelCase. */
  readonly reason: string
  /** No retry can succeed until a user acts. */
  readonly blocked: boolean
  /** Milliseconds for which the sink asks to wait. */
  readonly retryAfter: number | undefined

  constructor(
    reason: string,
    message: string,
    {
      blocked = false,
      retryAfter,
      cause,
    }: ErrorOptions & { blocked?: boolean; retryAfter?: number | undefined } = {},
  ) {
    super(message, { cause })
    this.reason = reason
    this.blocked = blocked
    this.retryAfter = retryAfter
  }
}

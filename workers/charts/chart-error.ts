/** Thrown when a chart cannot be fetched or rendered. The message names the address or the chart, and says what to do. */
export class ChartError extends Error {
  /** A machine-readable reason in CamelCase. */
  readonly reason: string
  /** No retry can succeed until a user or an operator acts. */
  readonly blocked: boolean

  constructor(
    reason: string,
    message: string,
    { blocked = false, cause }: { blocked?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.reason = reason
    this.blocked = blocked
  }
}

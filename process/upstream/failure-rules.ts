/**
 * The classification of the failures of one type of upstream. Breaker, throttle and liveness probe are independent of
 * the protocol: each client, of clusters or of a provider's API, supplies its own rules.
 */
export interface FailureRules<Failure extends Error> {
  /** Reports whether an error comes from a request to the upstream. */
  isFailure(error: unknown): error is Failure
  /** Reports whether the connection failed, so that there is no response. */
  isDisconnected(error: unknown): error is Failure
  /** Returns the pause in milliseconds that the upstream requested (`Retry-After`); undefined when it requested none. */
  retryAfter(error: unknown): number | undefined
  /**
   * Returns the same failure for a request that was not sent.
   *
   * @param left The rest of the requested pause in milliseconds.
   */
  postponed(failure: Failure, left: number): Failure
  /** Converts a connection failure to plain data for other threads. */
  toRecord(failure: Failure): FailureRecord
  fromRecord(record: FailureRecord): Failure
}

export interface FailureRecord {
  kind: string
  message: string
  /** A machine-readable reason in CamelCase. */
  reason: string
}

/**
 * How the failures of one kind of upstream are told apart. What paces requests (breaker, throttle, liveness probe) knows
 * no protocol: a client of clusters, or of a provider's API, brings its own rules.
 */
export interface FailureRules<Failure extends Error> {
  /** Whether it is an error of that upstream at all. */
  isFailure(error: unknown): error is Failure
  /** Whether the connection failed: the upstream has said nothing. */
  isDisconnected(error: unknown): error is Failure
  /** Milliseconds for which the upstream has asked to be left alone; undefined where it has not. */
  askedWait(error: unknown): number | undefined
  /** The same refusal for a request that was not sent, with the milliseconds that are left. */
  postponed(failure: Failure, left: number): Failure
  /** A failed connection as plain data, for other threads. */
  toRecord(failure: Failure): FailureRecord
  fromRecord(record: FailureRecord): Failure
}

export interface FailureRecord {
  kind: string
  message: string
  /** One word in CamelCase. */
  reason: string
}

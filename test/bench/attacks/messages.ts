/** The messages of the runner to the process that attacks. */
export interface AttackOrder {
  /** {@link Attack.name} */
  attack: string
  step: 'prepare' | 'run'
  url: string
  token: string
}

/** The message of that process when it is done. */
export interface AttackReport {
  answers: readonly string[]
}

/** The measurements of the healthy client since the last request, in milliseconds. */
export interface HealthReport {
  latencies: readonly number[]
  /** The texts of errors. */
  failures: readonly string[]
}

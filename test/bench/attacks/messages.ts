/** What the runner says to the process that attacks. */
export interface AttackOrder {
  /** {@link Attack.name} */
  attack: string
  step: 'prepare' | 'run'
  url: string
  token: string
}

/** What that process says when it is through. */
export interface AttackReport {
  answers: readonly string[]
}

/** What the healthy client has seen since it was asked before; milliseconds. */
export interface HealthReport {
  latencies: readonly number[]
  /** Texts of errors. */
  failures: readonly string[]
}

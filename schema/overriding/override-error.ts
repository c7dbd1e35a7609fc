/** An override that cannot be applied to the resources of the definition. The message names its field and the remedy. */
export class OverrideError extends Error {
  /** The field of the instance, for example `overrides.env[1]`. */
  readonly field: string
  readonly problem: string
  readonly remedy: string

  constructor(field: string, problem: string, remedy: string) {
    super(`${field} ${problem}; ${remedy}`)
    this.field = field
    this.problem = problem
    this.remedy = remedy
  }
}

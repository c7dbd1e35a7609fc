import type { Statement } from './sql.ts'

/** Collects the parameters of a statement whose text is composed of parts. */
export class Parameters {
  readonly values: unknown[] = []

  /** Adds a value. @returns Its placeholder with a cast to `type`, such as `$3::text[]`. */
  add(value: unknown, type: string): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }
}

/** The maximum number of composed texts that are prepared: connections keep prepared statements until they close. */
const maxPrepared = 200

/** The names of composed texts, unique per text, because a connection prepares a name only once. */
const names = new Map<string, string>()

/**
 * Returns the statement of a composed text. The first texts of a process, which are those of its ordinary requests, are
 * prepared; further ones are parsed at each execution, so that clients cannot fill the memory of Postgres.
 */
export function composedStatement(purpose: string, text: string): Statement {
  if (!names.has(text) && names.size < maxPrepared) names.set(text, `${purpose}-${names.size + 1}`)
  return { name: names.get(text) ?? '', text }
}

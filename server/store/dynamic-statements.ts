import type { QueryResultRow } from 'pg'
import { connectionLifetime } from '../../prisma/client.ts'
import { PreparedTexts } from './prepared-texts.ts'
import { run, type Sql } from './sql.ts'

/** Collects the parameters of a statement whose text is composed of parts. */
export class Parameters {
  readonly values: unknown[] = []

  /** Adds a value. @returns Its placeholder with a cast to `type`, such as `$3::text[]`. */
  add(value: unknown, type: string): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }
}

/** The texts that are prepared on the connections of a pool. */
const preparedTexts = new WeakMap<Sql, PreparedTexts>()

/** Runs a statement that is composed of parts, by a prepared one if its text is sent often. */
export function runComposed<Row extends QueryResultRow>(
  sql: Sql,
  purpose: string,
  { text, parameters }: { text: string; parameters: Parameters },
): Promise<Row[]> {
  let texts = preparedTexts.get(sql)
  if (texts === undefined) {
    texts = new PreparedTexts({ period: connectionLifetime * 1000, now: () => performance.now() })
    preparedTexts.set(sql, texts)
  }
  return run<Row>(sql, { name: texts.nameOf(text, purpose), text }, parameters.values)
}

import type { ChangeOperation } from '../../prisma/generated/client/enums.ts'

/** When an object that was triggered is due, if no message brings it to a worker before. */
export const dueSoon = `now() + interval '5 seconds'`

/** Assignments that trigger an object: one more reason to reconcile it, and soon. */
export const triggered = `triggers = triggers + 1, "nextReconcileAt" = ${dueSoon}`

/** SQL expressions for the columns of an entry; those that are absent are null. */
export interface ChangeColumns {
  operation: ChangeOperation
  actor: string
  reason?: string
  traceparent?: string
  before?: string
  after?: string
  triggersReferrers?: string
  /** @default the version of the row */
  version?: string
}

/**
 * A statement that writes one entry of the change log for each row of `from`, a query of the same statement that returns
 * objects: object and log change together or not at all. `clauses` follow `FROM`, for further queries and conditions.
 */
export function logChanges(from: string, columns: ChangeColumns, clauses = ''): string {
  const { operation, version = `${from}.version`, ...rest } = columns
  const given = Object.entries(rest)
  const names = given.map(([name]) => `"${name}"`)
  const values = given.map(([, value]) => value)
  return `
    INSERT INTO "Change" ("objectId", "projectId", kind, name, operation, generation, version, ${names.join(', ')})
    SELECT ${from}.id, ${from}."projectId", ${from}.kind, ${from}.name, '${operation}', ${from}.generation, ${version},
      ${values.join(', ')}
    FROM ${from} ${clauses}`
}

import type { ChangeOperation } from '../../prisma/generated/client/enums.ts'

/** The due time of a triggered object, for the case that its message is lost. */
export const dueSoon = `now() + interval '5 seconds'`

/** SQL assignments that trigger an object: they count the trigger and set the due time. */
export const triggered = `triggers = triggers + 1, "nextReconcileAt" = ${dueSoon}`

/** Milliseconds from which a delay is that of a repeated check, whose exact time does not matter. */
export const checkDelay = 20_000
/** Milliseconds of the steps at which repeated checks become due. */
export const checkStep = 2000

/**
 * Returns the SQL of the due time after a delay in milliseconds, which may be null. Repeated checks become due at the same steps for
 * all objects, so that many are taken together: one at a time, taking them would be most of what an idle control plane does.
 */
export function dueAfter(delay: string): string {
  const exact = `now() + ${delay}::bigint * interval '1 millisecond'`
  return `CASE WHEN ${delay}::bigint < ${checkDelay} THEN ${exact}
        ELSE date_bin(interval '${checkStep} milliseconds', ${exact}, timestamptz 'epoch') END`
}

/** The condition that an entry of the log changed the spec of its object; that of the partial index of histories. */
export const isDesired = `(operation = 'CREATE' OR operation = 'UPDATE' AND "triggersReferrers")`

/** SQL expressions for the columns of an entry; absent columns are null. */
export interface ChangeColumns {
  operation: ChangeOperation
  actor: string
  reason?: string
  traceparent?: string
  before?: string
  after?: string
  secrets?: string
  metadata?: string
  triggersReferrers?: string
  /** The version that the entry records. @default the version of the row */
  version?: string
}

/**
 * Returns the SQL that writes one entry of the change log for each row of `from`, a CTE of the same statement that returns
 * objects, so that object and log change atomically. `clauses` follow `FROM`, for joins and conditions.
 */
export function logChanges(from: string, columns: ChangeColumns, clauses = ''): string {
  const { operation, version = `${from}.version`, ...rest } = columns
  const present = Object.entries(rest)
  const names = present.map(([name]) => `"${name}"`)
  const values = present.map(([, value]) => value)
  return `
    INSERT INTO "Change" ("objectId", "projectId", kind, name, operation, generation, version, ${names.join(', ')})
    SELECT ${from}.id, ${from}."projectId", ${from}.kind, ${from}.name, '${operation}', ${from}.generation, ${version},
      ${values.join(', ')}
    FROM ${from} ${clauses}`
}

import { DatabaseError, type PoolClient, type Pool, type QueryResultRow } from 'pg'
import type { Draft } from '../../schema/inputs.ts'
import { isReady, type ObjectStatus } from '../../schema/status.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { isRace, retryingRaces } from './races.ts'

/** A pool, or the connection of a transaction. */
export type Sql = Pool | PoolClient

/** A statement. */
export interface Statement {
  /** The unique name of the text, which Postgres parses once per connection; empty to parse it at each execution. */
  name: string
  text: string
}

/** Runs a statement. Outside of a transaction, it is retried when it loses a race. */
export async function run<Row extends QueryResultRow>(
  sql: Sql,
  { name, text }: Statement,
  values: unknown[],
): Promise<Row[]> {
  const query = async (): Promise<Row[]> => {
    try {
      return (await sql.query<Row>({ ...preparedNames.of(name), text, values })).rows
    } catch (error) {
      if (hasChangedColumns(error)) preparedNames.renew()
      throw error
    }
  }
  // An error aborts the whole transaction, which `transaction` retries.
  if ('release' in sql) return query()
  return retryingRaces(query, { retryable: isRetryable })
}

/**
 * The names under which connections prepare statements. Postgres rejects a prepared `SELECT *` once a migration has changed
 * the columns of its table, so statements are then prepared under new names.
 */
class PreparedNames {
  /** The number of times that columns have changed while this process ran. */
  #columnChanges = 0

  of(statement: string): { name?: string } {
    if (statement === '') return {}
    return { name: this.#columnChanges === 0 ? statement : `${statement}-${this.#columnChanges}` }
  }

  renew(): void {
    this.#columnChanges += 1
  }
}

/** Shared by all pools of the process: a new name is harmless where it is not needed. */
const preparedNames = new PreparedNames()

function hasChangedColumns(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

/** Reports whether a concurrent transaction or migration caused the error. */
function isRetryable(error: unknown): boolean {
  return isRace(error) || hasChangedColumns(error)
}

export interface TransactionOptions {
  /** Rolls back at the end. @default false */
  rollback?: boolean
  /** The maximum number of attempts after races and migrations. @default 10 */
  attempts?: number
}

/**
 * The work of a transaction. `finish` gets the last statements, whose results do not matter: they are sent together with the end of the
 * transaction, which then takes one round trip.
 */
type Work<Result> = (sql: PoolClient, finish: (statement: Promise<unknown>) => void) => Promise<Result>

/**
 * Runs `work` in one transaction; `rollback` discards its effects, for dry runs. A transaction that loses a race, such as a
 * deadlock, is run again from the start, so `work` must have no effects outside of the database. Given the connection of a
 * transaction, `work` becomes part of that transaction, which is retried as a whole.
 */
export async function transaction<Result>(
  sql: Sql,
  work: Work<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  if ('release' in sql) return withinTransaction(sql, work, options)
  return retryingRaces(() => transactionOnce(sql, work, options), { ...options, retryable: isRetryable })
}

async function withinTransaction<Result>(
  sql: PoolClient,
  work: Work<Result>,
  options: TransactionOptions,
): Promise<Result> {
  if (options.rollback !== true) return finished(sql, work)
  await sql.query('SAVEPOINT tried')
  try {
    return await finished(sql, work)
  } finally {
    // Released as well, because an outer dry run has a savepoint of the same name.
    await sql.query('ROLLBACK TO SAVEPOINT tried; RELEASE SAVEPOINT tried')
  }
}

/** Resolves once the work and its last statements are done, and an end that is sent with them. */
async function finished<Result>(
  sql: PoolClient,
  work: Work<Result>,
  end?: () => Promise<unknown>,
): Promise<Result> {
  const last: Promise<unknown>[] = []
  const result = await work(sql, (statement) => {
    // It may fail before it is awaited.
    statement.catch(() => undefined)
    last.push(statement)
  })
  await Promise.all([...last, end?.()])
  return result
}

async function transactionOnce<Result>(
  pool: Pool,
  work: Work<Result>,
  options: TransactionOptions,
): Promise<Result> {
  const client = await pool.connect()
  // A broken connection rejects its query and also emits this event, which ends the process without a listener.
  const onError = (error: Error): void => void (broken = error)
  let broken: Error | undefined
  client.on('error', onError)
  try {
    // Sent together with the first statement: on a connection that works, it cannot fail.
    const beginning = client.query('BEGIN')
    beginning.catch(() => undefined)
    return await finished(client, work, async () => {
      await beginning
      await client.query(options.rollback === true ? 'ROLLBACK' : 'COMMIT')
    })
  } catch (error) {
    // A connection that cannot roll back is discarded, and Postgres then rolls back.
    await client.query('ROLLBACK').catch((cause: unknown) => {
      broken = cause instanceof Error ? cause : new Error(String(cause))
    })
    throw error
  } finally {
    client.release(broken)
    client.off('error', onError)
  }
}

/** Returns the stored status. The type holds, because only the store and validated reports write it. */
export function statusOf(object: Pick<StoredObject, 'status'>): ObjectStatus {
  return object.status as unknown as ObjectStatus
}

/** Returns the stored spec, which was validated with the schema of its kind before it was stored. */
export function specOf(object: StoredObject): Record<string, unknown> {
  return object.spec as unknown as Record<string, unknown>
}

/** Returns the stored labels. */
export function labelsOf(object: StoredObject): Record<string, string> {
  return object.labels as unknown as Record<string, string>
}

/** Returns the stored annotations. */
export function annotationsOf(object: StoredObject): Record<string, string> {
  return object.annotations as unknown as Record<string, string>
}

/**
 * Returns the status of an object whose spec was just accepted. Objects of kinds without a reconciler are ready at
 * once.
 */
export function acceptedStatus(
  { kind, outputs }: Pick<Draft, 'kind' | 'outputs'>,
  generation: number,
): ObjectStatus {
  const at = { observedGeneration: generation, lastTransitionTime: new Date().toISOString() }
  const accepted = {
    type: 'Accepted',
    status: 'True',
    reason: 'Valid',
    message: 'The spec is valid.',
    ...at,
  } as const
  if (kind.reconciled) {
    const message = 'Waiting for a worker.'
    return {
      phase: 'Pending',
      conditions: [
        accepted,
        { type: 'Progressing', status: 'True', reason: 'Pending', message, ...at },
        { type: 'Ready', status: 'Unknown', reason: 'Pending', message, ...at },
      ],
      outputs: {},
    }
  }
  return {
    phase: 'Ready',
    conditions: [
      accepted,
      { type: 'Ready', status: 'True', reason: 'Accepted', message: 'Nothing is left to do.', ...at },
    ],
    outputs,
  }
}

export { isReady }

/** Returns names of the registry, which need no escaping, as a list of SQL. */
export function listed(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join()
}

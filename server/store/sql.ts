import { DatabaseError, type PoolClient, type Pool, type QueryResultRow } from 'pg'
import type { Draft } from '../../schema/inputs.ts'
import { isReady, type ObjectStatus } from '../../schema/status.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { isRace, retryingRaces } from './races.ts'

/** A pool, or the one connection of a transaction. */
export type Sql = Pool | PoolClient

/** A statement with a name, so that Postgres parses and plans it once per connection. */
export interface Statement {
  name: string
  text: string
}

/** Runs a statement; one that is a transaction of its own is run again when it loses a race. */
export async function run<Row extends QueryResultRow>(
  sql: Sql,
  { name, text }: Statement,
  values: unknown[],
): Promise<Row[]> {
  const ask = async (): Promise<Row[]> => {
    try {
      return (await sql.query<Row>({ name: preparedNames.of(name), text, values })).rows
    } catch (error) {
      if (hasChangedColumns(error)) preparedNames.renew()
      throw error
    }
  }
  // A transaction is over by the error, and begins anew.
  if ('release' in sql) return ask()
  return retryingRaces(ask, { retryable: isOvertaken })
}

/**
 * Names under which connections prepare statements. One that answers with all columns is refused once a migration has
 * changed the columns of its table, so each is prepared under another name from then on.
 */
class PreparedNames {
  /** How often that has happened while this process ran. */
  #columnChanges = 0

  of(statement: string): string {
    return this.#columnChanges === 0 ? statement : `${statement}-${this.#columnChanges}`
  }

  renew(): void {
    this.#columnChanges += 1
  }
}

/** Of all pools of this process: a name that is not needed is only another name. */
const preparedNames = new PreparedNames()

function hasChangedColumns(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

/** Whether others have come in between: with their rows, or with a migration. */
function isOvertaken(error: unknown): boolean {
  return isRace(error) || hasChangedColumns(error)
}

export interface TransactionOptions {
  /** Keep nothing. @default false */
  rollback?: boolean
  /** How often it is run when it loses races, or migrations end it. @default 10 */
  attempts?: number
}

/**
 * Runs `work` in one transaction; `rollback` keeps nothing of it, for dry runs. One that loses a race, as when Postgres
 * ends one of two that wait for each other, is run again from its start, so `work` must have no effect but in the
 * database. On the connection of a transaction `work` is a part of that, and that is run again.
 */
export async function transaction<Result>(
  sql: Sql,
  work: (sql: PoolClient) => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  if ('release' in sql) return withinTransaction(sql, work, options)
  return retryingRaces(() => transactionOnce(sql, work, options), { ...options, retryable: isOvertaken })
}

async function withinTransaction<Result>(
  sql: PoolClient,
  work: (sql: PoolClient) => Promise<Result>,
  options: TransactionOptions,
): Promise<Result> {
  if (options.rollback !== true) return work(sql)
  await sql.query('SAVEPOINT tried')
  try {
    return await work(sql)
  } finally {
    await sql.query('ROLLBACK TO SAVEPOINT tried')
  }
}

async function transactionOnce<Result>(
  pool: Pool,
  work: (sql: PoolClient) => Promise<Result>,
  options: TransactionOptions,
): Promise<Result> {
  const client = await pool.connect()
  // A connection that breaks tells it by its query and by this event, which ends the process when nobody listens.
  const broke = (error: Error): void => void (broken = error)
  let broken: Error | undefined
  client.on('error', broke)
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query(options.rollback === true ? 'ROLLBACK' : 'COMMIT')
    return result
  } catch (error) {
    // A connection that cannot roll back is thrown away, and Postgres rolls back by itself.
    await client.query('ROLLBACK').catch((cause: unknown) => {
      broken = cause instanceof Error ? cause : new Error(String(cause))
    })
    throw error
  } finally {
    client.release(broken)
    client.off('error', broke)
  }
}

/** The stored status, which only this store and reports checked against its schema have written. */
export function statusOf(object: StoredObject): ObjectStatus {
  return object.status as unknown as ObjectStatus
}

/** The stored spec, which was parsed with the kind's schema on the way in. */
export function specOf(object: StoredObject): Record<string, unknown> {
  return object.spec as unknown as Record<string, unknown>
}

export function labelsOf(object: StoredObject): Record<string, string> {
  return object.labels as unknown as Record<string, string>
}

/** Status of an object whose spec was just accepted. Kinds without a reconciler are ready by that. */
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

import { setTimeout as sleep } from 'node:timers/promises'
import type { PoolClient, Pool, QueryResultRow } from 'pg'
import type { Kind } from '../../schema/kinds/kind.ts'
import { isReady, type ObjectStatus } from '../../schema/status.ts'
import type { StoredObject } from '../../prisma/client.ts'

/** A pool, or the one connection of a transaction. */
export type Sql = Pool | PoolClient

/** A statement with a name, so that Postgres parses and plans it once per connection. */
export interface Statement {
  name: string
  text: string
}

export async function run<Row extends QueryResultRow>(
  sql: Sql,
  { name, text }: Statement,
  values: unknown[],
): Promise<Row[]> {
  const ask = () =>
    sql.query<Row>({ name: columnChanges === 0 ? name : `${name}-${columnChanges}`, text, values })
  try {
    return (await ask()).rows
  } catch (error) {
    if (!hasChangedColumns(error)) throw error
    columnChanges += 1
    // A transaction is over by the error, and begins anew.
    if ('release' in sql) throw error
    return (await ask()).rows
  }
}

/**
 * How often a migration has changed the columns of a table while this process ran. A prepared statement that answers with
 * all columns is refused from then on, so each is prepared under another name.
 */
let columnChanges = 0

function hasChangedColumns(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '0A000' &&
    error.message.includes('cached plan must not change result type')
  )
}

export interface TransactionOptions {
  /** Keep nothing. @default false */
  rollback?: boolean
  /** How often it is run when deadlocks, or migrations, end it. @default 10 */
  attempts?: number
}

/**
 * Runs `work` in one transaction; `rollback` keeps nothing of it, for dry runs. Postgres ends one of two transactions
 * that wait for each other: that one is run again from its start, so `work` must have no effect but in the database.
 * On the connection of a transaction `work` is a part of that.
 */
export async function transaction<Result>(
  sql: Sql,
  work: (sql: PoolClient) => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  if ('release' in sql) return withinTransaction(sql, work, options)
  for (let attempt = 1; ; attempt++) {
    try {
      return await transactionOnce(sql, work, options)
    } catch (error) {
      const deadlocked =
        error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')
      if (!(deadlocked || hasChangedColumns(error)) || attempt >= (options.attempts ?? 10)) throw error
      await sleep(Math.random() * 20 * attempt)
    }
  }
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
export function acceptedStatus(kind: Kind, generation: number, spec: Record<string, unknown>): ObjectStatus {
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
    outputs: kind.derive?.(spec) ?? {},
  }
}

export { isReady }

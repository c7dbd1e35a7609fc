import type { Pool } from 'pg'
import type { Database } from '../../../prisma/client.ts'
import type { Change } from '../../../prisma/generated/client/client.ts'
import type { Store } from '../../../schema/graphql/store.ts'
import type { ChangeQuery } from '../../../schema/graphql/store-queries.ts'
import { isRecord } from '../../../schema/manifests.ts'
import { deliveryStatements } from './delivery-statements.ts'
import { externalStatements } from './external-statements.ts'
import { historyStatements } from './history-statements.ts'
import { inventoryStatements } from './inventory-statements.ts'
import { countObjects, listObjects } from './lists.ts'
import { notificationStatements } from './notification-statements.ts'
import { objectStatements } from './object-statements.ts'
import { ownershipStatements } from './ownership-statements.ts'
import { placementStatements } from './placement-statements.ts'
import { reconcileStatements } from './reconcile-statements.ts'
import { rolloutStatements } from './rollout-statements.ts'
import { schemaStatements } from './schema-statements.ts'
import { terraformStatements } from './terraform-statements.ts'
import { createTables, type Tables } from './tables.ts'

/**
 * An in-memory model of the Postgres database. It implements the server's statements by name, so that everything above
 * them is the real store. A transaction runs in one step; outside a transaction, other statements may run between any
 * two.
 */
export interface ModelDatabase {
  tables: Tables
  /** Reports whether a transaction is open. */
  isInTransaction(): boolean
  pool: Pool
  /** The database to pass to `createStore`. */
  database: Database
  /** The reads for which the store uses Prisma. */
  reads: Pick<Store, 'list' | 'count' | 'changes' | 'changeBodies'>
}

type Execute = (tables: Tables, values: never) => readonly object[]

const statements: Readonly<Record<string, Execute>> = {
  ...objectStatements,
  ...reconcileStatements,
  ...deliveryStatements,
  ...ownershipStatements,
  ...externalStatements,
  ...inventoryStatements,
  ...historyStatements,
  ...schemaStatements,
  ...placementStatements,
  ...terraformStatements,
  ...notificationStatements,
  ...rolloutStatements,
} satisfies Record<string, Execute>

export interface ModelOptions {
  /** Waits until a statement or a transaction may run. */
  awaitTurn?: (name: string) => Promise<void>
  /** Replaces statements, for mutants. */
  instead?: Readonly<Record<string, Execute>>
  /** Called with each executed statement. */
  onStatement?: (name: string, values: readonly unknown[], rows: readonly object[]) => void
  /** Called with each statement that has no model: whoever runs it may only log that it fails. */
  onUnknown?: (problem: string) => void
}

export function createModelDatabase({
  awaitTurn = async () => undefined,
  instead = {},
  onStatement = () => undefined,
  onUnknown = () => undefined,
}: ModelOptions = {}): ModelDatabase {
  const tables = createTables()
  let transaction: (() => void) | undefined

  const execute = (statement: unknown): { rows: object[] } => {
    if (statement === 'BEGIN') {
      if (transaction !== undefined) throw new Error('two transactions of the model overlap')
      transaction = tables.savepoint()
    } else if (statement === 'COMMIT') transaction = undefined
    else if (statement === 'ROLLBACK') {
      transaction?.()
      transaction = undefined
    } else if (isRecord(statement)) {
      const name = String(statement['name'])
      const found = instead[name] ?? statements[name]
      if (found === undefined) {
        const problem = `statement ${name} is not modelled: add it to test/simulation/database`
        onUnknown(problem)
        throw new Error(problem)
      }
      const values = statement['values'] as unknown[]
      const rows = found(tables, values as never).map((row) => ({ ...row }))
      onStatement(name, values, rows)
      return { rows }
    } else throw new Error(`statement ${String(statement)} is not modelled`)
    return { rows: [] }
  }
  const query = async (statement: unknown) => {
    await awaitTurn(isRecord(statement) ? String(statement['name']) : '')
    return execute(statement)
  }
  const client = {
    query: async (statement: unknown) => execute(statement),
    release: () => undefined,
    on: () => undefined,
    off: () => undefined,
  }
  const connect = async () => {
    await awaitTurn('transaction')
    return client
  }
  // The store uses only these methods of a pool.
  const pool = { query, connect } as unknown as Pool
  const noPrisma = new Proxy({}, { get: (_, name) => refuse(String(name)) })
  const database = { sql: pool, reads: pool, prisma: noPrisma, close: async () => undefined } as Database
  const read = async <Row>(rows: () => Row): Promise<Row> => {
    await awaitTurn('read')
    return rows()
  }
  return {
    tables,
    isInTransaction: () => transaction !== undefined,
    pool,
    database,
    reads: {
      list: (listed) => read(() => listObjects(tables, listed)),
      count: (filter) => read(() => countObjects(tables, filter)),
      changes: (asked) => read(() => listChanges(tables, asked)),
      changeBodies: (places) =>
        read(() => places.map((place) => tables.changes.find(({ seq }) => seq === place))),
    },
  }
}

function refuse(name: string): never {
  throw new Error(`the model has no Prisma: ${name} is not available`)
}

function listChanges({ changes }: Tables, { after = 0n, upTo, limit, objectId }: ChangeQuery): Change[] {
  return changes
    .filter(({ seq }) => seq > after && (upTo === undefined || seq <= upTo))
    .filter((change) => objectId === undefined || change.objectId === objectId)
    .slice(0, limit)
}

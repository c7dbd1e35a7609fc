import type { Pool } from 'pg'
import type { Database } from '../../../prisma/client.ts'
import type { Change, StoredObject } from '../../../prisma/generated/client/client.ts'
import type { ChangeQuery, ListFilter, ListQuery, Store } from '../../../schema/graphql/store.ts'
import { isRecord } from '../../../schema/manifests.ts'
import type { ObjectStatus } from '../../../schema/status.ts'
import { deliveryStatements } from './delivery-statements.ts'
import { externalStatements } from './external-statements.ts'
import { objectStatements } from './object-statements.ts'
import { ownershipStatements } from './ownership-statements.ts'
import { reconcileStatements } from './reconcile-statements.ts'
import { createTables, type Tables } from './tables.ts'

/**
 * A model of the one Postgres in memory. It knows the statements of the server by their names, so that everything above
 * them is the real store. A transaction is done in one go; between any two statements outside of one, others may come.
 */
export interface ModelDatabase {
  tables: Tables
  pool: Pool
  /** For `createStore`. */
  database: Database
  /** The reads that the store makes by Prisma. */
  reads: Pick<Store, 'list' | 'count' | 'changes' | 'changeBodies'>
}

type Execute = (tables: Tables, values: never) => readonly object[]

const statements: Readonly<Record<string, Execute>> = {
  ...objectStatements,
  ...reconcileStatements,
  ...deliveryStatements,
  ...ownershipStatements,
  ...externalStatements,
} satisfies Record<string, Execute>

export interface ModelOptions {
  /** Waits for the turn of a statement, or of a transaction. */
  turn?: (name: string) => Promise<void>
  /** Replaces statements, for mutants. */
  instead?: Readonly<Record<string, Execute>>
  /** Told of each statement that was executed. */
  onStatement?: (name: string, values: readonly unknown[], rows: readonly object[]) => void
}

export function createModelDatabase({
  turn = async () => undefined,
  instead = {},
  onStatement = () => undefined,
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
      if (found === undefined)
        throw new Error(`the model knows no statement ${name}: add it to test/simulation/database`)
      const values = statement['values'] as unknown[]
      const rows = found(tables, values as never).map((row) => ({ ...row }))
      onStatement(name, values, rows)
      return { rows }
    } else throw new Error(`the model knows no ${String(statement)}`)
    return { rows: [] }
  }
  const query = async (statement: unknown) => {
    await turn(isRecord(statement) ? String(statement['name']) : '')
    return execute(statement)
  }
  const client = {
    query: async (statement: unknown) => execute(statement),
    release: () => undefined,
    on: () => undefined,
    off: () => undefined,
  }
  const connect = async () => {
    await turn('transaction')
    return client
  }
  // The store uses no more of a pool than this.
  const pool = { query, connect } as unknown as Pool
  const noPrisma = new Proxy({}, { get: (_, name) => refuse(String(name)) })
  const database = { sql: pool, prisma: noPrisma, close: async () => undefined } as Database
  const read = async <Row>(rows: () => Row): Promise<Row> => {
    await turn('read')
    return rows()
  }
  return {
    tables,
    pool,
    database,
    reads: {
      list: (listed) => read(() => ({ objects: listObjects(tables, listed), isCut: false })),
      count: (filter) => read(() => [...tables.objects.values()].filter(matches(tables, filter)).length),
      changes: (asked) => read(() => listChanges(tables, asked)),
      changeBodies: (places) =>
        read(() => places.map((place) => tables.changes.find(({ seq }) => seq === place))),
    },
  }
}

function refuse(name: string): never {
  throw new Error(`the model has no Prisma, and ${name} of it is asked for`)
}

function listObjects(tables: Tables, query: ListQuery): StoredObject[] {
  const { order, direction, limit, after, offset = 0 } = query
  const sign = direction === 'asc' ? 1 : -1
  const key = (object: StoredObject): string => (order === 'id' ? '' : textOf(object[order]))
  const compare = (a: { value: string; id: bigint }, b: { value: string; id: bigint }): number =>
    sign * (a.value === b.value ? (a.id < b.id ? -1 : Number(a.id > b.id)) : a.value < b.value ? -1 : 1)
  const place = (object: StoredObject) => ({ value: key(object), id: object.id })
  const from = after && { id: after.id, value: order === 'id' ? '' : after.value }
  return [...tables.objects.values()]
    .filter(matches(tables, query))
    .filter((object) => from === undefined || compare(place(object), from) > 0)
    .sort((a, b) => compare(place(a), place(b)))
    .slice(offset, offset + limit)
}

function textOf(value: string | Date): string {
  return value instanceof Date ? value.toISOString() : value
}

function matches(
  { objects, references, ownerships }: Tables,
  filter: ListFilter,
): (object: StoredObject) => boolean {
  const { kind, project, names, labels = {}, search, phases, ready, stalled, specFields = {} } = filter
  const referring = [...references.values()]
    .filter(({ toId }) => toId === filter.references)
    .map(({ fromId }) => fromId)
  const isOwned = (owner: bigint, owned: bigint): boolean =>
    [...ownerships.values()].some(({ ownerId, ownedId }) => ownerId === owner && ownedId === owned)
  return (object) => {
    const parent = object.projectId === null ? undefined : objects.get(object.projectId)
    const own = [object.labels, object.spec].map((value) => (isRecord(value) ? value : {}))
    return (
      (kind === undefined || object.kind === kind) &&
      (project === undefined || parent?.name === project) &&
      (names === undefined || names.includes(object.name)) &&
      (search === undefined || object.name.toLowerCase().includes(search.toLowerCase())) &&
      (filter.references === undefined || referring.includes(object.id)) &&
      (filter.owners === undefined || isOwned(object.id, filter.owners)) &&
      (filter.ownedBy === undefined || isOwned(filter.ownedBy, object.id)) &&
      Object.entries(labels).every(([name, value]) => own[0]?.[name] === value) &&
      Object.entries(specFields).every(([name, value]) => own[1]?.[name] === value) &&
      (phases === undefined || phases.includes((object.status as unknown as ObjectStatus).phase)) &&
      (ready === undefined || ready === isReady(object)) &&
      (stalled === undefined || stalled === object.stalled)
    )
  }
}

/** Ready as it is desired now, and not about to go. */
function isReady({ ready, observedGeneration, generation, deletionRequestedAt }: StoredObject): boolean {
  return ready && observedGeneration >= generation && deletionRequestedAt === null
}

function listChanges({ changes }: Tables, { after = 0n, upTo, limit, objectId }: ChangeQuery): Change[] {
  return changes
    .filter(({ seq }) => seq > after && (upTo === undefined || seq <= upTo))
    .filter((change) => objectId === undefined || change.objectId === objectId)
    .slice(0, limit)
}

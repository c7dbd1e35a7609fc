import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient, type StoredObject } from './generated/client/client.ts'

export type { PrismaClient, StoredObject }

/** The two ways to the one database: Prisma for reads, plain SQL for the writes that must be one round trip. */
export interface Database {
  prisma: PrismaClient
  sql: pg.Pool
  close(): Promise<void>
}

const { INT8 } = pg.types.builtins

/** bigint columns arrive as `bigint`, as Prisma gives them, and not as text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8
      ? (text: string) => BigInt(text)
      : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
}

/** Milliseconds that one read of a client may take; those that use an index take a few. */
const longestRead = 5000

export interface DatabaseOptions {
  url: string
  /** Connections of each of the two pools. @default 10 */
  connections?: number
}

/*
 * Statements of the store find what they need by indexes, and do so however little Postgres knows of the tables: they have no
 * statistics in the first minute, nor after a restore, and a plan that was made for an empty table reads all of a large one.
 * One plan serves all values, so it is made once for each connection.
 */
const planner = [
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'plan_cache_mode=force_generic_plan',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

export function openDatabase({ url, connections = 10 }: DatabaseOptions): Database {
  const connection = {
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  }
  const sql = createPool({ ...connection, types, application_name: 'qleetos', options: planner })
  const reads = createPool({
    ...connection,
    application_name: 'qleetos-reads',
    statement_timeout: longestRead,
  })
  const prisma = new PrismaClient({ adapter: new PrismaPg(reads) })
  return {
    prisma,
    sql,
    close: async () => {
      await prisma.$disconnect()
      await Promise.all([reads.end(), sql.end()])
    },
  }
}

/**
 * A connection that breaks tells it by its query, and once or more by an event, whoever has it at that moment: the pool,
 * a transaction, or nobody any more. Without a listener the event would end the process. The next use gets another one.
 */
function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient, type StoredObject } from './generated/client/client.ts'

export type { PrismaClient, StoredObject }

/** The clients of the database. */
export interface Database {
  /** Prisma, for simple reads, on the connections of `reads`. */
  prisma: PrismaClient
  /** Plain SQL for statements that use indexes, such as writes that must take one round trip. */
  sql: pg.Pool
  /** Plain SQL for reads whose cost depends on the request, with a time limit. */
  reads: pg.Pool
  close(): Promise<void>
}

const { INT8, TIMESTAMPTZ } = pg.types.builtins

type Parse = (text: string) => unknown
const parseAnyTime = pg.types.getTypeParser(TIMESTAMPTZ, 'text') as Parse

/** Parses times, which are in UTC on most connections, by the fast path of `Date` for ISO 8601. Years have four digits or more. */
const parseTime = (text: string): unknown =>
  text[10] === ' ' && text.endsWith('+00')
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : parseAnyTime(text)

const parsers = new Map<number, Parse>([
  [INT8, BigInt],
  [TIMESTAMPTZ, parseTime],
])

/** Parses bigint columns as `bigint`, as Prisma does, instead of as strings, and times faster than pg. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers.get(oid) ?? (pg.types.getTypeParser(oid, format) as Parse),
}

/** The statement timeout of reads, in milliseconds; reads that use an index take a few. */
const readTimeout = 5000

export interface DatabaseOptions {
  url: string
  /** Connections of each of the two pools. @default 10 */
  connections?: number
}

/**
 * Planner settings, as options of a connection. Statements of the store must use indexes even without table statistics: tables have none in the first
 * minute and after a restore, and a plan made for an empty table scans all of a large one. One generic plan serves all
 * parameter values, so each statement is planned once per connection.
 */
export const storePlanner = settingsOf(
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'plan_cache_mode=force_generic_plan',
  'jit=off',
)

/**
 * Statements take milliseconds, of which compiling one would take tens. What is read often is in memory, where a page costs the same in
 * any order: a subquery for each row of a list then uses its index, also on a table of a few pages.
 */
const readPlanner = settingsOf('jit=off', 'random_page_cost=1.1')

function settingsOf(...settings: string[]): string {
  return settings.map((setting) => `-c ${setting}`).join(' ')
}

/**
 * Seconds for which a connection is used. What it has prepared ends with it, so that requests of the past do not occupy the memory
 * of Postgres.
 */
export const connectionLifetime = 3600

export function openDatabase({ url, connections = 10 }: DatabaseOptions): Database {
  const connection = {
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    maxLifetimeSeconds: connectionLifetime,
  }
  const sql = createPool({
    ...connection,
    types,
    application_name: 'qleetos',
    options: storePlanner,
    // Statements of a transaction that need not wait for each other are sent together.
    pipeline: true,
  })
  const reads = createPool({
    ...connection,
    types,
    application_name: 'qleetos-reads',
    options: readPlanner,
    statement_timeout: readTimeout,
  })
  let made: PrismaClient | undefined
  const prisma = (): PrismaClient => (made ??= new PrismaClient({ adapter: new PrismaPg(reads) }))
  return {
    // A new client holds 4 MB, which servers need only for events, resources and history.
    prisma: new Proxy({} as PrismaClient, { get: (_, name) => Reflect.get(prisma(), name) as unknown }),
    sql,
    reads,
    close: async () => {
      await made?.$disconnect()
      await Promise.all([reads.end(), sql.end()])
    },
  }
}

/**
 * Creates a pool that ignores error events. A broken connection rejects its query, and in addition emits one or more error
 * events, whether the pool or a transaction holds it or neither. An event without a listener would end the process. The
 * pool replaces the connection.
 */
function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

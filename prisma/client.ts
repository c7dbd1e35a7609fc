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

export interface DatabaseOptions {
  url: string
  /** Connections of each of the two pools. @default 10 */
  connections?: number
}

export function openDatabase({ url, connections = 10 }: DatabaseOptions): Database {
  const connection = {
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  }
  const sql = new pg.Pool({ ...connection, types, application_name: 'qleetos' })
  // A connection that breaks while idle is replaced at the next use; without a listener it would end the process.
  sql.on('error', () => undefined)
  const prisma = new PrismaClient({
    adapter: new PrismaPg({ ...connection, application_name: 'qleetos-reads' }),
  })
  return {
    prisma,
    sql,
    close: async () => {
      await Promise.all([prisma.$disconnect(), sql.end()])
    },
  }
}

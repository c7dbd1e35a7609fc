import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Database } from '../../prisma/client.ts'

export interface TestDatabase extends Database {
  url: string
  /** Closes the connections and drops the database. */
  drop(): Promise<void>
}

/** Creates an empty database for a test file from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('postgresUrl'))
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: new URL('/postgres', template).href })
    await client.connect()
    try {
      // Creating a database from a template needs exclusive access to it for a moment.
      await client.query('SELECT pg_advisory_lock(4711)')
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  await admin(`CREATE DATABASE ${name} TEMPLATE ${template.pathname.slice(1)}`)
  const url = new URL(`/${name}`, template).href
  const database = openDatabase({ url })
  // The template contains an identity, and two control planes must not share one.
  await database.sql.query('UPDATE "ControlPlane" SET id = gen_random_uuid()')
  return {
    ...database,
    url,
    drop: async () => {
      await database.close()
      await admin(`DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

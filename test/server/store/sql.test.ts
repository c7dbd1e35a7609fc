import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../../prisma/client.ts'
import { asPlatformError } from '../../../server/http/failures.ts'
import { transaction } from '../../../server/store/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'

let database: TestDatabase
let proxy: TcpProxy
let severed: Database
beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await startTcpProxy(database.url)
  severed = openDatabase({ url: proxy.through(database.url) })
})
afterAll(async () => {
  await severed?.close()
  await proxy?.close()
  await database?.drop()
})

describe('transaction', () => {
  // A process exits with an error event that has no listener: vitest reports it as an error of the run.
  it.each([
    [
      'between two queries',
      async (sql: PoolClient) => {
        await sql.query('SELECT 1')
        const broken = new Promise((resolve) => sql.once('end', resolve))
        await proxy.cut()
        await broken
        await sql.query('SELECT 1')
      },
    ],
    [
      'during a query',
      async (sql: PoolClient) => Promise.all([sql.query('SELECT pg_sleep(60)'), proxy.cut()]),
    ],
  ])('fails when the connection breaks %s, and the next one works', async (_, work) => {
    const error = await transaction<unknown>(severed.sql, work).catch((thrown: unknown) => thrown)
    expect(asPlatformError(error)).toMatchObject({ code: 'UNAVAILABLE' })
    await proxy.open()
    const { rows } = await transaction(severed.sql, async (sql) => sql.query('SELECT 7 AS n'))
    expect(rows).toEqual([{ n: 7 }])
  })
})

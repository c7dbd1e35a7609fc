import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../prisma/client.ts'
import { isPlatformError } from '../../schema/errors.ts'
import { asPlatformError } from '../../server/http/failures.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

it('survives a connection that Postgres closes while it is in use', async () => {
  const held = await database.sql.connect()
  const { rows } = await held.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const ended = new Promise((resolve) => held.once('end', resolve))
  await database.sql.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
  // No query is running that could report the error: an error event without a listener would end the process.
  await ended
  const failure = await held.query('SELECT 1').catch(asPlatformError)
  expect(isPlatformError(failure) && failure.code).toBe('UNAVAILABLE')
  held.release(true)
  expect((await database.sql.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

it("maps Prisma's error for a string with NUL to a client error", async () => {
  const failing = database.prisma.storedObject.findMany({ where: { name: 'a\0b' } })
  expect(asPlatformError(await failing.catch((error: unknown) => error)).code).toBe('INVALID_INPUT')
})

it('maps the error of a starting Postgres to an unavailable database, also if Prisma reports it', () => {
  const error = Object.assign(new Error('Any message.'), {
    code: 'P2039',
    meta: { driverAdapterError: { cause: { kind: 'postgres', originalCode: '57P03' } } },
  })
  expect(asPlatformError(error).code).toBe('UNAVAILABLE')
})

it('maps the error of a pool that a stopping server has closed to an unavailable database', async () => {
  const pool = new Pool({ connectionString: database.url })
  await pool.end()
  for (const request of [pool.query('SELECT 1'), pool.connect()])
    expect(asPlatformError(await request.catch((error: unknown) => error)).code).toBe('UNAVAILABLE')
})

it('maps an error of Prisma for a database that cannot be reached to an unavailable database', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const away = openDatabase({ url: `postgresql://qleet@127.0.0.1:${port}/qleet` })
  for (const request of [away.prisma.$queryRaw`SELECT 1`, away.prisma.token.findMany()])
    expect(asPlatformError(await request.catch((error: unknown) => error)).code).toBe('UNAVAILABLE')
  await away.close()
})

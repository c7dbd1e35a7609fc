import { afterAll, beforeAll, expect, it } from 'vitest'
import { isPlatformError } from '../../schema/errors.ts'
import { asPlatformError } from '../../server/http/failures.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

it('outlives a connection that Postgres ends while somebody holds it', async () => {
  const held = await database.sql.connect()
  const { rows } = await held.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const ended = new Promise((resolve) => held.once('end', resolve))
  await database.sql.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
  // It uses nothing at that moment, so no query tells it: an event that nobody heard would end the process.
  await ended
  const failure = await held.query('SELECT 1').catch(asPlatformError)
  expect(isPlatformError(failure) && failure.code).toBe('UNAVAILABLE')
  held.release(true)
  expect((await database.sql.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

it('takes what Prisma tells of a text with NUL for a mistake of whoever asks', async () => {
  const asked = database.prisma.storedObject.findMany({ where: { name: 'a\0b' } })
  expect(asPlatformError(await asked.catch((error: unknown) => error)).code).toBe('INVALID_INPUT')
})

it('takes a Postgres that is starting for one that is away, also where Prisma tells it', () => {
  const told = Object.assign(new Error('Any words.'), {
    code: 'P2039',
    meta: { driverAdapterError: { cause: { kind: 'postgres', originalCode: '57P03' } } },
  })
  expect(asPlatformError(told).code).toBe('UNAVAILABLE')
})

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { hashToken } from '../../../../server/auth/credentials.ts'
import { createAuthenticator } from '../../../../server/auth/tokens.ts'
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('queries the database rarely for many unknown tokens', async () => {
  const asking = vi.spyOn(database.sql, 'query')
  const { authenticate } = createAuthenticator(database.sql)
  const token = 'a-token-that-is-known-here'
  await database.prisma.token.create({ data: { name: 'known', hash: hashToken(token), actor: 'ADMIN' } })
  const wrong = Array.from({ length: 3000 }, (_, index) =>
    authenticate({ authorization: `Bearer wrong-${index}` }),
  )
  const right = authenticate({ authorization: `Bearer ${token}` })
  const refused = await Promise.allSettled(wrong)
  expect(await right).toEqual({ kind: 'ADMIN', name: 'known' })
  expect(refused.filter(({ status }) => status === 'rejected')).toHaveLength(3000)
  expect(refused[0]).toMatchObject({ reason: { code: 'UNAUTHENTICATED' } })
  // The first alone, and then a thousand others concurrently.
  expect(asking.mock.calls.length).toBeGreaterThan(0)
  expect(asking.mock.calls.length).toBeLessThanOrEqual(5)
})

it('accepts a token as soon as it is stored, even if it was tried before', async () => {
  const { authenticate } = createAuthenticator(database.sql)
  const token = 'a-token-that-comes-later'
  await expect(authenticate({ authorization: `Bearer ${token}` })).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  })
  await database.prisma.token.create({ data: { name: 'later', hash: hashToken(token), actor: 'WORKER' } })
  expect(await authenticate({ authorization: `Bearer ${token}` })).toEqual({ kind: 'WORKER', name: 'later' })
})

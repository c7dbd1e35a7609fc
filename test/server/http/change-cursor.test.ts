import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { eventually } from '../../support/eventually.ts'
import { subscribeByStream } from '../../support/raw-subscription.ts'
import { definition, write } from '../../support/store.ts'

/*
 * Where the change log ends for a client that asks: after everything that is committed, also what another server has written and this
 * one has not read yet.
 */

let server: TestServer
let other: TestDatabase
beforeAll(async () => {
  ;[server, other] = await Promise.all([createTestServer(), createTestDatabase()])
})
afterAll(async () => {
  await server.stop()
  await other.drop()
})

async function newestEntry(): Promise<string> {
  const { rows } = await server.database.sql.query<{ seq: string }>(
    'SELECT max(seq)::text AS seq FROM "Change"',
  )
  return String(rows[0]?.seq)
}

describe('the end of the change log', () => {
  it.each([1, 2, 3])('is after what was just written, as a cursor (%i)', async (attempt) => {
    await server.store.apply([definition(`written-${attempt}`)], write)
    const { body } = await server.graphql('{ changeCursor }')
    expect(body).toEqual({ data: { changeCursor: await newestEntry() } })
  })

  it('is after what was just written, for a subscription without a cursor', async () => {
    // While a transaction of another database of the same Postgres runs, a server reads new entries only later.
    const running = await other.sql.connect()
    await running.query('BEGIN; SELECT pg_current_xact_id()')
    await server.store.apply([definition('before')], write)
    const followed = subscribeByStream({
      url: server.app.listeningOrigin,
      token: server.adminToken,
      query: 'subscription { changes { name } }',
    })
    let written = 0
    await eventually(async () => {
      await server.store.apply([definition(`after-${(written += 1)}`)], write)
      return followed.received.length > 0
    })
    followed.end()
    await running.query('ROLLBACK')
    running.release()
    expect(followed.received[0]).toMatchObject({
      data: { changes: { name: expect.stringMatching(/^after-/) as string } },
    })
  })
})

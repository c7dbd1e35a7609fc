import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashToken } from '../../../server/auth/credentials.ts'
import { urlOf } from '../../support/fake-worker.ts'
import { subscribeBySocket, subscribeByStream } from '../../support/raw-subscription.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

/** Milliseconds for which a subscription may outlive its token, with a margin for a busy machine. */
const within = 10_000 + 5000

it.concurrent.each([
  ['WebSocket', 'revoked', subscribeBySocket],
  ['WebSocket', 'expired', subscribeBySocket],
  ['server-sent events', 'revoked', subscribeByStream],
  ['server-sent events', 'expired', subscribeByStream],
] as const)(
  'a subscription over %s ends if its token is %s, even without events',
  async (by, how, subscribe) => {
    const name = `${by} ${how}`
    const token = `a-token-that-ends ${name}`.replaceAll(' ', '-')
    const { token: tokens } = server.database.prisma
    await tokens.create({ data: { name, hash: hashToken(token), actor: 'ADMIN' } })
    const query = 'subscription { changes { name } }'
    const { received, end } = subscribe({ url: urlOf(server), token, query })
    const project = `before-${how}-${by === 'WebSocket' ? 'a' : 'b'}`
    const isSeen = async (): Promise<boolean> => {
      await server.store.apply([{ kind: 'Project', name: project, spec: {} }], { actor: 'tester' })
      const seen = JSON.stringify(received).includes(project)
      if (!seen) await server.database.sql.query('DELETE FROM "Object" WHERE name = $1', [project])
      return seen
    }
    await expect.poll(isSeen, { timeout: 10_000, interval: 200 }).toBe(true)
    if (how === 'revoked') await tokens.delete({ where: { name } })
    else await tokens.update({ where: { name }, data: { expiresAt: new Date() } })
    await expect
      .poll(() => received.at(-1)?.errors?.[0]?.extensions['code'], { timeout: within })
      .toBe('UNAUTHENTICATED')
    end()
  },
  40_000,
)

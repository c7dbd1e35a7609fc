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

/** Logs in with a token. Returns the cookie as browsers send it. */
async function cookieOf(token: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const login = { method: 'POST', headers, body: JSON.stringify({ token }) }
  const response = await fetch(`${urlOf(server)}/session`, login)
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** Milliseconds for which a subscription may outlive its token, with a margin for a busy machine. */
const within = 10_000 + 5000

it.concurrent.each([
  ['WebSocket', 'revoked', subscribeBySocket],
  ['WebSocket', 'expired', subscribeBySocket],
  ['server-sent events', 'revoked', subscribeByStream],
  ['server-sent events', 'expired', subscribeByStream],
  ['WebSocket', 'logged out', subscribeBySocket],
  ['server-sent events', 'logged out', subscribeByStream],
] as const)(
  'a subscription over %s ends if its token or session is %s, even without events',
  async (by, how, subscribe) => {
    const name = `${by} ${how}`
    const token = `a-token-that-ends ${name}`.replaceAll(' ', '-')
    const { token: tokens } = server.database.prisma
    await tokens.create({ data: { name, hash: hashToken(token), actor: 'ADMIN' } })
    const query = 'subscription { changes { name } }'
    const url = urlOf(server)
    const cookie = how === 'logged out' ? await cookieOf(token) : undefined
    const { received, end } = subscribe({ url, token: cookie === undefined ? token : { cookie }, query })
    const project = `before-${how.replace(' ', '-')}-${by === 'WebSocket' ? 'a' : 'b'}`
    const isSeen = async (): Promise<boolean> => {
      await server.store.apply([{ kind: 'Project', name: project, spec: {} }], { actor: 'tester' })
      const seen = JSON.stringify(received).includes(project)
      if (!seen) await server.database.sql.query('DELETE FROM "Object" WHERE name = $1', [project])
      return seen
    }
    await expect.poll(isSeen, { timeout: 10_000, interval: 200 }).toBe(true)
    if (cookie !== undefined)
      await fetch(`${url}/session`, { method: 'DELETE', headers: { cookie, origin: url } })
    else if (how === 'revoked') await tokens.delete({ where: { name } })
    else await tokens.update({ where: { name }, data: { expiresAt: new Date() } })
    await expect
      .poll(() => received.at(-1)?.errors?.[0]?.extensions['code'], { timeout: within })
      .toBe('UNAUTHENTICATED')
    end()
  },
  40_000,
)

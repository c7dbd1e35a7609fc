import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { hashToken } from '../../../server/auth/credentials.ts'
import { createSessions } from '../../../server/auth/sessions.ts'
import { createAuthenticator } from '../../../server/auth/tokens.ts'
import { deleteExpiredRows } from '../../../server/store/expired-rows.ts'
import { urlOf } from '../../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'

let server: TestServer
let url: string
beforeAll(async () => {
  server = await createTestServer(undefined, {
    callers: { hosts: ['qleet.example'], origins: ['https://other.example'] },
  })
  url = urlOf(server)
})
afterAll(() => server?.stop())

type Headers = Record<string, string>

/** The headers of a request of a page of the server, as browsers send them. */
const ofPage: Headers = { 'sec-fetch-site': 'same-origin' }

async function send(
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Headers; body?: unknown } = {},
) {
  const {
    statusCode,
    headers: answered,
    body: text,
  } = await server.app.inject({
    method: method as 'GET',
    url: path,
    headers: { host: 'qleet.example', ...headers },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  const { errors, ...json } = (text.startsWith('{') ? JSON.parse(text) : {}) as {
    errors?: { message: string; extensions: { code: string } }[]
  }
  const [cookie] = [answered['set-cookie'] ?? ''].flat()
  return {
    status: statusCode,
    code: errors?.[0]?.extensions.code,
    message: errors?.[0]?.message,
    cookie,
    text,
    json,
  }
}

const cookieOf = (set: string | undefined): string => set?.split(';')[0] ?? ''

/** Logs in with a token, and returns the cookie as browsers send it. */
async function login(token = server.adminToken): Promise<string> {
  const { status, cookie } = await send('POST', '/session', { headers: ofPage, body: { token } })
  expect(status).toBe(204)
  return cookieOf(cookie)
}

async function newToken(
  name: string,
  values: { actor?: 'ADMIN' | 'WORKER'; expiresAt?: Date } = {},
): Promise<string> {
  const token = `the-token-of-${name}-which-is-long`
  const data = { name, hash: hashToken(token), actor: 'ADMIN' as const, ...values }
  await server.database.prisma.token.create({ data })
  return token
}

async function newCode(token = server.adminToken): Promise<string> {
  const { body } = await server.graphql('mutation { result: createLoginCode { code expiresAt } }', {}, token)
  const { code = '', expiresAt = '' } = body.data?.['result'] ?? ({} as { code?: string; expiresAt?: string })
  const left = Date.parse(expiresAt) - Date.now()
  expect(left).toBeGreaterThan(4 * 60_000)
  expect(left).toBeLessThan(5 * 60_000 + 1000)
  return code
}

const query = { query: '{ viewer { name } }' }

describe('a login', () => {
  it('sets a cookie that scripts cannot read and other sites do not make browsers send', async () => {
    const answer = await send('POST', '/session', { headers: ofPage, body: { token: server.adminToken } })
    expect(answer).toMatchObject({ status: 204, text: '' })
    expect(answer.cookie).toMatch(
      /^qleet-session=[\w-]{43}; Max-Age=(43200|43199); Path=\/; HttpOnly; SameSite=Strict$/,
    )
  })

  it('has a cookie for this host and TLS only if a proxy terminates it', async () => {
    const origin = { ...ofPage, origin: 'https://qleet.example' }
    for (const headers of [origin, { ...ofPage, 'x-forwarded-proto': 'https' }]) {
      const { cookie } = await send('POST', '/session', { headers, body: { token: server.adminToken } })
      expect(cookie).toMatch(/^__Host-qleet-session=[\w-]+; .*Secure/)
      const asked = await send('GET', '/session', { headers: { ...headers, cookie: cookieOf(cookie) } })
      expect(asked.status).toBe(200)
    }
  })

  it('has a name of its own on each port, because browsers share cookies among ports', async () => {
    const headers = { ...ofPage, host: '127.0.0.1:1323' }
    const { cookie } = await send('POST', '/session', { headers, body: { token: server.adminToken } })
    expect(cookie).toMatch(/^qleet-session-1323=/)
    const there = { ...headers, cookie: cookieOf(cookie) }
    expect((await send('GET', '/session', { headers: there })).status).toBe(200)
    expect((await send('GET', '/session', { headers: { ...there, host: '127.0.0.1:1324' } })).status).toBe(
      401,
    )
  })

  it('with what is wrong, or not of an administrator, is refused after a delay', async () => {
    const begin = performance.now()
    const wrong = [{ token: 'wrong' }, { token: server.workerToken }, { code: 'wrong' }]
    const answers = await Promise.all(
      wrong.map((body) => send('POST', '/session', { headers: ofPage, body })),
    )
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 401, code: 'UNAUTHENTICATED', cookie: '' })
    expect(answers[1]?.message).toBe(
      'no administrator has this token, or it has expired; copy the whole content of the token file',
    )
    expect(answers[2]?.message).toContain('was used before, has expired, or is wrong')
    expect(performance.now() - begin).toBeGreaterThan(900)
  })

  it('with a body of another shape is refused without quoting it', async () => {
    for (const body of [
      {},
      { token: '' },
      { token: 'a-secret', code: 'a-secret' },
      { token: ['a-secret'] },
      'a-secret',
    ]) {
      const answer = await send('POST', '/session', {
        headers: { ...ofPage, 'content-type': 'application/json' },
        body,
      })
      expect(answer).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
      expect(answer.text).not.toContain('a-secret')
    }
    const form = { ...ofPage, 'content-type': 'text/plain' }
    expect((await send('POST', '/session', { headers: form, body: '{"token":"x"}' })).status).toBe(415)
    const long = { token: 'x'.repeat(5000) }
    expect((await send('POST', '/session', { headers: ofPage, body: long })).status).toBe(413)
  })

  it('of a page of another origin is refused, even of one that may use the API', async () => {
    const body = { token: server.adminToken }
    for (const headers of [{ 'sec-fetch-site': 'same-site' }, { origin: 'https://other.example' }])
      expect(await send('POST', '/session', { headers, body })).toMatchObject({
        status: 403,
        code: 'FORBIDDEN',
      })
  })
})

describe('a session', () => {
  it('shows its actor, and is prolonged by that', async () => {
    const cookie = await login()
    await server.database.sql.query(`UPDATE "Session" SET "expiresAt" = now() + interval '1 hour'`)
    const answer = await send('GET', '/session', { headers: { ...ofPage, cookie } })
    expect(answer).toMatchObject({ status: 200, json: { actor: { name: 'admin', role: 'ADMIN' } } })
    const { expiresAt } = answer.json as { expiresAt: string }
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(11.9 * 3_600_000)
    expect(cookieOf(answer.cookie)).toBe(cookie)
  })

  it('lasts a week at most, and no longer than its token', async () => {
    const soon = new Date(Date.now() + 60_000)
    const cookie = await login(await newToken('short', { expiresAt: soon }))
    const get = async (of: string) =>
      (await send('GET', '/session', { headers: { ...ofPage, cookie: of } })).json
    expect(await get(cookie)).toMatchObject({ expiresAt: soon.toISOString() })
    const long = await login()
    await server.database.sql.query(`UPDATE "Session" SET "createdAt" = now() - interval '6 days 23 hours'`)
    const { expiresAt } = (await get(long)) as { expiresAt: string }
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThan(3_600_001)
  })

  it('authenticates requests of each API', async () => {
    const headers = { ...ofPage, cookie: await login() }
    const answer = await send('POST', '/graphql', { headers, body: query })
    expect(answer).toMatchObject({ status: 200, json: { data: { viewer: { name: 'admin' } } } })
    for (const path of ['/v0/projects', '/metrics', '/v1/backup'])
      expect((await send('GET', path, { headers })).status, path).toBe(200)
    const stream = await fetch(`${url}/graphql/stream`, {
      method: 'POST',
      headers: {
        ...headers,
        cookie: await loginAt(),
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify(query),
    })
    expect(await stream.text()).toContain('"viewer":{"name":"admin"}')
  })

  it('is not used if the request has a token, even a wrong one', async () => {
    const cookie = await login()
    const worker = { authorization: `Bearer ${server.workerToken}`, cookie }
    expect((await send('POST', '/graphql', { headers: worker, body: query })).text).toContain(
      '"name":"worker"',
    )
    for (const authorization of ['Bearer wrong', 'Bearer', 'Other x']) {
      const headers = { ...ofPage, cookie, authorization }
      expect((await send('POST', '/graphql', { headers, body: query })).status).toBe(401)
    }
  })

  it('is no token, and a token is no session', async () => {
    const [name = '', value = ''] = (await login()).split('=')
    const bearer = { authorization: `Bearer ${value}` }
    expect((await send('POST', '/graphql', { headers: bearer, body: query })).status).toBe(401)
    const headers = { ...ofPage, cookie: `${name}=${server.adminToken}` }
    expect((await send('POST', '/graphql', { headers, body: query })).status).toBe(401)
  })

  it('ends with a logout', async () => {
    const headers = { ...ofPage, cookie: await login() }
    expect((await send('POST', '/graphql', { headers, body: query })).status).toBe(200)
    const answer = await send('DELETE', '/session', { headers })
    expect(answer.status).toBe(204)
    expect(answer.cookie).toBe('qleet-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict')
    expect(await send('POST', '/graphql', { headers, body: query })).toMatchObject({
      status: 401,
      message: 'the session has ended; log in again',
    })
    expect((await send('GET', '/session', { headers })).status).toBe(401)
    expect((await send('GET', '/session?optional', { headers })).status).toBe(204)
    expect((await send('DELETE', '/session', { headers: ofPage })).status).toBe(204)
  })

  it('ends when it expires, and when its token is deleted or replaced', async () => {
    const { token: tokens } = server.database.prisma
    const ends = {
      expired: (value: string) =>
        server.database.sql.query(
          `UPDATE "Session" SET "expiresAt" = now() - interval '1 second' WHERE hash = $1`,
          [hashToken(value)],
        ),
      deleted: () => tokens.delete({ where: { name: 'deleted' } }),
      replaced: () => tokens.update({ where: { name: 'replaced' }, data: { hash: 'other' } }),
    }
    for (const [name, end] of Object.entries(ends)) {
      const cookie = await login(await newToken(name))
      await end(cookie.split('=')[1] ?? '')
      const headers = { ...ofPage, cookie }
      expect((await send('POST', '/graphql', { headers, body: query })).status, name).toBe(401)
      expect((await send('GET', '/session', { headers })).status, name).toBe(401)
    }
  })

  it('is stored as a hash, and deleted once it has expired', async () => {
    const { sql } = server.database
    const value = (await login()).split('=')[1] ?? ''
    const code = await newCode()
    const stored = await sql.query(
      'SELECT s::text AS row FROM "Session" s UNION ALL SELECT c::text FROM "LoginCode" c',
    )
    const text = JSON.stringify(stored.rows)
    expect(text).toContain(hashToken(value))
    expect(text).toContain(hashToken(code))
    for (const each of [value, code, server.adminToken]) expect(text).not.toContain(each)
    await sql.query(`UPDATE "Session" SET "expiresAt" = now() - interval '1 second' WHERE hash = $1`, [
      hashToken(value),
    ])
    await sql.query(`UPDATE "LoginCode" SET "expiresAt" = now() - interval '1 second' WHERE hash = $1`, [
      hashToken(code),
    ])
    expect(await deleteExpiredRows(sql, 'Session', 10)).toBeGreaterThanOrEqual(1)
    expect(await deleteExpiredRows(sql, 'LoginCode', 10)).toBe(1)
    const left = await sql.query('SELECT hash FROM "Session" WHERE hash = $1', [hashToken(value)])
    expect(left.rows).toEqual([])
  })
})

/** Logs in at the address of the server, whose port is part of the name of the cookie. */
async function loginAt(): Promise<string> {
  const { host } = new URL(url)
  const answer = await send('POST', '/session', {
    headers: { ...ofPage, host },
    body: { token: server.adminToken },
  })
  return cookieOf(answer.cookie)
}

describe('a request with the cookie', () => {
  it.each<[string, Headers, number]>([
    ['of a page of this server', { 'sec-fetch-site': 'same-origin' }, 200],
    [
      'of a page of this server, of a browser without Sec-Fetch-Site',
      { origin: 'https://qleet.example' },
      200,
    ],
    ['of a page of another port', { 'sec-fetch-site': 'same-site' }, 403],
    ['of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 403],
    ['of an address that was typed', { 'sec-fetch-site': 'none' }, 403],
    ['of an origin that may use the API', { origin: 'https://other.example' }, 403],
    ['of an opaque origin', { origin: 'null' }, 403],
    ['without any header of a page', {}, 403],
  ])('%s has the status it should', async (_, headers, status) => {
    const cookie = await login()
    for (const [method, path, body] of [
      ['POST', '/graphql', query],
      ['GET', '/v0/projects', undefined],
      ['HEAD', '/v0/projects', undefined],
    ] as const)
      expect((await send(method, path, { headers: { ...headers, cookie }, body })).status, method).toBe(
        status,
      )
  })

  it('says why it is refused', async () => {
    const cookie = await login()
    const { message } = await send('POST', '/graphql', { headers: { cookie }, body: query })
    expect(message).toBe(
      'a request with the cookie of a session must come from a page of this server, but it has neither Sec-Fetch-Site nor Origin; other clients send "Authorization: Bearer TOKEN"',
    )
    expect(
      (await send('DELETE', '/session', { headers: { cookie, 'sec-fetch-site': 'same-site' } })).status,
    ).toBe(403)
    const foreign = { cookie, origin: 'https://other.example' }
    expect((await send('GET', '/session', { headers: foreign })).status).toBe(403)
  })
})

describe('a WebSocket', () => {
  /** Opens a connection with these headers; resolves with what the server answers. */
  async function open(headers: Headers, payload?: object): Promise<string | number> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers })
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload })))
    const answer = await new Promise<string | number>((resolve) => {
      socket.once('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode))
      socket.once('message', (text: Buffer) =>
        resolve((JSON.parse(text.toString()) as { type: string }).type),
      )
      socket.once('close', (code) => resolve(code))
      socket.on('error', () => undefined)
    })
    socket.terminate()
    return answer
  }

  it('of a page of this server is authenticated by the cookie', async () => {
    const cookie = await loginAt()
    expect(await open({ cookie, origin: url })).toBe('connection_ack')
    expect(await open({ origin: url })).toBe(4403)
  })

  it('of another page is refused', async () => {
    const cookie = await loginAt()
    expect(await open({ cookie, origin: 'http://127.0.0.1:1' })).toBe(403)
    expect(await open({ cookie, origin: 'https://other.example' })).toBe(4403)
    expect(await open({ cookie })).toBe(4403)
    const authorization = `Bearer ${server.adminToken}`
    expect(await open({ cookie, origin: 'https://other.example' }, { authorization })).toBe('connection_ack')
  })
})

describe('a code', () => {
  it('starts one session as the actor who made it', async () => {
    const code = await newCode(await newToken('alice'))
    const answer = await send('POST', '/session', { headers: ofPage, body: { code } })
    expect(answer.status).toBe(204)
    const headers = { ...ofPage, cookie: cookieOf(answer.cookie) }
    expect((await send('GET', '/session', { headers })).json).toMatchObject({ actor: { name: 'alice' } })
    expect((await send('POST', '/session', { headers: ofPage, body: { code } })).status).toBe(401)
  })

  it('starts one session on one server, however many use it at once', async () => {
    const code = await newCode()
    const { sql } = server.database
    const other = createSessions(sql, createAuthenticator(sql))
    const attempts = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0
        ? send('POST', '/session', { headers: ofPage, body: { code } }).then(({ status }) => status)
        : other.start({ code }, 'elsewhere').then(
            () => 204,
            () => 401,
          ),
    )
    const statuses = await Promise.all(attempts)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    expect(statuses.filter((status) => status === 401)).toHaveLength(19)
  })

  it('lasts five minutes, or less', async () => {
    const created = (seconds: number) =>
      server.graphql(`mutation { createLoginCode(input: { seconds: ${seconds} }) { code expiresAt } }`)
    const { createLoginCode: result } = (await created(30)).body.data ?? {}
    const { expiresAt = '' } = (result ?? {}) as { expiresAt?: string }
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThan(31_000)
    for (const seconds of [0, 301])
      expect((await created(seconds)).body.errors?.[0]?.message).toContain('must be between 10 and 300')
  })

  it('can be made with a session, and not by a worker', async () => {
    const headers = { ...ofPage, cookie: await login() }
    const body = { query: 'mutation { result: createLoginCode { code } }' }
    const { json } = await send('POST', '/graphql', { headers, body })
    const { code } = (json as { data: { result: { code: string } } }).data.result
    expect((await send('POST', '/session', { headers: ofPage, body: { code } })).status).toBe(204)
    const refused = await server.graphql('mutation { createLoginCode { code } }', {}, server.workerToken)
    expect(refused.body.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  })

  it('is worth nothing once it has expired, or its token was replaced', async () => {
    const codes = [await newCode(), await newCode(await newToken('moved'))]
    const { sql, prisma } = server.database
    await sql.query(`UPDATE "LoginCode" SET "expiresAt" = now() - interval '1 second' WHERE hash = $1`, [
      hashToken(codes[0] ?? ''),
    ])
    await prisma.token.update({ where: { name: 'moved' }, data: { hash: 'moved' } })
    const answers = await Promise.all(
      codes.map((code) => send('POST', '/session', { headers: ofPage, body: { code } })),
    )
    expect(answers.map(({ status }) => status)).toEqual([401, 401])
  })
})

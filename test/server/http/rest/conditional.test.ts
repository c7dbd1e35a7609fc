import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../../support/server.ts'
import { mergePatch } from '../../../../schema/merge-patch.ts'
import { defaultRuntime, definition, instance, write } from '../../../support/store.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server?.stop())

interface Sent {
  method?: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: unknown
}

async function send({ method = 'GET', url, headers = {}, body }: Sent) {
  const {
    statusCode,
    headers: received,
    body: text,
  } = await server.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${server.adminToken}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return {
    status: statusCode,
    headers: received,
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
  }
}

async function project(name: string): Promise<{ url: string; etag: string }> {
  const { headers } = await send({ method: 'POST', url: '/v0/projects', body: { Name: name } })
  return { url: String(headers['location']), etag: String(headers['etag']) }
}

describe('an entity tag', () => {
  it('comes with a creation, together with its path, and with every read', async () => {
    const { url, etag } = await project('tagged')
    expect(url).toMatch(/^\/v0\/projects\/\d+$/)
    expect(etag).toMatch(/^"1\.[\w-]{12}"$/)
    const read = await send({ url })
    expect(read.status).toBe(200)
    const again = await send({ url, headers: { 'if-none-match': `"x", W/${String(read.headers['etag'])}` } })
    expect(again).toMatchObject({ status: 304, body: undefined, headers: { etag: read.headers['etag'] } })
    const list = await send({ url: '/v0/projects?name=tagged' })
    const unchanged = await send({
      url: '/v0/projects?name=tagged',
      headers: { 'if-none-match': String(list.headers['etag']) },
    })
    expect(unchanged.status).toBe(304)
    await send({ method: 'PATCH', url, body: { Description: 'changed' } })
    expect((await send({ url, headers: { 'if-none-match': String(read.headers['etag']) } })).status).toBe(200)
  })

  it.each(['PATCH', 'PUT'] as const)('lets no %s overwrite what it did not read', async (method) => {
    const { url, etag } = await project(`guarded-${method.toLowerCase()}`)
    const first = await send({ method, url, headers: { 'if-match': etag }, body: { Description: 'first' } })
    expect(first.status).toBe(200)
    const lost = await send({ method, url, headers: { 'if-match': etag }, body: { Description: 'lost' } })
    expect(lost).toMatchObject({
      status: 412,
      body: { Status: { code: 412, reason: 'VERSION_CONFLICT', expectedVersion: 1, currentVersion: 2 } },
    })
    expect((await send({ url })).body).toMatchObject({ Data: [{ Description: 'first' }] })
    const etags = `"1.abc", ${String(first.headers['etag'])}`
    const second = await send({
      method,
      url,
      headers: { 'if-match': etags },
      body: { Description: 'second' },
    })
    expect(second.status).toBe(200)
    const any = await send({ method, url, headers: { 'if-match': '*' }, body: { Description: 'any' } })
    expect(any.status).toBe(200)
  })

  it('lets no deletion remove what it did not read', async () => {
    const { url, etag } = await project('kept')
    await send({ method: 'PATCH', url, body: { Description: 'newer' } })
    expect((await send({ method: 'DELETE', url, headers: { 'if-match': etag } })).status).toBe(412)
    const { headers } = await send({ url })
    const deleted = await send({ method: 'DELETE', url, headers: { 'if-match': String(headers['etag']) } })
    expect(deleted.status).toBe(200)
  })

  it.each(['"other"', 'W/"1.abc"', '1', '""'])(
    'that is none of an object never matches: %s',
    async (etag) => {
      const { url } = await project(`none-${Buffer.from(etag).toString('hex').toLowerCase()}`)
      const refused = await send({
        method: 'PATCH',
        url,
        headers: { 'if-match': etag },
        body: { Description: 'x' },
      })
      expect(refused.status).toBe(412)
    },
  )
})

describe('a merge patch', () => {
  const type = { 'content-type': 'application/merge-patch+json' }

  it('changes fields within an object and labels, and removes those that are null', async () => {
    await server.store.apply(
      [
        ...defaultRuntime,
        definition('web'),
        { ...instance('web', { definition: 'web' }), labels: { a: '1', b: '2' } },
      ],
      write,
    )
    const { body } = await send({ url: '/v0/workload-instances?name=web' })
    const url = `/v0/workload-instances/${(body as { Data: { ID: number }[] }).Data[0]?.ID}`
    const patch = (fields: object, headers: Record<string, string> = type) =>
      send({ method: 'PATCH', url, headers, body: fields })
    await patch({ GuardThresholds: { count: 3, percent: 20 } })
    const merged = await patch({ GuardThresholds: { count: null, always: 9 }, Labels: { a: null, c: '3' } })
    expect(merged.body).toMatchObject({
      Data: [{ GuardThresholds: { percent: 20, always: 9 }, Labels: { b: '2', c: '3' } }],
    })
    const replaced = await patch({ GuardThresholds: { count: 1 } }, {})
    expect((replaced.body as { Data: object[] }).Data[0]).toMatchObject({ GuardThresholds: { count: 1 } })
    expect((await patch({ GuardThresholds: null })).body).not.toHaveProperty('Data.0.GuardThresholds')
  })

  // https://www.rfc-editor.org/rfc/rfc7396#appendix-A
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('of %j with %j is %j', (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result)
  })
})

describe('the content type of a body', () => {
  it.each([
    ['POST', 'application/x-www-form-urlencoded', 'accept-post', /-H "Content-Type: application\/json"/],
    ['POST', 'application/yaml', 'accept-post', /send application\/json$/],
    ['PATCH', 'text/plain', 'accept-patch', /send application\/merge-patch\+json or application\/json/],
  ] as const)('of %s may not be %s', async (method, type, header, words) => {
    const { status, headers, body } = await send({
      method,
      url: method === 'POST' ? '/v0/projects' : '/v0/projects/1',
      headers: { 'content-type': type },
      body: { Name: 'x' },
    })
    expect(status).toBe(415)
    expect(headers[header]).toContain('application/json')
    expect(body).toMatchObject({
      Status: { error: expect.stringMatching(words), requestId: headers['x-request-id'] },
    })
  })

  it('of a creation may not be that of a merge patch', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' }
    const { status } = await send({ method: 'POST', url: '/v0/projects', headers, body: { Name: 'x' } })
    expect(status).toBe(415)
  })

  it('may be missing with a deletion, or name JSON without a body', async () => {
    for (const [index, headers] of [{}, { 'content-type': 'application/json' }].entries()) {
      const { url } = await project(`bodiless-${index}`)
      expect((await send({ method: 'DELETE', url, headers })).status).toBe(200)
    }
  })
})

describe('a write', () => {
  it('with dryrun stores nothing', async () => {
    const { status } = await send({ method: 'POST', url: '/v0/projects?dryRun=true', body: { Name: 'dry' } })
    expect(status).toBe(201)
    expect((await send({ url: '/v0/projects?name=dry' })).body).toMatchObject({ Data: [] })
  })

  it('has a reason in the change log', async () => {
    await send({ method: 'POST', url: '/v0/projects?reason=ticket%207', body: { Name: 'reasoned' } })
    const { rows } = await server.database.sql.query(`SELECT reason FROM "Change" WHERE name = 'reasoned'`)
    expect(rows).toEqual([{ reason: 'ticket 7' }])
  })

  it('refuses unknown parameters, and another project or name', async () => {
    const { url } = await project('fixed')
    const refusal = async (sent: Sent) => ((await send(sent)).body as { Status: object }).Status
    expect(await refusal({ method: 'DELETE', url: `${url}?now=true` })).toMatchObject({
      fields: [{ path: 'now', code: 'UNKNOWN_FIELD', remedy: 'Parameters are dryrun, reason, force.' }],
    })
    expect(await refusal({ url: `${url}?x=1` })).toMatchObject({
      fields: [{ path: 'x', remedy: 'Remove it.' }],
    })
    expect(await refusal({ method: 'PATCH', url, body: { Name: 'moved' } })).toMatchObject({
      fields: [{ path: 'Name', code: 'IMMUTABLE' }],
    })
    expect(
      await refusal({ method: 'POST', url: '/v0/projects?dryrun=maybe', body: { Name: 'x' } }),
    ).toMatchObject({
      fields: [{ path: 'dryrun', code: 'INVALID_TYPE' }],
    })
  })
})

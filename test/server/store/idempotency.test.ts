import { isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trustedPolicy } from '../../../schema/clusters/policy.ts'
import { schema } from '../../../schema/graphql/schema.ts'
import { createStore } from '../../../server/store/store.ts'
import { hashToken } from '../../../server/auth/credentials.ts'
import { housekeepingWork } from '../../../server/delivery/retention.ts'
import { pino } from 'pino'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { definition } from '../../support/store.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const create = `mutation ($name: String!, $text: String!, $key: String, $dryRun: Boolean) {
  createWorkloadDefinition(
    input: {name: $name, spec: {yamlDocument: $text}}, options: {idempotencyKey: $key, dryRun: $dryRun}
  ) {
    workloadDefinition { id name version generation createdAt spec { yamlDocument } }
    changeCursor
    warnings { message }
    diff { path before after }
  }
}`

function remove(name: string): string {
  return `mutation { deleteWorkloadDefinition(input: {target: {named: {name: "${name}"}}}) { changeCursor } }`
}

function variables(name: string, key: string, data = 'a') {
  return { name, key, text: definition(name, data).spec.yamlDocument }
}

async function changes(name: string): Promise<number> {
  const { rows } = await server.database.sql.query<{ count: string }>(
    'SELECT count(*) FROM "Change" WHERE name = $1',
    [name],
  )
  return Number(rows[0]?.count)
}

async function age(key: string, hours: number): Promise<void> {
  await server.database.sql.query(
    `UPDATE "IdempotencyKey" SET "createdAt" = now() - $2 * interval '1 hour' WHERE key = $1`,
    [key, hours],
  )
}

describe('an idempotency key', () => {
  it('is accepted by every mutation except those whose response is a secret', () => {
    const type = schema.getMutationType()
    const fields = isObjectType(type) ? Object.values(type.getFields()) : []
    expect(fields.length).toBeGreaterThan(15)
    expect(
      fields.filter(({ args }) => !args.some(({ name }) => name === 'options')).map(({ name }) => name),
    ).toEqual(['createLoginCode', 'issueKubeconfig'])
  })

  it('gives a thousand concurrent equal requests one effect and one response', async () => {
    const sent = Array.from({ length: 1000 }, () => server.graphql(create, variables('thousand', 'k-1000')))
    const responses = new Set((await Promise.all(sent)).map(({ body }) => JSON.stringify(body)))
    expect([...responses]).toEqual([expect.stringContaining('"name":"thousand"')])
    expect(await changes('thousand')).toBe(1)
  })

  it('returns the first response again, whatever happened to the object since', async () => {
    const first = await server.graphql(create, variables('later', 'k-later'))
    await server.graphql(
      `mutation ($text: String!) { updateWorkloadDefinition(
        input: {target: {named: {name: "later"}}, spec: {yamlDocument: $text}}
      ) { changeCursor } }`,
      { text: definition('later', 'b').spec.yamlDocument },
    )
    expect(await server.graphql(create, variables('later', 'k-later'))).toEqual(first)
    await server.graphql(remove('later'))
    expect(await server.graphql(create, variables('later', 'k-later'))).toEqual(first)
  })

  it('refuses another request, which has no effect', async () => {
    await server.graphql(create, variables('mine', 'k-mine'))
    const { status, body } = await server.graphql(create, variables('other', 'k-mine'))
    expect(status).toBe(422)
    expect(body.errors?.[0]).toMatchObject({
      message: 'idempotency key "k-mine" was used for another request before; use a new key for each request',
      extensions: { code: 'KEY_REUSED' },
    })
    expect(await changes('other')).toBe(0)
  })

  it('belongs to the token that sent it', async () => {
    await server.graphql(create, variables('admins', 'k-shared'))
    const other = 'token-of-another-administrator'
    const data = { name: 'other', actor: 'ADMIN', hash: hashToken(other) } as const
    await server.database.prisma.token.create({ data })
    const { body } = await server.graphql(create, variables('others', 'k-shared'), other)
    expect(body.data).toMatchObject({ createWorkloadDefinition: { workloadDefinition: { name: 'others' } } })
  })

  it('stores nothing for a failed request', async () => {
    await server.graphql(create, variables('taken', 'k-a'))
    const refused = await server.graphql(create, variables('taken', 'k-b'))
    expect(refused.body.errors?.[0]?.extensions.code).toBe('NAME_TAKEN')
    await server.graphql(remove('taken'))
    const again = await server.graphql(create, variables('taken', 'k-b'))
    expect(again.body.data).toMatchObject({
      createWorkloadDefinition: { workloadDefinition: { name: 'taken' } },
    })
  })

  it('is not used up by a dry run', async () => {
    await server.graphql(create, { ...variables('tried', 'k-dry'), dryRun: true })
    expect(await changes('tried')).toBe(0)
    await server.graphql(create, variables('tried', 'k-dry'))
    expect(await changes('tried')).toBe(1)
  })

  it.each(['', 'two words', 'ü', 'x'.repeat(256)])('is refused as %j', async (key) => {
    const { body } = await server.graphql(create, variables('never', key))
    expect(body.errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ path: 'options.idempotencyKey', message: 'must be 1 to 255 visible ASCII characters' }],
    })
  })

  it('is valid on another server', async () => {
    const apply = (store: TestServer['store']) =>
      store.once({ actor: 'ci', key: 'k-next', request: { apply: 'next' } }, (once) =>
        once.apply([definition('next')], { actor: 'ci' }),
      )
    const next = createStore({
      database: server.database,
      encryption: server.encryption,
      clusters: trustedPolicy,
    })
    expect(await apply(next)).toEqual(await apply(server.store))
    expect(await changes('next')).toBe(1)
  })

  it('expires after a day, and is then deleted', async () => {
    await server.graphql(create, variables('day', 'k-day'))
    await age('k-day', 23.9)
    expect((await server.graphql(create, variables('day', 'k-day'))).body.errors).toBeUndefined()
    await age('k-day', 24.1)
    expect((await server.graphql(create, variables('day', 'k-day'))).body.errors?.[0]?.extensions.code).toBe(
      'NAME_TAKEN',
    )
    await age('k-mine', 25)
    const ended = new AbortController()
    const work = housekeepingWork({
      pool: server.database.sql,
      log: pino({ level: 'silent' }),
      retention: { age: 3_600_000, maxEntries: 1_000_000 },
    })
    const done = work.work({ position: 0n, signal: ended.signal, save: async () => true })
    await expect
      .poll(async () => {
        const { rows } = await server.database.sql.query(`SELECT FROM "IdempotencyKey" WHERE key = 'k-mine'`)
        return rows.length
      })
      .toBe(0)
    ended.abort()
    await done
  })
})

describe('the Idempotency-Key header of REST', () => {
  const body = { Name: 'rest', YAMLDocument: definition('rest').spec.yamlDocument }
  const headers = { 'idempotency-key': 'k-rest' }

  it('returns the same response again, and refuses another request', async () => {
    const first = await server.rest('POST', '/v0/workload-definitions', body, headers)
    expect(first.status).toBe(201)
    expect(await server.rest('POST', '/v0/workload-definitions', body, headers)).toEqual(first)
    const other = await server.rest('POST', '/v0/workload-definitions', { ...body, Name: 'rest-2' }, headers)
    expect(other.status).toBe(422)
    expect(await changes('rest')).toBe(1)
  })

  it('refuses a request with another method, path, condition or content type', async () => {
    const made = await server.rest('POST', '/v0/workload-definitions', { ...body, Name: 'decisive' })
    const url = `/v0/workload-definitions/${String(made.body.Data?.[0]?.['ID'])}`
    const change = { YAMLDocument: definition('rest', 'b').spec.yamlDocument }
    const key = { 'idempotency-key': 'k-decisive' }
    const first = await server.rest('PATCH', url, change, { ...key, 'if-match': '"1"' })
    expect(first.status).toBe(200)
    expect(await server.rest('PATCH', url, change, { ...key, 'if-match': '"1"' })).toEqual(first)
    const type = 'application/merge-patch+json'
    const others = [
      server.rest('PATCH', url, change, key),
      server.rest('PATCH', url, change, { ...key, 'if-match': '"2"' }),
      server.rest('PATCH', url, change, { ...key, 'if-match': '"1"', 'content-type': type }),
      server.rest('PUT', url, change, { ...key, 'if-match': '"1"' }),
      server.rest('PATCH', `${url}?reason=none`, change, { ...key, 'if-match': '"1"' }),
    ]
    for (const { status, body: refusal } of await Promise.all(others)) {
      expect(status).toBe(422)
      expect(JSON.stringify(refusal)).toContain('was used for another request before')
    }
    expect(await changes('decisive')).toBe(2)
  })

  it('is not used up by a dry run', async () => {
    const input = { ...body, Name: 'dry' }
    const key = { 'idempotency-key': 'k-rest-dry' }
    const tried = await server.rest('POST', '/v0/workload-definitions?dryrun=true', input, key)
    expect(tried).toMatchObject({ status: 201 })
    const made = await server.rest('POST', '/v0/workload-definitions', input, key)
    expect(made).toMatchObject({ status: 201 })
  })

  it('allows a repeated request for a deletion', async () => {
    const { body: made } = await server.rest('POST', '/v0/workload-definitions', { ...body, Name: 'gone' })
    const url = `/v0/workload-definitions/${String(made.Data?.[0]?.['ID'])}`
    const first = await server.rest('DELETE', url, undefined, { 'idempotency-key': 'k-gone' })
    expect(first.status).toBe(200)
    expect(await server.rest('DELETE', url, undefined, { 'idempotency-key': 'k-gone' })).toEqual(first)
    expect((await server.rest('DELETE', url)).status).toBe(404)
  })
})

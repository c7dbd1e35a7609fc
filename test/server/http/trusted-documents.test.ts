import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../../client-sdk/index.ts'
import { schema } from '../../../schema/graphql/schema.ts'
import { hashOf, readTrustedDocuments } from '../../../server/http/trusted-documents.ts'
import { urlOf } from '../../support/fake-worker.ts'
import { subscribeBySocket, subscribeByStream } from '../../support/raw-subscription.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const manifestOfSdk = join(import.meta.dirname, '../../../client-sdk/generated/trusted-documents.json')

let server: TestServer
let texts: Record<string, string>
beforeAll(async () => {
  const trusted = await readTrustedDocuments(manifestOfSdk, schema)
  texts = JSON.parse(await readFile(manifestOfSdk, 'utf8')) as Record<string, string>
  server = await createTestServer(undefined, { trusted })
})
afterAll(() => server.stop())

const idOf = (name: string): string =>
  Object.entries(texts).find(([, text]) => text.includes(`query ${name}`))?.[0] ?? ''

async function post(payload: object, url = '/graphql', token = server.adminToken) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const { statusCode, body } = await server.app.inject({ method: 'POST', url, headers, payload })
  return { status: statusCode, body: JSON.parse(body) as unknown }
}

const refused = (text: string) => ({
  code: 'FORBIDDEN',
  message: expect.stringContaining(`"${hashOf(text)}"`),
  remedy: expect.stringContaining('Add it to the manifest that QLEET_TRUSTED_DOCUMENTS names'),
})

describe('a server with trusted documents', () => {
  it('executes those of the SDK, and their subscriptions', async () => {
    const client = createClient({ url: urlOf(server), token: server.adminToken })
    await client.apply([{ kind: 'Project', name: 'trusted', spec: {} }])
    const stop = new AbortController()
    for await (const { name } of client.follow({ after: '0', signal: stop.signal }))
      if (name === 'trusted') stop.abort()
    expect((await client.objects.get({ kind: 'Project', name: 'trusted' }))?.name).toBe('trusted')
  })

  it.each(['', 'sha256:'])('executes a document by its ID with the prefix "%s"', async (prefix) => {
    const { status, body } = await post({ documentId: `${prefix}${idOf('GetChangeCursor')}` })
    expect(status).toBe(200)
    expect(body).toEqual({ data: { result: expect.stringMatching(/^\d+$/) } })
  })

  it('refuses others, whether they are queries, mutations or introspection', async () => {
    for (const query of ['{ __typename }', '{ changeCursor }', '{ __schema { types { name } } }']) {
      const { status, body } = await post({ query })
      const { code, message, remedy } = refused(query)
      expect(status).toBe(403)
      expect(body).toMatchObject({ errors: [{ message, extensions: { code } }] })
      expect(body).toMatchObject({ errors: [{ message: remedy }] })
    }
  })

  it('refuses unknown IDs', async () => {
    const { status, body } = await post({ documentId: 'f'.repeat(64) })
    expect(status).toBe(403)
    expect(JSON.stringify(body)).toContain('f'.repeat(64))
  })

  it.each([
    ['server-sent events', subscribeByStream],
    ['a WebSocket', subscribeBySocket],
  ])('refuses other subscriptions over %s', async (_, by) => {
    const query = 'subscription { changes { name } }'
    const subscription = by({ url: urlOf(server), token: server.adminToken, query })
    await expect.poll(() => subscription.received.at(-1)?.errors?.[0]?.extensions['code']).toBe('FORBIDDEN')
    subscription.end()
  })

  it('serves the protocol of workers as before', async () => {
    const { body } = await server.workers('mutation { startReconcile(id: 1) { epoch } }')
    expect(body.errors).toBeUndefined()
  })
})

describe('a manifest', () => {
  const query = '{ changeCursor }'
  it.each([
    ['is no JSON', '{', 'cannot be read'],
    ['is a list', '[]', 'is not an object from hashes to texts'],
    ['has a wrong hash', JSON.stringify({ [hashOf('other')]: query }), 'has another hash'],
    ['has no document', JSON.stringify({ [hashOf('{')]: '{' }), 'cannot be parsed'],
    [
      'has a document of another schema',
      JSON.stringify({ [hashOf('{ nothing }')]: '{ nothing }' }),
      'does not fit the schema',
    ],
  ])('that %s is refused at the start', async (_, content, message) => {
    const path = join(await temporaryFolder({ 'manifest.json': content }), 'manifest.json')
    await expect(readTrustedDocuments(path, schema)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(
        new RegExp(`^QLEET_TRUSTED_DOCUMENTS: .*${message}.*\\. Generate the manifest`),
      ),
    })
  })
})

it('is optional: other servers refuse documents by ID', async () => {
  const open = await createTestServer()
  const { body } = await open.graphql('{ __typename }')
  expect(body.errors).toBeUndefined()
  const headers = { authorization: `Bearer ${open.adminToken}`, 'content-type': 'application/json' }
  const payload = { documentId: 'a' }
  const answer = await open.app.inject({ method: 'POST', url: '/graphql', headers, payload })
  expect(answer.statusCode).toBe(400)
  expect(answer.body).toContain('QLEET_TRUSTED_DOCUMENTS')
  await open.stop()
})

import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { buildSchema, parse, print, visit, Kind } from 'graphql'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClient, type Client } from '../../client-sdk/index.ts'
import { release } from '../../schema/release.ts'
import { validateDocument } from '../../server/http/refused-documents.ts'
import { startOtherRelease, type OtherRelease } from '../support/other-release.ts'
import { createTestServer } from '../support/server.ts'

describe('a client of a server that refuses what it does not know', () => {
  let server: OtherRelease
  beforeEach(async () => {
    server = await startOtherRelease('http://127.0.0.1:1')
    server.unknown.add('ListChanges')
  })
  afterEach(() => server.stop())

  it.each([
    {
      is: undefined,
      says: `runs an earlier release and does not support a request of qleetctl (release ${release}): Cannot query field "newest" on type "Query". Upgrade the servers.`,
    },
    {
      is: '0.0.9',
      says: `runs release 0.0.9 and does not support a request of qleetctl (release ${release}): Cannot query field "newest" on type "Query". Upgrade the servers.`,
    },
    {
      is: '99.10.0',
      says: `runs release 99.10.0 and no longer supports a request of qleetctl (release ${release}): Cannot query field "newest" on type "Query". Upgrade qleetctl.`,
    },
    {
      is: release,
      says: `runs another build of release ${release} and does not support a request of qleetctl (release ${release}): Cannot query field "newest" on type "Query". Upgrade the servers, or qleetctl, whichever is older.`,
    },
  ])('says which is of which release, and what to upgrade: $is', async ({ is, says }) => {
    server.release = is
    const client = createClient({ url: server.url, token: 't', program: 'qleetctl', retryFor: 60_000 })
    await expect(client.changes()).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: `the server at ${server.url} ${says}`,
    })
    expect(server.refused).toBe(1)
  })
})

it('names its release in each response, streams as well', async () => {
  const server = await createTestServer()
  const { port } = server.app.server.address() as AddressInfo
  for (const path of ['/healthz', '/graphql', '/graphql/stream', '/v0/projects', '/nothing']) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${server.adminToken}` },
    })
    await answer.body?.cancel()
    expect(answer.headers.get('x-qleet-release'), path).toBe(release)
  }
  await server.stop()
})

it('leaves mistakes in what was asked to who made them', async () => {
  const errors = [{ message: 'name: is missing.', extensions: { code: 'INVALID_INPUT', fields: [] } }]
  const http = createServer((_, response) => response.writeHead(400).end(JSON.stringify({ errors })))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const client = createClient({ url: `http://127.0.0.1:${port}`, token: 't' })
  await expect(client.changes()).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  http.closeAllConnections()
  await new Promise((resolve) => http.close(resolve))
})

describe('a client of a server that names the part it refuses', () => {
  let http: Server
  let client: Client
  const asked: string[] = []
  beforeAll(async () => {
    const schema = buildSchema(withoutArgument(await currentSchema(), 'objectId'))
    http = createServer((request, response) => {
      void (async () => {
        const { query } = JSON.parse(await text(request)) as { query: string }
        asked.push(query)
        const errors = validateDocument(schema, parse(query)).map(({ extensions }) => ({
          message: 'In words of tomorrow.',
          extensions: { ...extensions, code: 'INVALID_INPUT' },
        }))
        response.writeHead(200, { 'x-qleet-release': '0.0.9' })
        response.end(JSON.stringify(errors.length > 0 ? { errors } : { data: { result: { nodes: [] } } }))
      })()
    })
    http.listen(0, '127.0.0.1')
    await once(http, 'listening')
    const { port } = http.address() as AddressInfo
    client = createClient({ url: `http://127.0.0.1:${port}`, token: 't', retryFor: 10_000 })
  })
  beforeEach(() => void (asked.length = 0))
  afterAll(async () => {
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
  })

  it('decides by the part, whatever the words', async () => {
    await expect(client.changes({ objectId: '1' })).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining('runs release 0.0.9 and does not support'),
      details: { refused: { part: 'argument', name: 'objectId', known: false } },
    })
    expect(asked).toHaveLength(1)
  })

  it('leaves out an argument that has no value', async () => {
    expect(await client.changes()).toEqual([])
    expect(asked.map((query) => query.includes('objectId:'))).toEqual([true, false])
  })
})

function currentSchema(): Promise<string> {
  return readFile(new URL('../../schema/generated/schema.graphql', import.meta.url), 'utf8')
}

function withoutArgument(schema: string, name: string): string {
  return print(
    visit(parse(schema), {
      [Kind.INPUT_VALUE_DEFINITION]: ({ name: { value } }) => (value === name ? null : undefined),
    }),
  )
}

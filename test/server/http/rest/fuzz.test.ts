import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allKinds } from '../../../../schema/kinds/index.ts'
import { collectionParameters } from '../../../../server/http/rest/collections/handlers.ts'
import { collections } from '../../../../server/http/rest/collections/index.ts'
import { restFields } from '../../../../server/http/rest/fields.ts'
import { listParameters } from '../../../../server/http/rest/filters.ts'
import { restPaths } from '../../../../server/http/rest/names.ts'
import { createTestServer, type TestServer } from '../../../support/server.ts'
import { inheritedKeys, oddStrings, randomObject, randomValue } from '../../../support/odd-values.ts'
import { seededRandom } from '../../../support/seeded-random.ts'
import { defaultRuntime, definition, write } from '../../../support/store.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
  await server.store.apply([...defaultRuntime, definition('web_a'), definition('webXa')], write)
  for (const name of inheritedKeys.slice(1)) await server.store.create(definition(name), write)
})
afterAll(() => server?.stop())

const zodMessage = /Invalid (input|key|option|string)|expected \w+, received|Too (big|small)|Unrecognized key/

interface Answer {
  status: number
  text: string
}

/** Sends a raw request: inject accepts lists of headers, and paths that no client would send. */
async function send(
  method: string,
  url: string,
  more: { headers?: object; body?: string } = {},
): Promise<Answer> {
  const response = await server.app.inject({
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${server.adminToken}`, ...more.headers },
    ...(more.body === undefined ? {} : { payload: more.body }),
  })
  return { status: response.statusCode, text: response.body }
}

/** The parameters of lists, and the fields of requests, by path. */
const lists = new Map([
  ...allKinds.flatMap((kind) =>
    restPaths(kind).map((path) => {
      const fields = restFields(kind).map(({ name }) => name)
      return [path, { parameters: listParameters(kind), fields }] as const
    }),
  ),
  ...collections.map((collection) => {
    const fields = [collection.input, collection.reported].flatMap(({ shape }) => Object.keys(shape))
    return [collection.path, { parameters: collectionParameters(collection), fields }] as const
  }),
])
const paths = [...lists.keys(), ...further()]
const parametersOf = (path: string): string[] => lists.get(path)?.parameters ?? ['objectid', 'size']
const fieldsOf = (path: string): string[] => lists.get(path)?.fields ?? ['JSONDefinition']

/** The paths of further routes of collections. */
function further(): string[] {
  const own = collections.map(({ path }) => path)
  return collections
    .flatMap(({ routes = [] }) => routes.map(({ path }) => path))
    .filter((path) => !own.includes(path))
}

/** Returns the refused parameters, in lower case as they are written. */
function namedIn({ text }: Answer): string[] {
  const { Status } = JSON.parse(text) as { Status: { fields: { path: string }[] } }
  return Status.fields.map(({ path }) => path.toLowerCase())
}

/** Encodes a string as a client may in a URL; half a surrogate pair cannot be encoded. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed().slice(0, 5000))

describe('the REST API', () => {
  it.each([...lists.keys()])(
    '/v0/%s reports a parameter that is given twice, in each of its forms',
    async (path) => {
      for (const name of parametersOf(path)) {
        const response = await send('GET', `/v0/${path}?${name}=1&${name}=2`)
        expect(response, name).toMatchObject({
          status: 400,
          text: expect.stringContaining('is given more than once'),
        })
        expect(namedIn(response)).toEqual([name.toLowerCase()])
        // Brackets have no meaning: these are other parameters, which are unknown.
        const brackets = await send('GET', `/v0/${path}?${name}[]=1&${name}[a]=2`)
        expect(namedIn(brackets)).toEqual([`${name}[]`, `${name}[a]`])
      }
    },
  )

  it('responds to random input without an internal error, and without messages of zod', async () => {
    const random = seededRandom()
    const odd = (): string => random.pick(oddStrings)
    for (let round = 0; round < 1500; round++) {
      const path = random.pick(paths)
      const method = random.pick(['GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      const id = random.chance(0.5) ? `/${random.chance(0.3) ? odd().slice(0, 200) : encoded(odd())}` : ''
      const query = Array.from(
        { length: random.below(4) },
        () => `${random.chance(0.8) ? random.pick(parametersOf(path)) : encoded(odd())}=${encoded(odd())}`,
      )
      const url = `/v0/${path}${id}?${query.join('&')}`.replaceAll(/[^!-~]/g, '%01')
      const headers = {
        'content-type': random.pick([
          'application/json',
          'application/merge-patch+json',
          'text/plain',
          'text/xml',
          '',
        ]),
        'idempotency-key': random.chance(0.3) ? encoded(odd()) : [encoded(odd()), 'b'],
        traceparent: random.chance(0.5)
          ? encoded(odd())
          : '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        'x-request-id': [encoded(odd()), encoded(odd())],
      }
      const fields = [...fieldsOf(path), ...inheritedKeys]
      const body = random.chance(0.2)
        ? odd()
        : JSON.stringify({
            Name: randomValue(random),
            ...Object.fromEntries(
              fields.filter(() => random.chance(0.4)).map((name) => [name, randomValue(random)]),
            ),
            ...randomObject(random),
          })
      const response = await send(method, url, method === 'GET' ? { headers } : { headers, body })
      const about = `round ${round}: ${method} ${url.slice(0, 300)} ${body.slice(0, 300)}`
      expect(response.status, `${about}\n${response.text.slice(0, 500)}`).toBeLessThan(500)
      expect(response.text, about).not.toMatch(zodMessage)
    }
    expect(({} as Record<string, unknown>)['Name']).toBeUndefined()
  })

  it.each([
    'page=-1',
    'page=1e300',
    'page=99999999999999999999',
    'page=0x10',
    'page=',
    'size=-2',
    'size=1.5',
    'size=1e300',
    'size=9007199254740993',
    'size=1001',
    'name=%00',
    'yamldocument=x',
    'sort=size',
    'reconciled=maybe',
    'NotAField=1',
  ])('refuses ?%s, and names it', async (query) => {
    const response = await send('GET', `/v0/workload-definitions?${query}`)
    expect(response.status).toBe(400)
    expect(namedIn(response)).toEqual([query.split('=')[0]?.toLowerCase()])
  })

  it('accepts names that JavaScript objects inherit', async () => {
    for (const name of inheritedKeys.slice(1)) {
      const { body } = await server.rest('GET', `/v0/workload-definitions?name=${name}`)
      expect(body.Data).toEqual([expect.objectContaining({ Name: name })])
    }
    expect((await server.rest('GET', '/v0/workload-definitions?name=__proto__')).body.Data).toEqual([])
  })
})

function codeOf(error: unknown): unknown {
  return (error as { extensions?: { code?: unknown } }).extensions?.code
}

describe('lists of GraphQL', () => {
  const query =
    'query ($filter: WorkloadDefinitionFilterInput) { found: workloadDefinitions(filter: $filter) { edges { node { name } } } }'
  const find = async (filter: object): Promise<unknown> => {
    const { data, errors } = (await server.graphql(query, { filter })).body
    const { found } = (data ?? {}) as { found?: { edges: { node: { name: string } }[] } }
    return errors?.[0] ?? found?.edges.map(({ node }) => node.name).sort()
  }

  it('search for pattern characters literally', async () => {
    expect(await find({ search: 'web' })).toEqual(['webXa', 'web_a'])
    expect(await find({ search: 'B_A' })).toEqual(['web_a'])
    for (const search of ['%', 'web%', '\\', 'web\\_a', '_%', '\\%'])
      expect(await find({ search })).toEqual([])
    expect(await find({ search: '_' })).toEqual(['web_a'])
  })

  it('accept any string without an internal error', async () => {
    for (const text of oddStrings) {
      for (const filter of [
        { search: text },
        { names: [text] },
        { projects: [text] },
        { labels: { [text]: 'x' } },
        { phases: [text] },
      ]) {
        const found = await find(filter)
        const code = Array.isArray(found) ? 'none' : codeOf(found)
        expect(['none', 'INVALID_INPUT'], JSON.stringify(found)).toContain(code)
        const named = text.includes('\0') ? `filter.${Object.keys(filter)[0]}` : ''
        expect(JSON.stringify(found)).toContain(named)
      }
      const one = 'query ($name: String!) { workloadDefinition(by: { named: { name: $name } }) { id } }'
      const { errors = [] } = (await server.graphql(one, { name: text })).body
      for (const { extensions } of errors) expect(extensions.code).toBe('INVALID_INPUT')
    }
  })
})

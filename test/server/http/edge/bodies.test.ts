import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPlatformError } from '../../../../schema/errors.ts'
import { BodyBudget } from '../../../../server/http/edge/body-budget.ts'
import { JsonScan, maxDepth, maxValues } from '../../../../server/http/edge/json-scan.ts'
import { assertUniqueKeys } from '../../../../server/http/edge/repeated-keys.ts'
import { eventually } from '../../../support/eventually.ts'
import { urlOf } from '../../../support/fake-worker.ts'
import { head, rawConnection } from '../../../support/raw-http.ts'
import { createTestServer, type TestServer } from '../../../support/server.ts'

/** Returns the result of the scan for a body in chunks of that many bytes. */
function scanned(text: string, size: number): string {
  const scan = new JsonScan()
  const bytes = Buffer.from(text)
  try {
    for (let at = 0; at < bytes.length; at += size) scan.take(bytes.subarray(at, at + size))
    return 'fine'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const nested = (levels: number, inside = ''): string => '['.repeat(levels) + inside + ']'.repeat(levels)
const deep = `body: is nested more than ${maxDepth} levels deep. Flatten it.`
const many = `body: has more than ${maxValues} values. Split it into several requests.`

describe.each([1, 2, 3, 7, 64 * 1024])('a body in chunks of %i bytes', (size) => {
  it.each([
    ['at the maximum depth', nested(maxDepth), 'fine'],
    ['deeper', nested(maxDepth + 1), deep],
    ['too deep with objects', '{"a":'.repeat(maxDepth + 1), deep],
    ['wide and not deep', `[${Array.from({ length: 500 }, () => nested(3)).join(',')}]`, 'fine'],
    ['with brackets in a string', JSON.stringify('['.repeat(1000)), 'fine'],
    ['with quotes in a string', `["${'\\"['.repeat(500)}"]`, 'fine'],
    ['with backslashes before the end of a string', `["a\\\\", ${nested(maxDepth)}]`, deep],
    ['with odd backslashes before a quote', `["a\\\\\\"${'['.repeat(1000)}"]`, 'fine'],
  ])('is scanned by its content: %s', (_, text, expected) => {
    expect(scanned(text, size)).toBe(expected)
  })
})

it.each([
  ['numbers', `[${'1,'.repeat(maxValues)}1]`],
  ['objects', `[${'{}'.repeat(maxValues)}]`],
  ['keys', `{${Array.from({ length: maxValues + 1 }, (_, index) => `"k${index}":1`).join(',')}}`],
])('a body with very many %s is refused', (_, text) => {
  expect(scanned(text, 64 * 1024)).toBe(many)
})

describe('the budget of bodies', () => {
  it('has a limit per token and in total, and released bytes are available again', () => {
    const budget = new BodyBudget({ bodiesOfToken: 100, bodies: 150 })
    const [a, alsoA, b] = [budget.share('a'), budget.share('a'), budget.share('b')]
    a.reserve(80)
    expect(() => alsoA.reserve(30)).toThrow(
      expect.objectContaining({ code: 'RATE_LIMITED', details: { retryAfter: 1 } }),
    )
    b.reserve(70)
    expect(() => budget.share('c').reserve(1)).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }))
    a.release()
    a.release()
    alsoA.reserve(80)
    expect(() => alsoA.reserve(1)).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }))
  })
})

describe('a repeated key', () => {
  const refusalOf = (text: string): unknown => {
    const scan = new JsonScan()
    scan.take(Buffer.from(text))
    try {
      assertUniqueKeys(text, JSON.parse(text), scan.entries)
      return undefined
    } catch (error) {
      return isPlatformError(error) ? error.details.fields : error
    }
  }

  it.each([
    '{}',
    '{"a":1,"b":{"a":1,"b":[{"a":1},{"a":2}]}}',
    '{"a:":"b:\\"c:","":{"":[]},"\\u0061":1}',
    '{"a,b":[{},{}],"{":"}","[\\\\":"]"}',
  ])('is not found in %s', (text) => {
    expect(refusalOf(text)).toBeUndefined()
  })

  it.each([
    ['{"a":1,"a":2}', 'a', 1, 8],
    ['{"a":{"x":1},\n "a":{"y":1}}', 'a', 2, 2],
    ['{"list":[{"a":1},{"b":{"c":"}","c":null}}]}', 'list[1].b.c', 1, 32],
    ['{"a":1,"\\u0061":2}', 'a', 1, 8],
    ['{"1":{"a":[]},"1":{"a":[]}}', '1', 1, 15],
  ])('is refused with its field and its position: %s', (text, path, line, column) => {
    expect(refusalOf(text)).toMatchObject([{ path, code: 'DUPLICATE', line, column }])
  })
})

describe('bodies of requests', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer(undefined, {
      limits: { body: 100_000, bodiesOfToken: 100_000, bodies: 150_000 },
    })
  })
  afterAll(() => server.stop())
  const post = async (
    body: string | Uint8Array<ArrayBuffer>,
    token = server.adminToken,
  ): Promise<[number, string]> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${urlOf(server)}/graphql`, { method: 'POST', headers, body })
    return [answer.status, await answer.text()]
  }
  const query = (length: number): string =>
    JSON.stringify({ query: '{ __typename }', variables: { a: 'x'.repeat(length) } })

  it('are refused with the position of what is not UTF-8, and never changed', async () => {
    const latin1 = Buffer.from('{"query": "{ __typename }", "variables": {"a": "caf\u00e9"}}', 'latin1')
    const [status, text] = await post(latin1)
    expect(status).toBe(400)
    expect(text).toContain(`body: is not UTF-8: byte ${latin1.indexOf(0xe9) + 1} begins no valid character`)
    expect((await post('{"query": "{ __typename }", "variables": {"a": "caf\u00e9 \ufffd"}}'))[0]).toBe(200)
  })

  it('with a repeated key are refused with its field and its position', async () => {
    const [status, text] = await post('{"query": "{ __typename }",\n "variables": {"a": 1, "a": 2}}')
    expect(status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({
      errors: [{ extensions: { fields: [{ path: 'variables.a', code: 'DUPLICATE', line: 2, column: 24 }] } }],
    })
  })

  it('that are empty are refused as such', async () => {
    const [status, text] = await post('')
    expect(status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({ errors: [{ message: 'body: is empty. Send a JSON object.' }] })
  })

  it.each(['application/json', 'text/plain', 'json', 'application/json; charset', ''])(
    'are not expected with a question for methods, whatever its content type: %j',
    async (type) => {
      const headers = { 'content-type': type }
      const answer = await fetch(`${urlOf(server)}/graphql`, { method: 'OPTIONS', headers })
      expect(answer.status).toBe(204)
      expect(answer.headers.get('allow')).toContain('POST')
    },
  )

  it('are released after the response, however the request ended', async () => {
    for (let round = 0; round < 5; round++) {
      expect((await post(query(90_000)))[0]).toBe(200)
      expect((await post('['.repeat(90_000)))[0]).toBe(400)
      const cut = rawConnection(urlOf(server))
      const headers = { 'content-type': 'application/json', 'content-length': '90000' }
      cut.write(head('POST /graphql', { ...headers, authorization: `Bearer ${server.adminToken}` }))
      cut.write(' '.repeat(1000))
      await eventually(async () => ((await post(query(50_000)))[0] === 429 ? true : undefined))
      cut.destroy()
      expect(await eventually(async () => ((await post(query(90_000)))[0] === 200 ? true : undefined))).toBe(
        true,
      )
    }
  })

  it('of one token leave capacity for others', async () => {
    const slow = rawConnection(urlOf(server))
    const headers = { 'content-type': 'application/json', 'content-length': '90000' }
    slow.write(head('POST /graphql', { ...headers, authorization: `Bearer ${server.adminToken}` }))
    const refused = await eventually(async () => {
      const answer = await post(query(50_000))
      return answer[0] === 429 ? answer[1] : undefined
    })
    expect(refused).toContain('"retryAfter":1')
    expect((await post(query(40_000), server.workerToken))[0]).toBe(200)
    slow.destroy()
  })

  it('that are not JSON are refused, and so are those with forbidden keys', async () => {
    for (const body of ['{"a":', '', '{"__proto__":{"a":1}}', '\u0000']) {
      const [status, text] = await post(body)
      expect([status, text]).toEqual([400, expect.stringContaining('INVALID_INPUT')])
    }
  })

  it.each(['null', '0', 'false', '""', '[]', '"x"'])(
    'that are %s get a response on every route',
    async (body) => {
      for (const path of ['/graphql', '/graphql/stream', '/v0/projects']) {
        const headers = { authorization: `Bearer ${server.adminToken}`, 'content-type': 'application/json' }
        const signal = AbortSignal.timeout(10_000)
        const answer = await fetch(`${urlOf(server)}${path}`, { method: 'POST', headers, body, signal })
        expect([path, answer.status]).toEqual([path, 400])
        await answer.body?.cancel()
      }
    },
  )
})

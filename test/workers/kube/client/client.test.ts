import { getEventListeners } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAddressRules } from '../../../../schema/clusters/addresses.ts'
import { trustedPolicy } from '../../../../schema/clusters/policy.ts'
import type { ClusterAccess } from '../../../../schema/clusters/kubeconfig/access.ts'
import {
  createKubeClient,
  type KubeClient,
  type KubeClientOptions,
} from '../../../../workers/kube/client/client.ts'
import { KubeError, unavailableReason, isUnavailable } from '../../../../workers/kube/client/kube-error.ts'
import { createTransport } from '../../../../workers/kube/client/transport.ts'
import {
  closedPort,
  createAuthority,
  json,
  refuse,
  blackHolePort,
  startServer,
  type Behaviour,
} from './misbehaving-server.ts'

function connect(
  access: Omit<ClusterAccess, 'policy'> & Partial<ClusterAccess>,
  options: Partial<KubeClientOptions> = {},
): KubeClient {
  const client = createKubeClient({ access: { policy: trustedPolicy, ...access }, timeout: 1000, ...options })
  onTestFinished(() => client.close())
  return client
}

async function failureOf(client: KubeClient, more: object = {}): Promise<KubeError> {
  const error: unknown = await client
    .request({ method: 'GET', path: '/version', ...more })
    .catch((thrown: unknown) => thrown)
  if (error instanceof KubeError) return error
  throw new Error(`not a KubeError: ${String(error)}`)
}

/** Writes a chunk at intervals, and never ends. */
const drip =
  (before: string, part: string): Behaviour =>
  (_, { socket }) => {
    socket?.write(before)
    const timer = setInterval(() => socket?.write(part), 50)
    socket?.on('close', () => clearInterval(timer))
  }

const answers: [title: string, behaviour: Behaviour, failure: string, reason: string, text: string][] = [
  [
    '401',
    refuse(401, 'Unauthorized', { message: 'Unauthorized' }),
    'unauthenticated',
    'CredentialsRefused',
    'does not accept our credentials (Unauthorized)',
  ],
  [
    '429',
    refuse(429, 'TooManyRequests', { message: 'too many requests', headers: { 'retry-after': '30' } }),
    'throttled',
    'Throttled',
    'too many requests',
  ],
  [
    'a 500 of a proxy',
    json(500, '<html>oops</html>'),
    'serverError',
    'ServerError',
    'the cluster returned HTTP 500',
  ],
  [
    '503',
    refuse(503, 'ServiceUnavailable', { message: 'apiserver is shutting down' }),
    'serverError',
    'ServerError',
    'shutting down',
  ],
  [
    'a page instead of an API',
    json(200, '<html>hello</html>'),
    'garbled',
    'NotKubernetes',
    'check that it is the address of a Kubernetes API server',
  ],
  ['truncated JSON', json(200, '{"items":[{"meta'), 'garbled', 'AnswerBroken', 'cut short'],
  [
    'a redirect',
    (_, response) => response.writeHead(302, { location: 'https://login.example.com/x?y=1' }).end(),
    'garbled',
    'Redirected',
    'redirects elsewhere, which is not followed',
  ],
  [
    'a response shorter than announced',
    (_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"a":')
      setTimeout(() => response.socket?.end(), 20)
    },
    'unreachable',
    'ConnectionBroken',
    '',
  ],
  ['a broken connection', ({ socket }) => socket.destroy(), 'unreachable', 'ConnectionBroken', 'broken off'],
  ['no response', () => undefined, 'unreachable', 'AnswerTimeout', ''],
  [
    'headers that trickle',
    drip('HTTP/1.1 200 OK\r\n', 'x-more: 1\r\n'),
    'unreachable',
    'AnswerTimeout',
    'in time',
  ],
  [
    'a body that trickles',
    drip('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n', ' '),
    'unreachable',
    'AnswerTimeout',
    'in time',
  ],
  [
    'an endless response',
    (_, response) => {
      response.writeHead(200)
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        response.once('drain', more)
      }
      more()
    },
    'garbled',
    'AnswerTooLong',
    'more than 1000000 bytes',
  ],
  [
    'another protocol',
    (_, { socket }) => void socket?.end('220 mail.example.com ESMTP\r\n'),
    'garbled',
    'NotHttp',
    'not HTTP',
  ],
]

describe('a cluster that misbehaves', () => {
  it.each(answers)('is recognised by %s', async (_, behaviour, failure, reason, text) => {
    const server = await startServer(behaviour)
    const error = await failureOf(connect({ server: server.url }, { maxResponseBytes: 1_000_000 }))
    expect({ failure: error.failure, reason: unavailableReason(error) }).toEqual({ failure, reason })
    expect(error.message).toContain(text)
    expect(isUnavailable(error)).toBe(true)
  })

  it.each([
    ['404', refuse(404, 'NotFound', { message: 'pods "x" not found' }), 'notFound'],
    ['409', refuse(409, 'AlreadyExists', { message: 'exists' }), 'conflict'],
    ['410', refuse(410, 'Expired', { message: 'too old' }), 'gone'],
    ['422', refuse(422, 'Invalid', { message: 'invalid' }), 'invalid'],
    [
      '500 of a webhook',
      refuse(500, 'InternalError', { message: 'failed calling webhook "a.b": timeout' }),
      'internal',
    ],
  ])('still returns the response of %s', async (_, behaviour, failure) => {
    const server = await startServer(behaviour)
    const error = await failureOf(connect({ server: server.url }))
    expect(error.failure).toBe(failure)
    expect(isUnavailable(error)).toBe(false)
  })

  it('reports which permission is missing', async () => {
    const message =
      'deployments.apps "web" is forbidden: User "dev" cannot patch resource "deployments" in API group "apps" in the namespace "shop"'
    const server = await startServer(refuse(403, 'Forbidden', { message }))
    const error = await failureOf(connect({ server: server.url }))
    expect(error.message).toBe('needs permission to patch deployments.apps in namespace "shop" (as "dev")')
  })

  it.each([
    ['a page', '<h1>Admin of 10.0.0.7</h1>', 'text/html; charset=utf-8', ' with text/html'],
    [
      'JSON of another service',
      JSON.stringify({ message: 'key AKIA42', kind: 'Error' }),
      'application/json',
      '',
    ],
    [
      'a Status of another version',
      JSON.stringify({ kind: 'Status', message: 'AKIA42' }),
      'application/json',
      '',
    ],
    ['an unknown content type', 'AKIA42', '<AKIA42>', ''],
  ])('repeats nothing of %s', async (_, body, type, kindOfAnswer) => {
    for (const status of [400, 403, 404, 409, 422, 500, 503]) {
      const server = await startServer((__, response) =>
        response.writeHead(status, { 'content-type': type }).end(body),
      )
      const error = await failureOf(connect({ server: server.url }))
      expect(error.message).toBe(`the cluster returned HTTP ${status}${kindOfAnswer}`)
      expect(error.reason).toBe('')
    }
  })

  it('repeats a Status in printable characters, up to a limit', async () => {
    const message = `\u001B]0;title\u0007 \u202Egnp.exe ${'long '.repeat(10_000)}`
    const server = await startServer(refuse(409, 'Conflict', { message }))
    const error = await failureOf(connect({ server: server.url }))
    expect(error.message).toContain('\\u001b]0;title\\u0007 \\u202egnp.exe long')
    expect(error.message.length).toBeLessThan(5000)
  })

  it('keeps the wording of a quota', async () => {
    const message =
      'pods "web" is forbidden: exceeded quota: small, requested: pods=1, used: pods=0, limited: pods=0'
    const server = await startServer(refuse(403, 'Forbidden', { message }))
    expect((await failureOf(connect({ server: server.url }))).message).toBe(message)
  })

  it('reports a stream that does not consist of lines of JSON', async () => {
    const server = await startServer(json(200, '{"type":"ADDED"}\n{"type":\n'))
    const client = connect({ server: server.url })
    const read = async (): Promise<void> => {
      for await (const line of client.stream({ method: 'GET', path: '/watch' }))
        expect(line).toEqual({ type: 'ADDED' })
    }
    await expect(read()).rejects.toMatchObject({ failure: 'garbled', reason: 'AnswerBroken' })
  })
})

describe('a cluster that cannot be reached', () => {
  it.each([
    ['refuses connections', async () => `http://127.0.0.1:${await closedPort()}`, 'ConnectionRefused'],
    ['drops packets', async () => `http://127.0.0.1:${await blackHolePort()}`, 'ConnectionTimeout'],
    ['has an unknown host name', async () => 'https://no-such-cluster.invalid:6443', 'NameNotFound'],
  ])('is reported when it %s', async (_, address, reason) => {
    const server = await address()
    const error = await failureOf(connect({ server }, { timeout: 10_000 }))
    expect({ failure: error.failure, reason: unavailableReason(error) }).toEqual({
      failure: 'unreachable',
      reason,
    })
  })

  it('is not contacted at a refused address, by requests, probes and streams', async () => {
    const asked: (string | undefined)[] = []
    const server = await startServer(({ url }, response) => {
      asked.push(url)
      response.end('{}')
    })
    const strict = { ...trustedPolicy, ...createAddressRules({ allow: [], deny: [] }) }
    const { port } = new URL(server.url)
    for (const host of ['127.0.0.1', '127.1', '2130706433', 'localhost', '[::1]', '[::ffff:127.0.0.1]']) {
      const client = connect({ server: `http://${host}:${port}`, policy: strict })
      for (const probe of [false, true])
        expect(await failureOf(client, { probe })).toMatchObject({
          failure: 'unreachable',
          reason: 'AddressNotAllowed',
          message: expect.stringContaining('QLEET_CLUSTER_ALLOW='),
        })
      const stream = client.stream({ method: 'GET', path: '/watch' })
      await expect(stream.next()).rejects.toMatchObject({ reason: 'AddressNotAllowed' })
    }
    expect(asked).toEqual([])
  })

  it('is reported with the problem of its certificate', async () => {
    const [ours, theirs] = await Promise.all([createAuthority('ours'), createAuthority('theirs')])
    const past = { from: new Date('2020-01-01'), to: new Date('2020-02-01') }
    const future = { from: new Date(Date.now() + 3_600_000), to: new Date(Date.now() + 7_200_000) }
    const cases = [
      ['CertificateExpired', await ours.issue('old', past)],
      ['CertificateNotYetValid', await ours.issue('early', future)],
      ['CertificateWrongHost', await ours.issue('elsewhere', { address: '10.0.0.1' })],
      ['CertificateUnknownAuthority', await theirs.issue('theirs')],
    ] as const
    for (const [reason, tls] of cases) {
      const server = await startServer(json(200, {}), { tls })
      const error = await failureOf(connect({ server: server.url, ca: ours.cert }))
      expect({ failure: error.failure, reason: error.reason }).toEqual({ failure: 'untrusted', reason })
    }
  })

  it('is reported as one without TLS if it serves plain HTTP', async () => {
    const server = await startServer(json(200, {}))
    const error = await failureOf(connect({ server: server.url.replace('http:', 'https:') }))
    expect(error).toMatchObject({ failure: 'untrusted', reason: 'NotTls' })
    expect(error.message).toMatch(
      /^https:\/\/\S+ does not respond with TLS, as a server of plain HTTP; correct its address and port/,
    )
  })

  it('is reached with a certificate that it accepts', async () => {
    const [ours, theirs] = await Promise.all([createAuthority('ours'), createAuthority('theirs')])
    const tls = { ...(await ours.issue('server')), ca: ours.cert }
    const server = await startServer(json(200, {}), { tls })
    const [right, wrong] = await Promise.all([ours.issue('client'), theirs.issue('client')])
    const client = ({ cert, key }: typeof right): KubeClient =>
      connect({ server: server.url, ca: ours.cert, certificate: cert, key })
    await expect(client(right).request({ method: 'GET', path: '/version' })).resolves.toEqual({})
    expect(isUnavailable(await failureOf(client(wrong)))).toBe(true)
  })

  it('fails each time with the same message', async () => {
    const client = connect({ server: `http://127.0.0.1:${await closedPort()}` })
    const texts = [
      await failureOf(client),
      await failureOf(client),
      await failureOf(client),
      await failureOf(client),
    ]
    expect(new Set(texts.map(({ message }) => message)).size).toBe(1)
  })
})

describe('a cluster that throttles', () => {
  it('rechecks before each attempt whether it may still send, whatever it has waited for', async () => {
    const server = await startServer(refuse(429, 'TooManyRequests', { headers: { 'retry-after': '1' } }))
    let times = 0
    const beforeSend = (): void => {
      times += 1
      if (times === 2) throw new Error('another worker holds the lock')
    }
    const request = connect({ server: server.url }, { timeout: 10_000 }).request({
      method: 'GET',
      path: '/version',
      beforeSend,
    })
    await expect(request).rejects.toThrow('another worker holds the lock')
    expect(server.requests).toHaveLength(1)
  })

  it('receives no requests for the requested time, and then a retry', async () => {
    const server = await startServer(refuse(429, 'TooManyRequests', { headers: { 'retry-after': '1' } }))
    const client = connect({ server: server.url }, { timeout: 10_000 })
    const started = Date.now()
    const answer = client.request({ method: 'GET', path: '/version' })
    setTimeout(() => server.behave(json(200, { ok: true })), 200)
    await expect(answer).resolves.toEqual({ ok: true })
    expect(Date.now() - started).toBeGreaterThanOrEqual(950)
    expect(server.requests).toHaveLength(2)
  })

  it('gets no request for as long as it requests', async () => {
    const server = await startServer(refuse(429, 'TooManyRequests', { headers: { 'retry-after': '60' } }))
    const client = connect({ server: server.url })
    expect((await failureOf(client)).retryAfter).toBe(60)
    const later = await failureOf(client)
    expect(later.failure).toBe('throttled')
    expect(later.retryAfter).toBeGreaterThan(55)
    expect(server.requests).toHaveLength(1)
  })

  it('may name a time, by its own clock', async () => {
    const skewed = Date.now() - 600_000
    const headers = {
      date: new Date(skewed).toUTCString(),
      'retry-after': new Date(skewed + 90_000).toUTCString(),
    }
    const server = await startServer(refuse(503, 'ServiceUnavailable', { headers }))
    const { retryAfter } = await failureOf(connect({ server: server.url }))
    expect(retryAfter).toBe(90)
  })
})

describe('requests to one cluster', () => {
  it('run concurrently up to the budget, in order', async () => {
    let [now, most] = [0, 0]
    const order: string[] = []
    const server = await startServer(({ url }, response) => {
      order.push(url ?? '')
      most = Math.max(most, (now += 1))
      setTimeout(() => {
        now -= 1
        response.end('{}')
      }, 20)
    })
    const client = connect({ server: server.url }, { connections: 3 })
    const paths = Array.from({ length: 12 }, (_, index) => `/${index}`)
    await Promise.all(paths.map((path) => client.request({ method: 'GET', path })))
    expect(most).toBe(3)
    expect(order.map((path) => Number(path.slice(1)) / 3).map(Math.floor)).toEqual([
      0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3,
    ])
  })

  it('have their full timeout from when they are sent', async () => {
    const server = await startServer((_, response) => void setTimeout(() => response.end('{}'), 300))
    const client = connect({ server: server.url }, { connections: 1, timeout: 2000 })
    const paths = Array.from({ length: 8 }, (_, index) => `/${index}`)
    const answers = await Promise.all(paths.map((path) => client.request({ method: 'GET', path })))
    expect(answers).toHaveLength(8)
  })

  it('do not delay the liveness probe', async () => {
    const server = await startServer(({ url }, response) => {
      if (url === '/version') response.end('{}')
    })
    const client = connect({ server: server.url }, { connections: 1 })
    const caller = new AbortController()
    const waiting = client.request({ method: 'GET', path: '/slow', signal: caller.signal })
    await expect(client.request({ method: 'GET', path: '/version', probe: true })).resolves.toEqual({})
    caller.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
  })

  it('are not delayed by streams', async () => {
    const server = await startServer(({ url }, response) => {
      if (url === '/watch') response.writeHead(200).write('{"type":"BOOKMARK"}\n')
      else response.end('{}')
    })
    const client = connect({ server: server.url }, { connections: 1 })
    const streams = Array.from({ length: 5 }, () => client.stream({ method: 'GET', path: '/watch' }))
    for (const stream of streams) expect(await stream.next()).toMatchObject({ done: false })
    await expect(client.request({ method: 'GET', path: '/version' })).resolves.toEqual({})
  })

  it('leave nothing behind in a long-lived client', async () => {
    const server = await startServer(({ url }, response) => response.end(url === '/odd' ? '{' : '{}'))
    const access = { server: server.url, policy: trustedPolicy }
    const signals: AbortSignal[] = []
    const transport = createTransport(access, { timeout: 1000 })
    const client = connect(access, {
      open: () => ({
        ...transport,
        request: (request, options) => {
          if (request.signal !== undefined) signals.push(request.signal)
          return transport.request(request, options)
        },
      }),
    })
    const caller = new AbortController().signal
    await client.request({ method: 'GET', path: '/', signal: caller })
    await failureOf(client, { path: '/odd' })
    expect(getEventListeners(caller, 'abort')).toEqual([])
    expect(signals.map((signal) => getEventListeners(signal, 'abort').length)).toEqual([0, 0])
  })

  it('end with the caller, which is no failure of the cluster', async () => {
    const server = await startServer(() => undefined)
    const client = connect({ server: server.url })
    const reason = new Error('enough')
    for (let time = 0; time < 5; time++) {
      const caller = new AbortController()
      const answer = client.request({ method: 'GET', path: '/version', signal: caller.signal })
      setTimeout(() => caller.abort(reason), 10)
      await expect(answer).rejects.toBe(reason)
    }
    server.behave(json(200, {}))
    await expect(client.request({ method: 'GET', path: '/version' })).resolves.toEqual({})
  })
})

describe('a cluster that has stopped responding', () => {
  it('is given up once it does not even report its version', async () => {
    const server = await startServer(() => undefined)
    const client = connect({ server: server.url }, { timeout: 600_000, stallTimeout: 50, connections: 1 })
    const answers = await Promise.all([failureOf(client), failureOf(client), failureOf(client)])
    expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set(['AnswerTimeout']))
    expect(server.requests).toHaveLength(2)
  })

  it('is waited for while it reports its version', async () => {
    const server = await startServer(({ url }, response) => {
      if (url === '/version') response.end('{}')
      else setTimeout(() => response.end('{"slow":true}'), 500)
    })
    const client = connect({ server: server.url }, { timeout: 60_000, stallTimeout: 50 })
    await expect(client.request({ method: 'GET', path: '/slow' })).resolves.toEqual({ slow: true })
    expect(server.requests.filter(({ url }) => url === '/version').length).toBeGreaterThan(1)
  })
})

describe('the breaker', () => {
  it('stops requests to an unavailable cluster, and finds it again by a probe', async () => {
    const port = await closedPort()
    const client = connect({ server: `http://127.0.0.1:${port}` })
    for (let time = 0; time < 3; time++) await failureOf(client)
    const server = await startServer(json(200, {}), { port })
    expect(await failureOf(client)).toMatchObject({ failure: 'unreachable', reason: 'ConnectionRefused' })
    expect(server.requests).toHaveLength(0)
    await client.request({ method: 'GET', path: '/version', probe: true })
    await client.request({ method: 'GET', path: '/version' })
    expect(server.requests).toHaveLength(2)
  })

  it('does not open for refusals by the cluster itself', async () => {
    const server = await startServer(refuse(403, 'Forbidden', { message: 'no' }))
    const client = connect({ server: server.url })
    for (let time = 0; time < 5; time++) await failureOf(client)
    expect(server.requests).toHaveLength(5)
  })
})

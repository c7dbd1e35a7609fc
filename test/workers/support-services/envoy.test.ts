import { createServer, request, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createCertificates } from '../../../simulator/certificates/authority.ts'
import type { Upstream } from '../../../workers/support-services/envoy-config.ts'
import { envoyBinary, startEnvoy, type TestEnvoy } from '../../support/envoy.ts'
import { eventually } from '../../support/eventually.ts'

/* The behaviour of the forward proxy, observed from both sides of a real Envoy. */

interface ProxiedResponse {
  status: number
  headers: IncomingMessage['headers']
  body: string
}

/** A request as an upstream received it. */
interface ReceivedRequest {
  upstream: string
  method: string
  url: string
  headers: Record<string, string>
  sni: unknown
}

describe.skipIf(envoyBinary === undefined)('forward proxy in a real Envoy', () => {
  let folder: string
  let envoy: TestEnvoy
  let ports: { plain: number; tls: number; strange: number; silent: number; free: number }
  const servers: Server[] = []

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'qleet-envoy-')))
    const { ca, server } = await createCertificates()
    const strange = await createCertificates()
    await writeFile(join(folder, 'ca.crt'), ca)
    const tlsOptions = { cert: server.certificate, key: server.key }
    const strangeOptions = { cert: strange.server.certificate, key: strange.server.key }
    ports = {
      plain: await listen(createServer(echo('plain'))),
      tls: await listen(createTlsServer(tlsOptions, echo('tls'))),
      strange: await listen(createTlsServer(strangeOptions, echo('strange'))),
      silent: await listen(createServer(() => undefined)),
      free: await listen(createServer()),
    }
    const [unused] = servers.splice(-1)
    await new Promise((resolve) => unused?.close(resolve))
    echoSockets(servers[0])
    envoy = await startEnvoy({
      mountedFolder: join(folder, 'etc'),
      upstreams: first(),
      edit: (text) =>
        text
          .replaceAll('/etc/ssl/certs/ca-certificates.crt', join(folder, 'ca.crt'))
          .replaceAll('idle_timeout: 300s', 'idle_timeout: 1s'),
    })
  })
  afterAll(async () => {
    await envoy?.stop()
    for (const server of servers) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
    await rm(folder, { recursive: true, force: true })
  })

  const upstream = (name: string, given: Partial<Upstream>): Upstream => ({
    domains: [`${name}.app.svc.cluster.local`, `${name}.app.svc`, `${name}.app`],
    host: 'localhost',
    port: ports.plain,
    tls: false,
    path: '/',
    ...given,
  })
  const first = (): Upstream[] => [
    upstream('plain', {}),
    upstream('below', { path: '/v1/eth/' }),
    upstream('query', { path: '/eth?key=a-1_b.c~d&format=json' }),
    upstream('tls', { port: ports.tls, tls: true }),
    upstream('address', { port: ports.tls, tls: true, host: '127.0.0.1' }),
    upstream('strange', { port: ports.strange, tls: true }),
    upstream('refused', { port: ports.free }),
    upstream('nowhere', { host: 'nowhere.invalid' }),
    upstream('silent', { port: ports.silent }),
  ]

  async function listen(server: Server): Promise<number> {
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }

  function get(host: string, path = '/', headers: Record<string, string> = {}): Promise<ProxiedResponse> {
    return new Promise((resolve, reject) => {
      // As an option, so that the path is not normalised.
      const call = request(envoy.url, { path, headers: { host, ...headers } }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const body = Buffer.concat(chunks).toString()
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body })
        })
      })
      call.on('error', reject)
      call.end()
    })
  }
  const seen = async (host: string, path = '/', headers = {}): Promise<ReceivedRequest> => {
    const { status, body } = await get(host, path, headers)
    expect(status, body).toBe(200)
    return JSON.parse(body) as ReceivedRequest
  }

  it('accepts the configuration without a warning or deprecation', async () => {
    expect(envoy.stderr()).not.toMatch(/rejected|error|critical|[Dd]eprecated/)
    const stats = await (await fetch(`${envoy.adminUrl}/stats?filter=(cds|rds).*update_`)).text()
    expect(stats).toContain('cluster_manager.cds.update_success: 1')
    expect(stats).toMatch(/rds\.forward-proxy\.update_success: 1/)
    expect(stats).not.toMatch(/update_(rejected|failure): [1-9]/)
  })

  it('responds to the readiness probe, and keeps the admin port private', async () => {
    expect(await (await fetch(envoy.readyUrl)).text()).toBe('ready\n')
    expect((await fetch(envoy.readyUrl.replace('/ready', '/other'))).status).toBe(404)
    expect(new URL(envoy.adminUrl).hostname).toBe('127.0.0.1')
  })

  it.each([
    'plain.app.svc.cluster.local',
    'plain.app.svc',
    'plain.app',
    'plain.app:80',
    'PLAIN.app',
    'plain.app.',
  ])('recognises a dependency as %s', async (host) => {
    expect(await seen(host)).toMatchObject({ upstream: 'plain', url: '/' })
  })

  it('forwards a request unchanged, with the host name of the upstream', async () => {
    const { headers, url } = await seen('plain.app', '/a//b/../c?x=1&y=%20z', { 'x-own': 'kept' })
    expect(url).toBe('/a//b/../c?x=1&y=%20z')
    expect(headers).toEqual({ host: `localhost:${ports.plain}`, 'x-own': 'kept' })
    expect((await get('plain.app')).headers).toMatchObject({ server: 'the upstream' })
  })

  it.each([
    ['below', '/', '/v1/eth'],
    ['below', '/?a=b', '/v1/eth?a=b'],
    ['below', '/x/y?a=b', '/v1/eth/x/y?a=b'],
    ['query', '/', '/eth?key=a-1_b.c~d&format=json'],
    ['query', '/?a=b', '/eth?a=b&key=a-1_b.c~d&format=json'],
    ['query', '/x?a=b', '/eth/x?a=b&key=a-1_b.c~d&format=json'],
  ])('puts the path of the upstream before that of a request: %s %s', async (name, path, expected) => {
    const { url } = await seen(`${name}.app`, path)
    const [one, other] = [url, expected].map((text) => new URL(text, 'http://a'))
    expect(one?.pathname).toBe(other?.pathname)
    expect(Object.fromEntries(one?.searchParams ?? [])).toEqual(Object.fromEntries(other?.searchParams ?? []))
  })

  it('uses TLS with the name of the upstream', async () => {
    expect(await seen('tls.app')).toMatchObject({ upstream: 'tls', sni: 'localhost' })
    expect(await seen('address.app')).toMatchObject({ upstream: 'tls', sni: false })
  })

  it('refuses an upstream whose certificate is not trusted', async () => {
    const { status, body } = await get('strange.app')
    expect(status).toBe(503)
    expect(body).toContain('upstream connect error')
  })

  it.each([
    ['refuses connections', 'refused', 'upstream connect error'],
    ['has no address', 'nowhere', 'no healthy upstream'],
  ])('responds with 503 when the upstream %s', async (_, name, text) => {
    const { status, body } = await get(`${name}.app`)
    expect(status).toBe(503)
    expect(body).toContain(text)
  })

  it('responds with 504 when the upstream sends nothing for too long', async () => {
    expect((await get('silent.app')).status).toBe(504)
  })

  it('responds with 404 and a remedy for a host that is not a dependency', async () => {
    const { status, body } = await get('unknown.app')
    expect(status).toBe(404)
    expect(body).toMatch(/No dependency has this host name.*qleetctl get/)
  })

  it('writes one JSON line per request, without its path', async () => {
    await get('query.app', '/secret')
    const lines = await eventually(async () => {
      const all = envoy.stdout().trim().split('\n')
      return all.some((line) => line.includes('query.app')) ? all : undefined
    })
    const last = lines?.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(last?.find(({ dependency }) => dependency === 'query.app')).toMatchObject({
      method: 'GET',
      status: 200,
      upstream: `127.0.0.1:${ports.plain}`,
    })
    expect(envoy.stdout()).not.toMatch(/secret|key=/)
  })

  it('applies a changed ConfigMap without a restart and without breaking connections', async () => {
    const socket = new WebSocket(`${envoy.url.replace('http', 'ws')}/socket`, {
      headers: { host: 'plain.app' },
    })
    const echoed: string[] = []
    socket.on('message', (message: Buffer) => echoed.push(message.toString()))
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    socket.send('before')
    expect(await eventually(async () => (echoed.length === 1 ? echoed[0] : undefined))).toBe('before')

    const changed = first().map((each) =>
      each.domains.includes('below.app') ? { ...each, port: ports.tls, tls: true, path: '/v2' } : each,
    )
    await envoy.mount([...changed, upstream('new', { path: '/new' })])
    const arrived = await eventually(async () => {
      const { status, body } = await get('new.app')
      return status === 200 ? (JSON.parse(body) as ReceivedRequest) : undefined
    })
    expect(arrived).toMatchObject({ upstream: 'plain', url: '/new' })
    const moved = await eventually(async () => {
      const { status, body } = await get('below.app')
      return status === 200 && body.includes('"tls"') ? (JSON.parse(body) as ReceivedRequest) : undefined
    })
    expect(moved).toMatchObject({ upstream: 'tls', url: '/v2' })

    socket.send('after')
    expect(await eventually(async () => (echoed.length === 2 ? echoed[1] : undefined))).toBe('after')
    socket.close()
    expect(envoy.stderr()).not.toMatch(/rejected/)
  })

  it('applies every one of many changes in a row', async () => {
    for (let round = 1; round <= 20; round++) {
      await envoy.mount([upstream(`round-${round}`, { path: `/${round}` })])
      const arrived = await eventually(async () => {
        const { status, body } = await get(`round-${round}.app`)
        return status === 200 ? (JSON.parse(body) as ReceivedRequest).url : undefined
      })
      expect(arrived).toBe(`/${round}`)
    }
    expect((await get('plain.app')).status).toBe(404)
    expect(envoy.stderr()).not.toMatch(/rejected/)
  })
})

/** Responds with the received request. */
function echo(upstream: string): RequestListener {
  return ({ method = '', url = '', headers, socket }, answer) => {
    const { connection: _, ...rest } = headers
    const sni: unknown = (socket as TLSSocket).servername
    answer.setHeader('server', 'the upstream')
    answer.end(JSON.stringify({ upstream, method, url, headers: rest, sni }))
  }
}

function echoSockets(server: Server | undefined): void {
  new WebSocketServer({ server: server ?? createServer() }).on('connection', (socket) =>
    socket.on('message', (message: Buffer) => socket.send(message.toString())),
  )
}

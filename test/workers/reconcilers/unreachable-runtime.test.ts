import pg from 'pg'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conditionOf, type ObjectStatus } from '../../../schema/status.ts'
import { startControlPlane, type TestControlPlane } from '../../support/control-plane.ts'
import { eventually } from '../../support/eventually.ts'
import { defaultRuntime, definition } from '../../support/store.ts'
import {
  closedPort,
  json,
  refuse,
  blackHolePort,
  startServer,
  type Behaviour,
} from '../kube/client/misbehaving-server.ts'

let plane: TestControlPlane
beforeAll(async () => {
  plane = await startControlPlane()
  await plane.client.apply([
    ...defaultRuntime,
    { kind: 'KubernetesRuntimeDefinition', name: 'own', spec: { provider: 'kubeconfig' } },
  ])
  await plane.ready('KubernetesRuntimeInstance', 'space')
})
afterAll(() => plane?.stop())

const kind = 'KubernetesRuntimeInstance'

function runtime(name: string, server: string, token = 't') {
  const kubeconfig = `current-context: a\nclusters: [{name: a, cluster: {server: "${server}"}}]\nusers: [{name: a, user: {token: ${token}}}]\ncontexts: [{name: a, context: {cluster: a, user: a}}]\n`
  return { kind, name, spec: { definition: 'own', kubeconfig } }
}

/** Responds like an API server as far as a runtime needs it, with these permissions. */
const wellBehaved =
  (isAllowed: (verb: string, resource: string) => boolean = () => true): Behaviour =>
  (message, response) => {
    if (message.url === '/version') return json(200, { gitVersion: 'v1.36.0' })(message, response)
    let body = ''
    message.on('data', (part: Buffer) => (body += part.toString()))
    message.on('end', () => {
      const { verb, resource } = (
        JSON.parse(body || '{}') as { spec?: { resourceAttributes?: { verb: string; resource: string } } }
      ).spec?.resourceAttributes ?? { verb: '', resource: '' }
      json(201, { status: { allowed: isAllowed(verb, resource) } })(message, response)
    })
  }

const unreachable = (name: string) => plane.until(kind, name, ({ status }) => status.phase === 'Unreachable')

describe('a runtime whose cluster is unavailable', () => {
  it.each<[title: string, behaviour: Behaviour, reason: string]>([
    ['refuses its credentials', refuse(401, 'Unauthorized'), 'CredentialsRefused'],
    ['throttles requests', refuse(429, 'TooManyRequests', { headers: { 'retry-after': '30' } }), 'Throttled'],
    ['fails', json(502, 'bad gateway'), 'ServerError'],
    ['is a web page', json(200, '<html></html>'), 'NotKubernetes'],
    ['truncates responses', json(200, '{"gitVersion":"v1'), 'AnswerBroken'],
    [
      'redirects elsewhere',
      (_, response) => response.writeHead(302, { location: 'https://example.com' }).end(),
      'Redirected',
    ],
  ])('reports that it %s, and is neither ready nor failed', async (_, behaviour, reason) => {
    const server = await startServer(behaviour)
    const name = `away-${reason.toLowerCase()}`
    await plane.client.apply([runtime(name, server.url)])
    const { status } = await unreachable(name)
    expect(status.cause?.reason).toBe(reason)
    expect(conditionOf(status as ObjectStatus, 'Ready')?.status).toBe('Unknown')
    await plane.client.objects.delete([{ kind, name }])
  })

  it.each([
    ['as long as the cluster requests', '50', { from: 40_000, to: 55_000 }],
    ['for a minute if the cluster requests a day', '86400', { from: 50_000, to: 60_000 }],
  ])('waits %s', async (_, retryAfter, { from, to }) => {
    const server = await startServer(
      refuse(429, 'TooManyRequests', { headers: { 'retry-after': retryAfter } }),
    )
    await plane.client.apply([runtime('throttled', server.url)])
    const { status } = await unreachable('throttled')
    const wait = Date.parse(status.cause?.retryAt ?? '') - Date.now()
    expect(wait).toBeGreaterThan(from)
    expect(wait).toBeLessThanOrEqual(to)
    expect(server.requests).toHaveLength(1)
    await plane.client.objects.delete([{ kind, name: 'throttled' }])
    await plane.gone(kind, 'throttled')
  })

  it(
    'recovers without a trigger, and its workloads are not reconciled in the meantime',
    { timeout: 90_000 },
    async () => {
      const port = await closedPort()
      await plane.client.apply([
        runtime('back', `http://127.0.0.1:${port}`),
        definition('app'),
        { kind: 'WorkloadInstance', name: 'app', spec: { definition: 'app', runtime: 'back' } },
      ])
      await unreachable('back')
      const { status } = await plane.until(
        'WorkloadInstance',
        'app',
        (object) => object.status.phase === 'Unreachable',
      )
      expect(status.cause).toMatchObject({ reason: 'ConnectionRefused' })
      // It waits to be triggered, and polls only much later.
      expect(Date.parse(status.cause?.retryAt ?? '') - Date.now()).toBeGreaterThan(300_000)
      // The third failure opens the breaker. Triggered, they do not lengthen the pause that follows.
      const failedAt = async (): Promise<string | undefined> =>
        (await plane.client.objects.get({ kind, name: 'back' }))?.status.cause?.retryAt
      for (const _ of ['second', 'third']) {
        const before = await failedAt()
        await plane.client.objects.reconcile({ kind, name: 'back' })
        await eventually(async () => (await failedAt()) !== before)
      }
      const [worker] = plane.workers
      const opened = await eventually(async () => {
        const { body } = await request(`${worker?.url ?? ''}/metrics`)
        return /qleet_cluster_breaker_state\{runtime="(back|\d+)",\S*\} 2/.test(await body.text())
          ? true
          : undefined
      })
      expect(opened).toBe(true)
      const server = await startServer(wellBehaved(), { port })
      const started = Date.now()
      await plane.ready(kind, 'back')
      expect(Date.now() - started).toBeLessThan(25_000)
      // The workload followed at once: it requests its applied resources, which this server does not have.
      const asked = () => server.requests.some(({ url }) => url.startsWith('/api/v1'))
      expect(await eventually(async () => (asked() ? true : undefined), { within: 60_000 })).toBe(true)
      await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'app' }])
    },
  )

  it('does not delay workloads in other runtimes', async () => {
    const port = await blackHolePort()
    const silent = Array.from({ length: 8 }, (_, index) =>
      runtime(`silent-${index}`, `http://127.0.0.1:${port}`),
    )
    await plane.client.apply(silent)
    await Promise.all(silent.map(({ name }) => unreachable(name)))
    const started = Date.now()
    await plane.client.apply([
      definition('elsewhere'),
      { kind: 'WorkloadInstance', name: 'elsewhere', spec: { definition: 'elsewhere', runtime: 'space' } },
    ])
    await plane.ready('WorkloadInstance', 'elsewhere')
    expect(Date.now() - started).toBeLessThan(5000)
    await plane.client.objects.delete(silent.map(({ name }) => ({ kind, name })))
  })
})

describe('the credentials of a runtime', () => {
  it('are changed without a restart, at once', async () => {
    const good = wellBehaved()
    const server = await startServer((message, response) =>
      (message.headers.authorization === 'Bearer second' ? good : refuse(401, 'Unauthorized'))(
        message,
        response,
      ),
    )
    await plane.client.apply([runtime('rotated', server.url, 'first')])
    await unreachable('rotated')
    const started = Date.now()
    await plane.client.apply([runtime('rotated', server.url, 'second')])
    await plane.ready(kind, 'rotated')
    expect(Date.now() - started).toBeLessThan(5000)
  })

  it('are checked for missing permissions', async () => {
    const server = await startServer(
      wellBehaved(
        (verb, resource) =>
          verb !== '*' && resource !== 'events' && !(verb === 'patch' && resource === 'deployments'),
      ),
    )
    await plane.client.apply([runtime('limited', server.url)])
    const { status } = await plane.ready(kind, 'limited')
    expect(status.outputs).toMatchObject({ missingPermissions: ['patch deployments.apps', 'list events'] })
    expect(conditionOf(status as ObjectStatus, 'Ready')?.message).toContain(
      'Workloads may need permissions that its credentials do not have: patch deployments.apps; list events.',
    )
  })

  it('are encrypted in the database', async () => {
    const server = await startServer(wellBehaved())
    const token = 'canary-5d1f0c'
    await plane.client.apply([runtime('secret', server.url, token)])
    await plane.ready(kind, 'secret')
    const database = new pg.Client(plane.databaseUrl)
    await database.connect()
    const { rows } = await database.query<{ text: string }>(
      'SELECT row_to_json(o)::text AS text FROM "Object" o UNION ALL SELECT row_to_json(c)::text FROM "Change" c',
    )
    await database.end()
    const encoded = [token, Buffer.from(token).toString('base64').slice(0, 16)]
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.filter(({ text }) => encoded.some((form) => text.includes(form)))).toEqual([])
  })
})

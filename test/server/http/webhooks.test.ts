import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImageRegistryName } from '../../../schema/delivery/webhooks.ts'
import { digest, shopDefinition } from '../../support/applications-delivered.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { write } from '../../support/store.ts'

/* Reports in the forms of the registries, with the fields that their documentation shows. */

const token = 'correct-horse-battery'
const ecrHost = '123456789012.dkr.ecr.eu-central-1.amazonaws.com'
const images: Record<ImageRegistryName, string> = {
  dockerhub: 'example/shop',
  ghcr: 'ghcr.io/example/shop',
  ecr: `${ecrHost}/shop`,
  harbor: 'harbor.example.com/team/shop',
  distribution: 'registry.example.com/shop',
}
const second = Date.parse('2026-02-03T04:05:06Z')

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
  await server.store.apply(
    [
      { kind: 'Project', name: 'other', spec: {} },
      { kind: 'Environment', name: 'staging', spec: {} },
      withImages(shopDefinition('shop'), Object.values(images)),
      {
        kind: 'Application',
        name: 'shop',
        spec: { definition: 'shop', environments: [{ environment: 'staging' }] },
      },
      { kind: 'SecretDefinition', name: 'hook', spec: { data: { token } } },
      { kind: 'SecretDefinition', name: 'weak', spec: { data: { token: 'short' } } },
      ...Object.entries(images).map(([registry, image]) => webhook(registry, { registry, image })),
      webhook('foreign', { registry: 'harbor', image: 'harbor.example.com/team/other' }),
      webhook('weak', { registry: 'harbor', image: images.harbor, secret: 'weak' }),
      webhook('releases', { registry: 'harbor', image: images.harbor, tags: ['v*.*', 'latest'] }),
    ],
    write,
  )
})
afterAll(() => server?.stop())

/** Returns a definition with a container of each image. */
function withImages(definition: ReturnType<typeof shopDefinition>, names: readonly string[]) {
  const { yamlDocument } = definition.spec
  const containers = names.map((image, index) => `        - { name: c${index}, image: '${image}:1.0' }\n`)
  return { ...definition, spec: { yamlDocument: `${yamlDocument}${containers.join('')}` } }
}

function webhook(name: string, spec: Record<string, unknown>) {
  return { kind: 'ImageWebhook', name, spec: { application: 'shop', secret: 'hook', ...spec } }
}

interface Sent {
  headers?: Record<string, string>
  path?: string
}

async function send(name: string, body: unknown, { headers = {}, path = name }: Sent = {}) {
  const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  const response = await server.app.inject({
    method: 'POST',
    url: `/v0/webhooks/${path}`,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  })
  return {
    status: response.statusCode,
    body: JSON.parse(response.body) as Record<string, never>,
    text: response.body,
  }
}

function signed(body: unknown, secret = token, event = 'registry_package') {
  const signature = createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex')
  return { 'x-hub-signature-256': `sha256=${signature}`, 'x-github-event': event }
}

interface TestPush {
  tag?: string
  letters?: string
  repository?: string
}

const reports: Record<ImageRegistryName, (push: TestPush) => { body: unknown; sent: Sent }> = {
  dockerhub: ({ tag = '1.0', repository = 'example/shop' }) => ({
    body: {
      callback_url: 'https://registry.hub.docker.com/u/example/shop/hook/1/',
      push_data: { pushed_at: second / 1000, pusher: 'ann', tag, images: [] },
      repository: { repo_name: repository, name: 'shop', namespace: 'example', status: 'Active' },
    },
    sent: { path: `default/dockerhub/${token}` },
  }),
  ghcr: ({ tag = '1.0', letters = 'a', repository = 'shop' }) => {
    const body = {
      action: 'published',
      registry_package: {
        name: repository,
        namespace: 'Example',
        package_type: 'CONTAINER',
        ecosystem: 'CONTAINER',
        package_version: {
          version: digest(letters),
          created_at: '2026-02-03T04:05:06Z',
          container_metadata: {
            tag: { name: tag, digest: digest(letters) },
            manifest: { digest: digest(letters) },
          },
        },
      },
    }
    return { body, sent: { headers: signed(body) } }
  },
  ecr: ({ tag = '1.0', letters = 'b', repository = 'shop' }) => ({
    body: {
      version: '0',
      id: '13cde686-328b-6117-af20-0e5566167482',
      'detail-type': 'ECR Image Action',
      source: 'aws.ecr',
      account: '123456789012',
      time: '2026-02-03T04:05:06Z',
      region: 'eu-central-1',
      detail: {
        result: 'SUCCESS',
        'repository-name': repository,
        'image-digest': digest(letters),
        'action-type': 'PUSH',
        'image-tag': tag,
      },
    },
    sent: { headers: { authorization: token } },
  }),
  harbor: ({ tag = '1.0', letters = 'c', repository = 'team/shop' }) => ({
    body: {
      type: 'PUSH_ARTIFACT',
      occur_at: second / 1000,
      operator: 'admin',
      event_data: {
        resources: [
          { digest: digest(letters), tag, resource_url: `harbor.example.com/${repository}:${tag}` },
        ],
        repository: { date_created: 1, name: 'shop', namespace: 'team', repo_full_name: repository },
      },
    },
    sent: { headers: { authorization: token } },
  }),
  distribution: ({ tag = '1.0', letters = 'd', repository = 'shop' }) => ({
    body: {
      events: [
        {
          id: '1',
          timestamp: '2026-02-03T04:05:06.789Z',
          action: 'push',
          target: {
            mediaType: 'application/vnd.oci.image.index.v1+json',
            digest: digest(letters),
            repository,
            tag,
          },
          request: { host: 'registry:5000' },
        },
      ],
    },
    sent: { headers: { authorization: `Bearer ${token}` } },
  }),
}
const registries = Object.keys(reports) as ImageRegistryName[]

async function pushed(registry: ImageRegistryName, push: TestPush = {}, name: string = registry) {
  const { body, sent } = reports[registry](push)
  return send(name, body, { ...sent, ...(sent.path === undefined ? { path: name } : {}) })
}

async function deliveryOf(name: unknown) {
  const found = await server.store.find({ kind: 'Delivery', name: String(name), project: 'default' })
  return found?.spec
}

describe('POST /v0/webhooks/NAME', () => {
  it.each(registries)('delivers a push to %s once', async (registry) => {
    const { status, body } = await pushed(registry)
    expect([status, body['ignored']]).toEqual([202, []])
    const [name] = body['deliveries'] as unknown as string[]
    const milliseconds = registry === 'distribution' ? 789 : 0
    const letters = { dockerhub: undefined, ghcr: 'a', ecr: 'b', harbor: 'c', distribution: 'd' }[registry]
    expect(await deliveryOf(name)).toEqual({
      application: 'shop',
      images: [
        { name: images[registry], tag: '1.0', ...(letters === undefined ? {} : { digest: digest(letters) }) },
      ],
      source: registry,
      build: second + milliseconds,
    })
    expect((await pushed(registry)).body).toEqual(body)
  })

  it('delivers a digest once, whatever tags and times its reports have', async () => {
    const first = await pushed('harbor', { letters: 'e1', tag: '2.0' })
    const { body, sent } = reports.harbor({ letters: 'e1', tag: 'latest' })
    const again = await send('harbor', { ...(body as object), occur_at: second / 1000 + 5 }, sent)
    expect(again.body['deliveries']).toEqual(first.body['deliveries'])
  })

  it('delivers a report that comes several times at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => pushed('ghcr', { letters: 'e2' })))
    expect(new Set(all.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(all[0]?.status).toBe(202)
  })

  it.each<[ImageRegistryName, TestPush, string]>([
    [
      'dockerhub',
      { repository: 'example/other' },
      'it is a push of docker.io/example/other, not of example/shop',
    ],
    ['ghcr', { repository: 'other' }, 'it is a push of ghcr.io/example/other, not of ghcr.io/example/shop'],
    ['ecr', { repository: 'other' }, `it is a push of ${ecrHost}/other, not of ${ecrHost}/shop`],
    ['harbor', { repository: 'shop' }, 'it is a push of shop, not of harbor.example.com/team/shop'],
    ['distribution', { tag: '' }, 'it is a push without a tag'],
    ['harbor', { tag: digest('c') }, 'it is a push without a tag'],
    [
      'ghcr',
      { tag: `sha256-${'a'.repeat(64)}.sig` },
      `sha256-${'a'.repeat(64)}.sig is not the tag of an image`,
    ],
  ])('ignores what is no push of its image: %s %j', async (registry, push, reason) => {
    const { status, body } = await pushed(registry, { letters: 'f', ...push })
    expect([status, body]).toEqual([200, { deliveries: [], ignored: [reason] }])
  })

  it('delivers only the tags that it is for', async () => {
    expect((await pushed('harbor', { tag: 'main', letters: 'e3' }, 'releases')).body).toEqual({
      deliveries: [],
      ignored: ['the tag main does not match v*.*, latest'],
    })
    for (const tag of ['v1.2', 'latest'])
      expect((await pushed('harbor', { tag, letters: `e4${tag.length}` }, 'releases')).status).toBe(202)
    expect((await pushed('harbor', { tag: 'v1x2', letters: 'e5' }, 'releases')).status).toBe(200)
  })

  it('ignores events that are no pushes', async () => {
    const ping = { zen: 'Keep it logically awesome.', hook_id: 1 }
    expect((await send('ghcr', ping, { headers: signed(ping, token, 'ping') })).body['ignored']).toEqual([
      'it is an event "ping"',
    ])
    const { headers } = reports.harbor({}).sent
    expect(await send('harbor', { type: 'DELETE_ARTIFACT' }, { headers: headers ?? {} })).toMatchObject({
      status: 200,
      body: { ignored: ['it is an event DELETE_ARTIFACT'] },
    })
    const events = [{ action: 'pull' }, ...(reports.distribution({}).body as { events: unknown[] }).events]
    expect(await send('distribution', { events }, reports.distribution({}).sent)).toMatchObject({
      status: 202,
      body: { ignored: ['it is an event of action "pull"'] },
    })
  })

  it('ignores an image that the definition does not have, which the registry would report again', async () => {
    const { body, sent } = reports.harbor({ repository: 'team/other' })
    const answer = await send('foreign', body, { ...sent, path: 'foreign' })
    expect(answer).toMatchObject({ status: 200, body: { deliveries: [] } })
    expect(answer.text).toContain(
      String.raw`its image \"harbor.example.com/team/other\" must be an image of WorkloadDefinition \"shop\" (`,
    )
  })

  const { body: valid } = reports.harbor({ letters: 'e6' })
  it.each<[string, string, Sent]>([
    ['no token', 'harbor', {}],
    ['another token', 'harbor', { headers: { authorization: `${token}x` } }],
    ['the start of the token', 'harbor', { headers: { authorization: token.slice(0, -1) } }],
    ['another token in its path', 'dockerhub', { path: 'default/dockerhub/wrong' }],
    ['no such webhook', 'none', { headers: { authorization: token } }],
    ['its name in another project', 'harbor', { path: 'other/harbor', headers: { authorization: token } }],
    ['a token that is too short', 'weak', { headers: { authorization: 'short' } }],
    ['the token instead of a signature', 'ghcr', { headers: { authorization: token } }],
    ['a signature with another secret', 'ghcr', { headers: signed(valid, 'another') }],
    ['the signature of another body', 'ghcr', { headers: signed({}) }],
  ])('refuses %s, in the same words', async (_, name, sent) => {
    const { status, text } = await send(name, valid, sent)
    expect(status).toBe(401)
    expect(text).toContain('there is no such webhook, or the token or signature is wrong')
    expect(text).not.toContain(token)
  })

  it('compares signatures with the bytes of a report, and refuses one that is not UTF-8', async () => {
    const report = JSON.stringify({ zen: 'caf\u00e9' })
    const headersOf = (bytes: Buffer) => ({
      'x-hub-signature-256': `sha256=${createHmac('sha256', token).update(bytes).digest('hex')}`,
      'x-github-event': 'ping',
    })
    const [latin1, replaced] = [Buffer.from(report, 'latin1'), Buffer.from('{"zen":"caf\ufffd"}')]
    const broken = await send('ghcr', latin1, { headers: headersOf(latin1) })
    expect(broken).toMatchObject({ status: 400 })
    expect(broken.text).toContain(`is not UTF-8: byte ${latin1.indexOf(0xe9) + 1} begins no valid character`)
    expect(await send('ghcr', latin1, { headers: headersOf(replaced) })).toMatchObject({ status: 401 })
    expect(await send('ghcr', replaced, { headers: headersOf(replaced) })).toMatchObject({ status: 200 })
  })

  it('takes no token of the control plane', async () => {
    const headers = { authorization: `Bearer ${server.adminToken}` }
    expect((await send('harbor', valid, { headers })).status).toBe(401)
  })

  it.each<[ImageRegistryName, string, (body: never) => void]>([
    ['dockerhub', 'body.repository', (body: Record<string, unknown>) => delete body['repository']],
    [
      'ghcr',
      'body.registry_package.package_version.updated_at',
      (body: { registry_package: { package_version: { created_at?: string } } }) =>
        delete body.registry_package.package_version.created_at,
    ],
    [
      'ecr',
      'body.detail.image-digest',
      (body: { detail: Record<string, unknown> }) => (body.detail['image-digest'] = 'x'),
    ],
    [
      'harbor',
      'body.event_data.resources',
      (body: { event_data: Record<string, unknown> }) => delete body.event_data['resources'],
    ],
    [
      'distribution',
      'body.events[0].timestamp',
      (body: { events: Record<string, unknown>[] }) => ((body.events[0] ?? {})['timestamp'] = 'now'),
    ],
  ])('names the wrong field of a report of %s: %s', async (registry, path, spoil) => {
    const report = structuredClone(reports[registry]({}))
    spoil(report.body as never)
    const headers = registry === 'ghcr' ? { headers: signed(report.body) } : {}
    const { status, text } = await send(registry, report.body, { ...report.sent, ...headers })
    expect(status).toBe(400)
    expect(text).toContain(path)
  })

  it.each([
    ['is not JSON', '{', 400],
    ['is too long', JSON.stringify({ text: 'x'.repeat(1_100_000) }), 413],
  ])('refuses a body that %s', async (_, body, expected) => {
    expect((await send('harbor', body, reports.harbor({}).sent)).status).toBe(expected)
  })

  it('takes any type of content', async () => {
    const headers = {
      'content-type': 'application/vnd.docker.distribution.events.v1+json',
      authorization: token,
    }
    const { body } = reports.distribution({ letters: 'e7' })
    expect((await send('distribution', body, { headers })).status).toBe(202)
  })
})

describe('an ImageWebhook', () => {
  it.each([
    [{ registry: 'ghcr', image: 'example.com/shop' }, 'image'],
    [{ registry: 'harbor', image: 'Example.com/Shop' }, 'image'],
    [{ registry: 'harbor', image: images.harbor, tags: ['a*b*c*'] }, 'tags[0]'],
  ])('is refused with %j', async (spec, path) => {
    await expect(server.store.apply([webhook('wrong', spec)], write)).rejects.toMatchObject({
      details: { fields: [expect.objectContaining({ path: expect.stringContaining(`spec.${path}`) })] },
    })
  })
})

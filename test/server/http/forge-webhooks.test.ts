import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { digest, shopDefinition } from '../../support/applications-delivered.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { write } from '../../support/store.ts'

/* Reports in the forms of the forges, with the fields that their documentation shows. */

const token = 'correct-horse-battery'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
  await server.store.apply(
    [
      { kind: 'Project', name: 'other', spec: {} },
      { kind: 'Environment', name: 'staging', spec: {} },
      shopDefinition('shop'),
      {
        kind: 'Application',
        name: 'shop',
        spec: { definition: 'shop', environments: [{ environment: 'staging' }], previews: { max: 100 } },
      },
      { kind: 'SecretDefinition', name: 'hook', spec: { data: { token } } },
      webhook('github', { forge: 'github' }),
      webhook('gitlab', { forge: 'gitlab', repository: 'example/shop' }),
      // A webhook of a registry with the same name.
      {
        kind: 'ImageWebhook',
        name: 'github',
        spec: { application: 'shop', registry: 'ghcr', image: 'ghcr.io/example/shop', secret: 'hook' },
      },
    ],
    write,
  )
})
afterAll(() => server?.stop())

let number = 0
beforeEach(async () => {
  number += 1
  const images = [{ name: 'example.com/shop', digest: digest('a') }]
  await server.store.apply(
    [{ kind: 'Preview', name: nameOf(number), spec: { application: 'shop', pullRequest: number, images } }],
    write,
  )
})

function webhook(name: string, spec: Record<string, unknown>) {
  return { kind: 'ForgeWebhook', name, spec: { application: 'shop', secret: 'hook', ...spec } }
}

const nameOf = (pullRequest: number): string => `shop-pr-${pullRequest}`

const isOpen = async (pullRequest: number): Promise<boolean> =>
  (await server.store.find({ kind: 'Preview', project: 'default', name: nameOf(pullRequest) }))
    ?.deletionRequestedAt === null

const later = (): string => new Date(Date.now() + 60_000).toISOString()
const earlier = (): string => new Date(Date.now() - 60_000).toISOString()

function signed(body: unknown, { secret = token, event = 'pull_request' } = {}) {
  const signature = createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex')
  return { 'x-hub-signature-256': `sha256=${signature}`, 'x-github-event': event }
}

const github = (closedAt: string | null = later(), action = 'closed', about = number) => ({
  action,
  number: about,
  pull_request: { closed_at: closedAt },
  repository: { full_name: 'example/shop' },
})

const gitlab = (updatedAt: string = later(), action = 'merge', project = 'example/shop') => ({
  object_kind: 'merge_request',
  object_attributes: { iid: number, action, updated_at: updatedAt },
  project: { path_with_namespace: project },
})

async function send(path: string, body: unknown, headers: Record<string, string>) {
  const response = await server.app.inject({
    method: 'POST',
    url: `/v0/webhooks/${path}`,
    payload: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  return { status: response.statusCode, text: response.body, body: JSON.parse(response.body) as unknown }
}

const fromGithub = (body: unknown) => send('github', body, signed(body))
const fromGitlab = (body: unknown) => send('gitlab', body, { 'x-gitlab-token': token })

describe('a report of a forge', () => {
  it.each([
    ['GitHub', () => fromGithub(github())],
    ['GitLab', () => fromGitlab(gitlab())],
    [
      'GitLab, with a time as older releases write it',
      () => fromGitlab(gitlab('2099-01-31 12:00:00 UTC', 'close')),
    ],
  ])('deletes the preview of a pull request that was closed: %s', async (_, report) => {
    expect(await report()).toMatchObject({ status: 202, body: { deleted: [nameOf(number)], ignored: [] } })
    expect(await isOpen(number)).toBe(false)
  })

  it('is harmless when it is repeated, late, or about a pull request without a preview', async () => {
    const body = github(earlier())
    expect((await fromGithub(body)).body).toEqual({
      deleted: [],
      ignored: [`${nameOf(number)} was pushed to after pull request ${number} was closed`],
    })
    expect(await isOpen(number)).toBe(true)
    const all = await Promise.all(Array.from({ length: 5 }, () => fromGithub(github())))
    expect(all.map(({ status }) => status).every((status) => status === 200 || status === 202)).toBe(true)
    expect(await isOpen(number)).toBe(false)
    expect((await fromGithub(github())).body).toEqual({
      deleted: [],
      ignored: [`pull request ${number} has no preview`],
    })
  })

  it.each([
    ['opened', () => fromGithub(github(null, 'opened')), 'an image is deployed once CI names it'],
    ['synchronize', () => fromGithub(github(null, 'synchronize')), 'it is an event of action "synchronize"'],
    ['reopened', () => fromGithub(github(null, 'reopened')), 'it is an event of action "reopened"'],
    ['update', () => fromGitlab(gitlab(later(), 'update')), 'it is an event of action "update"'],
    ['push', () => fromGitlab({ object_kind: 'push' }), 'it is an event "push"'],
    [
      'another repository',
      () => fromGitlab(gitlab(later(), 'merge', 'example/other')),
      'it is of example/other, not of example/shop',
    ],
    ['ping', () => send('github', {}, signed({}, { event: 'ping' })), 'it is an event "ping"'],
  ])('does nothing for %s', async (_, report, reason) => {
    const { status, text } = await report()
    expect(status).toBe(200)
    expect(JSON.parse(text)).toEqual({ deleted: [], ignored: [expect.stringContaining(reason)] })
    expect(await isOpen(number)).toBe(true)
  })

  it.each([
    ['no signature', () => send('github', github(), { 'x-github-event': 'pull_request' })],
    ['a signature with another secret', () => send('github', github(), signed(github(), { secret: 'x' }))],
    ['the signature of another body', () => send('github', github(), signed({}))],
    ['the token instead of a signature', () => send('github', github(), { 'x-gitlab-token': token })],
    ['no token', () => send('gitlab', gitlab(), {})],
    ['another token', () => send('gitlab', gitlab(), { 'x-gitlab-token': `${token}x` })],
    ['no such webhook', () => send('none', gitlab(), { 'x-gitlab-token': token })],
    ['its name in another project', () => send('other/gitlab', gitlab(), { 'x-gitlab-token': token })],
  ])('is refused with %s, in the same words', async (_, report) => {
    const { status, text } = await report()
    expect(status).toBe(401)
    expect(text).toContain('there is no such webhook, or the token or signature is wrong')
    expect(await isOpen(number)).toBe(true)
  })

  it.each([
    ['body.pull_request.closed_at', () => fromGithub(github('yesterday'))],
    ['body.pull_request.closed_at', () => fromGithub(github(null))],
    ['body.number', () => fromGithub({ ...github(), number: '7' })],
    ['body.object_attributes.updated_at', () => fromGitlab(gitlab('yesterday'))],
    ['body.object_kind', () => fromGitlab({})],
  ])('names its wrong field: %s', async (path, report) => {
    const { status, text } = await report()
    expect(status).toBe(400)
    expect(text).toContain(path)
  })

  it('reaches the webhook of the registry of the same name with its own events', async () => {
    const body = { zen: 'x', action: 'deleted' }
    expect((await send('github', body, signed(body, { event: 'registry_package' }))).body).toEqual({
      deliveries: [],
      ignored: ['it is an event "registry_package" of action "deleted"'],
    })
  })
})

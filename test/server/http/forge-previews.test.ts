import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shopDefinition } from '../../support/applications-delivered.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { write } from '../../support/store.ts'

/* Previews that forges make by their reports, in the forms that their documentation shows. */

const token = 'correct-horse-battery'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
  const hook = (name: string, spec: object) => ({
    kind: 'ForgeWebhook',
    name,
    spec: { application: 'shop', secret: 'hook', images: ['ghcr.io/acme/shop:{{sha}}'], ...spec },
  })
  await server.store.apply(
    [
      { kind: 'Environment', name: 'staging', spec: {} },
      shopDefinition('shop'),
      {
        kind: 'Application',
        name: 'shop',
        spec: { definition: 'shop', environments: [{ environment: 'staging' }], previews: { max: 100 } },
      },
      { kind: 'SecretDefinition', name: 'hook', spec: { data: { token } } },
      hook('github', { forge: 'github' }),
      hook('gitea', { forge: 'gitea', images: ['example.com/shop:pr-{{ pullRequest }}-{{shortSha}}'] }),
      hook('gitlab', { forge: 'gitlab' }),
    ],
    write,
  )
})
afterAll(() => server?.stop())

let number = 0
beforeEach(() => {
  number += 1
})

const sha = (letter: string): string => letter.repeat(40)
/** A time of the forge, in seconds from a moment. */
const at = (seconds: number): string =>
  new Date(Date.parse('2026-11-26T12:00:00Z') + seconds * 1000).toISOString()

async function send(path: string, body: unknown, headers: Record<string, string>) {
  const response = await server.app.inject({
    method: 'POST',
    url: `/v0/webhooks/${path}`,
    payload: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  return { status: response.statusCode, body: JSON.parse(response.body) as Record<string, unknown> }
}

interface Push {
  action: string
  commit?: string
  time?: number
  before?: string
}

function github({ action, commit = sha('a'), time = 0, before }: Push, name = 'github') {
  const body = {
    action,
    number,
    ...(before === undefined ? {} : { before }),
    pull_request: {
      html_url: `https://github.com/acme/shop/pull/${number}`,
      updated_at: at(time),
      closed_at: action === 'closed' ? at(time) : null,
      head: { sha: commit },
    },
    repository: { full_name: 'acme/shop' },
  }
  const signature = createHmac('sha256', token).update(JSON.stringify(body)).digest('hex')
  return send(name, body, { 'x-hub-signature-256': `sha256=${signature}`, 'x-github-event': 'pull_request' })
}

const gitlab = (action: string, { commit = sha('a'), time = 0, before }: Partial<Push> = {}) =>
  send(
    'gitlab',
    {
      object_kind: 'merge_request',
      object_attributes: {
        iid: number,
        action,
        updated_at: at(time),
        url: 'https://gitlab.com/acme/shop/-/merge_requests/1',
        last_commit: { id: commit },
        ...(before === undefined ? {} : { oldrev: before }),
      },
      project: { path_with_namespace: 'acme/shop' },
    },
    { 'x-gitlab-token': token },
  )

/** Returns the spec of the preview; undefined if there is none, or it is being deleted. */
async function preview() {
  const found = await server.store.find({ kind: 'Preview', project: 'default', name: `shop-pr-${number}` })
  return found?.deletionRequestedAt === null ? (found.spec as Record<string, unknown>) : undefined
}

/** Removes what is being deleted, as its reconciler does. */
async function gone(): Promise<void> {
  const found = await server.store.find({ kind: 'Preview', project: 'default', name: `shop-pr-${number}` })
  if (found === undefined) return
  const started = await server.store.startReconcile(found.id)
  if (started === undefined) throw new Error('the preview is gone')
  await server.store.confirmDeletion({ id: found.id, epoch: started.object.epoch, leaveBehind: false }, write)
}

describe('a webhook of a forge with images', () => {
  it('makes a preview of a pull request, and follows its commits', async () => {
    expect(await github({ action: 'opened' })).toEqual({
      status: 202,
      body: { previews: [`shop-pr-${number}`], deleted: [], ignored: [] },
    })
    expect(await preview()).toMatchObject({
      application: 'shop',
      pullRequest: number,
      images: [{ name: 'ghcr.io/acme/shop', tag: sha('a') }],
      commit: sha('a'),
      url: `https://github.com/acme/shop/pull/${number}`,
      build: Date.parse(at(0)),
    })
    await github({ action: 'synchronize', commit: sha('b'), time: 60 })
    expect(await preview()).toMatchObject({ commit: sha('b'), images: [{ tag: sha('b') }] })
  })

  it('understands Gitea, Forgejo and GitLab', async () => {
    await github({ action: 'opened' }, 'gitea')
    await github({ action: 'synchronized', commit: sha('c'), time: 60 }, 'gitea')
    expect(await preview()).toMatchObject({
      images: [{ name: 'example.com/shop', tag: `pr-${number}-ccccccc` }],
    })
    number += 1000
    await gitlab('open')
    expect((await gitlab('update', { time: 30 })).body).toMatchObject({
      ignored: ['it is an event of action "update", which changes no commit'],
    })
    await gitlab('update', { commit: sha('d'), before: sha('a'), time: 60 })
    expect(await preview()).toMatchObject({ commit: sha('d') })
    expect((await gitlab('merge', { time: 90 })).body).toMatchObject({ deleted: [`shop-pr-${number}`] })
    expect(await preview()).toBeUndefined()
    number -= 1000
  })

  it('changes nothing for a report that is repeated or late', async () => {
    await github({ action: 'opened' })
    await github({ action: 'synchronize', commit: sha('b'), time: 60 })
    const before = await preview()
    expect((await github({ action: 'synchronize', commit: sha('b'), time: 60 })).status).toBe(202)
    expect(await preview()).toEqual(before)
    const { status, body } = await github({ action: 'opened' })
    expect([status, body['ignored']]).toEqual([
      200,
      [`shop-pr-${number} has a newer commit than that of ${at(0)}`],
    ])
    expect(await preview()).toEqual(before)
  })

  it('takes the later one of two commits in the same second', async () => {
    await github({ action: 'opened' })
    await github({ action: 'synchronize', commit: sha('b'), before: sha('a') })
    await github({ action: 'synchronize', commit: sha('c'), before: sha('b') })
    expect(await preview()).toMatchObject({ commit: sha('c') })
  })

  it('does not bring back what was closed, in whatever order the reports arrive', async () => {
    await github({ action: 'opened' })
    await github({ action: 'closed', time: 120 })
    expect(await preview()).toBeUndefined()
    await gone()
    for (const time of [0, 60, 120])
      expect((await github({ action: 'synchronize', commit: sha('b'), time })).body).toEqual({
        deleted: [],
        ignored: [`pull request ${number} was closed after that`],
      })
    expect(await preview()).toBeUndefined()
    await github({ action: 'reopened', commit: sha('b'), time: 180 })
    expect(await preview()).toMatchObject({ commit: sha('b') })
    // The end before it, once more.
    expect((await github({ action: 'closed', time: 120 })).body).toMatchObject({ deleted: [] })
    expect(await preview()).toBeDefined()
  })

  it('has no preview after an end that is reported first, or at the same time', async () => {
    await github({ action: 'closed', time: 60 })
    await github({ action: 'opened' })
    expect(await preview()).toBeUndefined()
    for (let round = 0; round < 5; round += 1) {
      number += 2000
      await Promise.all([
        github({ action: 'opened' }),
        github({ action: 'closed', time: 60 }),
        github({ action: 'synchronize', commit: sha('b'), time: 30 }),
      ])
      expect(await preview()).toBeUndefined()
    }
  })

  it('refuses templates that name no commit', async () => {
    for (const image of [
      'example.com/shop:latest',
      'example.com/{{sha}}:1',
      'example.com/shop',
      'shop:{{sha}}{{x}}',
    ])
      await expect(
        server.store.apply(
          [
            {
              kind: 'ForgeWebhook',
              name: 'wrong',
              spec: { application: 'shop', secret: 'hook', forge: 'github', images: [image] },
            },
          ],
          write,
        ),
      ).rejects.toThrow(/spec.images\[0\]: must be an image with {{sha}} or {{shortSha}} in its tag/)
  })

  it('reports the field of a report that is wrong', async () => {
    const { status, body } = await github({ action: 'opened', commit: 'main' })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('body.pull_request.head.sha')
  })
})

import { beforeAll, afterAll, beforeEach, describe, expect, it } from 'vitest'
import { trustedPolicy } from '../../../schema/clusters/policy.ts'
import type { SinkError } from '../../../workers/notifications/sink-error.ts'
import { createSinks } from '../../../workers/notifications/sinks.ts'
import {
  startJsonStandIn,
  type IncomingRequest,
  type JsonAnswer,
  type JsonStandIn,
} from '../../support/json-stand-in.ts'
import { rolledBack } from './notices.ts'

/* Stand-ins of GitHub and GitLab that refuse what these would refuse. */

interface Deployment {
  id: number
  ref: string
  environment: string
  payload: unknown
  statuses: { state: string }[]
}

let deployments: Deployment[]
let statuses: { sha: string; name: string; status: string }[]
let refusal: JsonAnswer | undefined
let writes: number

const notFound: JsonAnswer = { status: 404, body: { message: 'Not Found' } }

function gitHub({ method, url, headers, body }: IncomingRequest): JsonAnswer {
  const { pathname, searchParams } = new URL(url, 'http://github')
  if (headers['authorization'] !== 'Bearer t0ken')
    return { status: 401, body: { message: 'Bad credentials' } }
  const [, id, isStatus] =
    /^\/repos\/example\/shop\/deployments(?:\/(\d+)(\/statuses))?$/.exec(pathname) ?? []
  if (!pathname.startsWith('/repos/example/shop/deployments')) return notFound
  const given = body as Record<string, string>
  if (isStatus !== undefined) {
    const deployment = deployments.find((each) => String(each.id) === id)
    if (deployment === undefined) return notFound
    if (method === 'GET') return { status: 200, body: deployment.statuses.toReversed() }
    if (!['queued', 'in_progress', 'success', 'failure', 'inactive'].includes(given['state'] ?? ''))
      return { status: 422, body: { message: 'Validation Failed' } }
    if ((given['description'] ?? '').length > 140) return { status: 422, body: {} }
    deployment.statuses.push({ state: given['state'] ?? '' })
    return { status: 201, body: { id: 1 } }
  }
  if (method === 'GET')
    return {
      status: 200,
      body: deployments.filter(
        ({ ref, environment }) =>
          ref === searchParams.get('ref') && environment === searchParams.get('environment'),
      ),
    }
  if (given['ref'] === 'unknown') return { status: 422, body: { message: 'No ref found for: unknown' } }
  const { ref = '', environment = '', payload } = given
  deployments.push({ id: deployments.length + 1, ref, environment, payload, statuses: [] })
  return { status: 201, body: { id: deployments.length } }
}

function gitLab({ method, url, headers, body }: IncomingRequest): JsonAnswer {
  const { pathname, searchParams } = new URL(url, 'http://gitlab')
  if (headers['private-token'] !== 't0ken') return { status: 401, body: { message: '401 Unauthorized' } }
  if (!pathname.startsWith('/projects/example%2Fshop/')) return notFound
  const ofName = (name: string | null) => statuses.filter((each) => each.name === name)
  if (method === 'GET') return { status: 200, body: ofName(searchParams.get('name')).toReversed() }
  const { state = '', name = '' } = body as Record<string, string>
  if (ofName(name).at(-1)?.status === state)
    return { status: 400, body: { message: `Cannot transition status via :run from :${state}` } }
  statuses.push({ sha: pathname.split('/').at(-1) ?? '', name, status: state })
  return { status: 201, body: {} }
}

let standIn: JsonStandIn
beforeAll(async () => {
  standIn = await startJsonStandIn((request) => {
    if (refusal !== undefined) return refusal
    if (request.method === 'POST') writes += 1
    return request.url.startsWith('/projects/') ? gitLab(request) : gitHub(request)
  })
})
afterAll(() => standIn?.stop())
beforeEach(() => {
  deployments = []
  statuses = []
  refusal = undefined
  writes = 0
})

const sinks = createSinks(trustedPolicy)

function report(type: 'github' | 'gitlab', notice = rolledBack(), token = 't0ken') {
  const spec = { type, address: standIn.url, repository: 'example/shop', secret: 'forge' }
  const channel = { spec, secrets: { token }, signal: new AbortController().signal }
  return sinks[type].sink.send(channel, { id: 'm', notifications: [{ notice, count: 1 }] })
}

const started = rolledBack({ reason: 'RolloutStarted' })
const succeeded = rolledBack({ reason: 'RolledOut' })

describe('GitHub', () => {
  it('gets one deployment for each rollout, with its states', async () => {
    await report('github', started)
    await report('github', succeeded)
    await report('github', rolledBack({ reason: 'RolloutStarted', revision: 4 }))
    expect(await report('github', rolledBack({ revision: 4 }))).toBe('201')
    expect(deployments).toMatchObject([
      {
        ref: '4f1d2ab',
        environment: 'production',
        payload: { qleetos: 'shop revision 3' },
        statuses: [{ state: 'in_progress' }, { state: 'success' }],
      },
      { payload: { qleetos: 'shop revision 4' }, statuses: [{ state: 'in_progress' }, { state: 'failure' }] },
    ])
  })

  it('gets nothing twice if a message is repeated', async () => {
    for (const notice of [started, started, succeeded, succeeded]) await report('github', notice)
    expect(deployments).toMatchObject([{ statuses: [{ state: 'in_progress' }, { state: 'success' }] }])
    expect(writes).toBe(3)
  })

  it('gets nothing about a revision without a commit', async () => {
    const { commit: _, ...notice } = rolledBack()
    expect(await report('github', notice)).toBe('nothing to report: there is no commit')
    expect(deployments).toEqual([])
  })

  it('says what is wrong, never with the token', async () => {
    const host = new URL(standIn.url).host
    const remedy = 'check that example/shop has the commit, and that the token may write its deployments'
    await expect(report('github', started, 'wr0ng')).rejects.toMatchObject({
      blocked: true,
      message: `${host} answered 401: ${remedy}`,
    })
    await expect(report('github', rolledBack({ commit: 'unknown' }))).rejects.toMatchObject({
      message: `${host} answered 422: ${remedy}`,
    })
  })

  it('is waited for if it limits requests', async () => {
    refusal = { status: 403, body: {}, headers: { 'retry-after': '90' } }
    await expect(report('github')).rejects.toMatchObject({ blocked: false, retryAfter: 90_000 })
    const reset = String(Math.ceil(Date.now() / 1000) + 30)
    refusal = { status: 403, body: {}, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset } }
    const error = await report('github').catch((thrown: unknown) => thrown as SinkError)
    expect(error).toMatchObject({ retryAfter: expect.closeTo(30_000, -4) as number })
  })
})

describe('GitLab', () => {
  it('gets a status of the commit for each environment, and nothing twice', async () => {
    for (const notice of [started, started, succeeded, succeeded]) await report('gitlab', notice)
    await report('gitlab', rolledBack({ reason: 'RolloutStarted', environment: 'staging' }))
    await report('gitlab', rolledBack({ environment: 'staging' }))
    expect(statuses).toEqual([
      { sha: '4f1d2ab', name: 'qleetos/production', status: 'running' },
      { sha: '4f1d2ab', name: 'qleetos/production', status: 'success' },
      { sha: '4f1d2ab', name: 'qleetos/staging', status: 'running' },
      { sha: '4f1d2ab', name: 'qleetos/staging', status: 'failed' },
    ])
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trustedPolicy } from '../../../schema/clusters/policy.ts'
import type { SinkError } from '../../../workers/notifications/sink-error.ts'
import { createSinks } from '../../../workers/notifications/sinks.ts'
import { startForges, type Forges } from '../../support/forges.ts'
import { rolledBack } from './notices.ts'

let forges: Forges
beforeEach(async () => {
  forges = await startForges()
})
afterEach(() => forges?.stop())

const sinks = createSinks(trustedPolicy)

function report(type: 'github' | 'gitlab', notice = rolledBack(), token = 't0ken') {
  const spec = { type, address: forges.url, repository: 'example/shop', secret: 'forge' }
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
    expect(forges.deployments).toMatchObject([
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
    expect(forges.deployments).toMatchObject([{ statuses: [{ state: 'in_progress' }, { state: 'success' }] }])
    expect(forges.writes).toBe(3)
  })

  it('gets nothing about a revision without a commit', async () => {
    const { commit: _, ...notice } = rolledBack()
    expect(await report('github', notice)).toBe('nothing to report: there is no commit')
    expect(forges.deployments).toEqual([])
  })

  it('says what is wrong, never with the token', async () => {
    const host = new URL(forges.url).host
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
    forges.refusal = { status: 403, body: {}, headers: { 'retry-after': '90' } }
    await expect(report('github')).rejects.toMatchObject({ blocked: false, retryAfter: 90_000 })
    const reset = String(Math.ceil(Date.now() / 1000) + 30)
    forges.refusal = {
      status: 403,
      body: {},
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset },
    }
    const error = await report('github').catch((thrown: unknown) => thrown as SinkError)
    expect(error).toMatchObject({ retryAfter: expect.closeTo(30_000, -4) as number })
  })
})

describe('GitLab', () => {
  it('gets a status of the commit for each environment, and nothing twice', async () => {
    for (const notice of [started, started, succeeded, succeeded]) await report('gitlab', notice)
    await report('gitlab', rolledBack({ reason: 'RolloutStarted', environment: 'staging' }))
    await report('gitlab', rolledBack({ environment: 'staging' }))
    expect(forges.statuses).toEqual([
      { sha: '4f1d2ab', name: 'qleetos/production', status: 'running' },
      { sha: '4f1d2ab', name: 'qleetos/production', status: 'success' },
      { sha: '4f1d2ab', name: 'qleetos/staging', status: 'running' },
      { sha: '4f1d2ab', name: 'qleetos/staging', status: 'failed' },
    ])
  })
})

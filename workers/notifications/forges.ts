import { z } from 'zod'
import type { Notice } from '../../schema/notifications/notice.ts'
import { hostOf, secretValue, type OpenedChannel, type Outgoing, type Sink } from './channel.ts'
import { accepted, answerOf, type HttpSender, type SinkResponse } from './http-sender.ts'
import { SinkError } from './sink-error.ts'
import { shortened } from './text.ts'

/* Deployments of GitHub and GitLab: which commit is where, and how its rollout went. */

/** The state of a rollout, as the reasons of notifications tell it. */
const states: Readonly<Record<string, { github: string; gitlab: string }>> = {
  RolloutStarted: { github: 'in_progress', gitlab: 'running' },
  RolledOut: { github: 'success', gitlab: 'success' },
  RolledBack: { github: 'failure', gitlab: 'failed' },
  RolloutFailed: { github: 'failure', gitlab: 'failed' },
}

/** A rollout that a forge is told of. */
interface Rollout {
  commit: string
  environment: string
  /** Names the rollout, so that a repeat finds it. */
  label: string
  state: { github: string; gitlab: string }
  description: string
}

/** Returns the rollout of a notice; undefined for what says nothing about the deployment of a commit. */
function rolloutOf({
  reason,
  application,
  environment,
  revision,
  commit,
  title,
}: Notice): Rollout | undefined {
  const state = states[reason]
  if (state === undefined || commit === undefined || environment === undefined) return undefined
  return {
    commit,
    environment,
    label: `${application ?? ''} revision ${revision ?? ''}`,
    state,
    description: title,
  }
}

const nothingToReport = 'nothing to report: there is no commit'

/** The requests to the API of a forge, whose responses are JSON. */
interface Api {
  get<Content>(path: string, schema: z.ZodType<Content>): Promise<Content>
  post(path: string, body: object): Promise<SinkResponse>
}

interface ApiOptions {
  channel: OpenedChannel
  send: HttpSender
  base: string
  headers: Readonly<Record<string, string>>
}

function createApi({ channel, send, base, headers }: ApiOptions): Api {
  const name = hostOf(base)
  const { repository = '' } = channel.spec
  const remedy = `check that ${repository} has the commit, and that the token may write its deployments`
  const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<SinkResponse> => {
    const response = await send({
      method,
      url: `${base}${path}`,
      name,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: channel.signal,
    })
    return accepted(forgeResponse(response), { name, remedy })
  }
  return {
    get: async (path, schema) => parsed(await call('GET', path), schema, name),
    post: (path, body) => call('POST', path, body),
  }
}

/** GitHub also answers 403 when there were too many requests, with the time at which more are allowed. */
function forgeResponse(response: SinkResponse): SinkResponse {
  const { status, headers } = response
  const isLimited =
    status === 403 && (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0')
  if (!isLimited) return response
  const reset = Number(headers['x-ratelimit-reset'] ?? Number.NaN)
  const wait = Number.isNaN(reset) ? '60' : String(Math.max(1, Math.ceil(reset - Date.now() / 1000)))
  return { ...response, status: 429, headers: { 'retry-after': wait, ...headers } }
}

function parsed<Content>({ text }: SinkResponse, schema: z.ZodType<Content>, name: string): Content {
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw new SinkError(
      'NoForge',
      `${name} does not answer as the API of the forge does: correct the address`,
      {
        blocked: true,
        cause,
      },
    )
  }
}

/** Sends one rollout after the other, and returns the answer to the last. */
function createForgeSink(report: (channel: OpenedChannel, rollout: Rollout) => Promise<SinkResponse>): Sink {
  return {
    check: (channel) => void secretValue(channel, 'token'),
    send: async (channel, { notifications }: Outgoing) => {
      let answer = nothingToReport
      for (const { notice } of notifications) {
        const rollout = rolloutOf(notice)
        if (rollout !== undefined) answer = answerOf(await report(channel, rollout))
      }
      return answer
    },
  }
}

const GitHubDeployments = z.array(z.object({ id: z.number(), payload: z.unknown(), environment: z.string() }))
const GitHubDeployment = z.object({ id: z.number() })
const GitHubStatuses = z.array(z.object({ state: z.string() }))

/** https://docs.github.com/en/rest/deployments */
export function createGitHubSink(send: HttpSender): Sink {
  return createForgeSink(async (channel, { commit, environment, label, state, description }) => {
    const { address = 'https://api.github.com', repository = '' } = channel.spec
    const api = createApi({
      channel,
      send,
      base: `${address.replace(/\/$/, '')}/repos/${repository}`,
      headers: {
        authorization: `Bearer ${secretValue(channel, 'token').trim()}`,
        accept: 'application/vnd.github+json',
        'x-github-api-version': '2022-11-28',
      },
    })
    const query = new URLSearchParams({ ref: commit, environment, per_page: '100' })
    const found = await api.get(`/deployments?${query.toString()}`, GitHubDeployments)
    // An older status that is repeated must not become the newest one of another rollout of the same commit.
    const existing = found.find(({ payload }) => labelIn(payload) === label)
    const { id } =
      existing ??
      parsed(
        await api.post('/deployments', {
          ref: commit,
          environment,
          task: 'deploy',
          description: shortened(`QleetOS: ${label}`, 140),
          payload: { qleetos: label },
          // The build has passed its checks, and nothing is merged.
          auto_merge: false,
          required_contexts: [],
        }),
        GitHubDeployment,
        hostOf(address),
      )
    const [newest] = await api.get(`/deployments/${id}/statuses?per_page=1`, GitHubStatuses)
    if (newest?.state === state.github) return { status: 200, headers: {}, text: '' }
    return api.post(`/deployments/${id}/statuses`, {
      state: state.github,
      environment,
      description: shortened(description, 140),
      auto_inactive: state.github === 'success',
    })
  })
}

/** Returns the label in the payload of a deployment, which GitHub returns as an object or as text. */
function labelIn(payload: unknown): string | undefined {
  const { data } = z
    .object({ qleetos: z.string() })
    .safeParse(typeof payload === 'string' ? safeJson(payload) : payload)
  return data?.qleetos
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const GitLabStatuses = z.array(z.object({ name: z.string(), status: z.string() }))

/**
 * Statuses of commits: deployments of GitLab belong to the branch and the job that made them, which a control plane does not know.
 * https://docs.gitlab.com/api/commits/#set-commit-pipeline-status
 */
export function createGitLabSink(send: HttpSender): Sink {
  return createForgeSink(async (channel, { commit, environment, state, description }) => {
    const { address = 'https://gitlab.com/api/v4', repository = '' } = channel.spec
    const api = createApi({
      channel,
      send,
      base: `${address.replace(/\/$/, '')}/projects/${encodeURIComponent(repository)}`,
      headers: { 'private-token': secretValue(channel, 'token').trim() },
    })
    const name = `qleetos/${environment}`
    const path = `/repository/commits/${encodeURIComponent(commit)}/statuses?${new URLSearchParams({ name }).toString()}`
    const [newest] = await api.get(path, GitLabStatuses)
    // GitLab refuses a status that repeats the one before.
    if (newest?.status === state.gitlab) return { status: 200, headers: {}, text: '' }
    return api.post(`/statuses/${encodeURIComponent(commit)}`, {
      state: state.gitlab,
      name,
      description: shortened(description, 255),
    })
  })
}

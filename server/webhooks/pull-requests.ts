import { z } from 'zod'
import { invalidInput } from '../../schema/errors.ts'
import { issueErrors } from '../../schema/issue-errors.ts'
import type { Forge } from '../../schema/kinds/forge-webhook.ts'

/* What forges report about pull requests, each in its own form. Only the fields that are used are validated. */

interface ReportedPullRequest {
  number: number
  /** The repository in which it is, such as `example/shop`. */
  repository: string
  /** The time of the event, as the forge reports it, in milliseconds. */
  time: number
}

/** The end of a pull request. */
export interface ClosedPullRequest extends ReportedPullRequest {
  is: 'closed'
}

/** A pull request that was opened, opened again, or has another commit. */
export interface PushedPullRequest extends ReportedPullRequest {
  is: 'pushed'
  /** True if it was closed before. */
  isReopened: boolean
  /** Its newest commit. */
  commit: string
  /** The commit before, if the forge reports that. */
  previous?: string | undefined
  url?: string | undefined
}

export interface ForgeReport {
  body: unknown
  event: string | undefined
  /** False if only the end of pull requests matters: they have no image before CI names it. */
  hasImages: boolean
}

/** Reads the report of a forge. Returns why it is ignored otherwise. Throws INVALID_INPUT with the field that is missing or wrong. */
export function readPullRequest(
  forge: Forge,
  report: ForgeReport,
): ClosedPullRequest | PushedPullRequest | { ignored: string } {
  return forge === 'gitlab' ? readGitlab(report) : readGithub(report)
}

const Action = z.object({ action: z.string().max(100) })
const Repository = z.string().min(1).max(512)
const Time = z.iso.datetime({ offset: true })
const Commit = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, { error: 'must be a commit' })
const Url = z.url().max(2000).optional().catch(undefined)

/**
 * https://docs.github.com/en/webhooks/webhook-events-and-payloads#pull_request, and that of Gitea and Forgejo, which have the same fields:
 * https://docs.gitea.com/usage/webhooks
 */
const Github = z.object({
  number: z.int().min(1),
  repository: z.object({ full_name: Repository }),
})
const GithubClosed = Github.extend({ pull_request: z.object({ closed_at: Time }) })
const GithubPushed = Github.extend({
  before: Commit.optional().catch(undefined),
  pull_request: z.object({ updated_at: Time, html_url: Url, head: z.object({ sha: Commit }) }),
})

/** GitHub says `synchronize`, Gitea and Forgejo say `synchronized`. */
const githubPushes = new Set(['opened', 'reopened', 'synchronize', 'synchronized'])

function readGithub({
  body,
  event,
  hasImages,
}: ForgeReport): ClosedPullRequest | PushedPullRequest | { ignored: string } {
  // Gitea has an event of its own for further commits.
  if (event !== 'pull_request' && event !== 'pull_request_sync') return ignored(`an event "${event ?? ''}"`)
  const { action } = parsed(Action, body)
  if (action === 'closed') {
    const { number, pull_request: closed, repository } = parsed(GithubClosed, body)
    return { is: 'closed', number, repository: repository.full_name, time: Date.parse(closed.closed_at) }
  }
  if (!hasImages) return awaitingCi(action)
  if (!githubPushes.has(action)) return ignored(`an event of action "${action}", which changes no commit`)
  const { number, before, pull_request: pushed, repository } = parsed(GithubPushed, body)
  return {
    is: 'pushed',
    number,
    repository: repository.full_name,
    time: Date.parse(pushed.updated_at),
    isReopened: action === 'reopened',
    commit: pushed.head.sha,
    previous: before,
    url: pushed.html_url,
  }
}

const GitlabKind = z.object({ object_kind: z.string().max(100) })

/** https://docs.gitlab.com/user/project/integrations/webhook_events/#merge-request-events */
const GitlabAction = z.object({
  object_attributes: z.object({
    action: z.string().max(100).nullish(),
    oldrev: z.string().max(100).nullish(),
  }),
})

/** Times are like `2026-01-31 12:00:00 UTC`, and in newer releases as in RFC 3339. */
const GitlabTime = z
  .string()
  .max(40)
  .refine((text) => !Number.isNaN(Date.parse(text)), { error: 'must be a time' })

const Attributes = z.object({ iid: z.int().min(1), updated_at: GitlabTime })
const Gitlab = z.object({
  object_attributes: Attributes,
  project: z.object({ path_with_namespace: Repository }),
})
const GitlabPushed = Gitlab.extend({
  object_attributes: Attributes.extend({ url: Url, last_commit: z.object({ id: Commit }) }),
})

function readGitlab({
  body,
  hasImages,
}: ForgeReport): ClosedPullRequest | PushedPullRequest | { ignored: string } {
  const { object_kind: kind } = parsed(GitlabKind, body)
  if (kind !== 'merge_request') return ignored(`an event "${kind}"`)
  const { action, oldrev } = parsed(GitlabAction, body).object_attributes
  if (action === 'close' || action === 'merge') {
    const { object_attributes: closed, project } = parsed(Gitlab, body)
    const time = Date.parse(closed.updated_at)
    return { is: 'closed', number: closed.iid, repository: project.path_with_namespace, time }
  }
  if (!hasImages) return awaitingCi(action ?? '')
  // An update has the commit before only if there is another one.
  const isPush = action === 'open' || action === 'reopen' || (action === 'update' && oldrev != null)
  if (!isPush) return ignored(`an event of action "${action ?? ''}", which changes no commit`)
  const { object_attributes: pushed, project } = parsed(GitlabPushed, body)
  return {
    is: 'pushed',
    number: pushed.iid,
    repository: project.path_with_namespace,
    time: Date.parse(pushed.updated_at),
    isReopened: action === 'reopen',
    commit: pushed.last_commit.id,
    previous: oldrev ?? undefined,
    url: pushed.url,
  }
}

function awaitingCi(action: string): { ignored: string } {
  return ignored(`an event of action "${action}", and an image is deployed once CI names it`)
}

function ignored(what: string): { ignored: string } {
  return { ignored: `it is ${what}` }
}

function parsed<Type extends z.ZodType>(type: Type, body: unknown): z.infer<Type> {
  const { success, data, error } = type.safeParse(body)
  if (success) return data
  throw invalidInput(issueErrors(error, { at: 'body', input: body }))
}

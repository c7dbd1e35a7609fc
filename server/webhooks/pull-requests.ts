import { z } from 'zod'
import { invalidInput } from '../../schema/errors.ts'
import { issueErrors } from '../../schema/inputs.ts'
import type { Forge } from '../../schema/kinds/forge-webhook.ts'

/*
 * What forges report about pull requests, each in its own form. Only the fields that are used are validated. Only the end of a pull
 * request matters: it has no image before CI has built one.
 */

/** The end of a pull request. */
export interface ClosedPullRequest {
  number: number
  /** The repository in which it is, such as `example/shop`. */
  repository: string
  /** The time of its end, as the forge reports it, in milliseconds. */
  time: number
}

/** Reads the report of a forge. Returns why it is ignored otherwise. Throws INVALID_INPUT with the field that is missing or wrong. */
export function readPullRequest(
  forge: Forge,
  report: { body: unknown; event: string | undefined },
): ClosedPullRequest | { ignored: string } {
  return forge === 'github' ? readGithub(report) : readGitlab(report)
}

const Action = z.object({ action: z.string().max(100) })
const Repository = z.string().min(1).max(512)
const Time = z.iso.datetime({ offset: true })

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#pull_request */
const Github = z.object({
  number: z.int().min(1),
  pull_request: z.object({ closed_at: Time }),
  repository: z.object({ full_name: Repository }),
})

function readGithub({ body, event }: { body: unknown; event: string | undefined }) {
  if (event !== 'pull_request') return ignored(`an event "${event ?? ''}"`)
  const { action } = parsed(Action, body)
  if (action !== 'closed')
    return ignored(`an event of action "${action}", and an image is deployed once CI names it`)
  const { number, pull_request: closed, repository } = parsed(Github, body)
  return { number, repository: repository.full_name, time: Date.parse(closed.closed_at) }
}

const GitlabKind = z.object({ object_kind: z.string().max(100) })

/** https://docs.gitlab.com/user/project/integrations/webhook_events/#merge-request-events */
const GitlabAction = z.object({ object_attributes: z.object({ action: z.string().max(100).nullish() }) })

/** Times are like `2026-01-31 12:00:00 UTC`, and in newer releases as in RFC 3339. */
const GitlabTime = z
  .string()
  .max(40)
  .refine((text) => !Number.isNaN(Date.parse(text)), { error: 'must be a time' })

const Gitlab = z.object({
  object_attributes: z.object({ iid: z.int().min(1), updated_at: GitlabTime }),
  project: z.object({ path_with_namespace: Repository }),
})

function readGitlab({ body }: { body: unknown }) {
  const { object_kind: kind } = parsed(GitlabKind, body)
  if (kind !== 'merge_request') return ignored(`an event "${kind}"`)
  const { action } = parsed(GitlabAction, body).object_attributes
  if (action !== 'close' && action !== 'merge')
    return ignored(`an event of action "${action ?? ''}", and an image is deployed once CI names it`)
  const { object_attributes: closed, project } = parsed(Gitlab, body)
  return { number: closed.iid, repository: project.path_with_namespace, time: Date.parse(closed.updated_at) }
}

function ignored(what: string): { ignored: string } {
  return { ignored: `it is ${what}` }
}

function parsed<Type extends z.ZodType>(type: Type, body: unknown): z.infer<Type> {
  const { success, data, error } = type.safeParse(body)
  if (success) return data
  throw invalidInput(issueErrors(error, { at: 'body', input: body }))
}

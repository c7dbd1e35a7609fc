import type { z } from 'zod'
import type { StoredObject } from '../../prisma/client.ts'
import { imageOfTemplate } from '../../schema/delivery/image-templates.ts'
import { isPlatformError } from '../../schema/errors.ts'
import type { Store } from '../../schema/graphql/store.ts'
import { defined } from '../../schema/defined.ts'
import type { ForgeWebhook } from '../../schema/kinds/forge-webhook.ts'
import { Preview } from '../../schema/kinds/preview.ts'
import { parseQualifiedName } from '../../schema/names.ts'
import { previewName } from '../../schema/short-name.ts'
import { closedAtIn } from '../store/closed-pull-requests.ts'
import { readPullRequest, type ClosedPullRequest, type PushedPullRequest } from './pull-requests.ts'
import { accessOf, openedBy, tokenOf } from './secrets.ts'
import type { OpenedWebhook, WebhookAnswer, WebhookCall } from './calls.ts'

/*
 * Reports of forges about pull requests. One that was closed loses its preview; one that was pushed to gets the images of its commit, if
 * the webhook names them. Reports may be repeated, late and in any order: the time of an event decides, not that of its report.
 */

type Spec = z.infer<(typeof ForgeWebhook)['spec']>
type PreviewSpec = z.infer<(typeof Preview)['spec']>
type Answer = Pick<WebhookAnswer, 'previews' | 'ignored'> & { deleted: string[] }

/** Returns a webhook of a forge whose caller has shown its token, or has sent a signature. Throws UNAUTHENTICATED. */
export async function openForge(
  store: Store,
  object: StoredObject,
  call: WebhookCall,
): Promise<OpenedWebhook> {
  // The server has validated the spec with the schema of the kind.
  const spec = object.spec as unknown as Spec
  const { project, name, signature, event, gitlabToken = '' } = call
  const secret = await tokenOf(store, { project, reference: spec.secret })
  const proof = spec.forge === 'gitlab' ? { token: gitlabToken } : { signature }
  return openedBy(proof, secret, async (body, { traceparent }) => {
    const read = readPullRequest(spec.forge, { body, event, hasImages: spec.images !== undefined })
    if ('ignored' in read) return ignored(read.ignored)
    if (spec.repository !== undefined && spec.repository.toLowerCase() !== read.repository.toLowerCase())
      return ignored(`it is of ${read.repository}, not of ${spec.repository}`)
    const webhook: Webhook = { store, id: object.id, project, name, spec, traceparent }
    return read.is === 'closed' ? closed(webhook, read) : pushed(webhook, read)
  })
}

/** A webhook that has a report. */
interface Webhook {
  store: Store
  id: bigint
  project: string
  name: string
  spec: Spec
  traceparent: string | undefined
}

async function closed(webhook: Webhook, report: ClosedPullRequest): Promise<Answer> {
  const { store, id, spec } = webhook
  // First, so that a push that is written meanwhile notices it.
  if (spec.images !== undefined)
    await store.closePullRequest({ webhook: id, pullRequest: report.number, closedAt: report.time })
  return deletePreview(webhook, report)
}

async function deletePreview(
  webhook: Webhook,
  { number, repository, time }: ClosedPullRequest,
): Promise<Answer> {
  const { store, project, name, spec, traceparent } = webhook
  const found = await findPreview(webhook, number)
  if (found === undefined) return ignored(`pull request ${number} has no preview`)
  // A webhook that makes previews knows the time of their pushes; CI does not.
  const pushedAt = (spec.images && (found.spec as unknown as PreviewSpec).build) ?? lastPush(found)
  if (pushedAt > time) return ignored(`${found.name} was pushed to after pull request ${number} was closed`)
  const target = { kind: Preview.kind, project, name: found.name, expectedVersion: found.version }
  const reason = `pull request ${number} of ${repository} was closed`
  try {
    const access = accessOf(store, { project, name }, { verb: 'delete', kind: Preview.kind })
    await access.delete([target], { reason, ...defined({ traceparent }) })
  } catch (error) {
    // Two reports at the same time, or a push meanwhile.
    if (!isPlatformError(error) || (error.code !== 'NOT_FOUND' && error.code !== 'VERSION_CONFLICT'))
      throw error
    return ignored(`${found.name} has changed meanwhile`)
  }
  return { deleted: [found.name], ignored: [] }
}

async function pushed(webhook: Webhook, report: PushedPullRequest): Promise<Answer> {
  const { store, id } = webhook
  const { number, repository, time, isReopened } = report
  const endedAt = async (): Promise<number> => {
    const object = await store.find({ id })
    return object === undefined ? 0 : closedAtIn(object, number)
  }
  const before = await endedAt()
  if (before > time || (before === time && !isReopened))
    return ignored(`pull request ${number} was closed after that`)
  const answer = await writePreview(webhook, report)
  // An end that is reported meanwhile may not have seen the preview.
  const after = await endedAt()
  if (after <= time) return answer
  await deletePreview(webhook, { is: 'closed', number, repository, time: after })
  return ignored(`pull request ${number} was closed meanwhile`)
}

async function writePreview(webhook: Webhook, report: PushedPullRequest): Promise<Answer> {
  const { store, project, name, spec, traceparent } = webhook
  const { number, repository, time, commit, url } = report
  const existing = await findPreview(webhook, number)
  // The server has validated the spec with the schema of the kind.
  const kept = existing?.spec as unknown as PreviewSpec | undefined
  const document = {
    kind: Preview.kind,
    name: existing?.name ?? previewName(parseQualifiedName(spec.application, project).name, number),
    project,
    spec: {
      ...kept,
      application: spec.application,
      pullRequest: number,
      images: (spec.images ?? []).map((template) => imageOfTemplate(template, { number, sha: commit })),
      commit,
      ...defined({ url: url ?? kept?.url }),
      ...orderOf(report, kept),
    },
  }
  const reason = `commit ${commit.slice(0, 7)} of pull request ${number} of ${repository}`
  try {
    const access = accessOf(store, { project, name }, { verb: 'write', kind: Preview.kind })
    await access.apply([document], { reason, ...defined({ traceparent }) })
  } catch (error) {
    const isOlder =
      isPlatformError(error) &&
      error.details.fields?.some(({ path, code }) => code === 'CONFLICT' && /\.(build|attempt)$/.test(path))
    if (isOlder !== true) throw error
    return ignored(`${document.name} has a newer commit than that of ${new Date(time).toISOString()}`)
  }
  return { previews: [document.name], deleted: [], ignored: [] }
}

/** Returns the place of a push in their order: its time, and of two in the same second, the one that follows the other. */
function orderOf(
  { time, commit, previous }: PushedPullRequest,
  kept: PreviewSpec | undefined,
): Pick<PreviewSpec, 'build' | 'attempt'> {
  const { attempt = 1, build, commit: known } = kept ?? {}
  if (build !== time) return { build: time, attempt: 1 }
  return { build: time, attempt: commit !== known && previous === known ? attempt + 1 : attempt }
}

function ignored(reason: string): Answer {
  return { deleted: [], ignored: [reason] }
}

async function findPreview(
  { store, project, spec }: Webhook,
  number: number,
): Promise<StoredObject | undefined> {
  const application = await store.find({
    kind: 'Application',
    ...parseQualifiedName(spec.application, project),
  })
  if (application === undefined) return undefined
  const { objects } = await store.list({
    kind: Preview.kind,
    project,
    deleting: false,
    references: { id: application.id, field: 'application' },
    orderBy: [],
    limit: 500,
  })
  // The server has validated specs with the schema of the kind.
  return objects.find((each) => (each.spec as { pullRequest: number }).pullRequest === number)
}

/** Returns the time of the last push, in milliseconds. */
function lastPush({ createdAt, status }: StoredObject): number {
  // The server has validated outputs with the schema of the kind.
  const { outputs } = status as { outputs?: Partial<z.infer<(typeof Preview)['outputs']>> }
  const pushedAt = outputs?.pushedAt
  return Math.max(createdAt.getTime(), pushedAt === undefined ? 0 : Date.parse(pushedAt))
}

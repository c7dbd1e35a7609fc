import type { z } from 'zod'
import type { StoredObject } from '../../prisma/client.ts'
import { isPlatformError } from '../../schema/errors.ts'
import type { Store } from '../../schema/graphql/store.ts'
import { defined } from '../../schema/inputs.ts'
import type { ForgeWebhook } from '../../schema/kinds/forge-webhook.ts'
import { Preview } from '../../schema/kinds/preview.ts'
import { parseQualifiedName } from '../../schema/names.ts'
import { readPullRequest, type ClosedPullRequest } from './pull-requests.ts'
import { accessOf, openedBy, tokenOf } from './secrets.ts'
import type { OpenedWebhook, WebhookCall } from './calls.ts'

/*
 * Reports of forges about pull requests. One that was closed loses its preview. A report may be repeated, late, or about a pull request
 * that was opened again: a preview that was pushed to after the end that is reported stays.
 */

type Spec = z.infer<(typeof ForgeWebhook)['spec']>

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
  const proof = spec.forge === 'github' ? { signature } : { token: gitlabToken }
  return openedBy(proof, secret, async (body, { traceparent }) => {
    const read = readPullRequest(spec.forge, { body, event })
    if ('ignored' in read) return { deleted: [], ignored: [read.ignored] }
    if (spec.repository !== undefined && spec.repository.toLowerCase() !== read.repository.toLowerCase())
      return { deleted: [], ignored: [`it is of ${read.repository}, not of ${spec.repository}`] }
    return closePreview(store, { project, name, spec, closed: read, traceparent })
  })
}

interface Closing {
  project: string
  name: string
  spec: Spec
  closed: ClosedPullRequest
  traceparent: string | undefined
}

async function closePreview(
  store: Store,
  { project, name, spec, closed, traceparent }: Closing,
): Promise<{ deleted: string[]; ignored: string[] }> {
  const found = await findPreview(store, { project, spec, number: closed.number })
  if (found === undefined) return { deleted: [], ignored: [`pull request ${closed.number} has no preview`] }
  if (pushedAt(found) > closed.time)
    return {
      deleted: [],
      ignored: [`${found.name} was pushed to after pull request ${closed.number} was closed`],
    }
  const target = { kind: Preview.kind, project, name: found.name, expectedVersion: found.version }
  const reason = `pull request ${closed.number} of ${closed.repository} was closed`
  try {
    const access = accessOf(store, { project, name }, { verb: 'delete', kind: Preview.kind })
    await access.delete([target], { reason, ...defined({ traceparent }) })
  } catch (error) {
    // Two reports at the same time, or a push meanwhile.
    if (!isPlatformError(error) || (error.code !== 'NOT_FOUND' && error.code !== 'VERSION_CONFLICT'))
      throw error
    return { deleted: [], ignored: [`${found.name} has changed meanwhile`] }
  }
  return { deleted: [found.name], ignored: [] }
}

async function findPreview(
  store: Store,
  { project, spec, number }: { project: string; spec: Spec; number: number },
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
function pushedAt({ createdAt, status }: StoredObject): number {
  // The server has validated outputs with the schema of the kind.
  const { outputs } = status as { outputs?: Partial<z.infer<(typeof Preview)['outputs']>> }
  const pushed = outputs?.pushedAt
  return Math.max(createdAt.getTime(), pushed === undefined ? 0 : Date.parse(pushed))
}

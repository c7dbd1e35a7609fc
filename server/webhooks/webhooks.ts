import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Store } from '../../schema/graphql/store.ts'
import { defined } from '../../schema/defined.ts'
import { isPlatformError, shownValue } from '../../schema/errors.ts'
import { ForgeWebhook } from '../../schema/kinds/forge-webhook.ts'
import { ImageWebhook } from '../../schema/kinds/image-webhook.ts'
import { shortName } from '../../schema/short-name.ts'
import { tokenIn } from './authenticity.ts'
import { reasonToIgnore } from './choose-push.ts'
import { openForge } from './forges.ts'
import { readReport, type Push } from './pushes.ts'
import type { OpenedWebhook, WebhookCall } from './calls.ts'
import { accessOf, openedBy, refused, tokenOf } from './secrets.ts'

/** Receives what registries and forges report. */
export interface Webhooks {
  /** Throws UNAUTHENTICATED, also if there is no such webhook. */
  open(call: WebhookCall): Promise<OpenedWebhook>
}

type Spec = z.infer<(typeof ImageWebhook)['spec']>

export function createWebhooks(store: Store): Webhooks {
  return {
    open: async (call) => {
      const { project, name } = call
      const find = async (kind: string) => {
        const object = await store.find({ kind, project, name })
        return object?.deletionRequestedAt === null ? object : undefined
      }
      const forge = await find(ForgeWebhook.kind)
      const image = await find(ImageWebhook.kind)
      // Webhooks of both kinds may have one name: the headers show whose report it is.
      if (forge !== undefined && (image === undefined || isOfForge(call)))
        return openForge(store, forge, call)
      if (image === undefined) throw refused()
      // The server has validated the spec with the schema of the kind.
      return openRegistry(store, image.spec as unknown as Spec, call)
    },
  }
}

function isOfForge({ event, gitlabToken }: WebhookCall): boolean {
  return gitlabToken !== undefined || event === 'pull_request' || event === 'ping'
}

async function openRegistry(store: Store, spec: Spec, call: WebhookCall): Promise<OpenedWebhook> {
  const { project, name, signature, event } = call
  const secret = await tokenOf(store, { project, reference: spec.secret })
  const proof = spec.registry === 'ghcr' ? { signature } : { token: givenToken(call) }
  return openedBy(proof, secret, async (body, { traceparent }) => {
    const { pushes, ignored } = readReport(spec.registry, { body, event })
    const answer = { deliveries: [] as string[], ignored }
    for (const push of pushes) {
      const reason = reasonToIgnore(push, spec)
      const delivered =
        reason === undefined
          ? await deliver(store, { project, name, spec, push, traceparent })
          : { ignored: reason }
      if ('ignored' in delivered) answer.ignored.push(delivered.ignored)
      else answer.deliveries.push(delivered.name)
    }
    return answer
  })
}

function givenToken({ token, authorization }: WebhookCall): string {
  return token ?? tokenIn(authorization) ?? ''
}

/**
 * Creates the delivery of a push, or finds it. Its name follows from the digest, because registries report a push more than once;
 * without a digest, from the tag and the time. What the application cannot run is ignored: a registry would report it again and again.
 */
async function deliver(
  store: Store,
  {
    project,
    name,
    spec,
    push,
    traceparent,
  }: {
    project: string
    name: string
    spec: Spec
    push: Push
    traceparent: string | undefined
  },
): Promise<{ name: string } | { ignored: string }> {
  const { application, image } = spec
  const { tag, digest, time } = push
  const key = digest ?? `${tag} ${time}`
  const hash = createHash('sha256').update(`${image} ${key}`).digest('hex').slice(0, 16)
  const delivery = shortName(`${name}-${hash}`)
  const writer = accessOf(store, { project, name }, { verb: 'write', kind: 'Delivery' })
  if ((await store.find({ kind: 'Delivery', project, name: delivery })) !== undefined)
    return { name: delivery }
  const images = [{ name: image, ...defined({ tag, digest }) }]
  const document = {
    kind: 'Delivery',
    name: delivery,
    project,
    spec: { application, images, source: name, build: time },
  }
  try {
    await writer.apply([document], defined({ traceparent }))
  } catch (error) {
    // Two reports of one push, at the same time and with different times.
    if ((await store.find({ kind: 'Delivery', project, name: delivery })) === undefined) {
      const problem = foreignImage(error)
      if (problem === undefined) throw error
      return { ignored: `its image ${shownValue(image)} ${problem}` }
    }
  }
  return { name: delivery }
}

/** Returns why a delivery was refused, if the definition of the application does not have its image. */
function foreignImage(error: unknown): string | undefined {
  const { fields = [] } = isPlatformError(error) ? error.details : {}
  const [field, another] = fields
  return another === undefined && field?.path.endsWith('.images[0].name') === true ? field.message : undefined
}

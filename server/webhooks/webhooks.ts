import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { PlatformError } from '../../schema/errors.ts'
import type { Actor } from '../../schema/graphql/context.ts'
import type { Store } from '../../schema/graphql/store.ts'
import { defined } from '../../schema/inputs.ts'
import { ImageWebhook } from '../../schema/kinds/image-webhook.ts'
import { parseQualifiedName } from '../../schema/names.ts'
import { shortName } from '../../schema/short-name.ts'
import { createPolicy } from '../auth/policy.ts'
import { createAccess } from '../store/actor/access.ts'
import { isSame, isSignature, isSignatureOf, tokenIn } from './authenticity.ts'
import { reasonToIgnore } from './choose-push.ts'
import { readReport, type Push } from './pushes.ts'

/** A report of a registry, before its body is read. */
export interface WebhookCall {
  project: string
  name: string
  /** The token in the path. */
  token?: string | undefined
  authorization?: string | undefined
  /** The header `X-Hub-Signature-256`. */
  signature?: string | undefined
}

export interface WebhookAnswer {
  /** The names of the deliveries, also of those that exist already. */
  deliveries: string[]
  /** Why other events are ignored. */
  ignored: string[]
}

/** A webhook whose caller has shown its token, or has sent a signature that its body has to match. */
export interface OpenedWebhook {
  /** True if the caller is known before the body is read. */
  isAuthenticated: boolean
  /** Delivers what the registry reports. Throws UNAUTHENTICATED and INVALID_INPUT. */
  receive(
    body: string,
    options: { event?: string | undefined; traceparent?: string | undefined },
  ): Promise<WebhookAnswer>
}

/** Receives what registries report. */
export interface Webhooks {
  /** Throws UNAUTHENTICATED, also if there is no such webhook. */
  open(call: WebhookCall): Promise<OpenedWebhook>
}

type Spec = z.infer<(typeof ImageWebhook)['spec']>

/** The shortest token: a shorter one could be guessed. */
const minToken = 16

export function createWebhooks(store: Store): Webhooks {
  return {
    open: async (call) => {
      const { project, name, signature } = call
      const object = await store.find({ kind: ImageWebhook.kind, project, name })
      if (object === undefined || object.deletionRequestedAt !== null) throw refused()
      // The server has validated the spec with the schema of the kind.
      const spec = object.spec as unknown as Spec
      const secret = await tokenOf(store, { project, reference: spec.secret })
      const isSigned = spec.registry === 'ghcr'
      if (isSigned ? !isSignature(signature) : !isSame(givenToken(call), secret)) throw refused()
      return {
        isAuthenticated: !isSigned,
        receive: async (body, { event, traceparent }) => {
          if (isSigned && !isSignatureOf(body, { header: signature ?? '', secret })) throw refused()
          const { pushes, ignored } = readReport(spec.registry, { body: parsedJson(body), event })
          const answer: WebhookAnswer = { deliveries: [], ignored }
          for (const push of pushes) {
            const reason = reasonToIgnore(push, spec)
            if (reason !== undefined) answer.ignored.push(reason)
            else answer.deliveries.push(await deliver(store, { project, name, spec, push, traceparent }))
          }
          return answer
        },
      }
    },
  }
}

function givenToken({ token, authorization }: WebhookCall): string {
  return token ?? tokenIn(authorization) ?? ''
}

/** One message for all reasons, so that it does not reveal which webhooks exist. */
function refused(): PlatformError {
  return new PlatformError(
    'UNAUTHENTICATED',
    'there is no such webhook, or the token or signature is wrong; compare it with the key token of its secret, which has at least ' +
      `${minToken} characters`,
  )
}

async function tokenOf(
  store: Store,
  { project, reference }: { project: string; reference: string },
): Promise<string> {
  const object = await store.find({ kind: 'SecretDefinition', ...parseQualifiedName(reference, project) })
  const values = object === undefined ? {} : await store.secrets(object.id)
  const binary = values['binaryData/token']
  const token = values['data/token'] ?? (binary === undefined ? '' : Buffer.from(binary, 'base64').toString())
  if (token.length < minToken) throw refused()
  return token
}

function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw new PlatformError('INVALID_INPUT', 'body is not JSON; send the report as the registry creates it', {
      cause,
    })
  }
}

/**
 * Creates the delivery of a push, or finds it. Its name follows from the digest, because registries report a push more than once;
 * without a digest, from the tag and the time.
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
): Promise<string> {
  const { application, image } = spec
  const { tag, digest, time } = push
  const key = digest ?? `${tag} ${time}`
  const hash = createHash('sha256').update(`${image} ${key}`).digest('hex').slice(0, 16)
  const delivery = shortName(`${name}-${hash}`)
  const writer = writerOf(store, { project, name })
  if ((await store.find({ kind: 'Delivery', project, name: delivery })) !== undefined) return delivery
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
    if ((await store.find({ kind: 'Delivery', project, name: delivery })) === undefined) throw error
  }
  return delivery
}

/** Returns the access of a webhook: it creates deliveries in its project, and can do nothing else. */
function writerOf(store: Store, { project, name }: { project: string; name: string }) {
  const actor: Actor = { kind: 'ADMIN', name: `webhook ${project}/${name}` }
  const rules = [{ verbs: ['write' as const], kinds: ['Delivery'], projects: [project] }]
  return createAccess(store, { actor, policy: createPolicy(() => rules) }).store
}

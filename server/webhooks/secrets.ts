import { PlatformError } from '../../schema/errors.ts'
import type { Actor } from '../../schema/graphql/context.ts'
import type { ActorStore, Store } from '../../schema/graphql/store.ts'
import { parseQualifiedName } from '../../schema/names.ts'
import type { Verb } from '../../schema/permissions.ts'
import { createPolicy } from '../auth/policy.ts'
import { utf8TextOf } from '../utf8-text.ts'
import { createAccess } from '../store/actor/access.ts'
import { isSame, isSignature, isSignatureOf } from './authenticity.ts'
import type { OpenedWebhook, ReceiveOptions, WebhookAnswer, WebhookCall } from './calls.ts'

/* What webhooks have in common: their secrets, how callers prove that they know them, and what they may do. */

/** The shortest token: a shorter one could be guessed. */
const minToken = 16

/** One message for all reasons, so that it does not reveal which webhooks exist. */
export function refused(): PlatformError {
  return new PlatformError(
    'UNAUTHENTICATED',
    'there is no such webhook, or the token or signature is wrong; compare it with the key token of its secret, which has at least ' +
      `${minToken} characters`,
  )
}

export async function tokenOf(
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

/** How a caller shows that it knows the secret: by a signature of the body, or by a token before that. */
export type Proof = { signature: string | undefined } | { token: string }

/**
 * Opens a webhook whose caller has shown its token, or has sent a signature, which the body has to match before it is used. Throws
 * UNAUTHENTICATED.
 */
export function openedBy(
  proof: Proof,
  secret: string,
  receive: (body: unknown, options: ReceiveOptions) => Promise<WebhookAnswer>,
): OpenedWebhook {
  const header = 'token' in proof ? undefined : proof.signature
  if ('token' in proof ? !isSame(proof.token, secret) : !isSignature(header)) throw refused()
  return {
    isAuthenticated: 'token' in proof,
    receive: async (body, options) => {
      if (header !== undefined && !isSignatureOf(body, { header, secret })) throw refused()
      return receive(parsedJson(body), options)
    },
  }
}

/** Returns the access of a webhook: it may do one thing with objects of one kind in its project, and nothing else. */
export function accessOf(
  store: Store,
  { project, name }: Pick<WebhookCall, 'project' | 'name'>,
  { verb, kind }: { verb: Verb; kind: string },
): ActorStore {
  const actor: Actor = { kind: 'ADMIN', name: `webhook ${project}/${name}` }
  const rules = [{ verbs: [verb], kinds: [kind], projects: [project] }]
  return createAccess(store, { actor, policy: createPolicy(() => rules) }).store
}

function parsedJson(body: Buffer): unknown {
  const text = utf8TextOf(body)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new PlatformError('INVALID_INPUT', 'body is not JSON; send the report as the registry creates it', {
      cause,
    })
  }
}

import { PlatformError } from '../../schema/errors.ts'
import type { Store } from '../../schema/graphql/store.ts'
import { parseQualifiedName } from '../../schema/names.ts'

/* What webhooks have in common: their secrets, and the words in which they refuse. */

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

export function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw new PlatformError('INVALID_INPUT', 'body is not JSON; send the report as the registry creates it', {
      cause,
    })
  }
}

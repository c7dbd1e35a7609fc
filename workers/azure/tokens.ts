import { readFile } from 'node:fs/promises'
import { CloudBlocked } from '../clouds/errors.ts'
import { sendJson } from '../clouds/json-request.ts'
import { AzureError } from './errors.ts'
import type { AzureCredentials, AzureSettings } from './settings.ts'

/*
 * Tokens of a service principal, by the grant for client credentials:
 * https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow
 */

/** The scope of the API servers of all clusters: https://learn.microsoft.com/azure/aks/kubelogin-authentication */
export const clusterScope = '6dae42f8-4368-4678-94ff-3960e28e3630/.default'

/** Milliseconds for which a token is valid at least. Microsoft issues tokens for an hour or longer. */
export const tokenLifetime = 40 * 60_000

export interface AzureToken {
  token: string
  /** The time in milliseconds since 1970. */
  expiresAt: number
}

/** Returns a token for a scope, which is valid for at least {@link tokenLifetime}. */
export type TokenSource = (scope: string, signal: AbortSignal) => Promise<AzureToken>

/** The authority of Microsoft. */
const publicAuthority = 'https://login.microsoftonline.com'

interface TokenResponse {
  access_token?: string
  /** Seconds. */
  expires_in?: number
  error?: string
  error_description?: string
}

export function openTokens(settings: AzureSettings, credentials: AzureCredentials): TokenSource {
  const { authority = publicAuthority, send = sendJson } = settings
  const { tenantId, clientId } = credentials
  const known = new Map<string, AzureToken>()
  return async (scope, signal) => {
    const kept = known.get(scope)
    if (kept !== undefined && kept.expiresAt - Date.now() > tokenLifetime) return kept
    const form = {
      client_id: clientId,
      scope,
      grant_type: 'client_credentials',
      ...(await proofOf(settings, credentials)),
    }
    const url = `${authority}/${tenantId}/oauth2/v2.0/token`
    const { status, body } = await send({ method: 'POST', url, body: new URLSearchParams(form), signal })
    const issued = tokenIn(status, body)
    known.set(scope, issued)
    return issued
  }
}

/** Returns what proves that a request comes from the service principal: its secret, or the token of the worker. */
async function proofOf(
  { identity }: AzureSettings,
  { clientSecret }: AzureCredentials,
): Promise<Record<string, string>> {
  if (clientSecret !== undefined) return { client_secret: clientSecret }
  if (identity === undefined) throw new CloudBlocked('NoIdentity', noIdentity)
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    // The platform of the worker renews it.
    client_assertion: (await readFile(identity.tokenFile, 'utf8')).trim(),
  }
}

function tokenIn(status: number, body: unknown): AzureToken {
  const {
    access_token: token,
    expires_in: seconds = 0,
    error = String(status),
    error_description: why,
  } = (typeof body === 'object' && body !== null ? body : {}) as TokenResponse
  if (status < 300 && token !== undefined) return { token, expiresAt: Date.now() + seconds * 1000 }
  // Everything that is refused is about the credentials: https://learn.microsoft.com/entra/identity-platform/reference-error-codes
  const code = status === 429 || status >= 500 ? status : 401
  throw new AzureError(code, error, why ?? error)
}

const noIdentity =
  'It has no secret, and the workers have no identity with which accounts may authenticate. Set spec.clientSecret, or ask the ' +
  'operator of the workers to set QLEET_AZURE_IDENTITY.'

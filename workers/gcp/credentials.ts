import type { AuthClient } from 'google-auth-library'
import { CloudBlocked, isNetworkError } from '../clouds/errors.ts'
import { sendJson } from '../clouds/json-request.ts'
import { GcpError, gcpError } from './errors.ts'
import { gcpUrl, type GcpCredentials, type GcpSettings, type TokenSource } from './settings.ts'

/** Milliseconds for which a returned token is valid at least. Google issues tokens for an hour. */
export const tokenLifetime = 50 * 60_000

const scopes = [
  'https://www.googleapis.com/auth/cloud-platform',
  // By this one, GKE knows the name of a service account.
  'https://www.googleapis.com/auth/userinfo.email',
]

/**
 * Returns the source of tokens of an account: by the key of a service account, or by impersonation of one. Without a key, a service
 * account is required: whoever may create accounts must not act as the worker itself.
 */
export function openTokens(settings: GcpSettings, credentials: GcpCredentials): TokenSource {
  let opened: Promise<TokenSource> | undefined
  return async (signal) => {
    opened ??= open(settings, credentials)
    try {
      return await (
        await opened
      )(signal)
    } catch (error) {
      signal.throwIfAborted()
      // A changed setting of the worker or a file that appears has to be seen.
      opened = undefined
      throw error
    }
  }
}

async function open(settings: GcpSettings, credentials: GcpCredentials): Promise<TokenSource> {
  const { serviceAccountKey, serviceAccount, workloadIdentityProvider } = credentials
  if (serviceAccountKey !== undefined) return byKey(settings, readKey(serviceAccountKey))
  if (serviceAccount === undefined) throw new CloudBlocked('NoCredentials', noCredentials)
  const { identity } = settings
  if (identity === undefined) throw new CloudBlocked('NoIdentity', noIdentity)
  if (identity === 'environment') {
    if (workloadIdentityProvider !== undefined) throw new CloudBlocked('NoIdentity', noToken)
    return byEnvironment(settings, serviceAccount)
  }
  if (workloadIdentityProvider === undefined) throw new CloudBlocked('NoIdentity', noProvider)
  return byFederation(settings, { serviceAccount, workloadIdentityProvider, tokenFile: identity.tokenFile })
}

interface ServiceAccountKey {
  client_email: string
  private_key: string
  private_key_id?: string
}

/** Reads a key. Its URLs are ignored: users could make workers send requests to any address. */
function readKey(text: string): ServiceAccountKey {
  try {
    const key = JSON.parse(text) as Partial<ServiceAccountKey>
    if (typeof key.client_email === 'string' && typeof key.private_key === 'string')
      return key as ServiceAccountKey
  } catch {
    // Reported below.
  }
  throw new CloudBlocked(
    'InvalidKey',
    'spec.serviceAccountKey is no key of a service account: it must be the JSON document that Google Cloud issues, with ' +
      'client_email and private_key. Create a new key, and set it.',
  )
}

/** The options of all clients of the library. */
function optionsOf(settings: GcpSettings) {
  return {
    eagerRefreshThresholdMillis: tokenLifetime,
    transporterOptions: {
      timeout: 20_000,
      fetchImplementation: (input: Parameters<typeof fetch>[0], init?: RequestInit) =>
        fetch(toEndpoint(settings, input instanceof Request ? input.url : String(input)), init),
    },
  }
}

/** Returns the URL by which a service of Google Cloud is called. */
function toEndpoint(settings: GcpSettings, url: string): string {
  const { hostname, pathname, search } = new URL(url)
  const [, service] = /^(\w+)\.googleapis\.com$/.exec(hostname) ?? []
  return service === undefined ? url : gcpUrl(settings, service, `${pathname.slice(1)}${search}`)
}

async function byKey(settings: GcpSettings, key: ServiceAccountKey): Promise<TokenSource> {
  const { JWT } = await import('google-auth-library')
  const { client_email: email, private_key: privateKey, private_key_id: keyId } = key
  return tokensOf(
    new JWT({
      ...optionsOf(settings),
      email,
      key: privateKey,
      scopes,
      ...(keyId === undefined ? {} : { keyId }),
    }),
  )
}

interface Federation {
  serviceAccount: string
  workloadIdentityProvider: string
  tokenFile: string
}

/** Exchanges the token of the worker: https://cloud.google.com/iam/docs/workload-identity-federation */
async function byFederation(
  settings: GcpSettings,
  { serviceAccount, workloadIdentityProvider, tokenFile }: Federation,
): Promise<TokenSource> {
  const { IdentityPoolClient } = await import('google-auth-library')
  return tokensOf(
    new IdentityPoolClient({
      ...optionsOf(settings),
      type: 'external_account',
      audience: `//iam.googleapis.com/${workloadIdentityProvider}`,
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      // The library does not send this one through the transporter.
      token_url: gcpUrl(settings, 'sts', 'v1/token'),
      service_account_impersonation_url: impersonationUrl(serviceAccount),
      credential_source: { file: tokenFile },
      scopes,
    }),
  )
}

function impersonationUrl(serviceAccount: string): string {
  return `https://iamcredentials.googleapis.com/${impersonationPath(serviceAccount)}`
}

function impersonationPath(serviceAccount: string): string {
  return `v1/projects/-/serviceAccounts/${serviceAccount}:generateAccessToken`
}

/** Impersonates a service account as what the environment of the worker says that it is. */
async function byEnvironment(settings: GcpSettings, serviceAccount: string): Promise<TokenSource> {
  const { GoogleAuth } = await import('google-auth-library')
  const own = tokensOf(await new GoogleAuth({ scopes }).getClient())
  let known: { token: string; expiresAt: number } | undefined
  return async (signal) => {
    if (known !== undefined && known.expiresAt - Date.now() > tokenLifetime) return known.token
    const { status, body } = await sendJson({
      method: 'POST',
      url: gcpUrl(settings, 'iamcredentials', impersonationPath(serviceAccount)),
      headers: { authorization: `Bearer ${await own(signal)}` },
      body: { scope: scopes, lifetime: '3600s' },
      signal,
    })
    if (status >= 300) throw gcpError(status === 403 ? 401 : status, body)
    const { accessToken, expireTime } = body as { accessToken: string; expireTime: string }
    known = { token: accessToken, expiresAt: Date.parse(expireTime) }
    return accessToken
  }
}

/** An error of the library. */
interface AuthError extends Error {
  response?: { status?: number; data?: { error?: unknown; error_description?: string } }
}

function tokensOf(client: AuthClient): TokenSource {
  return async () => {
    try {
      const { token } = await client.getAccessToken()
      if (typeof token === 'string' && token !== '') return token
      throw new GcpError(401, 'NO_TOKEN', 'no token was issued')
    } catch (error) {
      throw credentialError(error)
    }
  }
}

/** Returns the error for credentials with which no token is issued. The library quotes no secret in its messages. */
function credentialError(error: unknown): unknown {
  if (error instanceof GcpError || !(error instanceof Error)) return error
  const { response, message } = error as AuthError
  const { status = 0, data } = response ?? {}
  if (status === 429 || status >= 500) return new GcpError(status, String(status), message)
  if (status === 0 && isNetworkError(error)) return error
  return new GcpError(401, 'UNAUTHENTICATED', data?.error_description ?? message)
}

const noCredentials =
  'It has neither the key of a service account nor a service account to impersonate. Set spec.serviceAccountKey, or ' +
  'spec.serviceAccount.'

const noIdentity =
  'It has a service account but no key, and the workers have no identity with which they may impersonate one. Set ' +
  'spec.serviceAccountKey, or ask the operator of the workers to set QLEET_GCP_IDENTITY.'

const noToken =
  'It has a workloadIdentityProvider, but the workers have an identity of Google Cloud already and no token to exchange. Remove ' +
  'spec.workloadIdentityProvider, or ask the operator of the workers to set QLEET_GCP_IDENTITY to the path of a token.'

const noProvider =
  'The workers have a token that has to be exchanged for one of Google Cloud. Set spec.workloadIdentityProvider.'

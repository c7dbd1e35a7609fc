import type { JsonRequest, JsonResponse } from '../clouds/json-request.ts'

/** The credentials of an account, as its spec and its secrets have them. */
export interface GcpCredentials {
  /** The key of a service account: the JSON document that Google Cloud issues. */
  serviceAccountKey?: string | undefined
  /** The service account to impersonate. */
  serviceAccount?: string | undefined
  workloadIdentityProvider?: string | undefined
}

/** The identity of a worker: a token that its platform issues, or what the library of Google finds in its environment. */
export type GcpIdentity = { tokenFile: string } | 'environment'

/** Returns a token that is valid for at least 50 minutes. */
export type TokenSource = (signal: AbortSignal) => Promise<string>

/** The settings of Google Cloud, from the configuration of the worker. */
export interface GcpSettings {
  /** The URL under which each service has a path by its name, for a proxy or a stand-in. @default those of Google Cloud */
  endpoint?: string | undefined
  /** The identity of the worker itself, if accounts may use it. */
  identity?: GcpIdentity | undefined
  /** Sends requests. @default over HTTP */
  send?: ((request: JsonRequest) => Promise<JsonResponse>) | undefined
  /** Returns the source of tokens of an account. @default the authentication library of Google */
  tokens?: ((settings: GcpSettings, credentials: GcpCredentials) => TokenSource) | undefined
}

/** Returns the URL of a service. */
export function gcpUrl({ endpoint }: Pick<GcpSettings, 'endpoint'>, service: string, path: string): string {
  const base = endpoint === undefined ? `https://${service}.googleapis.com` : `${endpoint}/${service}`
  return `${base}/${path}`
}

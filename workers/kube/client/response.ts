import { isRecord } from '../../../schema/manifests.ts'
import { tooLongError } from './connection-error.ts'
import { KubeError, failureOfStatus, type KubeCause } from './kube-error.ts'
import { isRefusedManifest, singleLine, statusText } from './status-text.ts'
import type { WholeResponse } from './exchange.ts'
import type { KubeBody, KubeResponse } from './transport.ts'

type Headers = KubeResponse['headers']

interface ReadOptions {
  server: string
  maxBytes: number
}

/** Reads the rest of a response that was started as a stream. */
export async function wholeResponse(
  { statusCode, headers, body }: KubeResponse,
  { server, maxBytes }: ReadOptions,
): Promise<WholeResponse> {
  if (statusCode >= 300 && statusCode < 400) {
    discard(body)
    return { statusCode, headers, text: '' }
  }
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    // A body without an encoding consists of buffers.
    const bytes = chunk as Buffer
    length += bytes.length
    if (length > maxBytes) {
      discard(body)
      throw tooLongError(server, { statusCode, maxBytes })
    }
    chunks.push(bytes)
  }
  return { statusCode, headers, text: Buffer.concat(chunks, length).toString() }
}

/** Returns the parsed response. Throws KubeError for refusals, and for responses that are not from an API server. */
export function parsedResponse(server: string, { statusCode, headers, text }: WholeResponse): unknown {
  if (statusCode >= 300 && statusCode < 400) throw redirected(server, statusCode)
  const value = parsed(text)
  if (statusCode >= 400) throw refusal(server, { statusCode, headers }, value)
  if (value !== undefined) return value
  const looksLikeJson = text.trimStart().startsWith('{')
  const what = looksLikeJson ? 'JSON that is cut short or malformed' : 'something that is not JSON'
  throw new KubeError(
    'garbled',
    `${server} returned ${what}; check that it is the address of a Kubernetes API server`,
    { status: statusCode, reason: looksLikeJson ? 'AnswerBroken' : 'NotKubernetes' },
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Destroys a body that is not read further. Handles its error event, because an unhandled one would end the thread. */
function discard(body: KubeBody): void {
  body.on('error', () => undefined)
  body.destroy()
}

/** Returns the error for a redirect. Following it would send the credentials to whatever server it names. */
function redirected(server: string, status: number): KubeError {
  return new KubeError(
    'garbled',
    `${server} redirects elsewhere, which is not followed; give the address of the API server itself`,
    { status, reason: 'Redirected' },
  )
}

/**
 * Returns the error for a refusal. It repeats only messages of a Status: the address is given by users, so any other body
 * may come from an internal service and would be exposed to everyone who can read the status of the object.
 */
function refusal(
  server: string,
  { statusCode: status, headers }: Pick<KubeResponse, 'statusCode' | 'headers'>,
  body: unknown,
): KubeError {
  const fields = isStatus(body) ? body : undefined
  const given = statusText(singleLine(fields?.['message']))
  const message = given === '' ? `the cluster returned HTTP ${status}${contentTypeOf(headers)}` : given
  const retryAfter = retryAfterOf(headers)
  const isManifestRefused = isRefusedManifest(fields?.['message'])
  const reason = isManifestRefused ? 'Invalid' : fields?.['reason']
  const failure = isManifestRefused ? 'invalid' : failureOfStatus(status, fields !== undefined)
  return new KubeError(failure, worded(server, status, message), {
    status,
    ...(typeof reason === 'string' && /^[A-Za-z]{1,60}$/.test(reason) ? { reason } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    causes: causesOf(fields?.['details']),
  })
}

/** Reports whether a body is a Status: https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/ */
export function isStatus(body: unknown): body is Record<string, unknown> {
  return isRecord(body) && body['kind'] === 'Status' && body['apiVersion'] === 'v1'
}

/** Returns the content type as ` with text/html`; empty if it is JSON, missing or malformed. */
function contentTypeOf(headers: Headers): string {
  const type = /^[\w.+-]{1,40}\/[\w.+-]{1,60}/.exec(String(headers['content-type'] ?? ''))?.[0]
  return type === undefined || type === 'application/json' ? '' : ` with ${type}`
}

function causesOf(details: unknown): KubeCause[] {
  const causes = isRecord(details) && Array.isArray(details['causes']) ? details['causes'] : []
  return causes.filter(isRecord).map(({ field, reason, message }) => ({
    field: statusText(field),
    reason: statusText(reason),
    message: statusText(message),
  }))
}

/** Returns the message of a refusal in words that say what is missing. */
function worded(server: string, status: number, message: string): string {
  if (status === 401) return `${server} does not accept our credentials (${message})`
  return status === 403 ? permissionNeeded(message) : message
}

/** A Status contains user and verb of a denied request only in its message. */
const denied =
  /is forbidden: User "([^"]+)" cannot (\S+) resource "([^"]+)" in API group "([^"]*)"(?: in the namespace "([^"]+)")?/

/** Rewords a refusal by the authorizer as the missing permission; returns others, such as those of quotas, unchanged. */
function permissionNeeded(message: string): string {
  const [, user, verb, resource, group, namespace] = denied.exec(message) ?? []
  if (user === undefined) return message
  const where = namespace === undefined ? '' : ` in namespace "${namespace}"`
  return `needs permission to ${verb} ${resource}${group === '' ? '' : `.${group}`}${where} (as "${user}")`
}

/** The maximum `Retry-After` in seconds; longer ones are capped. */
const maxRetryAfter = 600

/** Parses `Retry-After` to seconds. A date is relative to the clock of the server. */
export function retryAfterOf(headers: Headers): number | undefined {
  const given = headers['retry-after']
  if (typeof given !== 'string' || given.trim() === '') return undefined
  const now = Date.parse(String(headers['date'])) || Date.now()
  const seconds = /^\d+$/.test(given.trim()) ? Number(given) : Math.ceil((Date.parse(given) - now) / 1000)
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), maxRetryAfter) : undefined
}

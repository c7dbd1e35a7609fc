import { isRecord } from '../../../schema/manifests.ts'
import { escapeUnprintable } from '../../../schema/printable.ts'
import { KubeError, failureOfStatus, type KubeCause } from './kube-error.ts'
import type { KubeBody, KubeResponse } from './transport.ts'

type Headers = KubeResponse['headers']

export interface ResponseOf {
  server: string
  response: KubeResponse
  /** Longest answer in bytes. */
  longest: number
}

/** The parsed answer. Throws KubeError for refusals, and for what an API server would not answer. */
export async function readResponse({ server, response, longest }: ResponseOf): Promise<unknown> {
  const { statusCode, headers, body } = response
  if (statusCode >= 300 && statusCode < 400) {
    discard(body)
    throw redirected(server, statusCode)
  }
  const parts: Buffer[] = []
  let length = 0
  for await (const part of body) {
    // A body without an encoding is made of buffers.
    const bytes = part as Buffer
    length += bytes.length
    if (length > longest) {
      discard(body)
      throw new KubeError('garbled', `${server} answered with more than ${longest} bytes`, {
        status: statusCode,
        reason: 'AnswerTooLong',
      })
    }
    parts.push(bytes)
  }
  const text = Buffer.concat(parts, length).toString()
  const value = parsed(text)
  if (statusCode >= 400) throw refusal(statusCode, headers, value)
  if (value !== undefined) return value
  const start = text.trimStart().startsWith('{')
  const what = start ? 'JSON that is cut short or broken' : 'something that is not JSON'
  throw new KubeError(
    'garbled',
    `${server} answered with ${what}; is it the address of a Kubernetes API server?`,
    { status: statusCode, reason: start ? 'AnswerBroken' : 'NotKubernetes' },
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Ends what nobody wants to read: an error that nobody hears would end the thread. */
function discard(body: KubeBody): void {
  body.on('error', () => undefined)
  body.destroy()
}

/** Followed, it would hand our credentials to whomever it names. */
function redirected(server: string, status: number): KubeError {
  return new KubeError(
    'garbled',
    `${server} redirects elsewhere, which is not followed; give the address of the API server itself`,
    { status, reason: 'Redirected' },
  )
}

/**
 * Only the words of a Status are repeated. Anything else may be the answer of whatever is at an address that somebody has
 * given, and would be told to whoever may read a status here.
 */
function refusal(status: number, headers: Headers, body: unknown): KubeError {
  const fields = isStatus(body) ? body : undefined
  const told = statusText(readable(fields?.['message']))
  const message = told === '' ? `the cluster answered ${status}${kindOfAnswer(headers)}` : told
  const retryAfter = retryAfterOf(headers)
  const reason = fields?.['reason']
  return new KubeError(
    failureOfStatus(status, fields !== undefined),
    status === 403 ? permissionNeeded(message) : message,
    {
      status,
      ...(typeof reason === 'string' && /^[A-Za-z]{1,60}$/.test(reason) ? { reason } : {}),
      ...(retryAfter === undefined ? {} : { retryAfter }),
      causes: causesOf(fields?.['details']),
    },
  )
}

/** https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/ */
export function isStatus(body: unknown): body is Record<string, unknown> {
  return isRecord(body) && body['kind'] === 'Status' && body['apiVersion'] === 'v1'
}

/** Longest text of a Status that is repeated: an API server tells of all fields of an object at once, in lines of about 100. */
const longestText = 4000

/** A text of a Status as it may be shown; empty for what is none. */
export function statusText(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : ''
  return escapeUnprintable(text.length > longestText ? `${text.slice(0, longestText)}…` : text)
}

/** ` with text/html`; nothing when it does not say, or says something else than a type. */
function kindOfAnswer(headers: Headers): string {
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

/** One line, without the object that whoever reads it has in mind already. */
function readable(message: unknown): string {
  return (typeof message === 'string' ? message : '')
    .replace(/^failed to create typed patch object \([^)]*\): (errors:)?/, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('; ')
}

/** A Status says in fields which resource is refused, and in words alone to whom and for which verb. */
const denied =
  /is forbidden: User "([^"]+)" cannot (\S+) resource "([^"]+)" in API group "([^"]*)"(?: in the namespace "([^"]+)")?/

/** A refusal by the authorizer in words of what has to be allowed; others, as those of quotas, stay as they are. */
function permissionNeeded(message: string): string {
  const [, user, verb, resource, group, namespace] = denied.exec(message) ?? []
  if (user === undefined) return message
  const where = namespace === undefined ? '' : ` in namespace "${namespace}"`
  return `needs permission to ${verb} ${resource}${group === '' ? '' : `.${group}`}${where} (as "${user}")`
}

/** Longest wait that is believed, in seconds. */
const longestWait = 600

/** Seconds to wait: given as such, or as a time by the clock of whoever answers. */
export function retryAfterOf(headers: Headers): number | undefined {
  const given = headers['retry-after']
  if (typeof given !== 'string' || given.trim() === '') return undefined
  const now = Date.parse(String(headers['date'])) || Date.now()
  const seconds = /^\d+$/.test(given.trim()) ? Number(given) : Math.ceil((Date.parse(given) - now) / 1000)
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), longestWait) : undefined
}

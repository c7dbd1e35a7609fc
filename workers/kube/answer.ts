import { isRecord } from '../../schema/manifests.ts'
import { KubeError, failureOfStatus, type KubeCause } from './kube-error.ts'
import type { KubeBody, KubeResponse } from './transport.ts'

type Headers = KubeResponse['headers']

export interface AnswerOf {
  server: string
  response: KubeResponse
  /** Longest answer in bytes. */
  longest: number
}

/** The parsed answer. Throws KubeError for refusals, and for what an API server would not answer. */
export async function readAnswer({ server, response, longest }: AnswerOf): Promise<unknown> {
  const { statusCode, headers, body } = response
  if (statusCode >= 300 && statusCode < 400) {
    discard(body)
    throw redirected(server, statusCode, headers)
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
  if (statusCode >= 400) throw refusal(statusCode, headers, value ?? text)
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
function redirected(server: string, status: number, headers: Headers): KubeError {
  const to = String(headers['location'] ?? '')
  const origin = URL.canParse(to) ? new URL(to).origin : to
  return new KubeError(
    'garbled',
    `${server} redirects to ${origin === '' ? 'elsewhere' : origin}, which is not followed; give the address of the API server itself`,
    { status, reason: 'Redirected' },
  )
}

function refusal(status: number, headers: Headers, body: unknown): KubeError {
  const fields = isRecord(body) ? body : {}
  const told = typeof fields['message'] === 'string' ? readable(fields['message']) : ''
  const message = told === '' ? `the cluster answered ${status}` : told
  const retryAfter = retryAfterOf(headers)
  return new KubeError(
    failureOfStatus(status, fields['kind'] === 'Status'),
    status === 403 ? permissionNeeded(message) : message,
    {
      status,
      ...(typeof fields['reason'] === 'string' ? { reason: fields['reason'] } : {}),
      ...(retryAfter === undefined ? {} : { retryAfter }),
      causes: causesOf(fields['details']),
    },
  )
}

function causesOf(details: unknown): KubeCause[] {
  const causes = isRecord(details) && Array.isArray(details['causes']) ? details['causes'] : []
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
  return causes.filter(isRecord).map(({ field, reason, message }) => ({
    field: textOf(field),
    reason: textOf(reason),
    message: textOf(message),
  }))
}

/** One line, without the object that whoever reads it has in mind already. */
function readable(message: string): string {
  return message
    .replace(/^failed to create typed patch object \([^)]*\): (errors:)?/, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('; ')
}

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

import { request } from 'node:https'
import type { ClusterContext } from '../context.ts'
import { at, numberOf, objectOf, stringOf, type JsonObject } from '../json.ts'

/** The failure of a call to a webhook, in the words of the API server. */
export class WebhookError extends Error {}

/** Sends an AdmissionReview to a webhook and returns its response. Thrown WebhookError: if there is none. */
export async function callWebhook(
  context: ClusterContext,
  webhook: JsonObject,
  review: JsonObject,
): Promise<JsonObject> {
  const seconds = numberOf(webhook['timeoutSeconds'], 10)
  const ca = Buffer.from(stringOf(at(webhook, 'clientConfig', 'caBundle')), 'base64')
  const url = addressOf(objectOf(webhook['clientConfig']))
  url.searchParams.set('timeout', `${seconds}s`)
  requireService(context, webhook, url)
  const { code, text } = await post(url, { body: JSON.stringify(review), ca, timeout: seconds * 1000 }).catch(
    (error: unknown) => {
      throw new WebhookError(`failed to call webhook: Post ${JSON.stringify(url.href)}: ${inGo(error, url)}`)
    },
  )
  if (code !== 200) throw new WebhookError(`failed to call webhook: ${failureOf(code, text)}`)
  const response = responseOf(text)
  const { uid } = objectOf(review['request'])
  if (response['uid'] === uid) return response
  const wrong = `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response['uid'] ?? '')}`
  throw new WebhookError(`received invalid webhook response: ${wrong}`)
}

function failureOf(code: number, text: string): string {
  if (code < 500) return 'the server could not find the requested resource'
  const quoted = JSON.stringify(text === '' ? 'unknown' : text)
  return `an error on the server (${quoted}) has prevented the request from succeeding`
}

function responseOf(text: string): JsonObject {
  try {
    return objectOf(objectOf(JSON.parse(text))['response'])
  } catch {
    throw new WebhookError('failed to call webhook: the response is not JSON')
  }
}

function addressOf({ url, service }: JsonObject): URL {
  if (typeof url === 'string') return new URL(url)
  const { name, namespace, path, port } = objectOf(service)
  return new URL(`https://${stringOf(name)}.${stringOf(namespace)}.svc:${String(port)}${stringOf(path)}`)
}

/**
 * Throws, because nothing runs behind the services of a simulated cluster: an existing service does not respond either.
 */
function requireService({ store }: ClusterContext, webhook: JsonObject, { href }: URL): void {
  const service = at(webhook, 'clientConfig', 'service')
  if (service === undefined) return
  const [namespace, name] = [stringOf(at(service, 'namespace')), stringOf(at(service, 'name'))]
  if (store.get({ resource: 'services', namespace, name }) !== undefined) return
  // A URL omits the default port, but the server's message contains it.
  const display = href.replace(/\.svc\//, '.svc:443/')
  throw new WebhookError(
    `failed to call webhook: Post ${JSON.stringify(display)}: service ${JSON.stringify(name)} not found`,
  )
}

interface Sent {
  body: string
  ca: Buffer
  timeout: number
}

async function post(url: URL, { body, ca, timeout }: Sent): Promise<{ code: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, */*' },
        ...(ca.length === 0 ? {} : { ca }),
        agent: false,
        signal: AbortSignal.timeout(timeout),
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ code: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Describes a failed connection in the words of Go. */
function inGo(error: unknown, { host }: URL): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'context deadline exceeded'
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ECONNREFUSED') return `dial tcp ${host}: connect: connection refused`
  if (code === 'ENOTFOUND') return `dial tcp: lookup ${host.split(':')[0] ?? ''}: no such host`
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
    return 'tls: failed to verify certificate: x509: certificate signed by unknown authority'
  return code === 'ECONNRESET' ? 'EOF' : error.message
}

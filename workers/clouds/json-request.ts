import { request as overHttp } from 'undici'

/* Requests with JSON to clouds. */

export interface JsonRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Readonly<Record<string, string>>
  /** A form, or anything else as JSON. */
  body?: unknown
  signal: AbortSignal
}

export interface JsonResponse {
  status: number
  headers?: Readonly<Record<string, string>>
  /** The parsed body; its text if it is not JSON. */
  body: unknown
}

/** Milliseconds until a response has to arrive, and until it has to be complete. */
const timeouts = { headersTimeout: 20_000, bodyTimeout: 20_000 }

/** Sends a request. Resolves with the response of whatever status; rejects with an error of the network. */
export async function sendJson({
  method,
  url,
  headers = {},
  body,
  signal,
}: JsonRequest): Promise<JsonResponse> {
  const content = contentOf(body)
  const response = await overHttp(url, {
    ...timeouts,
    method,
    signal,
    headers: { accept: 'application/json', ...headers, ...content.headers },
    ...(content.text === undefined ? {} : { body: content.text }),
  })
  const text = await response.body.text()
  return { status: response.statusCode, headers: plainHeaders(response.headers), body: parsed(text) }
}

function plainHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function contentOf(body: unknown): { text?: string; headers: Record<string, string> } {
  if (body === undefined) return { headers: {} }
  if (body instanceof URLSearchParams)
    return { text: body.toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  return { text: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

function parsed(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

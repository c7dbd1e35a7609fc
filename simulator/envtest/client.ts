import { createInterface } from 'node:readline'
import { Agent, request as send, type Dispatcher } from 'undici'
import { StatusError } from '../errors/status-error.ts'
import { isObject, objectOf, stringOf, type Json, type JsonObject } from '../json.ts'

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: Record<string, string>
  body?: JsonObject
  contentType?: string
}

/** A client of an API server. */
export interface ApiClient {
  /** Sends a request. Throws StatusError for a response that is one, and other errors without a response. */
  request(request: ApiRequest): Promise<JsonObject>
  /** Returns the events of a watch until it ends. */
  watch(path: string, query: Record<string, string>, signal: AbortSignal): AsyncGenerator<JsonObject>
  close(): Promise<void>
}

export interface ApiCredentials {
  ca: string
  certificate: string
  key: string
}

/** @param timeout The timeout of requests other than watches in milliseconds */
export function createApiClient(
  server: string,
  { ca, certificate, key }: ApiCredentials,
  timeout = 15_000,
): ApiClient {
  const dispatcher = new Agent({ connect: { ca, cert: certificate, key, timeout: 3000 }, pipelining: 1 })

  const open = async (
    { method, path, query, body, contentType = 'application/json' }: ApiRequest,
    options: Pick<Dispatcher.RequestOptions, 'signal' | 'bodyTimeout' | 'headersTimeout'>,
  ): Promise<Dispatcher.ResponseData> => {
    const url = new URL(path, server)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    const response = await send(url, {
      method,
      dispatcher,
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': contentType }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...options,
    })
    if (response.statusCode >= 400) throw await errorOf(response)
    return response
  }

  return {
    request: async (request) => {
      const { body } = await open(request, { headersTimeout: timeout, bodyTimeout: timeout, signal: null })
      return objectOf(await body.json())
    },
    async *watch(path, query, signal) {
      const request = { method: 'GET' as const, path, query: { ...query, watch: 'true' } }
      const { body } = await open(request, { headersTimeout: timeout, bodyTimeout: 0, signal })
      // A response that is cut off ends the loop below with its error.
      for await (const line of createInterface({ input: body })) {
        const event = JSON.parse(line) as Json
        if (!isObject(event)) continue
        if (event['type'] === 'ERROR') throw statusError(500, objectOf(event['object']))
        yield event
      }
    },
    close: () => dispatcher.destroy(),
  }
}

async function errorOf({ statusCode, body }: Dispatcher.ResponseData): Promise<StatusError> {
  const text = await body.text()
  try {
    return statusError(statusCode, objectOf(JSON.parse(text) as Json))
  } catch {
    return new StatusError({ code: statusCode, reason: '', message: text.slice(0, 300) })
  }
}

function statusError(code: number, status: JsonObject): StatusError {
  const details = objectOf(status['details'])
  return new StatusError({
    code: typeof status['code'] === 'number' ? status['code'] : code,
    reason: stringOf(status['reason']),
    message: stringOf(status['message']),
    details: { name: stringOf(details['name']), kind: stringOf(details['kind']) },
  })
}

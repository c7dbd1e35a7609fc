import type { IncomingHttpHeaders } from 'node:http'
import { requestIdHeader } from '../request-id.ts'

/* Which headers pass between clients and modules. */

/** The headers of one connection: https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1 */
const ofConnection = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'expect',
]

/** Headers of requests that a module gets from the server only, or not at all. */
const notForwarded = new Set([
  ...ofConnection,
  'host',
  'authorization',
  'cookie',
  'forwarded',
  'via',
  'content-length',
  'origin',
  'referer',
])

/** Prefixes of headers by which proxies say where a request comes from. */
const ofProxies = /^(?:x-forwarded-|x-real-ip|x-qleet|sec-fetch-|x-request-id|traceparent)/

/** Returns the headers of a request that a module gets as they are. */
export function requestHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const named = namedIn(headers.connection)
  const passed = Object.entries(headers).flatMap(([name, value]) => {
    const isKept = !notForwarded.has(name) && !named.has(name) && !ofProxies.test(name)
    return isKept && value !== undefined ? [[name, value] as const] : []
  })
  return Object.fromEntries(passed)
}

/** Headers of responses of which browsers would apply more than to the response: they are the server's to send. */
const ofOrigin =
  /^(?:access-control-|cross-origin-|set-cookie|clear-site-data|strict-transport-security|service-worker-allowed|public-key-pins|alt-svc|nel|report-to|reporting-endpoints|x-qleet|www-authenticate|server$|date$)/

/** Headers that the server sets on all responses. A module may only say how long a response may be cached. */
const ofServer = /^(?:x-content-type-options|x-frame-options|referrer-policy|content-security-policy)/

/** The policy of pages that a module sends: their scripts would have the rights of the pages of the server. */
export const contentPolicy = "sandbox; default-src 'none'; frame-ancestors 'none'"

/** Returns the headers of a response that a client gets. */
export function responseHeaders(
  headers: IncomingHttpHeaders,
  rewrite: (location: string) => string,
): Record<string, string | string[]> {
  const named = namedIn(headers.connection)
  const hidden = new Set([...ofConnection, requestIdHeader, ...named])
  const passed = Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined || hidden.has(name) || ofOrigin.test(name) || ofServer.test(name)) return []
    const isPlace = name === 'location' || name === 'content-location'
    return [[name, isPlace ? [value].flat().map(rewrite) : value] as const]
  })
  return Object.fromEntries(passed)
}

/** Returns the names of the headers that a `Connection` header makes those of the connection. */
function namedIn(connection: string | undefined): ReadonlySet<string> {
  return new Set((connection ?? '').split(',').map((name) => name.trim().toLowerCase()))
}

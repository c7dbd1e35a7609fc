import { parseCookie, stringifySetCookie } from 'cookie'
import type { PageHeaders } from './same-origin.ts'

/* The cookie of a session. Scripts cannot read it, and browsers send it with requests of pages of this site only. */

/** The headers of a request from which the name and the attributes of its cookie follow. */
export interface CookieHeaders extends PageHeaders {
  cookie?: string | undefined
  'x-forwarded-proto'?: string | string[] | undefined
}

/**
 * The name of the cookie. Browsers share cookies among the ports of a host, so the name has the port: two control planes of one
 * machine would overwrite each other's.
 */
function nameOf({ host = '' }: PageHeaders): string {
  const [, port] = /:(\d+)$/.exec(host) ?? []
  return port === undefined ? 'qleet-session' : `qleet-session-${port}`
}

/** Browsers accept this name only over TLS and only from this host: https://www.rfc-editor.org/rfc/rfc6265#section-4.1.3 */
function secureNameOf(headers: PageHeaders): string {
  return `__Host-${nameOf(headers)}`
}

/** Returns the value of the cookie of a session; undefined without one. */
export function sessionIn(headers: CookieHeaders): string | undefined {
  if (headers.cookie === undefined) return undefined
  const cookies = parseCookie(headers.cookie)
  return cookies[secureNameOf(headers)] ?? cookies[nameOf(headers)]
}

/** Returns the header that stores the cookie in the browser, for as many seconds. */
export function sessionCookie(
  headers: CookieHeaders,
  { value, seconds }: { value: string; seconds: number },
): string {
  const secure = isOverTls(headers)
  return stringifySetCookie({
    name: secure ? secureNameOf(headers) : nameOf(headers),
    value,
    httpOnly: true,
    sameSite: 'strict',
    path: '/',
    maxAge: Math.max(0, Math.floor(seconds)),
    secure,
  })
}

/**
 * Reports whether the browser uses TLS, which a proxy in front of the server terminates. Whoever sends wrong headers only changes the
 * attributes of their own cookie.
 */
function isOverTls({ origin, 'x-forwarded-proto': protocol }: CookieHeaders): boolean {
  const [first] = String(protocol ?? '').split(',')
  return origin?.startsWith('https://') === true || first?.trim() === 'https'
}

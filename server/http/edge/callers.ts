import type { IncomingHttpHeaders } from 'node:http'
import { PlatformError, shownValue } from '../../../schema/errors.ts'
import { isOwnHost } from '../../../process/hosts.ts'

/** Names and origins that are ours although nothing says so by itself. */
export interface Callers {
  /** {@link isOwnHost} */
  hosts: readonly string[]
  /** Such as `https://console.example.com`; pages of them may use the API. */
  origins: readonly string[]
}

/**
 * Refuses what a page of somebody else has a browser send: to a name that is not ours, or from an origin that is not ours. What is
 * no browser sends no origin. Throws FORBIDDEN.
 */
export function checkCaller(headers: IncomingHttpHeaders, { hosts, origins }: Callers): void {
  const { host, origin } = headers
  if (!isOwnHost(host, hosts)) {
    const message = `the server is not known as ${shownValue(host)}; if it is to be, add that name to QLEET_ALLOWED_HOSTS`
    throw new PlatformError('FORBIDDEN', message)
  }
  if (origin !== undefined) {
    if (isSameHost(origin, host) || origins.includes(origin)) return
    const message = `pages of ${shownValue(origin)} may not use this server; if they are to, add that origin to QLEET_ALLOWED_ORIGINS`
    throw new PlatformError('FORBIDDEN', message)
  }
  // A browser that names no origin: https://www.w3.org/TR/fetch-metadata/. Links from elsewhere may be followed.
  const isForeign = ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']))
  if (isForeign && headers['sec-fetch-mode'] !== 'navigate')
    throw new PlatformError('FORBIDDEN', 'pages of other sites may not use this server')
}

/** Whether a page is one of this server. What ends TLS before it changes the scheme and keeps the host. */
function isSameHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()
}

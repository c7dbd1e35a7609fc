import type { IncomingHttpHeaders } from 'node:http'
import { PlatformError, shownValue } from '../../../schema/errors.ts'
import { isOwnHost } from '../../../process/hosts.ts'
import { isSameHost } from '../../auth/same-origin.ts'

/** Host names and origins that are allowed in addition to the server's own. */
export interface Callers {
  /** {@link isOwnHost} */
  hosts: readonly string[]
  /** Origins whose pages may use the API, for example `https://console.example.com`. */
  origins: readonly string[]
}

/**
 * Rejects requests that pages of other sites make a browser send: to a host name that is not ours (DNS rebinding), or from
 * an origin that is not allowed. Clients other than browsers send no origin. Throws FORBIDDEN.
 */
export function checkCaller(headers: IncomingHttpHeaders, { hosts, origins }: Callers): void {
  const { host, origin } = headers
  if (!isOwnHost(host, hosts)) {
    const message = `the host name ${shownValue(host)} is not allowed; to allow it, add it to QLEET_ALLOWED_HOSTS`
    throw new PlatformError('FORBIDDEN', message)
  }
  if (origin !== undefined) {
    if (isSameHost(origin, host) || origins.includes(origin)) return
    const message = `pages of the origin ${shownValue(origin)} may not use this server; to allow them, add the origin to QLEET_ALLOWED_ORIGINS`
    throw new PlatformError('FORBIDDEN', message)
  }
  // A browser may send no origin: https://www.w3.org/TR/fetch-metadata/. Navigation from other sites is allowed.
  const isForeign = ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']))
  if (isForeign && headers['sec-fetch-mode'] !== 'navigate')
    throw new PlatformError(
      'FORBIDDEN',
      'pages of other sites may not use this server; to allow them, add their origin to QLEET_ALLOWED_ORIGINS',
    )
}

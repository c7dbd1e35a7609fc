import { PlatformError, shownValue } from '../../schema/errors.ts'

/* Which page made a browser send a request. Browsers add cookies to requests of other pages as well, for example of other ports. */

/** The headers that browsers set and pages cannot. */
export interface PageHeaders {
  host?: string | undefined
  origin?: string | undefined
  /** https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header; browsers omit it for plain HTTP to other machines. */
  'sec-fetch-site'?: string | undefined
}

/**
 * Throws FORBIDDEN unless a page of this server made a browser send the request: only then may a cookie show who sends it.
 */
export function assertSameOrigin(headers: PageHeaders): void {
  const { origin, 'sec-fetch-site': site } = headers
  assertNotForeign(headers)
  if (site === undefined && origin === undefined) throw notOfPage('it has neither Sec-Fetch-Site nor Origin')
}

/** Throws FORBIDDEN if a page of another origin made a browser send the request. */
export function assertNotForeign({ host, origin, 'sec-fetch-site': site }: PageHeaders): void {
  if (site !== undefined && site !== 'same-origin')
    throw notOfPage(`its Sec-Fetch-Site is ${shownValue(site)}`)
  if (site === undefined && origin !== undefined && !isSameHost(origin, host))
    throw notOfPage(`its Origin is ${shownValue(origin)}`)
}

/**
 * Reports whether a page belongs to this server. Compares hosts only: a proxy that terminates TLS changes the scheme.
 */
export function isSameHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()
}

function notOfPage(why: string): PlatformError {
  const message = `a request with the cookie of a session must come from a page of this server, but ${why}; other clients send "Authorization: Bearer TOKEN"`
  return new PlatformError('FORBIDDEN', message)
}

import { createHash, randomBytes } from 'node:crypto'
import { PlatformError } from '../../schema/errors.ts'
import { assertSameOrigin, type PageHeaders } from './same-origin.ts'
import { sessionIn } from './session-cookie.ts'

/** The headers of a request that show who sends it, and which page made a browser send it. */
export interface Credentials extends PageHeaders {
  /** Takes precedence over the cookie. */
  authorization?: string | undefined
  cookie?: string | undefined
}

/** What a request shows: a token or the session of a browser, of which only the hash is known further on. */
export interface Shown {
  by: 'token' | 'session'
  hash: string
}

/** The hash of a token, a session or a code, as it is stored. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Returns random bits that are valid in cookies and addresses. */
export function newSecret(bits: 128 | 256): string {
  return randomBytes(bits / 8).toString('base64url')
}

/**
 * Returns what a request shows. Throws UNAUTHENTICATED without anything, and FORBIDDEN if a page of another origin made a
 * browser send its cookie.
 */
export function shownBy(headers: Credentials): Shown {
  const token = tokenIn(headers.authorization)
  if (token !== undefined) return { by: 'token', hash: hashToken(token) }
  const session = headers.authorization === undefined ? sessionIn(headers) : undefined
  if (session === undefined)
    throw new PlatformError('UNAUTHENTICATED', 'the request has no token; send "Authorization: Bearer TOKEN"')
  assertSameOrigin(headers)
  return { by: 'session', hash: hashToken(session) }
}

/**
 * Returns the token of a Bearer header, or the password of a Basic header, for clients that support only that
 * (`http://any:TOKEN@host`).
 */
function tokenIn(authorization: string | undefined): string | undefined {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ')
  if (value === '') return undefined
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return undefined
  const credentials = Buffer.from(value, 'base64').toString()
  return credentials.slice(credentials.indexOf(':') + 1) || undefined
}

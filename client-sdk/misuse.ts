import { maxEntries } from '../schema/limits.ts'
import { invalidInput, shownValue, type PlatformError } from '../schema/errors.ts'

/* Errors for arguments that no request can be made of. The server reports all others. */

/** Throws INVALID_INPUT for a URL that is none, a timeout that is no time, and without a token. */
export function checkOptions({
  url,
  token,
  session = false,
  timeout = 0,
}: {
  url: string
  token?: string
  session?: boolean
  timeout?: number
}): void {
  if (!isHttpUrl(url)) {
    const remedy = 'Set it to the URL of a server, for example http://127.0.0.1:1323.'
    throw invalidInput([
      { path: 'url', code: 'INVALID', message: 'is not a URL of HTTP', value: shownValue(url), remedy },
    ])
  }
  if (!session && (typeof token !== 'string' || token === ''))
    throw missing('token', 'Set it to a token of the control plane.')
  if (!(timeout >= 0 && timeout <= maxTimeout)) {
    const message = `must be a number of milliseconds from 0 to ${maxTimeout}`
    const remedy = 'Use 30000 for half a minute.'
    throw invalidInput([
      { path: 'timeout', code: 'OUT_OF_RANGE', message, value: shownValue(timeout), remedy },
    ])
  }
}

/** The maximum delay of a timer. */
const maxTimeout = 2 ** 31 - 1

/** Throws INVALID_INPUT for a page without entries: a list of such pages would never end. */
export function checkPageSize(size: number, path: 'pageSize' | 'first'): void {
  if (Number.isInteger(size) && size >= 1 && size <= maxEntries) return
  const message = `must be an integer from 1 to ${maxEntries}`
  const remedy = 'Leave it out for the default.'
  throw invalidInput([{ path, code: 'OUT_OF_RANGE', message, value: shownValue(size), remedy }])
}

/** Returns the error for an argument that is missing or empty. */
export function missing(path: string, remedy: string): PlatformError {
  return invalidInput([{ path, code: 'REQUIRED', message: 'is missing', remedy }])
}

function isHttpUrl(url: unknown): boolean {
  return typeof url === 'string' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

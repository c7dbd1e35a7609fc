import { invalidInput } from '../../../schema/errors.ts'

/** The characters of a path without its query: https://www.rfc-editor.org/rfc/rfc3986#section-3.3 */
const pathPattern = /^(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[\da-fA-F]{2})*)+$/

/** What one server may read as a part of a segment and another as a separator, a parent, or the end of the path. */
const ambiguous = /%(?:2f|5c|2e|00|25|3b|3f|23|0[ad])/i

/**
 * Returns the path and the query of a request to a module, unchanged. Throws INVALID_INPUT for a path that the server and a module
 * may understand differently, so that no request reaches another path of a module than the one that was checked.
 */
export function forwardedPath(url: string): { path: string; query: string } {
  const at = url.indexOf('?')
  const [path, query] = at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at)]
  const inner = path.replace(/\/$/, '').split('/').slice(1)
  const isClear =
    pathPattern.test(path) &&
    !ambiguous.test(path) &&
    inner.every((segment) => segment !== '' && segment !== '.' && segment !== '..') &&
    /^[!-~]*$/.test(query)
  if (isClear) return { path, query }
  const message = 'is not clear: it has an empty, relative or encoded part'
  const remedy = 'Send the path without "//", "..", and encoded slashes, dots or percent signs.'
  throw invalidInput([{ path: 'path', code: 'INVALID', message, remedy }])
}

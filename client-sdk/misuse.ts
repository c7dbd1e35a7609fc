import { invalidInput, shownValue, type PlatformError } from '../schema/errors.ts'

/* Errors for arguments that no request can be made of. The server reports all others. */

/** Throws INVALID_INPUT for a URL that is none, and without a token. */
export function checkOptions({ url, token }: { url: string; token: string }): void {
  if (!isHttpUrl(url)) {
    const remedy = 'Set it to the URL of a server, for example http://127.0.0.1:1323.'
    throw invalidInput([
      { path: 'url', code: 'INVALID', message: 'is not a URL of HTTP', value: shownValue(url), remedy },
    ])
  }
  if (typeof token !== 'string' || token === '')
    throw missing('token', 'Set it to a token of the control plane.')
}

/** Returns the error for an argument that is missing or empty. */
export function missing(path: string, remedy: string): PlatformError {
  return invalidInput([{ path, code: 'REQUIRED', message: 'is missing', remedy }])
}

function isHttpUrl(url: unknown): boolean {
  return typeof url === 'string' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

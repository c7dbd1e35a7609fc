/**
 * Returns the milliseconds for which a response asks to wait, from its header `Retry-After`; undefined if it does not.
 * https://www.rfc-editor.org/rfc/rfc9110#name-retry-after
 */
export function retryAfterOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): number | undefined {
  const value = String(headers['retry-after'] ?? '')
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds)
}

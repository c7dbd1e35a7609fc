import { randomUUID } from 'node:crypto'

/** The header with the ID of a request, which clients may choose and every response has. */
export const requestIdHeader = 'x-request-id'

/** The request ids that clients may choose; they appear in logs and responses. */
const pattern = /^[\w.:/+=@-]{1,100}$/

/** Returns the id that the client chose for a request, or a new one. */
export function requestIdOf(headers: object): string {
  const chosen: unknown = Reflect.get(headers, requestIdHeader)
  return typeof chosen === 'string' && pattern.test(chosen) ? chosen : randomUUID()
}

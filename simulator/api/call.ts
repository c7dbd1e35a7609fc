import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Actor } from '../context.ts'

/** One request on its way through the server. */
export interface Call {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  actor: Actor
  /** The texts of the Warning headers of the response. */
  warnings: Set<string>
  /** Called when the server stops, for answers that would not end by themselves. */
  onStop: (end: () => void) => () => void
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Actor } from '../context.ts'

/** One request and its response. */
export interface Call {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  actor: Actor
  /** The texts of the Warning headers of the response. */
  warnings: Set<string>
  /** Registers a function that ends a streaming response when the server stops. */
  onStop: (end: () => void) => () => void
}

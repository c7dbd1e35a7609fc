import type { RawData, WebSocket } from 'ws'
import { JsonScan } from './json-scan.ts'
import { assertUniqueKeys } from './repeated-keys.ts'

/** Keeps the text of a message while it is handled, for checks that what was parsed from it does not permit. */
export class SocketMessages {
  readonly #handled = new WeakMap<WebSocket, RawData>()

  /** Follows the messages of a connection. They are handled by listeners that are added after this one. */
  follow(socket: WebSocket): void {
    socket.on('message', (data) => {
      this.#handled.set(socket, data)
      queueMicrotask(() => this.#handled.delete(socket))
    })
  }

  /**
   * Throws INVALID_INPUT if the message that is being handled has a repeated key or too many values, as the body of a request would.
   *
   * @param message What was parsed from it
   */
  check(socket: WebSocket, message: object): void {
    const data = this.#handled.get(socket)
    if (data === undefined) throw new Error('a message is checked after it was handled')
    const bytes = bytesOf(data)
    const scan = new JsonScan()
    scan.take(bytes)
    assertUniqueKeys(bytes.toString(), message, scan.entries)
  }
}

function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}

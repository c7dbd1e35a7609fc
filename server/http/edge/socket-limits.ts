import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { isPlatformError } from '../../../schema/errors.ts'
import type { BodyShare } from './body-budget.ts'
import type { Limits } from './limits.ts'

/** https://www.iana.org/assignments/websocket/websocket.xhtml#close-code-number */
const tooBig = 1009
const tryAgainLater = 1013
/** The close code of graphql-ws for a connection that is not initialised in time. */
const initialisationTimeout = 4408
/** Milliseconds to wait for the close frame of the client. */
const closeTimeout = 1000

type SocketLimits = Pick<Limits, 'greeting' | 'greetingTime' | 'messageTime'>

/** A WebSocket and its underlying byte stream. */
interface Connection {
  socket: WebSocket
  stream: Duplex
}

/**
 * Closes a WebSocket that sends more than a greeting before its token is accepted, takes too long for a message, or exceeds
 * the body budget. Counts raw bytes as they arrive, because a message event is emitted only once it is complete.
 *
 * @returns A function to call once the token is accepted, with the share of the budget.
 */
export function limitSocket(connection: Connection, limits: SocketLimits): (share: BodyShare) => void {
  const limit = new SocketLimit(connection, limits)
  return (share) => limit.accept(share)
}

class SocketLimit {
  readonly #connection: Connection
  readonly #limits: SocketLimits
  /** The share of the budget; undefined until the token is accepted. */
  #share: BodyShare | undefined
  /** Bytes received before the token was accepted. */
  #greetingBytes = 0
  /** Reports whether the message received last is complete. */
  #isWhole = false
  #deadline: NodeJS.Timeout | undefined

  constructor(connection: Connection, limits: SocketLimits) {
    this.#connection = connection
    this.#limits = limits
    this.#deadline = this.#endAfter(limits.greetingTime, 'Connection initialisation timeout')
    const { socket, stream } = connection
    stream.on('data', this.#receive)
    for (const event of ['message', 'ping', 'pong'] as const) socket.on(event, () => (this.#isWhole = true))
    socket.once('close', () => this.#clear())
  }

  accept(share: BodyShare): void {
    this.#clear()
    this.#share = share
  }

  readonly #receive = (chunk: Buffer): void => {
    if (this.#share === undefined) return this.#receiveGreeting(chunk)
    // The listener of ws runs first, so a message that ends in this chunk has been emitted already.
    if (this.#isWhole) this.#clear()
    else this.#receiveMessage(chunk, this.#share)
    this.#isWhole = false
  }

  #receiveGreeting(chunk: Buffer): void {
    this.#greetingBytes += chunk.length
    if (this.#greetingBytes > this.#limits.greeting)
      this.#end(tooBig, 'Too long for a connection without a token')
  }

  #receiveMessage(chunk: Buffer, share: BodyShare): void {
    this.#deadline ??= this.#endAfter(this.#limits.messageTime, 'Message timeout')
    try {
      share.reserve(chunk.length)
    } catch (error) {
      if (!isPlatformError(error)) throw error
      this.#end(tryAgainLater, 'Too much at once')
    }
  }

  #endAfter(milliseconds: number, reason: string): NodeJS.Timeout {
    return setTimeout(() => this.#end(initialisationTimeout, reason), milliseconds)
  }

  #clear(): void {
    clearTimeout(this.#deadline)
    this.#deadline = undefined
    this.#share?.release()
  }

  #end(code: number, reason: string): void {
    const { socket, stream } = this.#connection
    stream.off('data', this.#receive)
    socket.close(code, reason)
    // Without a pause, ws would buffer the rest of the message.
    socket.pause()
    const timer = setTimeout(() => socket.terminate(), closeTimeout)
    socket.once('close', () => clearTimeout(timer))
  }
}

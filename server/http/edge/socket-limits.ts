import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { isPlatformError } from '../../../schema/errors.ts'
import type { BodyShare } from './body-budget.ts'
import type { Limits } from './limits.ts'

/** https://www.iana.org/assignments/websocket/websocket.xhtml#close-code-number */
const tooBig = 1009
const tryAgainLater = 1013
/** Of graphql-ws, for a connection that does not begin in time. */
const timedOut = 4408
/** Milliseconds that the other side gets to say good-bye in turn. */
const farewell = 1000

type SocketLimits = Pick<Limits, 'greeting' | 'greetingTime' | 'messageTime'>

/** One connection: the WebSocket, and the stream that its bytes come from. */
interface Connection {
  socket: WebSocket
  stream: Duplex
}

/**
 * Ends a WebSocket that sends more than a greeting before its token was accepted, takes too long for a message, or has more of one than
 * there is room for. Bytes are counted as they come, since a message is seen only when it is whole.
 *
 * @returns What is to be called when the token was accepted, with its share of what may be worked on
 */
export function limitSocket(connection: Connection, limits: SocketLimits): (share: BodyShare) => void {
  const limit = new SocketLimit(connection, limits)
  return (share) => limit.accept(share)
}

class SocketLimit {
  readonly #connection: Connection
  readonly #limits: SocketLimits
  /** Of the token, once that was accepted. */
  #share: BodyShare | undefined
  /** Bytes before the token was accepted. */
  #greeted = 0
  /** Whether the message whose bytes came last has ended. */
  #isWhole = false
  #deadline: NodeJS.Timeout | undefined

  constructor(connection: Connection, limits: SocketLimits) {
    this.#connection = connection
    this.#limits = limits
    this.#deadline = this.#endAfter(limits.greetingTime, 'Connection initialisation timeout')
    const { socket, stream } = connection
    stream.on('data', this.#receive)
    for (const event of ['message', 'ping', 'pong'] as const) socket.on(event, () => (this.#isWhole = true))
    socket.once('close', () => this.#settle())
  }

  accept(share: BodyShare): void {
    this.#settle()
    this.#share = share
  }

  readonly #receive = (part: Buffer): void => {
    if (this.#share === undefined) return this.#receiveGreeting(part)
    // The listener of ws came first: what ended in this part has been seen.
    if (this.#isWhole) this.#settle()
    else this.#receiveMessage(part, this.#share)
    this.#isWhole = false
  }

  #receiveGreeting(part: Buffer): void {
    this.#greeted += part.length
    if (this.#greeted > this.#limits.greeting) this.#end(tooBig, 'Too long for a connection without a token')
  }

  #receiveMessage(part: Buffer, share: BodyShare): void {
    this.#deadline ??= this.#endAfter(this.#limits.messageTime, 'Message timeout')
    try {
      share.take(part.length)
    } catch (error) {
      if (!isPlatformError(error)) throw error
      this.#end(tryAgainLater, 'Too much at once')
    }
  }

  #endAfter(milliseconds: number, reason: string): NodeJS.Timeout {
    return setTimeout(() => this.#end(timedOut, reason), milliseconds)
  }

  #settle(): void {
    clearTimeout(this.#deadline)
    this.#deadline = undefined
    this.#share?.release()
  }

  #end(code: number, reason: string): void {
    const { socket, stream } = this.#connection
    stream.off('data', this.#receive)
    socket.close(code, reason)
    // Else it would keep the rest of the message.
    socket.pause()
    const timer = setTimeout(() => socket.terminate(), farewell)
    socket.once('close', () => clearTimeout(timer))
  }
}

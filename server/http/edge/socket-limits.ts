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

/**
 * Ends a WebSocket that sends more than a greeting before its token was accepted, takes too long for a message, or has more of one than
 * there is room for. Bytes are counted as they come, since a message is seen only when it is whole.
 *
 * @returns What is to be called when the token was accepted, with its share of what may be worked on
 */
export function limitSocket(
  { socket, stream }: { socket: WebSocket; stream: Duplex },
  limits: Pick<Limits, 'greeting' | 'greetingTime' | 'messageTime'>,
): (share: BodyShare) => void {
  let share: BodyShare | undefined
  let greeted = 0
  let isWhole = false
  let deadline: NodeJS.Timeout | undefined

  const end = (code: number, reason: string): void => {
    stream.off('data', received)
    socket.close(code, reason)
    // Else it would keep the rest of the message.
    socket.pause()
    const timer = setTimeout(() => socket.terminate(), farewell)
    socket.once('close', () => clearTimeout(timer))
  }
  const settle = (): void => {
    clearTimeout(deadline)
    deadline = undefined
    share?.release()
  }
  const received = (part: Buffer): void => {
    if (share === undefined) {
      greeted += part.length
      if (greeted > limits.greeting) end(tooBig, 'Too long for a connection without a token')
      return
    }
    // The listener of ws came first: what ended in this part has been seen.
    if (isWhole) settle()
    else {
      deadline ??= setTimeout(() => end(timedOut, 'Message timeout'), limits.messageTime)
      try {
        share.take(part.length)
      } catch (error) {
        if (!isPlatformError(error)) throw error
        end(tryAgainLater, 'Too much at once')
      }
    }
    isWhole = false
  }

  deadline = setTimeout(() => end(timedOut, 'Connection initialisation timeout'), limits.greetingTime)
  stream.on('data', received)
  for (const event of ['message', 'ping', 'pong'] as const) socket.on(event, () => (isWhole = true))
  socket.once('close', settle)
  return (own) => {
    settle()
    share = own
  }
}

import { request, type IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'

/** What a subscription says: an answer, or the error that ends it. */
export interface Said {
  data?: Record<string, unknown>
  errors?: readonly { message: string; extensions: Record<string, unknown> }[]
}

/** A subscription over a connection of its own, which a test can stop reading. */
export interface RawSubscription {
  said: Said[]
  /** Takes nothing any more. */
  pause(): void
  resume(): void
  /** Resolves when the connection is gone, whoever ended it. */
  ended: Promise<void>
  end(): void
}

export interface RawSubscriptionOptions {
  url: string
  token: string
  query: string
  onSaid?: (said: Said) => void
}

/** graphql-transport-ws, with one operation. */
export function subscribeBySocket({ url, token, query, onSaid }: RawSubscriptionOptions): RawSubscription {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  const said: Said[] = []
  const send = (message: object): void => socket.send(JSON.stringify(message))
  socket.on('open', () => send({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }))
  socket.on('error', () => socket.terminate())
  socket.on('message', (text: Buffer) => {
    const { type, payload } = JSON.parse(text.toString()) as { type: string; payload?: unknown }
    if (type === 'connection_ack') send({ id: '1', type: 'subscribe', payload: { query } })
    if (type !== 'next' && type !== 'error') return
    // The server sends what the protocol says.
    const each = (type === 'next' ? payload : { errors: payload }) as Said
    said.push(each)
    onSaid?.(each)
  })
  return {
    said,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    ended: new Promise((resolve) => socket.once('close', () => resolve())),
    end: () => socket.terminate(),
  }
}

/** Server-sent events. */
export function subscribeByStream({ url, token, query, onSaid }: RawSubscriptionOptions): RawSubscription {
  const said: Said[] = []
  let answer: IncomingMessage | undefined
  let isPaused = false
  const asked = request(new URL('/graphql/stream', url), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    agent: false,
  })
  const ended = new Promise<void>((resolve) => asked.once('close', () => resolve()))
  asked.on('error', () => undefined)
  asked.on('response', (response) => {
    answer = response.setEncoding('utf8')
    let buffer = ''
    response.on('error', () => undefined)
    response.on('data', (text: string) => {
      buffer += text
      const events = buffer.split('\n\n')
      buffer = events.pop() ?? ''
      for (const event of events) {
        const [, data] = /^event: next\ndata: (.*)$/.exec(event) ?? []
        if (data === undefined) continue
        const each = JSON.parse(data) as Said
        said.push(each)
        onSaid?.(each)
      }
    })
    if (isPaused) response.pause()
  })
  asked.end(JSON.stringify({ query }))
  return {
    said,
    pause: () => {
      isPaused = true
      answer?.pause()
    },
    resume: () => {
      isPaused = false
      answer?.resume()
    },
    ended,
    end: () => asked.destroy(),
  }
}

import { request, type IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'

/** A message of a subscription: a result, or the error that ends it. */
export interface SubscriptionMessage {
  data?: Record<string, unknown>
  errors?: readonly { message: string; extensions: Record<string, unknown> }[]
}

/** A subscription over a separate connection, which a test can stop reading. */
export interface RawSubscription {
  received: SubscriptionMessage[]
  /** Stops reading. */
  pause(): void
  resume(): void
  /** Resolves once either side has closed the connection. */
  ended: Promise<void>
  end(): void
}

export interface RawSubscriptionOptions {
  url: string
  /** A token, or the cookie of a session. */
  token: string | { cookie: string }
  query: string
  onMessage?: (received: SubscriptionMessage) => void
}

/** Subscribes to one operation by graphql-transport-ws. */
export function subscribeBySocket({ url, token, query, onMessage }: RawSubscriptionOptions): RawSubscription {
  const headers = typeof token === 'string' ? {} : { cookie: token.cookie, origin: url }
  const payload = typeof token === 'string' ? { authorization: `Bearer ${token}` } : {}
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers })
  const received: SubscriptionMessage[] = []
  const send = (message: object): void => socket.send(JSON.stringify(message))
  socket.on('open', () => send({ type: 'connection_init', payload }))
  socket.on('error', () => socket.terminate())
  socket.on('message', (text: Buffer) => {
    const { type, payload } = JSON.parse(text.toString()) as { type: string; payload?: unknown }
    if (type === 'connection_ack') send({ id: '1', type: 'subscribe', payload: { query } })
    if (type !== 'next' && type !== 'error') return
    // The server sends messages as the protocol defines them.
    const each = (type === 'next' ? payload : { errors: payload }) as SubscriptionMessage
    received.push(each)
    onMessage?.(each)
  })
  return {
    received,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    ended: new Promise((resolve) => socket.once('close', () => resolve())),
    end: () => socket.terminate(),
  }
}

/** Subscribes by server-sent events. */
export function subscribeByStream({ url, token, query, onMessage }: RawSubscriptionOptions): RawSubscription {
  const received: SubscriptionMessage[] = []
  let response: IncomingMessage | undefined
  let isPaused = false
  const outgoing = request(new URL('/graphql/stream', url), {
    method: 'POST',
    headers: {
      ...(typeof token === 'string'
        ? { authorization: `Bearer ${token}` }
        : { cookie: token.cookie, origin: url }),
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    agent: false,
  })
  const ended = new Promise<void>((resolve) => outgoing.once('close', () => resolve()))
  outgoing.on('error', () => undefined)
  outgoing.on('response', (incoming) => {
    response = incoming.setEncoding('utf8')
    let buffer = ''
    incoming.on('error', () => undefined)
    incoming.on('data', (text: string) => {
      buffer += text
      const events = buffer.split('\n\n')
      buffer = events.pop() ?? ''
      for (const event of events) {
        const [, data] = /^event: next\ndata: (.*)$/.exec(event) ?? []
        if (data === undefined) continue
        const each = JSON.parse(data) as SubscriptionMessage
        received.push(each)
        onMessage?.(each)
      }
    })
    if (isPaused) incoming.pause()
  })
  outgoing.end(JSON.stringify({ query }))
  return {
    received,
    pause: () => {
      isPaused = true
      response?.pause()
    },
    resume: () => {
      isPaused = false
      response?.resume()
    },
    ended,
    end: () => outgoing.destroy(),
  }
}

/** What a server takes of each client, so that none can use up what is there for all. Milliseconds and bytes. */
export interface Limits {
  /** Bytes of the longest body of a request that is kept whole. A restore is not: it streams. */
  body: number
  /** Bytes of bodies with one token that are worked on at once. */
  bodiesOfToken: number
  /** Bytes of all bodies that are worked on at once. */
  bodies: number
  /** Connections of all clients. */
  connections: number
  /** Connections on which nobody has shown a token yet: of all, and of one address. */
  anonymous: number
  anonymousOfAddress: number
  /** Requests that one connection waits for at once. */
  pipelined: number
  /** For the headers of a request, and for those of the next one on the same connection. */
  headers: number
  idle: number
  /** Time for which a body may be waited for, and the bytes with which it earns another second. */
  bodyGrace: number
  bodyRate: number
  /** For which an answer may be left lying: longer than a subscription, which says how to go on and waits for that to be taken. */
  unread: number
  /** Bytes of what a WebSocket sends before its token was accepted, of a message after that, and the time for each. */
  greeting: number
  greetingTime: number
  message: number
  messageTime: number
}

/**
 * Headers and idle connections have the time that the Kubernetes API server gives them
 * (ReadHeaderTimeout and IdleTimeout in apiserver/pkg/server/secure_serving.go). Bodies are those of Apache's
 * mod_reqtimeout (`body=20,MinRate=500`): a slow line is enough for a long body, a byte now and then is not.
 * A body may hold five texts of the longest sort (3 MB, as in Kubernetes); all that is worked on costs a few times its
 * length in memory, which is to stay below 100 MB. Clients need one connection for each request that they wait
 * for, and a fraction of a second to show their token, so a few hundred without one are many.
 */
export function limitsFor({ body, connections }: Pick<Limits, 'body' | 'connections'>): Limits {
  return {
    body,
    bodiesOfToken: body,
    bodies: 2 * body,
    connections,
    anonymous: 500,
    anonymousOfAddress: 250,
    pipelined: 16,
    headers: 32_000,
    idle: 90_000,
    bodyGrace: 20_000,
    bodyRate: 500,
    unread: 60_000,
    greeting: 8192,
    greetingTime: 5000,
    message: 1_000_000,
    messageTime: 60_000,
  }
}

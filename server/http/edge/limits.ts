/** Limits per client, so that no client can exhaust the server. Times are in milliseconds, sizes in bytes. */
export interface Limits {
  /** The maximum size of a buffered request body. A restore has none: it streams. */
  body: number
  /** The maximum size of all request bodies of one token in progress. */
  bodiesOfToken: number
  /** The maximum size of all request bodies in progress. */
  bodies: number
  /** The maximum number of connections. */
  connections: number
  /** The maximum number of unauthenticated connections: in total, and of one address. */
  anonymous: number
  anonymousOfAddress: number
  /** The maximum number of requests that one connection may pipeline. */
  pipelined: number
  /** The timeout for the headers of a request, and for the next request on an idle connection. */
  headers: number
  idle: number
  /** The time to wait for a body, and the number of bytes that extend it by a second. */
  bodyGrace: number
  bodyRate: number
  /**
   * The timeout for a client that does not read its response; longer than for a subscription, which ends with an error
   * that must be read.
   */
  unread: number
  /**
   * The maximum size of what a WebSocket sends before its token is accepted and of a message after that, and the time
   * for each.
   */
  greeting: number
  greetingTime: number
  message: number
  messageTime: number
}

/**
 * Returns the limits of a server. The timeouts of headers and idle connections are those of the Kubernetes API server
 * (ReadHeaderTimeout and IdleTimeout in apiserver/pkg/server/secure_serving.go). The rate of bodies is that of Apache's
 * mod_reqtimeout (`body=20,MinRate=500`): a slow connection suffices for a long body, an occasional byte does not. A body
 * can contain five manifests of the maximum length (3 MB, as in Kubernetes); requests in progress take a few times their
 * length in memory, which should stay below 100 MB. Clients need one connection per pending request, and a fraction of a
 * second to authenticate, so a few hundred unauthenticated connections are plenty.
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

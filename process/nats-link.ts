import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node'
import { PlatformError } from '../schema/errors.ts'
import type { Log } from '../telemetry/log.ts'

/** The connection of a process to NATS, which may be unavailable at the start and at any time later. */
export interface NatsLink {
  /** The connection is currently established. */
  readonly isConnected: boolean
  /** Returns the connection. Throws UNAVAILABLE while NATS is unavailable. */
  connection(): NatsConnection
  /** Runs work once the first connection is established. The connection object stays the same across reconnects. */
  onceConnected(work: (connection: NatsConnection) => Promise<void> | void): void
  /** Calls a function after each reconnection: NATS may have lost what it had. */
  onReconnected(work: () => void): void
  /** Resolves on the first connection, or after the given time. */
  waitFor(milliseconds: number): Promise<void>
  /** Flushes and closes the connection. NATS redelivers messages whose acknowledgements it did not receive in time. */
  close(): Promise<void>
}

export interface NatsLinkOptions {
  url: string
  token?: string | undefined
  /** The name of this process as NATS shows it. */
  name: string
  /** Keeps messages that this process publishes from its own subscriptions. @default false */
  noEcho?: boolean
  log: Log
}

/** Milliseconds between attempts to connect. */
const retryInterval = 250

/**
 * Attempts to reconnect after pauses. The client of NATS counts its own pauses by the wall clock: after a step back, as when a machine
 * resumes or its clock is set, it would not try again until the clock has passed the time of its last attempt.
 */
const monotonicRetries: Pick<NodeConnectionOptions, 'reconnectDelayHandler' | 'reconnectToServer'> = {
  reconnectDelayHandler: () => -Infinity,
  // The first one is the one whose turn it is.
  reconnectToServer: ([server]) =>
    server === undefined ? null : { server, delay: server.lastConnect === 0 ? 0 : retryInterval },
}

/** Milliseconds between pings of NATS. */
const pingInterval = 5000
/** Milliseconds for the final flush, which would never end while NATS is unavailable. */
const flushTimeout = 1000

export function linkNats({ url, token, name, noEcho = false, log }: NatsLinkOptions): NatsLink {
  let current: NatsConnection | undefined
  let isConnected = false
  const onReconnected: (() => void)[] = []
  const closed = new AbortController()
  const setConnected = (connected: boolean): void => {
    if (connected !== isConnected) log.info({ connected }, 'connection to NATS changed')
    isConnected = connected
  }

  const follow = async (connection: NatsConnection): Promise<void> => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' || type === 'staleConnection' || type === 'close') setConnected(false)
      if (type !== 'reconnect') continue
      setConnected(true)
      for (const work of onReconnected) work()
    }
  }

  const open = async (): Promise<NatsConnection> => {
    for (let isLogged = false; ;) {
      try {
        const connection = await connect({
          servers: url,
          ...(token === undefined ? {} : { token }),
          name,
          noEcho,
          maxReconnectAttempts: -1,
          ...monotonicRetries,
          // Two stack traces per request, for errors that name their cause anyway.
          noAsyncTraces: true,
          pingInterval,
          timeout: 5000,
        })
        if (closed.signal.aborted) await connection.close()
        else {
          current = connection
          setConnected(true)
          void follow(connection)
        }
        return connection
      } catch (error) {
        if (!isLogged) log.warn({ err: error }, 'cannot connect to NATS yet')
        isLogged = true
        await sleep(retryInterval, undefined, { signal: closed.signal })
      }
    }
  }
  const opened = open()
  // Rejects if the link is closed before the first connection.
  opened.catch(() => undefined)

  return {
    get isConnected() {
      return isConnected
    },
    connection: () => {
      if (current === undefined || !isConnected) throw new PlatformError('UNAVAILABLE', 'NATS is unavailable')
      return current
    },
    onceConnected: (work) => {
      opened
        .then(async (connection) => closed.signal.aborted || (await work(connection)))
        .catch((error: unknown) => {
          if (!closed.signal.aborted) log.error({ err: error }, 'cannot use NATS')
        })
    },
    onReconnected: (work) => void onReconnected.push(work),
    waitFor: async (milliseconds) => {
      await Promise.race([opened.catch(() => undefined), sleep(milliseconds, undefined, { ref: false })])
    },
    close: async () => {
      closed.abort()
      if (current === undefined) return
      const flushed = current.flush().catch(() => undefined)
      await Promise.race([flushed, sleep(flushTimeout, undefined, { ref: false })])
      await current.close()
    },
  }
}

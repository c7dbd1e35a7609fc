import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { PlatformError } from '../schema/errors.ts'
import type { Log } from '../telemetry/log.ts'

/** The connection of a process to NATS, which may be away: at the start, and at any time later. */
export interface NatsLink {
  /** Whether it can be used now. */
  readonly isThere: boolean
  /** The connection. Throws UNAVAILABLE while NATS is away. */
  connection(): NatsConnection
  /** Runs something with the connection as soon as there has been one: it is the same from then on. */
  onceThere(work: (connection: NatsConnection) => Promise<void> | void): void
  /** Resolves when NATS is there for the first time, or after so many milliseconds. */
  waitFor(milliseconds: number): Promise<void>
  /** Closes the connection once NATS has what was sent; what it does not get, it gives to others in time. */
  close(): Promise<void>
}

export interface NatsLinkOptions {
  url: string
  token?: string | undefined
  /** As NATS knows this process. */
  name: string
  /** Whether what this process publishes does not come to itself. @default false */
  noEcho?: boolean
  log: Log
}

/** Milliseconds between two tries to connect, and between two looks whether NATS still answers. */
const retryEvery = 250
const pingEvery = 5000
/** Milliseconds that NATS gets to take what was sent last; one that is away would be waited for forever. */
const lastWords = 1000

export function linkNats({ url, token, name, noEcho = false, log }: NatsLinkOptions): NatsLink {
  let current: NatsConnection | undefined
  let isThere = false
  const closed = new AbortController()
  const changed = (now: boolean): void => {
    if (now !== isThere) log.info({ connected: now }, 'connection to NATS changed')
    isThere = now
  }

  const follow = async (connection: NatsConnection): Promise<void> => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' || type === 'staleConnection' || type === 'close') changed(false)
      if (type === 'reconnect') changed(true)
    }
  }

  const open = async (): Promise<NatsConnection> => {
    for (let isTold = false; ;) {
      try {
        const connection = await connect({
          servers: url,
          ...(token === undefined ? {} : { token }),
          name,
          noEcho,
          maxReconnectAttempts: -1,
          reconnectTimeWait: retryEvery,
          pingInterval: pingEvery,
          timeout: 5000,
        })
        if (closed.signal.aborted) await connection.close()
        else {
          current = connection
          changed(true)
          void follow(connection)
        }
        return connection
      } catch (error) {
        if (!isTold) log.warn({ err: error }, 'cannot connect to NATS yet')
        isTold = true
        await sleep(retryEvery, undefined, { signal: closed.signal })
      }
    }
  }
  const opened = open()
  // Closed before NATS was there.
  opened.catch(() => undefined)

  return {
    get isThere() {
      return isThere
    },
    connection: () => {
      if (current === undefined || !isThere) throw new PlatformError('UNAVAILABLE', 'NATS is away')
      return current
    },
    onceThere: (work) => {
      opened
        .then(async (connection) => closed.signal.aborted || (await work(connection)))
        .catch((error: unknown) => {
          if (!closed.signal.aborted) log.error({ err: error }, 'cannot use NATS')
        })
    },
    waitFor: async (milliseconds) => {
      await Promise.race([opened.catch(() => undefined), sleep(milliseconds, undefined, { ref: false })])
    },
    close: async () => {
      closed.abort()
      if (current === undefined) return
      const sent = current.flush().catch(() => undefined)
      await Promise.race([sent, sleep(lastWords, undefined, { ref: false })])
      await current.close()
    },
  }
}

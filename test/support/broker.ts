import { randomBytes } from 'node:crypto'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { afterAll, beforeAll, inject } from 'vitest'

/** A server and a worker that a real broker connects, and the subject of the queries between them. */
export interface Broker {
  readonly server: NatsConnection
  readonly worker: NatsConnection
  readonly subject: string
}

/** Provides the tests of a file with connections of a server and of a worker. */
export function useBroker(): Broker {
  const connections: NatsConnection[] = []
  beforeAll(async () => {
    const options = { servers: inject('natsUrl'), token: inject('natsToken') }
    connections.push(...(await Promise.all([connect(options), connect(options)])))
  })
  afterAll(() => Promise.all(connections.map((connection) => connection.close())))
  const present = (index: number): NatsConnection => {
    const connection = connections[index]
    if (connection === undefined) throw new Error('the broker is not connected before the first test')
    return connection
  }
  return {
    get server() {
      return present(0)
    },
    get worker() {
      return present(1)
    },
    subject: `t${randomBytes(4).toString('hex')}.questions`,
  }
}

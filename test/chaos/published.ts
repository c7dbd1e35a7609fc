import { connect } from '@nats-io/transport-node'
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChaosStack } from './stack.ts'
import { markerIn } from './writers.ts'

/** Tracks commits that have triggered nothing yet. */
export interface PublishedWatch {
  /**
   * Returns the latest changes of definitions since the last call that were followed by no trigger of their instance.
   */
  unpublished(instances: ReadonlyMap<string, string>): Promise<Unpublished[]>
  close(): Promise<void>
}

export interface Unpublished {
  name: string
  marker: string
  /**
   * Reports whether the relay had read the change, by its saved position: it leaves some to resync, to keep the queue
   * short.
   */
  read: boolean
}

/** Subscribes to triggers as they are published. */
export async function watchPublished({ nats, postgres }: ChaosStack): Promise<PublishedWatch> {
  const connection = await connect({ servers: nats.url, token: nats.token })
  const triggered = new Map<string, number>()
  connection.subscribe('*.trigger.WorkloadInstance.>', {
    callback: (_, { subject }) => void triggered.set(subject.split('.').at(-1) ?? '', Date.now()),
  })
  await connection.flush()
  const sql = new pg.Client({ connectionString: postgres.url })
  await sql.connect()
  let seen = 0n
  return {
    unpublished: async (instances) => {
      // Messages of a killed process may still be in flight.
      await sleep(50)
      await connection.flush()
      const { rows } = await sql.query<Edit>(newestEdits, [String(seen)])
      for (const { seq } of rows) if (BigInt(seq) > seen) seen = BigInt(seq)
      return rows
        .filter(({ name, time }) => (triggered.get(instances.get(name) ?? '') ?? 0) < time.getTime())
        .map(({ name, after, read }) => ({ name, marker: markerIn(after.yamlDocument) ?? '', read }))
    },
    close: async () => {
      await sql.end()
      await connection.close()
    },
  }
}

interface Edit {
  seq: string
  name: string
  time: Date
  after: { yamlDocument: string }
  read: boolean
}

/**
 * Selects the latest edits, with the start of their transaction: a trigger after that may belong to an earlier write.
 */
const newestEdits = `
  SELECT DISTINCT ON ("objectId") seq, name, time, after,
    seq <= (SELECT position FROM "Lease" WHERE name = 'relay') AS read
  FROM "Change"
  WHERE seq > $1 AND kind = 'WorkloadDefinition' AND operation IN ('CREATE', 'UPDATE')
  ORDER BY "objectId", seq DESC`

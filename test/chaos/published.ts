import { connect } from '@nats-io/transport-node'
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChaosStack } from './stack.ts'
import { markIn } from './writers.ts'

/** Knows the commits that have triggered nothing yet. */
export interface PublishedWatch {
  /** The newest changes of definitions since the last call of whose instance, by its name, no trigger followed. */
  unpublished(instances: ReadonlyMap<string, string>): Promise<Unpublished[]>
  close(): Promise<void>
}

export interface Unpublished {
  name: string
  mark: string
  /** Whether the relay had read it, as it last said: it leaves some to resync, to keep the queue short. */
  read: boolean
}

/** Listens to triggers as they are published. */
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
      // What the dead have sent may still be on its way.
      await sleep(50)
      await connection.flush()
      const { rows } = await sql.query<Edit>(newestEdits, [String(seen)])
      for (const { seq } of rows) if (BigInt(seq) > seen) seen = BigInt(seq)
      return rows
        .filter(({ name, time }) => (triggered.get(instances.get(name) ?? '') ?? 0) < time.getTime())
        .map(({ name, after, read }) => ({ name, mark: markIn(after.yamlDocument) ?? '', read }))
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

/** The time is that at which the transaction began: a trigger of after it may be of the write before. */
const newestEdits = `
  SELECT DISTINCT ON ("objectId") seq, name, time, after,
    seq <= (SELECT position FROM "Lease" WHERE name = 'relay') AS read
  FROM "Change"
  WHERE seq > $1 AND kind = 'WorkloadDefinition' AND operation IN ('CREATE', 'UPDATE')
  ORDER BY "objectId", seq DESC`

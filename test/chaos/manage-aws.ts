import { setTimeout as sleep } from 'node:timers/promises'
import type { DesiredAws } from './aws.ts'
import { appliedWrite, deletedWrite, untilDecided, type Writer } from './writers.ts'

const kinds = ['AwsObjectStorageBucket', 'AwsRelationalDatabase'] as const
type Pair = (typeof kinds)[number]

/** The specs of definitions, between which objects change. */
const specs: Readonly<Record<Pair, readonly Record<string, unknown>[]>> = {
  AwsObjectStorageBucket: [{}, { accessKey: true }, { versioning: true, publicReadAccess: true }],
  AwsRelationalDatabase: [
    { engine: 'postgres', engineVersion: '17.4', databaseName: 'shop', storageGb: 20 },
    { engine: 'postgres', engineVersion: '17.4', databaseName: 'shop', storageGb: 20, backupDays: 7 },
  ],
}

const instances: Readonly<Record<Pair, Record<string, unknown>>> = {
  AwsObjectStorageBucket: { guard: 'off' },
  AwsRelationalDatabase: { guard: 'off', finalSnapshot: false },
}

/** Creates, changes and deletes buckets and databases that no other writer touches. */
export async function manageAws(writer: Writer, desired: DesiredAws): Promise<void> {
  const { random, client, history } = writer
  while (!writer.isOver()) {
    const kind = random.pick(kinds)
    const name = `${kind === 'AwsRelationalDatabase' ? 'ledger' : 'files'}-${random.pick([0, 1, 2])}`
    const key = `${kind} ${name}`
    const isThere = desired.get(key) !== undefined
    const remove = isThere && random.chance(0.4)
    const spec = random.pick(specs[kind])
    writer.onRequest()
    const done = await untilDecided(writer, async () => {
      if (remove) {
        const deleted = await client.objects.delete([
          { kind: `${kind}Instance`, name },
          { kind: `${kind}Definition`, name },
        ])
        history.acked.push(...deleted.map(deletedWrite))
        return
      }
      const applied = await client.apply([
        { kind: `${kind}Definition`, name, spec },
        { kind: `${kind}Instance`, name, spec: { definition: name, ...instances[kind] } },
      ])
      history.acked.push(...applied.map((each) => appliedWrite(each)))
    })
    if (done) desired.set(key, remove ? undefined : spec)
    await sleep(500 + random.next() * 6000)
  }
}

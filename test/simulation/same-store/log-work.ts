import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { isPlatformError } from '../../../schema/errors.ts'
import { allKinds } from '../../../schema/kinds/index.ts'
import { startChangeFeed } from '../../../server/delivery/change-feed.ts'
import {
  releaseLeases,
  renewLeases,
  saveLeased,
  tryLease,
  type Leased,
} from '../../../server/delivery/leader-leases.ts'
import { storeBuiltIns } from '../../../server/store/built-in.ts'
import {
  assertCursor,
  deleteChanges,
  findExpiredChanges,
  deleteOldEvents,
  housekeeping,
  newestSequenceNumber,
} from '../../../server/store/change-log.ts'
import { deleteExpiredKeys } from '../../../server/store/idempotency-keys.ts'
import { sealAllObjects, sealLog } from '../../../server/store/seal-stored.ts'
import { sweepUnreferenced } from '../../../server/store/sweep.ts'
import { type Side, encryption, write, reconciled, all } from './sides.ts'

/** Runs a server's leased work on the log, step by step, and returns the results. */
export async function workOnLog({ store, sql, strand }: Side): Promise<unknown[]> {
  const [relay, other] = ['a', 'b'].map((owner) => ({ name: 'relay', owner })) as [Leased, Leased]
  const keeper = { name: housekeeping, owner: 'a' }
  const retention = { age: 0, maxEntries: 1000 }
  const feed = await startChangeFeed({ pool: sql, log: pino({ level: 'silent' }) })
  await storeBuiltIns(store)
  await store.apply(all('a', 'b'), write)
  const newest = await newestSequenceNumber(sql)
  const steps: unknown[] = [
    await feed.settled(),
    (await feed.read(2n, 5)).map(({ name, seq }) => [name, seq]),
  ]
  await feed.stop()
  // The clock of the model counts milliseconds, and only entries of earlier ones have expired.
  await sleep(5)
  steps.push(await findExpiredChanges(sql, { after: 0n, upTo: newest, limit: 10, retention }))
  steps.push(await tryLease(sql, relay), await tryLease(sql, other))
  steps.push(await saveLeased(sql, other, 9n), await saveLeased(sql, relay, newest - 2n))
  steps.push(await renewLeases(sql, ['relay', 'none'], 'a'), await renewLeases(sql, ['relay'], 'b'))
  await releaseLeases(sql, other.owner)
  steps.push(await tryLease(sql, other))
  await releaseLeases(sql, relay.owner)
  steps.push(await renewLeases(sql, ['relay'], 'b'))
  steps.push(await tryLease(sql, other), await saveLeased(sql, relay, 9n))
  steps.push(await findExpiredChanges(sql, { after: 0n, upTo: newest, limit: 3, retention }))
  steps.push(await findExpiredChanges(sql, { after: 0n, upTo: newest, limit: 100, retention }))
  steps.push(await findExpiredChanges(sql, { after: 0n, upTo: 2n, limit: 100, retention }))
  steps.push(
    await findExpiredChanges(sql, {
      after: 0n,
      upTo: newest,
      limit: 100,
      retention: { age: 60_000, maxEntries: 1 },
    }),
  )
  steps.push(
    await findExpiredChanges(sql, {
      after: 0n,
      upTo: newest,
      limit: 100,
      retention: { age: 60_000, maxEntries: 1000 },
    }),
  )
  await tryLease(sql, keeper)
  await saveLeased(sql, keeper, 4n)
  await deleteChanges(sql, 0n, 6n)
  steps.push((await store.changes({ after: 4n, limit: 2 })).map(({ seq }) => seq))
  for (const cursor of [3n, 4n, newest, newest + 1n])
    steps.push(
      await assertCursor(sql, cursor).catch((error: unknown) => isPlatformError(error) && error.code),
    )
  steps.push(await deleteExpiredKeys(sql, 10), await deleteOldEvents(sql, 60_000, 10))
  steps.push(await sealAllObjects(sql, encryption, { limit: 2 }))
  steps.push(await sealLog(sql, encryption, { after: 0n, limit: 100, upTo: newest, span: 3n }))
  await store.create({ kind: 'Project', name: 'stranded', spec: {} }, write)
  await strand('stranded')
  const kinds = allKinds.map(({ kind }) => kind).filter((kind) => !reconciled.includes(kind))
  for (let round = 0; round < 2; round++)
    steps.push(await sweepUnreferenced({ sql, reconciledKinds: reconciled }, { kinds, limit: 10, write }))
  steps.push(await store.find({ kind: 'Project', name: 'stranded' }))
  return steps
}

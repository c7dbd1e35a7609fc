import { beforeAll, describe, expect, it } from 'vitest'
import type { StoredObject } from '../../../prisma/client.ts'
import type { ReconcileReport } from '../../../schema/graphql/store-reconciles.ts'
import { statementsOf, transactionsOf } from '../../support/sent-statements.ts'
import {
  defaultRuntime,
  instance,
  inventoryEntry,
  reportOf,
  restartNamed,
  testStore,
  workload,
  write,
} from '../../support/store.ts'

/* What many reconciles do at the same time, in statements that they have in common. */

const names = Array.from({ length: 12 }, (_, index) => `web-${index}`)
const test = testStore([...defaultRuntime, ...names.flatMap((name) => workload(name))])
const ids: bigint[] = []
beforeAll(async () => {
  for (const name of names) ids.push((await test.store.find({ kind: 'WorkloadInstance', name }))?.id ?? 0n)
})

/** Executes work while another transaction has a lock on an object. */
async function whileLocked(id: bigint, work: (unlock: () => Promise<unknown>) => Promise<unknown>) {
  const client = await test.database.sql.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT FROM "Object" WHERE id = $1 FOR NO KEY UPDATE', [id])
    await work(() => client.query('ROLLBACK'))
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

/** Starts workloads of their own, one by one, in the runtime. */
async function startedWorkloads(prefix: string, count: number): Promise<StoredObject[]> {
  const own = Array.from({ length: count }, (_, index) => `${prefix}-${index}`)
  await test.store.apply(
    own.map((name) => instance(name, { definition: 'web-0', runtime: 'space' })),
    write,
  )
  const started: StoredObject[] = []
  for (const name of own) started.push(await restartNamed(test.store, 'WorkloadInstance', name))
  return started
}

async function runtimeId(): Promise<bigint> {
  return (await test.store.find({ kind: 'KubernetesRuntimeInstance', name: 'space' }))?.id ?? 0n
}

const events = [{ type: 'Normal' as const, reason: 'Applied', note: 'It is applied.' }]

/** Returns what is stored of the reports of objects, without what differs by nature. */
async function storedOf(id: bigint) {
  const object = await test.store.find({ kind: 'WorkloadInstance', id })
  const { rows } = await test.database.sql.query(
    `SELECT operation, actor, generation, version, after, "triggersReferrers" FROM "Change" WHERE "objectId" = $1 ORDER BY seq`,
    [id],
  )
  const recorded = await test.store.inventory(id)
  return {
    ...Object.fromEntries(Object.entries(object ?? {}).filter(([, value]) => !(value instanceof Date))),
    id: 0n,
    name: '',
    isDue: object?.nextReconcileAt != null,
    leaseExpiresAt: object?.leaseExpiresAt,
    changes: rows,
    events: (await test.store.events(id, { take: 10, skip: 0 })).map(({ reason, note, count }) => ({
      reason,
      note,
      count,
    })),
    recorded: recorded.map(({ kind, name, uid, resourceVersion, deletableVersion }) => ({
      kind,
      name: name.replace(/\d+$/, ''),
      uid,
      resourceVersion,
      deletableVersion,
    })),
  }
}

async function epochOf(id: bigint): Promise<number | undefined> {
  return (await test.store.find({ kind: 'WorkloadInstance', id }))?.epoch
}

describe('reconciles that start together', () => {
  it('start in one statement, as one that starts alone', async () => {
    const [first = 0n, ...others] = ids.slice(0, 6)
    const alone = await test.store.startReconcile(first)
    const started: Awaited<ReturnType<typeof test.store.startReconcile>>[] = []
    const sent = await statementsOf(test.database.sql, async () => {
      started.push(...(await Promise.all(others.map((id) => test.store.startReconcile(id)))))
    })
    expect(sent.map(({ name }) => name)).toEqual(['start-reconciles'])
    expect(started.map((each) => each?.object.id)).toEqual(others)
    const { object: own, startedAt: _, ...rest } = alone ?? {}
    for (const { object, startedAt, labelId, ...others } of started.flatMap((each) => each ?? [])) {
      expect(Object.keys(object)).toEqual(Object.keys(own ?? {}))
      expect(object).toMatchObject({ epoch: 1, nextReconcileAt: null })
      expect(object.leaseExpiresAt?.getTime()).toBeGreaterThan(startedAt.getTime())
      expect({ ...others, labelId: 0n }).toEqual({ ...rest, labelId: 0n })
      expect(labelId).toBe(object.id)
    }
  })

  it('have an outcome each', async () => {
    const [held = 0n, followed = 0n, free = 0n] = ids.slice(3)
    const epoch = (await epochOf(followed)) ?? 0
    const outcomes = await Promise.allSettled([
      test.store.startReconcile(held),
      test.store.startReconcile(followed, epoch),
      test.store.startReconcile(987_654n),
      test.store.startReconcile(ids[7] ?? free),
      test.store.startReconcile(ids[7] ?? free),
    ])
    expect(outcomes).toMatchObject([
      { reason: { code: 'LEASE_HELD', message: 'WorkloadInstance "web-3" is already being reconciled' } },
      { value: { object: { id: followed, epoch: epoch + 1 } } },
      { status: 'fulfilled', value: undefined },
      { value: { object: { id: ids[7], epoch: 1 } } },
      { reason: { code: 'LEASE_HELD' } },
    ])
  })

  it('do not wait for one whose object is locked', async () => {
    const [locked = 0n, free = 0n] = ids.slice(8)
    await whileLocked(locked, async (unlock) => {
      const waits = test.store.startReconcile(locked)
      expect(await test.store.startReconcile(free)).toMatchObject({ object: { id: free } })
      expect(await epochOf(locked)).toBe(0)
      await unlock()
      expect(await waits).toMatchObject({ object: { id: locked, epoch: 1 } })
    })
  })
})

describe('reports that arrive together', () => {
  it('are stored in one transaction, each as if it were alone', async () => {
    const [alone, ...others] = await startedWorkloads('stored', 5)
    const runtime = await runtimeId()
    const reportFrom = (started: StoredObject): ReconcileReport =>
      reportOf(started, {
        events,
        applied: [
          {
            ...inventoryEntry(runtime, `stored${started.id}`),
            uid: 'u',
            hash: 'h',
            resourceVersion: '12',
            deletableVersion: '12',
          },
        ],
        state: { seen: 1 },
        secretOutputs: { password: 'secret' },
        requeueAfter: 600_000,
      })
    if (alone !== undefined) await test.store.report(reportFrom(alone))
    const committed = await transactionsOf(test.database.sql, () =>
      Promise.all(others.map((each) => test.store.report(reportFrom(each)))),
    )
    expect(committed).toBe(1)
    const expected = await storedOf(alone?.id ?? 0n)
    expect(expected).toMatchObject({
      ready: true,
      version: 2,
      events: [{ count: 1 }],
      recorded: [{ kind: 'ConfigMap', resourceVersion: '12', deletableVersion: '12' }],
    })
    for (const { id } of others) {
      const stored = await storedOf(id)
      // Each is sealed for its object.
      expect({ ...stored, secretOutputs: {} }).toEqual({ ...expected, secretOutputs: {} })
      expect(stored).toMatchObject({ secretOutputs: { password: expect.any(String) } })
    }
  })

  it('have an outcome each: a stale one, one of a taken resource, and one that Postgres refuses fail alone', async () => {
    const [stale, taking, unstorable, fine] = await startedWorkloads('outcome', 4)
    const [owner] = await startedWorkloads('owner', 1)
    const taken = inventoryEntry(await runtimeId(), 'taken')
    await test.store.recordApplied(owner?.id ?? 0n, owner?.epoch ?? 0, [taken])
    if (!stale || !taking || !unstorable || !fine) throw new Error('a workload is missing')
    await test.store.startReconcile(stale.id, stale.epoch)
    const outcomes = await Promise.allSettled([
      test.store.report(reportOf(stale, { events })),
      test.store.report(reportOf(taking, { events, applied: [taken] })),
      test.store.report(
        reportOf(unstorable, { events: [{ type: 'Normal', reason: 'Odd', note: '\u0000' }] }),
      ),
      test.store.report(reportOf(fine, { events })),
    ])
    expect(outcomes).toMatchObject([
      { reason: { code: 'STALE_EPOCH' } },
      {
        reason: { code: 'CONFLICT', message: expect.stringContaining('belongs to WorkloadInstance owner-0') },
      },
      { reason: { code: '22P05' } },
      { status: 'fulfilled' },
    ])
    const ready = await test.store.findMany([stale, taking, unstorable, fine].map(({ id }) => id))
    expect(ready.map((object) => object?.ready)).toEqual([false, false, false, true])
  })

  it('do not fail with one whose stored secret cannot be opened', async () => {
    const [sealed, fine] = await startedWorkloads('sealed', 2)
    if (!sealed || !fine) throw new Error('a workload is missing')
    await test.database.sql.query(
      `UPDATE "Object" SET "secretOutputs" = '{"password":"odd"}' WHERE id = $1`,
      [sealed.id],
    )
    const outcomes = await Promise.allSettled([
      test.store.report(reportOf(sealed, { events, secretOutputs: { password: 'new' } })),
      test.store.report(reportOf(fine, { events, secretOutputs: { password: 'new' } })),
    ])
    expect(outcomes).toMatchObject([
      { reason: { message: 'a sealed value has an unknown format' } },
      { status: 'fulfilled' },
    ])
  })

  it('do not wait for one whose object is locked', async () => {
    const [locked, free] = await startedWorkloads('locked', 2)
    if (!locked || !free) throw new Error('a workload is missing')
    await whileLocked(locked.id, async (unlock) => {
      const waits = test.store.report(reportOf(locked, { events }))
      await test.store.report(reportOf(free, { events }))
      expect((await test.store.find({ kind: 'WorkloadInstance', id: free.id }))?.ready).toBe(true)
      await unlock()
      await waits
      expect((await test.store.find({ kind: 'WorkloadInstance', id: locked.id }))?.ready).toBe(true)
    })
  })

  it('trigger what depends on their objects', async () => {
    const [waiting, awaited, other] = await startedWorkloads('awaited', 3)
    if (!waiting || !awaited || !other) throw new Error('a workload is missing')
    const { id, version } = awaited
    await test.store.report(reportOf(waiting, { waitingFor: { id, version } }))
    const before = await test.store.find({ kind: 'WorkloadInstance', id: waiting.id })
    await Promise.all([awaited, other].map((each) => test.store.report(reportOf(each, { events }))))
    const after = await test.store.find({ kind: 'WorkloadInstance', id: waiting.id })
    expect((after?.triggers ?? 0) - (before?.triggers ?? 0)).toBe(1)
  })
})

describe('resources that reconciles record together', () => {
  it('are recorded in one statement, with an outcome for each reconcile', async () => {
    const [first, second, stale, taking] = await startedWorkloads('record', 4)
    if (!first || !second || !stale || !taking) throw new Error('a workload is missing')
    const runtime = await runtimeId()
    await test.store.startReconcile(stale.id, stale.epoch)
    const record = ({ id, epoch }: StoredObject, ...resources: string[]) =>
      test.store.recordApplied(
        id,
        epoch,
        resources.map((name) => inventoryEntry(runtime, name)),
      )
    await record(taking, 'own')
    const outcomes: PromiseSettledResult<unknown>[] = []
    const sent = await statementsOf(test.database.sql, async () => {
      const all = [
        record(first, 'r1', 'r2'),
        record(second, 'r3'),
        record(stale, 'r4'),
        record(taking, 'own', 'taken'),
      ]
      outcomes.push(...(await Promise.allSettled(all)))
    })
    expect(outcomes).toMatchObject([
      {
        value: [
          { objectId: first.id, name: 'r1' },
          { objectId: first.id, name: 'r2' },
        ],
      },
      { value: [{ objectId: second.id, name: 'r3' }] },
      { reason: { code: 'STALE_EPOCH' } },
      { reason: { code: 'CONFLICT' } },
    ])
    expect(sent[0]?.name).toBe('upsert-all-applied')
  })

  it('have one owner, even if two reconciles demand them in the same statement', async () => {
    const [one, other] = await startedWorkloads('demand', 2)
    if (!one || !other) throw new Error('a workload is missing')
    const entry = inventoryEntry(await runtimeId(), 'demanded')
    const outcomes = await Promise.allSettled(
      [one, other].map(({ id, epoch }) => test.store.recordApplied(id, epoch, [entry])),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'CONFLICT' },
    })
  })
})

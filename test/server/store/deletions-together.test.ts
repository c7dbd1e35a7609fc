import { expect, it } from 'vitest'
import type { StoredObject } from '../../../prisma/client.ts'
import type { ConfirmedDeletion } from '../../../schema/graphql/store-reconciles.ts'
import { transactionsOf } from '../../support/sent-statements.ts'
import {
  definition,
  defaultRuntime,
  instance,
  inventoryEntry,
  reportOf,
  restartNamed,
  testStore,
  write,
} from '../../support/store.ts'

/* What many reconciles confirm at the same time, in transactions that they have in common. */

const test = testStore(defaultRuntime)

interface Options {
  /** Whether all have one definition, which stays. @default each has its own, which is deleted with it */
  shared?: boolean
}

/** Returns instances that are being deleted and whose reconciles have started. */
async function goingInstances(prefix: string, count: number, { shared = false }: Options = {}) {
  const names = Array.from({ length: count }, (_, index) => `${prefix}-${index}`)
  const definitions = (shared ? [prefix] : names).map((name) => definition(name))
  const instances = names.map((name) =>
    instance(name, { definition: shared ? prefix : name, runtime: 'space' }),
  )
  await test.store.apply([...definitions, ...instances], write)
  await test.store.delete(
    [...(shared ? [] : definitions), ...instances].map(({ kind, name }) => ({ kind, name })),
    write,
  )
  const started: StoredObject[] = []
  for (const name of names) started.push(await restartNamed(test.store, 'WorkloadInstance', name))
  return started
}

function confirm({ id, epoch }: StoredObject, more: Partial<ConfirmedDeletion> = {}): Promise<void> {
  return test.store.confirmDeletion({ id, epoch, leaveBehind: false, ...more }, write)
}

async function record({ id, epoch }: StoredObject, name: string): Promise<bigint> {
  const runtime = await test.store.find({ kind: 'KubernetesRuntimeInstance', name: 'space' })
  const [entry] = await test.store.recordApplied(id, epoch, [inventoryEntry(runtime?.id ?? 0n, name)])
  return entry?.id ?? 0n
}

async function namesLeft(kind: string, prefix: string): Promise<string[]> {
  const { rows } = await test.database.sql.query<{ name: string }>(
    'SELECT name FROM "Object" WHERE kind = $1 AND name ~ $2 ORDER BY name',
    [kind, `^${prefix}(-|$)`],
  )
  return rows.map(({ name }) => name)
}

it('is one transaction for all, whose definitions are removed with them', async () => {
  const going = await goingInstances('all', 6)
  const gone = await Promise.all(going.map((each) => record(each, `of-${each.name}`)))
  const transactions = await transactionsOf(test.database.sql, () =>
    Promise.all(
      going.map((each, index) => {
        const events = [{ type: 'Normal' as const, reason: 'Deleted', note: `${each.name} is deleted.` }]
        return confirm(each, { gone: [gone[index] ?? 0n], events })
      }),
    ),
  )
  expect(transactions).toBe(1)
  expect(await namesLeft('WorkloadInstance', 'all')).toEqual([])
  expect(await namesLeft('WorkloadDefinition', 'all')).toEqual([])
  const { rows } = await test.database.sql.query(
    'SELECT "subjectId", reason, note FROM "DetachedEvent" WHERE "subjectId" = ANY($1) ORDER BY "subjectId"',
    [going.map(({ id }) => id)],
  )
  expect(rows).toEqual(
    going.map(({ id, name }) => ({ subjectId: id, reason: 'Deleted', note: `${name} is deleted.` })),
  )
  const { rows: changes } = await test.database.sql.query(
    `SELECT name, actor FROM "Change" WHERE operation = 'DELETE' AND name ~ '^all-' AND kind = 'WorkloadInstance' ORDER BY name`,
  )
  expect(changes).toEqual(going.map(({ name }) => ({ name, actor: write.actor })))
})

it('has an outcome for each: a stale one, one with a resource left, and one that is not deleted fail alone', async () => {
  const [stale, left, named, fine] = await goingInstances('outcome', 4, { shared: true })
  if (!stale || !left || !named || !fine) throw new Error('a workload is missing')
  await test.store.apply([instance('stays', { definition: 'outcome', runtime: 'space' })], write)
  const stays = await restartNamed(test.store, 'WorkloadInstance', 'stays')
  await record(left, 'left')
  // The entries that one request names are only those of its own object.
  const others = await record(named, 'others')
  await test.store.startReconcile(stale.id, stale.epoch)
  const outcomes = await Promise.allSettled([
    confirm(stale),
    confirm(left),
    confirm(named),
    confirm(fine, { gone: [others] }),
    confirm(stays),
    test.store.confirmDeletion({ id: 987_654n, epoch: 1, leaveBehind: false }, write),
  ])
  expect(outcomes).toMatchObject([
    { reason: { code: 'STALE_EPOCH' } },
    {
      reason: {
        code: 'BLOCKED',
        message: 'WorkloadInstance "outcome-1" still has ConfigMap "left" in a cluster',
      },
    },
    {
      reason: {
        code: 'BLOCKED',
        message: 'WorkloadInstance "outcome-2" still has ConfigMap "others" in a cluster',
      },
    },
    { status: 'fulfilled' },
    { reason: { code: 'CONFLICT', message: 'WorkloadInstance "stays" is not being deleted' } },
    { status: 'fulfilled' },
  ])
  expect(await namesLeft('WorkloadInstance', 'outcome')).toEqual(['outcome-0', 'outcome-1', 'outcome-2'])
  expect(await namesLeft('WorkloadDefinition', 'outcome')).toEqual(['outcome'])
})

it('does not wait for one whose object or definition is locked', async () => {
  const [locked, held, free, further] = await goingInstances('locked', 4)
  if (!locked || !held || !free || !further) throw new Error('a workload is missing')
  const client = await test.database.sql.connect()
  try {
    await client.query('BEGIN')
    await client.query(
      `SELECT FROM "Object" WHERE id = $1 OR kind = 'WorkloadDefinition' AND name = $2 FOR KEY SHARE`,
      [locked.id, held.name],
    )
    const waits = [confirm(locked), confirm(held)]
    await Promise.all([confirm(free), confirm(further)])
    expect(await namesLeft('WorkloadInstance', 'locked')).toEqual([locked.name, held.name])
    await client.query('ROLLBACK')
    await Promise.all(waits)
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
  expect(await namesLeft('WorkloadInstance', 'locked')).toEqual([])
  expect(await namesLeft('WorkloadDefinition', 'locked')).toEqual([])
})

it('triggers what waits for one of them', async () => {
  const [awaited, other] = await goingInstances('awaited', 2)
  if (!awaited || !other) throw new Error('a workload is missing')
  await test.store.apply(
    [definition('waits'), instance('waits', { definition: 'waits', runtime: 'space' })],
    write,
  )
  const waiting = await restartNamed(test.store, 'WorkloadInstance', 'waits')
  const { id, version } = awaited
  await test.store.report(reportOf(waiting, { waitingFor: { id, version } }))
  const triggers = async () =>
    (await test.store.find({ kind: 'WorkloadInstance', name: 'waits' }))?.triggers ?? 0
  const before = await triggers()
  await Promise.all([confirm(awaited), confirm(other)])
  expect(await namesLeft('WorkloadInstance', 'awaited')).toEqual([])
  expect((await triggers()) - before).toBe(1)
})

import { pino } from 'pino'
import { describe, expect, it, vi } from 'vitest'
import type { Trigger } from '../../../schema/events.ts'
import { resyncWork } from '../../../server/delivery/resync.ts'
import { createDueQueue } from '../../../server/store/due.ts'
import { sweepUnreferenced } from '../../../server/store/sweep.ts'
import { eventually } from '../../support/eventually.ts'
import { restartReconcile, defaultRuntime, definition, testStore, write } from '../../support/store.ts'

const test = testStore(defaultRuntime)

/** Runs resync during the work; the broker accepts triggers according to the given function. */
async function withResync(
  publish: (triggers: readonly Trigger[]) => Promise<void>,
  work: () => Promise<void>,
): Promise<void> {
  const end = new AbortController()
  const { work: resync } = resyncWork({
    pool: test.database.sql,
    broker: {
      publish,
      queued: async () => new Map(),
    },
    log: pino({ level: 'silent' }),
  })
  const ended = resync({ signal: end.signal, position: 0n, save: () => Promise.resolve(true) })
  try {
    await work()
  } finally {
    end.abort()
    await ended
  }
}

async function beginSpace(): Promise<bigint> {
  const object = await test.store.find({ kind: 'KubernetesRuntimeInstance', name: 'space' })
  const id = object?.id ?? 0n
  await restartReconcile(test.store, id)
  return id
}

/** Sets the last heartbeat of the worker to that many seconds ago. */
async function silentFor(id: bigint, seconds: number): Promise<void> {
  await test.database.sql.query(
    `UPDATE "Object" SET "leaseExpiresAt" = "leaseExpiresAt" - $2 * interval '1 second' WHERE id = $1`,
    [id, seconds],
  )
}

/** Waits until resync has polled for due objects and found one that became due after the call. */
async function passOfResync(triggered: readonly Trigger[]): Promise<void> {
  const { id } = await test.store.create(
    { kind: 'KubernetesRuntimeInstance', name: 'pass', spec: { definition: 'simulated' } },
    write,
  )
  await test.database.sql.query(
    `UPDATE "Object" SET "nextReconcileAt" = now() - interval '1 second' WHERE id = $1`,
    [id],
  )
  await eventually(async () => triggered.find((trigger) => trigger.id === String(id)))
  await test.database.sql.query('DELETE FROM "Object" WHERE id = $1', [id])
}

describe('resync', () => {
  it('triggers objects that had no heartbeat for 15 seconds, and no others', async () => {
    const id = await beginSpace()
    const triggered: Trigger[] = []
    const publish = async (triggers: readonly Trigger[]): Promise<void> => {
      triggered.push(...triggers)
    }
    await withResync(publish, async () => {
      await silentFor(id, 13)
      await test.store.renewLeases([{ id, epoch: 1 }])
      await silentFor(id, 13)
      await passOfResync(triggered)
      expect(triggered.filter((trigger) => trigger.id === String(id))).toEqual([])
      await silentFor(id, 3)
      await eventually(async () => triggered.find((trigger) => trigger.id === String(id)))
    })
    expect(triggered.slice(1)).toEqual([{ v: 1, kind: 'KubernetesRuntimeInstance', id: String(id) }])
  })

  it('keeps objects due that the broker did not accept', async () => {
    const id = await beginSpace()
    await silentFor(id, 16)
    let refused = 0
    let taken = 0
    const publish = async (triggers: readonly Trigger[]): Promise<void> => {
      if (triggers.length === 0) return
      if (refused < 2) {
        refused += 1
        throw new Error('no broker')
      }
      taken += triggers.length
    }
    await withResync(publish, async () => {
      await eventually(async () => (taken > 0 ? taken : undefined))
    })
    expect({ refused, taken }).toEqual({ refused: 2, taken: 1 })
  })
})

describe('resync of deletions', () => {
  const left = { kind: 'WorkloadDefinition', name: 'left', project: 'left' }
  const project = { kind: 'Project', name: 'left' }
  const find = async (): Promise<unknown[]> =>
    (await Promise.all([test.store.find(left), test.store.find(project)])).filter(Boolean)

  /** Leaves an object as an earlier server may have done, which did not lock the objects that it removed. */
  async function leaveUnswept(): Promise<void> {
    await test.store.apply(
      [
        { ...project, spec: {} },
        { ...definition('left'), project: 'left' },
      ],
      write,
    )
    await test.database.sql.query(
      `UPDATE "Object" SET "deletionRequestedAt" = now(), version = version + 1 WHERE name = 'left'`,
    )
  }

  it('removes unreferenced objects whose deletion is requested, then those that only they referenced', async () => {
    await leaveUnswept()
    await withResync(
      async () => undefined,
      async () => {
        await eventually(async () => ((await find()).length === 0 ? true : undefined))
      },
    )
    expect(await find()).toEqual([])
    const { rows } = await test.database.sql.query(
      `SELECT kind, operation, actor, reason FROM "Change" WHERE name = 'left' AND operation = 'DELETE' ORDER BY seq`,
    )
    const removed = { operation: 'DELETE', actor: 'server', reason: 'nothing refers to it any more' }
    expect(rows).toEqual([
      { kind: 'WorkloadDefinition', ...removed },
      { kind: 'Project', ...removed },
    ])
  })

  it('keeps referenced objects, and those whose deletion is not requested', async () => {
    await leaveUnswept()
    const holder = {
      kind: 'WorkloadInstance',
      name: 'holder',
      spec: { definition: 'left/left', runtime: 'space' },
    }
    await test.store.create({ ...definition('stays') }, write)
    await test.database.sql.query(`UPDATE "Object" SET "deletionRequestedAt" = NULL WHERE name = 'left'`)
    await test.store.create(holder, write)
    await test.database.sql.query(`UPDATE "Object" SET "deletionRequestedAt" = now() WHERE name = 'left'`)
    const swept = await sweepUnreferenced(
      { sql: test.database.sql, reconciledKinds: ['WorkloadInstance', 'KubernetesRuntimeInstance'] },
      { kinds: ['Project', 'WorkloadDefinition'], limit: 10, write },
    )
    expect(swept).toBe(0)
    expect(await find()).toHaveLength(2)
    expect(await test.store.find({ kind: 'WorkloadDefinition', name: 'stays' })).toBeDefined()
    await test.database.sql.query(`DELETE FROM "Object" WHERE name = 'holder'`)
  })
})

describe('resync with a large backlog', () => {
  /** Returns the names of all due objects, in the order in which they are triggered. */
  async function inOrder(): Promise<string[]> {
    const triggered: Trigger[] = []
    const publish = async (triggers: readonly Trigger[]): Promise<void> => void triggered.push(...triggers)
    await withResync(publish, async () => {
      await eventually(async () => (triggered.length >= 205 ? true : undefined))
    })
    const { rows } = await test.database.sql.query<{ name: string }>(
      `SELECT name FROM unnest($1::bigint[]) WITH ORDINALITY AS triggered (id, place) JOIN "Object" USING (id) ORDER BY place`,
      [triggered.map(({ id }) => id)],
    )
    return rows.map(({ name }) => name)
  }

  it('alternates between projects, and between clusters within a project', async () => {
    const { store, database } = test
    await store.apply(
      [
        { kind: 'Project', name: 'few', spec: {} },
        { kind: 'KubernetesRuntimeInstance', name: 'other', spec: { definition: 'simulated' } },
        definition('any'),
        { ...definition('any'), project: 'few' },
      ],
      write,
    )
    const instance = (name: string, runtime: string, project = 'default') => ({
      kind: 'WorkloadInstance',
      name,
      project,
      spec: { definition: 'any', runtime: project === 'default' ? runtime : `default/${runtime}` },
    })
    const many = Array.from({ length: 200 }, (_, at) => instance(`many-${at}`, 'space'))
    await store.apply([...many, instance('elsewhere', 'other'), instance('elsewhere-2', 'other')], write)
    await store.apply(
      [0, 1, 2].map((at) => instance(`few-${at}`, 'space', 'few')),
      write,
    )
    // The small groups became due last.
    await database.sql.query(
      `UPDATE "Object" SET "nextReconcileAt" = CASE WHEN kind = 'WorkloadInstance' THEN now() - interval '1 hour' + id * interval '1 ms' END,
       "leaseExpiresAt" = NULL`,
    )
    const order = await inOrder()
    expect(order).toHaveLength(205)
    expect(order.slice(0, 6).toSorted()).toEqual(
      ['elsewhere', 'few-0', 'few-1', 'few-2', 'many-0', 'many-1'].toSorted(),
    )
    expect(order.indexOf('elsewhere-2')).toBeLessThan(8)
    expect(order.filter((name) => name.startsWith('many'))).toEqual(many.map(({ name }) => name))
  })

  it('computes the order of many objects once, and soon again for those that become due later', async () => {
    const { store, database } = test
    await store.apply([{ kind: 'Project', name: 'late', spec: {} }], write)
    await store.apply([{ ...definition('any'), project: 'late' }], write)
    await database.sql.query(
      `UPDATE "Object" SET "nextReconcileAt" = CASE WHEN name LIKE 'many-%' THEN now() - interval '1 hour' END`,
    )
    const queries = vi.spyOn(database.sql, 'query')
    const due = createDueQueue(database.sql, { kinds: ['WorkloadInstance'] })
    for (let round = 1; round <= 3; round++) expect(await due.take(50)).toHaveLength(50)
    expect(queries).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'order-due' }))
    queries.mockRestore()
    const { id } = await store.create(
      {
        kind: 'WorkloadInstance',
        name: 'late',
        project: 'late',
        spec: { definition: 'any', runtime: 'default/space' },
      },
      write,
    )
    await database.sql.query(
      `UPDATE "Object" SET "nextReconcileAt" = now() - interval '1 second' WHERE id = $1`,
      [id],
    )
    // One at a time: some of the first fifty remain when the order is computed again.
    await eventually(async () => (await due.take(1)).find((each) => each.id === id), { every: 20 })
  })
})

describe('renewLeases', () => {
  it('skips objects that are no longer due', async () => {
    const { id } = await test.store.create({ kind: 'Project', name: 'over', spec: {} }, write)
    expect(await test.store.renewLeases([{ id, epoch: 0 }])).toEqual([])
    const { rows } = await test.database.sql.query(
      `SELECT id FROM "Object" WHERE id = $1 AND "leaseExpiresAt" IS NOT NULL`,
      [id],
    )
    expect(rows).toEqual([])
  })
})

import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { allKinds } from '../../../schema/kinds/index.ts'
import { triggersOf } from '../../../server/delivery/relay.ts'
import { sweepUnreferenced } from '../../../server/store/sweep.ts'
import { rowsRead as rowsReadOf, withoutAutovacuum } from '../../support/rows-read.ts'
import {
  restartNamed,
  defaultRuntime,
  definition,
  reportOf,
  statusWith,
  testStore,
  workload,
  write,
} from '../../support/store.ts'

/** Workloads that are unrelated to the tested one. */
const others = 5000

const test = testStore([...defaultRuntime, ...workload('web')])
beforeAll(async () => {
  await withoutAutovacuum(test.database)
  // Not as the store reads: such a large read does not use indexes.
  const client = new pg.Client({ connectionString: test.database.url })
  await client.connect()
  await client.query(`
    WITH made AS (
      INSERT INTO "Object" (kind, "projectId", name, spec, status)
      SELECT each.kind, "projectId", each.kind || number, spec, status
      FROM generate_series(1, ${others}) number, "Object" each
      WHERE each.name = 'web' RETURNING *
    )
    INSERT INTO "Reference" ("fromId", "toId", field)
    SELECT instance.id, named.id, 'definition' FROM made instance
    JOIN made named ON named.name = replace(instance.name, 'Instance', 'Definition') AND named.id <> instance.id`)
  await client.end()
  // As in the first minute, and after a restore: Postgres has no statistics of its tables yet.
})

/** Remembers how ready objects are. Resolves with what makes them so again. */
async function rememberReadiness(): Promise<() => Promise<void>> {
  const { sql } = test.database
  const columns = ['ready', 'stalled', '"observedGeneration"', 'generation']
  await sql.query(`CREATE TABLE before AS SELECT id, ${columns.join(', ')} FROM "Object"`)
  const restored = columns.map((column) => `${column} = before.${column}`).join(', ')
  return async () => {
    await sql.query(`UPDATE "Object" object SET ${restored} FROM before WHERE object.id = before.id`)
    await sql.query('DROP TABLE before')
  }
}

const rowsRead = (work: () => Promise<unknown>): Promise<number> => rowsReadOf(test.database, work)

function rolled(data: string) {
  const { kind, name, spec } = definition('web', data)
  return { kind, name, spec: { ...spec, rollout: { waves: [{ percent: 50 }] } } }
}

async function reportAnew(
  phase: 'Ready' | 'Failed',
  [kind, name] = ['WorkloadInstance', 'web'],
): Promise<void> {
  const status = { ...statusWith(phase === 'Ready'), phase }
  await test.store.report(reportOf(await restartNamed(test.store, kind, name), { status }))
}

describe('Postgres reads few of many rows', () => {
  it('to count objects', async () => {
    const all = () => test.database.sql.query(`SELECT count(*) FROM "Object" WHERE status IS NOT NULL`)
    expect(await rowsRead(all)).toBeGreaterThan(2 * others)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['a change of a referenced object', () => test.store.apply([definition('web', 'b')], write)],
    ['a repeated change', () => test.store.apply([definition('web', 'b')], write)],
    ['a reconcile that finds something', () => reportAnew('Failed')],
    ['a reconcile that finds something else', () => reportAnew('Ready')],
    ['a trigger', () => test.store.trigger({ kind: 'WorkloadInstance', name: 'web' }, write)],
    [
      'a claim of due objects',
      () => test.store.takeDue({ kinds: ['WorkloadInstance'], max: 10, overdue: 0 }),
    ],
    ['an edit whose rules let it go in waves', () => test.store.apply([rolled('a')], write)],
    ['a second one, which holds the instance at its version', () => test.store.apply([rolled('c')], write)],
    ['the rollouts that are in progress', () => test.store.openRollouts()],
    [
      'a step of a rollout',
      async () => {
        for (const id of await test.store.openRollouts()) await test.store.advanceRollout(id)
      },
    ],
    ['a deletion', () => test.store.delete([{ kind: 'WorkloadInstance', name: 'web' }], write)],
  ])('for %s', async (_, work) => {
    expect(await rowsRead(work)).toBeLessThan(200)
  })

  it('to list the referrers of an object, page by page', async () => {
    const { sql } = test.database
    const [named, other] = await Promise.all(
      ['WorkloadDefinition1', 'WorkloadDefinition2'].map((name) =>
        test.store.find({ kind: 'WorkloadDefinition', name }),
      ),
    )
    const id = named?.id ?? 0n
    await sql.query(
      `INSERT INTO "Reference" ("fromId", "toId", field)
       SELECT id, $1, 'also' FROM "Object" WHERE kind = 'WorkloadInstance' ORDER BY id LIMIT 100`,
      [id],
    )
    const list = async (): Promise<number> => {
      let found = 0
      for (let after: { id: bigint; field: string } | undefined; ;) {
        const { referrers } = await test.store.referrers({ id, limit: 25, ...(after && { after }) })
        const last = referrers.at(-1)
        if (last === undefined) return found
        found += referrers.length
        after = { id: last.object.id, field: last.field }
      }
    }
    let found = 0
    expect(await rowsRead(async () => (found = await list()))).toBeLessThan(800)
    expect(found).toBe(101)
    expect(await rowsRead(() => test.store.countReferrers(other?.id ?? 0n))).toBeLessThan(20)
    await sql.query(`DELETE FROM "Reference" WHERE field = 'also'`)
  })

  it('to list and count objects that are not ready, or stalled', async () => {
    const { sql } = test.database
    const restore = await rememberReadiness()
    await sql.query(
      `UPDATE "Object" SET ready = true, "observedGeneration" = generation WHERE kind = 'WorkloadInstance'`,
    )
    await sql.query(`UPDATE "Object" SET ready = false WHERE name = 'WorkloadInstance7'`)
    await sql.query(`UPDATE "Object" SET generation = generation + 1 WHERE name = 'WorkloadInstance8'`)
    await sql.query(`UPDATE "Object" SET ready = false, stalled = true WHERE name = 'WorkloadInstance9'`)
    // As autovacuum does: removes index entries of rows that are ready by now.
    await sql.query('VACUUM "Object"')
    const kind = 'WorkloadInstance'
    const named = async (filter: object): Promise<string[]> => {
      const query = { kind, orderBy: [{ field: 'id', direction: 'asc' }], limit: 501, ...filter } as const
      let names: string[] = []
      const read = await rowsRead(async () => {
        names = (await test.store.list(query)).objects.map(({ name }) => name)
        expect(await test.store.count({ kind, ...filter })).toBe(names.length)
      })
      expect(read).toBeLessThan(100)
      return names.map((name) => name.slice(kind.length))
    }
    // The one without a number is being deleted.
    expect(await named({ ready: false })).toEqual(['', '7', '8', '9'])
    expect(await named({ stalled: true })).toEqual(['9'])
    expect(await named({ ready: false, stalled: false })).toEqual(['', '7', '8'])
    expect(await test.store.count({ kind, ready: true })).toBe(others - 3)
    await restore()
  })

  it('to find no remaining deletions, even while thousands wait for their clusters', async () => {
    const { sql } = test.database
    const kindsThat = (haveReconciler: boolean): string[] =>
      allKinds.filter(({ reconciled }) => reconciled === haveReconciler).map(({ kind }) => kind)
    let removed = 0
    const sweep = async (): Promise<void> => {
      const context = { sql, reconciledKinds: kindsThat(true) }
      removed += await sweepUnreferenced(context, { kinds: kindsThat(false), limit: 50, write })
    }
    expect(await rowsRead(sweep)).toBeLessThan(20)
    await sql.query(`UPDATE "Object" SET "deletionRequestedAt" = now() WHERE kind = 'WorkloadInstance'`)
    await sql.query(`UPDATE "Object" SET "deletionRequestedAt" = now() WHERE name = 'WorkloadDefinition7'`)
    expect(await rowsRead(sweep)).toBeLessThan(20)
    expect(removed).toBe(0)
    await sql.query(`UPDATE "Object" SET "deletionRequestedAt" = NULL`)
  })

  it.each([
    ['an object and its definition', 1, 200],
    ['eight objects together, each with its definition', 8, 1000],
  ])('to remove %s, while thousands wait for their removal', async (_, count, most) => {
    const { sql } = test.database
    const names = Array.from({ length: count }, (_, index) => `last-${index}`)
    const last = names.flatMap((name) => workload(name))
    await test.store.apply(last, write)
    // By its statistics, Postgres still expects that nothing is being deleted.
    await sql.query('VACUUM ANALYZE')
    await test.store.delete(
      last.map(({ kind, name }) => ({ kind, name })),
      write,
    )
    await sql.query(`UPDATE "Object" SET "deletionRequestedAt" = now() WHERE kind LIKE 'Workload%'`)
    const started: { id: bigint; epoch: number }[] = []
    for (const name of names) started.push(await restartNamed(test.store, 'WorkloadInstance', name))
    const remove = () =>
      Promise.all(
        started.map(({ id, epoch }) => test.store.confirmDeletion({ id, epoch, leaveBehind: false }, write)),
      )
    expect(await rowsRead(remove)).toBeLessThan(most)
    for (const name of names)
      expect(await test.store.find({ kind: 'WorkloadDefinition', name })).toBeUndefined()
    await sql.query(`UPDATE "Object" SET "deletionRequestedAt" = NULL`)
  })

  it('to list one kind that is ready by now, with statistics of when a fifth of it was not', async () => {
    const { sql } = test.database
    const restore = await rememberReadiness()
    await sql.query(
      `UPDATE "Object" SET "observedGeneration" = generation, ready = kind <> 'WorkloadInstance' OR id % 5 > 0`,
    )
    await sql.query('VACUUM ANALYZE "Object"')
    await sql.query('UPDATE "Object" SET ready = true')
    await sql.query('VACUUM "Object"')
    const query = {
      kinds: ['WorkloadInstance'],
      ready: false,
      orderBy: [{ field: 'id', direction: 'asc' }],
    } as const
    const list = async (): Promise<void> => {
      expect(await test.store.list({ ...query, limit: 2 })).toMatchObject({ objects: [] })
    }
    expect(await rowsRead(list)).toBeLessThan(100)
    await restore()
  })

  it('to order objects whose cluster has returned', async () => {
    const { sql } = test.database
    const runtime = await test.store.find({ kind: 'KubernetesRuntimeInstance', name: 'space' })
    const away = {
      conditions: [{ type: 'Ready', status: 'Unknown', lastTransitionTime: '2026-01-01T00:00:00.000Z' }],
    }
    await sql.query(
      `WITH away AS (
        UPDATE "Object" SET status = $1 WHERE kind = 'WorkloadInstance' AND name LIKE '%0' RETURNING id
      )
      INSERT INTO "Reference" ("fromId", "toId", field) SELECT id, $2, 'runtime' FROM away`,
      [JSON.stringify(away), runtime?.id],
    )
    await sql.query(`
      SELECT pg_current_xact_id();
      INSERT INTO "Change" ("objectId", "projectId", kind, name, operation, generation, version, actor)
      SELECT id, "projectId", kind, name, 'STATUS', 1, 1, 'tester' FROM "Object"`)
    await sql.query('ANALYZE')
    const [change] = await test.store.changes({ limit: 1 })
    if (change === undefined) throw new Error('the log is empty')
    const returned = { ...change, objectId: runtime?.id ?? 0n, triggersReferrers: true }
    let triggered = 0
    const read = await rowsRead(async () => (triggered = (await triggersOf(sql, [returned])).length))
    expect(triggered).toBeGreaterThanOrEqual(others / 10)
    // Every object and every reference once, and some of the log for each object of the cluster.
    expect(read).toBeLessThan(10 * others)
  })

  it('to trigger a thousand objects that wait for a cluster that has returned, independent of their number while it is unavailable', async () => {
    const { sql } = test.database
    const waiting = 1000
    await reportAnew('Failed', ['KubernetesRuntimeInstance', 'space'])
    const space = await test.store.find({ kind: 'KubernetesRuntimeInstance', name: 'space' })
    // No triggered object becomes due during the test, however slow the machine is.
    await sql.query(`UPDATE "Object" SET "nextReconcileAt" = now() + interval '10 minutes'`)
    await sql.query(
      `UPDATE "Object" SET "waitingForId" = $1
       WHERE id IN (SELECT id FROM "Object" WHERE kind = 'WorkloadInstance' AND name LIKE '%1%' ORDER BY id LIMIT $2)`,
      [space?.id, waiting],
    )
    // How many entries of dead rows an index still has depends on what else runs.
    await sql.query('VACUUM ANALYZE')
    const meanwhile = async (): Promise<void> => {
      await reportAnew('Failed', ['KubernetesRuntimeInstance', 'space'])
      await test.store.takeDue({ kinds: ['WorkloadInstance'], max: 10, overdue: 0 })
    }
    expect(await rowsRead(meanwhile)).toBeLessThan(200)
    const inIt = await sql.query<{ count: number }>(
      `SELECT count(*)::int FROM "Reference" WHERE "toId" = $1`,
      [space?.id],
    )
    const read = await rowsRead(() => reportAnew('Ready', ['KubernetesRuntimeInstance', 'space']))
    // Each is found by an index, locked and written: about four rows, and entries of six indexes.
    expect(read).toBeGreaterThan(2 * waiting)
    expect(read).toBeLessThan(16 * (waiting + (inIt.rows[0]?.count ?? 0)))
  })
})

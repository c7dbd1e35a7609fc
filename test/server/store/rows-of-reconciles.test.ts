import pg from 'pg'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { triggersOf } from '../../../server/delivery/relay.ts'
import { rowsRead, withoutAutovacuum } from '../../support/rows-read.ts'
import {
  defaultRuntime,
  reportOf,
  restartNamed,
  statusWith,
  testStore,
  workload,
  write,
} from '../../support/store.ts'

/** Workloads in the same cluster, each with resources there and an owned object. The first one is attached to `web`. */
const others = 3000

const test = testStore([...defaultRuntime, ...workload('web')])
const seen = async () => {
  const web = await test.store.find({ kind: 'WorkloadInstance', name: 'web' })
  return [{ ownerId: web?.id ?? 0n, uid: 'unknown', resourceVersion: '1' }]
}

/** Reports a reconcile of the workload, whose phase changes with each report. */
async function reportAnew(): Promise<number> {
  const { started, ready } = await startAnew()
  const status = { ...statusWith(!ready), phase: ready ? ('Failed' as const) : ('Ready' as const) }
  return rowsRead(test.database, () => test.store.report(reportOf(started, { status })))
}

async function startAnew() {
  const found = await test.store.find({ kind: 'WorkloadInstance', name: 'web' })
  return { started: await restartNamed(test.store, 'WorkloadInstance', 'web'), ready: found?.ready === true }
}

/** Finds what the newest change of the workload triggers. */
async function triggerAnew(): Promise<number> {
  const changes = await test.store.changes({ limit: 100 })
  const change = changes.findLast(
    ({ kind, triggersReferrers }) => kind === 'WorkloadInstance' && triggersReferrers,
  )
  if (change === undefined) throw new Error('the log has no change of the workload')
  return rowsRead(test.database, () => triggersOf(test.database.sql, [change]))
}

beforeAll(async () => {
  await withoutAutovacuum(test.database)
  // Connections plan statements while the tables are almost empty, and Postgres knows that, as after the deletion of most objects.
  await test.database.sql.query('ANALYZE')
  await test.store.triggerOwners(await seen(), write)
  await reportAnew()
  await triggerAnew()
  const client = new pg.Client({ connectionString: test.database.url })
  await client.connect()
  await client.query(`
    WITH made AS (
      INSERT INTO "Object" (kind, "projectId", name, spec, status)
      SELECT each.kind, "projectId", 'other' || number, spec, status
      FROM generate_series(1, ${others}) number, "Object" each
      WHERE each.kind = 'WorkloadInstance' AND each.name = 'web' RETURNING *
    ), located AS (
      INSERT INTO "Reference" ("fromId", "toId", field)
      SELECT made.id, space.id, 'runtime' FROM made, "Object" space
      WHERE space.kind = 'KubernetesRuntimeInstance' AND space.name = 'space'
    ), attached AS (
      INSERT INTO "Reference" ("fromId", "toId", field)
      SELECT made.id, web.id, 'workloadInstance' FROM made, "Object" web
      WHERE made.name = 'other1' AND web.kind = 'WorkloadInstance' AND web.name = 'web'
    ), owning AS (
      INSERT INTO "Ownership" ("ownerId", "ownedId", claim, parameters)
      SELECT made.id, space.id, made.name, '{}' FROM made, "Object" space
      WHERE space.kind = 'KubernetesRuntimeInstance' AND space.name = 'space'
    )
    INSERT INTO "AppliedResource" ("objectId", "runtimeId", "group", version, kind, namespace, name, "order", uid,
      "resourceVersion")
    SELECT made.id, space.id, '', 'v1', 'ConfigMap', made.name, 'a' || number, number, gen_random_uuid()::text, made.id::text
    FROM made, "Object" space, generate_series(0, 2) number
    WHERE space.kind = 'KubernetesRuntimeInstance' AND space.name = 'space'`)
  await client.end()
})

it('reads nothing of other objects in the cluster to store a report', async () => {
  expect(await reportAnew()).toBeLessThan(100)
  expect(await reportAnew()).toBeLessThan(100)
})

it('reads nothing of other objects in the cluster to store reports together', async () => {
  const workloads = ['free', 'also-free'].map((name) => [
    { kind: 'WorkloadInstance', name, spec: { definition: 'web', runtime: 'space' } },
  ])
  await test.store.apply(workloads.flat(), write)
  const events = [{ type: 'Normal' as const, reason: 'Applied', note: 'It is applied.' }]
  const report = async (ready: boolean): Promise<number> => {
    const started = [
      await restartNamed(test.store, 'WorkloadInstance', 'free'),
      await restartNamed(test.store, 'WorkloadInstance', 'also-free'),
    ]
    return rowsRead(test.database, () =>
      Promise.all(
        started.map((each) => test.store.report(reportOf(each, { events, status: statusWith(ready) }))),
      ),
    )
  }
  expect(await report(true)).toBeLessThan(150)
  expect(await report(false)).toBeLessThan(150)
})

it('reads nothing of other objects in the cluster to trigger what depends on a change', async () => {
  expect(await triggerAnew()).toBeLessThan(100)
})

it('reads only the owners of what a watch has seen', async () => {
  const resources = await seen()
  expect(await rowsRead(test.database, () => test.store.triggerOwners(resources, write))).toBeLessThan(100)
})

it('reads nothing of other objects to start a reconcile', async () => {
  const web = await test.store.find({ kind: 'WorkloadInstance', name: 'web' })
  const start = () => test.store.startReconcile(web?.id ?? 0n)
  // Index-only scans, which read no rows, need pages that are known to be visible.
  await test.database.sql.query('VACUUM "Object", "Reference", "AppliedResource", "Ownership"')
  // As autovacuum does with large tables. Small ones have no statistics yet, and are taken for larger than they are.
  await test.database.sql.query('ANALYZE "Object", "AppliedResource", "Ownership"')
  expect(await rowsRead(test.database, start)).toBeLessThan(100)
})

it('reads few of the resources in a cluster to list their kinds', async () => {
  const space = await test.store.find({ kind: 'KubernetesRuntimeInstance', name: 'space' })
  let types: unknown
  const list = async (): Promise<void> => void (types = await test.store.appliedTypes([space?.id ?? 0n]))
  expect(await rowsRead(test.database, list)).toBeLessThan(20)
  expect(types).toEqual([[{ group: '', version: 'v1', kind: 'ConfigMap' }]])
})

it('reads only what is due to order it', async () => {
  const { sql } = test.database
  const due = 20
  await sql.query(`UPDATE "Object" SET "nextReconcileAt" = NULL, "leaseExpiresAt" = NULL`)
  await sql.query('VACUUM "Object"')
  await sql.query(
    `UPDATE "Object" SET "nextReconcileAt" = now() - interval '1 minute' WHERE id IN (
      SELECT id FROM "Object" WHERE name LIKE 'other%' ORDER BY id LIMIT $1)`,
    [due],
  )
  let taken = 0
  const take = async (): Promise<void> => {
    taken = (await test.store.takeDue({ kinds: ['WorkloadInstance'], max: 100, overdue: 0 })).length
  }
  expect(await rowsRead(test.database, take)).toBeLessThan(50 * due)
  expect(taken).toBe(due)
})

it('reads only what it takes of many due objects, once it knows their order', async () => {
  // The order is then known for the whole test.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { sql } = test.database
  await sql.query(
    `UPDATE "Object" SET "nextReconcileAt" = now() - interval '1 minute' WHERE name LIKE 'other%'`,
  )
  await sql.query('VACUUM "Object"')
  const taken: string[] = []
  const take = async (): Promise<void> => {
    const due = await test.store.takeDue({ kinds: ['WorkloadInstance'], max: 10, overdue: 0 })
    taken.push(...due.map(({ id }) => String(id)))
  }
  await take()
  expect(await rowsRead(test.database, take)).toBeLessThan(200)
  expect(new Set(taken).size).toBe(20)
})

import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { rowsRead, withoutAutovacuum } from '../../support/rows-read.ts'
import { defaultRuntime, testStore, workload, write } from '../../support/store.ts'

/** Workloads in the same cluster, each with resources there and an owned object. */
const others = 3000

const test = testStore([...defaultRuntime, ...workload('web')])
const seen = async () => {
  const web = await test.store.find({ kind: 'WorkloadInstance', name: 'web' })
  return [{ ownerId: web?.id ?? 0n, uid: 'unknown', resourceVersion: '1' }]
}

beforeAll(async () => {
  await withoutAutovacuum(test.database)
  // The connection plans the statement while the tables are empty.
  await test.store.triggerOwners(await seen(), write)
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

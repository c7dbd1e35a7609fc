import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startControlPlane, type TestControlPlane } from '../../support/control-plane.ts'
import { eventually } from '../../support/eventually.ts'
import { clusterOf } from '../../support/kubernetes.ts'
import { defaultRuntime, definition } from '../../support/store.ts'

const names = ['kept', 'deleted', 'changed']

let plane: TestControlPlane
let database: pg.Client
beforeAll(async () => {
  plane = await startControlPlane()
  database = new pg.Client(plane.databaseUrl)
  await database.connect()
  await plane.client.apply([
    ...defaultRuntime,
    ...names.flatMap((name) => [
      definition(name),
      { kind: 'WorkloadInstance', name, spec: { definition: name, namespace: 'shop' } },
    ]),
  ])
  for (const name of names) await plane.ready('WorkloadInstance', name)
}, 120_000)
afterAll(async () => {
  await database?.end()
  await plane?.stop()
})

/** Returns how many reconciles of each instance have been started. */
async function reconciles(): Promise<Record<string, number>> {
  const { rows } = await database.query<{ name: string; epoch: number }>(
    `SELECT name, epoch FROM "Object" WHERE kind = 'WorkloadInstance'`,
  )
  return Object.fromEntries(rows.map(({ name, epoch }) => [name, epoch]))
}

/** Resolves once nothing is reconciled any more: the first worker may look at everything when it begins to watch the cluster. */
async function atRest(): Promise<void> {
  await eventually(async () => {
    const before = await reconciles()
    await sleep(1000)
    return isDeepStrictEqual(await reconciles(), before)
  })
}

const path = (name: string): string => `/api/v1/namespaces/shop/configmaps/${name}`

it('a worker that starts again reconciles only objects whose resources have changed while nobody watched', async () => {
  const cluster = await clusterOf(plane, 'space')
  const valueOf = async (name: string): Promise<unknown> =>
    ((await cluster.get(path(name))) as { data?: { value?: string } } | undefined)?.data?.value
  const drift = (): Promise<unknown> => cluster.merge(path('changed'), { data: { value: 'drifted' } })
  await drift()
  // It watches the cluster.
  await eventually(async () => (await valueOf('changed')) === 'a')
  await plane.ready('WorkloadInstance', 'changed')
  await atRest()
  await plane.workers[0]?.stop()
  const before = await reconciles()
  await cluster.delete(path('deleted'))
  await drift()

  await plane.startWorker()

  await eventually(async () => (await valueOf('deleted')) === 'a')
  await eventually(async () => (await valueOf('changed')) === 'a')
  const after = await reconciles()
  expect(after['kept']).toBe(before['kept'])
  expect(after['deleted']).toBeGreaterThan(before['deleted'] ?? 0)
  expect(after['changed']).toBeGreaterThan(before['changed'] ?? 0)
  await cluster.close()
}, 120_000)

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startControlPlane, type TestControlPlane } from '../../support/control-plane.ts'
import { eventually } from '../../support/eventually.ts'
import { definition } from '../../support/store.ts'
import { startFaultyFront, type FaultyFront } from './faulty-front.ts'

const runtimeKind = 'KubernetesRuntimeInstance'
const dependencyKind = 'WorkloadServiceDependency'

let plane: TestControlPlane
let front: FaultyFront
let database: pg.Client
beforeAll(async () => {
  plane = await startControlPlane()
  database = new pg.Client(plane.databaseUrl)
  await database.connect()
  await plane.client.apply([
    { kind: 'KubernetesRuntimeDefinition', name: 'simulated', spec: { provider: 'simulated' } },
    { kind: 'KubernetesRuntimeDefinition', name: 'imported', spec: { provider: 'kubeconfig' } },
    { kind: runtimeKind, name: 'behind', spec: { definition: 'simulated' } },
  ])
  await plane.ready(runtimeKind, 'behind')
  front = await startFaultyFront((await plane.client.kubeconfig({ name: 'behind' })) ?? '')
  await plane.client.apply([
    { kind: runtimeKind, name: 'far', spec: { definition: 'imported', kubeconfig: front.kubeconfig } },
    definition('app'),
    { kind: 'WorkloadInstance', name: 'app', spec: { definition: 'app', runtime: 'far' } },
    { kind: dependencyKind, name: 'rpc', spec: { workloadInstance: 'app', upstreamHost: 'rpc.ankr.com' } },
  ])
  await plane.ready(dependencyKind, 'rpc')
  await quiet()
}, 120_000)
afterAll(async () => {
  await front?.close()
  await database?.end()
  await plane?.stop()
})

/** Resolves once the watches have started, which trigger every object in the cluster. */
async function quiet(): Promise<void> {
  const isQuiet = await eventually(async () => {
    const { rows } = await database.query<{ quiet: boolean }>(
      `SELECT max(time) < now() - interval '4 seconds' AS quiet FROM "Change" WHERE operation = 'TRIGGER'`,
    )
    return rows[0]?.quiet === true ? true : undefined
  })
  expect(isQuiet).toBe(true)
}

/** Keeps workers from reconciling an object, as a slow worker would. */
async function hold(name: string, milliseconds: number): Promise<void> {
  await database.query(
    `UPDATE "Object" SET "leaseExpiresAt" = CASE WHEN $2 > 0 THEN now() + $2 * interval '1 millisecond' END,
      "nextReconcileAt" = now() + interval '1 second' WHERE kind = 'WorkloadInstance' AND name = $1`,
    [name, milliseconds],
  )
}

const isUnreachable = ({ status }: { status: { phase: string } }): boolean => status.phase === 'Unreachable'

describe('a cluster that is unavailable for a moment', () => {
  it('delays objects that run in it through another object, although that object has not noticed', async () => {
    for (const name of ['app', 'forward-proxy-far']) await hold(name, 600_000)
    await front.proxy.cut()
    await plane.client.objects.reconcile({ kind: runtimeKind, name: 'far' })
    await plane.until(runtimeKind, 'far', isUnreachable)
    await plane.client.objects.reconcile({ kind: dependencyKind, name: 'rpc' })
    const { status } = await plane.until(dependencyKind, 'rpc', isUnreachable)
    expect(status.cause).toMatchObject({ kind: runtimeKind, name: 'far' })

    await front.proxy.open()
    await plane.client.objects.reconcile({ kind: runtimeKind, name: 'far' })
    await plane.ready(runtimeKind, 'far')
    for (const name of ['app', 'forward-proxy-far']) await hold(name, 0)
    await plane.ready('WorkloadInstance', 'app')
    await plane.ready(dependencyKind, 'rpc')
  })

  it('delays a deletion from it, which completes when it is back', async () => {
    const app = { kind: 'WorkloadInstance', name: 'going', spec: { definition: 'app', runtime: 'far' } }
    await plane.client.apply([app])
    await plane.ready(app.kind, app.name)
    await front.proxy.cut()
    await plane.client.objects.reconcile({ kind: runtimeKind, name: 'far' })
    await plane.until(runtimeKind, 'far', isUnreachable)
    await plane.client.objects.delete([{ kind: app.kind, name: app.name }])
    const inMinutes = (retryAt?: string | null): boolean =>
      Date.parse(retryAt ?? '') > Date.now() + 5 * 60_000
    await plane.until(
      app.kind,
      app.name,
      ({ status: { cause } }) => cause?.name === 'far' && inMinutes(cause.retryAt),
    )
    await front.proxy.open()
    await plane.client.objects.reconcile({ kind: runtimeKind, name: 'far' })
    await plane.gone(app.kind, app.name)
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { parseManifests } from '../../../schema/manifests.ts'
import { liveAutoscalers } from '../../../workers/kube/apply/autoscalers.ts'
import { accessTo } from '../../support/access-to.ts'
import type { KubeObject } from '../../../workers/kube/client/client.ts'
import { applyObject } from '../../../workers/kube/client/cluster.ts'
import { createDiscovery } from '../../../workers/kube/client/discovery.ts'
import { pathOf } from '../../../workers/kube/client/paths.ts'
import { driftBetween } from '../../../workers/kube/apply/drift.ts'
import { delegatedFields, withoutDelegatedFields } from '../../../workers/kube/apply/ownership-transfer.ts'
import { prepareResources } from '../../../workers/kube/client/resource.ts'
import { eventually } from '../../support/eventually.ts'
import { onEachStage, type Stage } from '../support/stage.ts'

const folder = new URL('../corpus/', import.meta.url)
const everyName = readdirSync(folder).map((file) => file.replace(/\.yaml$/, ''))

/** Returns a file of the corpus, with cluster-wide names that only this run uses. */
function manifestsOf(name: string, { target }: Stage): string {
  return readFileSync(new URL(`${name}.yaml`, folder), 'utf8').replaceAll(/\bcorpus\b/g, target.prefix)
}

async function query<Row extends pg.QueryResultRow>(databaseUrl: string, text: string): Promise<Row[]> {
  const sql = new pg.Client({ connectionString: databaseUrl })
  await sql.connect()
  try {
    return (await sql.query<Row>(text)).rows
  } finally {
    await sql.end()
  }
}

async function controlPlaneOf(databaseUrl: string): Promise<string> {
  return (await query<{ id: string }>(databaseUrl, 'SELECT id FROM "ControlPlane"'))[0]?.id ?? ''
}

/** Reconciles every workload of the corpus, and waits until each reconcile has started. */
async function reconcileAgain(
  { client, databaseUrl }: Stage['plane'],
  names: readonly string[],
): Promise<void> {
  const epochs = async (): Promise<Map<string, number>> => {
    const text = `SELECT name, epoch FROM "Object" WHERE kind = 'WorkloadInstance'`
    const rows = await query<{ name: string; epoch: number }>(databaseUrl, text)
    return new Map(rows.map(({ name, epoch }) => [name, epoch]))
  }
  const before = await epochs()
  for (const name of names) await client.objects.reconcile({ kind: 'WorkloadInstance', name })
  await eventually(async () => {
    const now = await epochs()
    return names.every((name) => (now.get(name) ?? 0) > (before.get(name) ?? 0)) ? true : undefined
  })
}

onEachStage('a corpus of manifests of all common kinds', (stage) => {
  /** The workloads that can become ready here: claims need a cluster that provides volumes. */
  let names: string[] = []
  beforeAll(async () => {
    const hasStorage = await stage().target.hasStorage()
    names = everyName.filter(
      (name) => hasStorage || !/PersistentVolumeClaim|volumeClaim/.test(manifestsOf(name, stage())),
    )
  })

  it('has at least 60 manifests', () => {
    const count = everyName.reduce(
      (sum, name) => sum + parseManifests(manifestsOf(name, stage())).manifests.length,
      0,
    )
    expect(count).toBeGreaterThanOrEqual(60)
  })

  it('becomes ready', async () => {
    await Promise.all(names.map((name) => stage().apply(name, manifestsOf(name, stage()), { guard: 'off' })))
    for (const name of names) await stage().ready(name)
  })

  it('is not written to any more, however often it is reconciled', async () => {
    const { plane, proxy } = stage()
    await settled(stage())
    const before = proxy.writes().length
    // A reconcile starts once the one before has ended: three have ended when the fourth has started.
    for (let round = 0; round < 4; round++) await reconcileAgain(plane, names)
    expect(proxy.writes().slice(before)).toEqual([])
    for (const name of names) {
      const events = await plane.client.objects.events({ kind: 'WorkloadInstance', name })
      expect(events.filter(({ reason }) => /DriftCorrected|Updated/.test(reason))).toEqual([])
      await stage().ready(name)
    }
  })

  it.for(everyName)('shows no drift in a comparison with the cluster: %s', async (name, context) => {
    if (!names.includes(name)) return context.skip()
    const { plane, target, namespaceOf, api } = stage()
    const instance = await plane.client.objects.get({ kind: 'WorkloadInstance', name })
    const discovery = createDiscovery(target.client)
    const { desired } = await prepareResources({
      manifests: parseManifests(manifestsOf(name, stage())).manifests,
      namespace: namespaceOf(name),
      owner: {
        id: instance?.id ?? '',
        kind: 'WorkloadInstance',
        project: 'default',
        name,
        controlPlane: await controlPlaneOf(plane.databaseUrl),
      },
      discovery,
    })
    const autoscalers = liveAutoscalers(
      { client: target.client, discovery, runtimeId: '', access: accessTo(target.kubeconfig) },
      AbortSignal.timeout(60_000),
    )
    for (const resource of desired) {
      const { type, identity, key } = resource
      const place = { type, namespace: identity.namespace, name: identity.name }
      const found: KubeObject = await api.get(pathOf(type, identity.namespace, identity.name))
      const given = await delegatedFields(autoscalers, resource, found)
      const manifest = withoutDelegatedFields(resource.manifest, found, given)
      const signal = AbortSignal.timeout(10_000)
      const dry = await applyObject(target.client, place, { manifest, signal, force: true, dryRun: true })
      expect([key, ...driftBetween(found, dry, { manifest: resource.manifest })]).toEqual([key])
    }
  })

  it('is deleted as a whole', async () => {
    await Promise.all(names.map((name) => stage().remove(name)))
    for (const name of names) await stage().gone(name)
  })
})

/** Waits until nothing was written for three seconds. */
async function settled({ proxy }: Stage): Promise<void> {
  let [count, since] = [-1, Date.now()]
  const quiet = await eventually(
    async () => {
      const now = proxy.writes().length
      if (now !== count) [count, since] = [now, Date.now()]
      return Date.now() - since > 3000 ? true : undefined
    },
    { within: 60_000 },
  )
  expect(quiet, 'settles').toBe(true)
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { AnyObject } from '../../../client-sdk/index.ts'
import { release } from '../../../schema/release.ts'
import { eventually } from '../../support/eventually.ts'
import { helmBinary } from '../../support/helm.ts'
import { decoded } from '../../support/kubernetes.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'
import { userObjects } from '../../support/user-objects.ts'

interface Outputs {
  version: string
  namespace: string
  url: string
  tokenSecret: string
}

describe.skipIf(helmBinary === undefined)('a ControlPlaneInstance', () => {
  let started: PlaneWithRuntime
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'qleet-control-planes-'))
    started = await startPlaneWithRuntime({
      env: { QLEET_HELM: helmBinary ?? '', QLEET_CHART_CACHE: join(folder, 'cache') },
    })
  })
  afterAll(async () => {
    await started?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const apply = (name: string, definition: object, instance: object = {}) =>
    started.plane.client.apply([
      { kind: 'ControlPlaneDefinition', name, spec: { ...definition } },
      { kind: 'ControlPlaneInstance', name, spec: { definition: name, ...instance } },
    ])

  const outputsOf = async (name: string): Promise<Outputs> =>
    (await started.plane.ready('ControlPlaneInstance', name)).status.outputs as unknown as Outputs

  const causeOf = async (name: string, reason: string): Promise<string> => {
    const { status } = await started.plane.until(
      'ControlPlaneInstance',
      name,
      (object) => object.status.cause?.reason === reason,
    )
    return status.cause?.message ?? ''
  }

  const secretsOf = async (namespace: string, name: string): Promise<Record<string, string>> =>
    decoded(await started.cluster.get(`/api/v1/namespaces/${namespace}/secrets/${name}`))

  const deployment = (namespace: string, name: string) =>
    started.cluster.get(`/apis/apps/v1/namespaces/${namespace}/deployments/${name}`)

  const goneAfterConfirmation = async (name: string): Promise<string[]> => {
    const { plane } = started
    const target = { kind: 'ControlPlaneInstance', name }
    await plane.client.objects.delete([target])
    const held = await plane.until(
      target.kind,
      name,
      ({ status: { cause } }) => cause?.reason === 'AwaitingConfirmation',
    )
    await plane.client.objects.confirmRemoval(target, held.confirmation?.token ?? '')
    await plane.gone(target.kind, name)
    return held.confirmation?.removals.map(({ text }) => text) ?? []
  }

  let keys: Record<string, string> = {}

  it('runs servers, workers, NATS and a database, with keys that nobody sees', async () => {
    const { plane, cluster } = started
    await apply('Team_1', {
      version: '0.1.0',
      valuesDocument: 'server: { ingress: { enabled: true, host: t.example.com } }\n',
    })
    const { namespace, ...outputs } = await outputsOf('Team_1')
    expect(outputs).toEqual({
      version: '0.1.0',
      url: 'http://t.example.com',
      tokenSecret: 'team-1-secrets',
      parent: expect.stringMatching(/./),
      resources: expect.any(Number),
      readyResources: expect.any(Number),
    })
    expect(await deployment(namespace, 'team-1-server')).toMatchObject({
      spec: {
        replicas: 1,
        template: { spec: { containers: [{ image: 'ghcr.io/qleet/qleetos:0.1.0' }] } },
      },
    })
    expect(
      await cluster.get(`/apis/postgresql.cnpg.io/v1/namespaces/${namespace}/clusters/team-1-db`),
    ).toMatchObject({ spec: { instances: 1, storage: { size: '10Gi' } } })
    keys = await secretsOf(namespace, 'team-1-secrets')
    expect(Object.keys(keys).sort()).toEqual(['admin-token', 'encryption-key', 'nats-token', 'worker-token'])
    const object = await plane.client.objects.get({ kind: 'ControlPlaneInstance', name: 'Team_1' })
    for (const value of Object.values(keys)) {
      expect(value.length).toBeGreaterThan(20)
      expect(JSON.stringify(object)).not.toContain(value)
    }
  })

  it('follows its definition to a newer version and more of everything, and keeps its keys', async () => {
    const { cluster } = started
    await apply(
      'Team_1',
      {
        version: '0.2.0',
        storage: '20Gi',
        highAvailability: true,
        image: 'registry.example.com:5000/qleetos',
      },
      { valuesDocument: 'worker: { replicas: 3 }\n' },
    )
    const { namespace, version, url } = await outputsOf('Team_1')
    expect({ version, url }).toEqual({
      version: '0.2.0',
      url: `http://team-1.${namespace}.svc.cluster.local:1323`,
    })
    expect(await deployment(namespace, 'team-1-worker')).toMatchObject({
      spec: {
        replicas: 3,
        template: { spec: { containers: [{ image: 'registry.example.com:5000/qleetos:0.2.0' }] } },
      },
    })
    expect(
      await cluster.get(`/apis/postgresql.cnpg.io/v1/namespaces/${namespace}/clusters/team-1-db`),
    ).toMatchObject({ spec: { instances: 3, storage: { size: '20Gi' } } })
    expect(await secretsOf(namespace, 'team-1-secrets')).toEqual(keys)
  })

  it('gets its keys back when somebody deletes them in the cluster', async () => {
    const { cluster } = started
    const { namespace } = await outputsOf('Team_1')
    await cluster.delete(`/api/v1/namespaces/${namespace}/secrets/team-1-secrets`)
    await eventually(async () => (await secretsOf(namespace, 'team-1-secrets'))['admin-token'])
    expect(await secretsOf(namespace, 'team-1-secrets')).toEqual(keys)
  })

  it.each([
    ['an older version', { version: '0.1.9', storage: '20Gi' }, /spec.version: must not be older than 0.2.0/],
    ['less storage', { version: '0.2.0', storage: '10Gi' }, /spec.storage: must not be smaller than 20Gi/],
    [
      'another database',
      { database: 'external', storage: '20Gi' },
      /spec.database: cannot change after creation/,
    ],
    ['an image with a tag', { image: 'qleetos:1.0.0', storage: '20Gi' }, /spec.image: must have no tag/],
  ])('refuses %s', async (_, definition, message) => {
    await expect(apply('Team_1', definition)).rejects.toThrow(message)
  })

  it('runs the version of its parent unless its definition says otherwise, and none that is older', async () => {
    await apply('latest', {}, { guard: 'off' })
    expect(await outputsOf('latest')).toMatchObject({ version: release })
    await apply('latest', { version: '0.0.1' }, { guard: 'off' })
    expect(await causeOf('latest', 'VersionTooOld')).toContain('whose migrations version 0.0.1 cannot undo')
    await apply('latest', {}, { guard: 'off' })
    expect(await outputsOf('latest')).toMatchObject({ version: release })
  })

  it('is left alone by workers that are older than the one that installed it', async () => {
    const database = new pg.Client(started.plane.databaseUrl)
    await database.connect()
    onTestFinished(() => database.end())
    const target = { kind: 'ControlPlaneInstance', name: 'latest' }
    // A reconcile that is running may store its own state afterwards.
    const withChart = (version: string, holds: (object: AnyObject | undefined) => boolean) =>
      eventually(async () => {
        await database.query(
          `UPDATE "Object" SET "reconcilerState" = jsonb_set("reconcilerState", '{chart}', $1) WHERE kind = $2 AND name = $3`,
          [JSON.stringify(version), target.kind, target.name],
        )
        await started.plane.client.objects.reconcile(target)
        return holds(await started.plane.client.objects.get(target))
      })
    const isLeftAlone = (object: AnyObject | undefined): boolean =>
      object?.status.cause?.reason === 'OlderWorker'
    await withChart('99.0.0', isLeftAlone)
    await apply('latest', { highAvailability: true }, { guard: 'off' })
    expect(await causeOf('latest', 'OlderWorker')).toContain('Waiting for the workers to be upgraded')
    await withChart(release, (object) => !isLeftAlone(object))
    await apply('latest', { storage: '20Gi' }, { guard: 'off' })
    const { namespace } = await outputsOf('latest')
    expect(await deployment(namespace, 'latest-server')).toMatchObject({ spec: { replicas: 1 } })
    await started.plane.client.objects.delete([{ kind: 'ControlPlaneInstance', name: 'latest' }])
    await started.plane.gone('ControlPlaneInstance', 'latest')
  })

  it('takes an external database by its URL, which it never shows, and whose data it leaves alone', async () => {
    const { plane } = started
    const databaseUrl = 'postgres://east:very-secret-password@db.example.com/east'
    await apply('east', { database: 'external' }, { namespace: 'east' })
    expect(await causeOf('east', 'WrongDatabase')).toContain('Set databaseUrl.')
    await apply(
      'east',
      { database: 'external' },
      { namespace: 'east', databaseUrl, valuesDocument: 'server: 5\n' },
    )
    expect(await causeOf('east', 'RenderingFailed')).toMatch(/server.*got number, want object/)
    await apply('east', { database: 'external' }, { namespace: 'east', databaseUrl })
    expect(await outputsOf('east')).toMatchObject({ namespace: 'east' })
    expect(await secretsOf('east', 'east-database')).toEqual({ uri: databaseUrl })
    const told = [
      await plane.client.objects.get({ kind: 'ControlPlaneInstance', name: 'east' }),
      await plane.client.objects.tree({ kind: 'ControlPlaneInstance', name: 'east' }),
    ]
    expect(JSON.stringify(told)).not.toContain('very-secret-password')
    expect(await goneAfterConfirmation('east')).toEqual([
      expect.stringContaining('StatefulSet.apps east/east-nats'),
    ])
    expect(await secretsOf('east', 'east-secrets')).toEqual({})
  })

  it('is deleted with what it owns once the loss of its data is confirmed', async () => {
    const { plane, cluster } = started
    const { namespace } = await outputsOf('Team_1')
    expect(await goneAfterConfirmation('Team_1')).toEqual(
      expect.arrayContaining([expect.stringContaining(`Cluster.postgresql.cnpg.io ${namespace}/team-1-db`)]),
    )
    expect(await cluster.get(`/api/v1/namespaces/${namespace}`)).toBeUndefined()
    await plane.gone('SupportServiceInstance', 'databases-space')
    await plane.client.objects.delete(
      ['Team_1', 'latest', 'east'].map((name) => ({ kind: 'ControlPlaneDefinition', name })),
    )
    expect(await userObjects(plane.client)).toEqual([])
  })
})

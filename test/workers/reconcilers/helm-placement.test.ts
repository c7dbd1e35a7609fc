import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHttpRepository, type TestRepository } from '../../support/chart-repository.ts'
import { chartOf } from '../../support/charts.ts'
import { startControlPlane, type TestControlPlane } from '../../support/control-plane.ts'
import { helmBinary } from '../../support/helm.ts'
import { clusterOf } from '../../support/kubernetes.ts'

const chart = chartOf('shop', '1.0.0', {
  'values.yaml': 'replicaCount: 1\ncolour: red\n',
  'templates/settings.yaml': `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-settings}
data: {colour: {{ .Values.colour }}, replicas: "{{ .Values.replicaCount }}", token: "{{ .Values.token }}"}
`,
})

describe.skipIf(helmBinary === undefined)('a Helm workload with requirements', () => {
  let plane: TestControlPlane
  let repository: TestRepository
  let folder: string
  beforeAll(async () => {
    repository = await startHttpRepository()
    await repository.add(chart)
    folder = await mkdtemp(join(tmpdir(), 'qleet-helm-placement-'))
    plane = await startControlPlane({
      env: { QLEET_HELM: helmBinary ?? '', QLEET_CHART_CACHE: join(folder, 'cache') },
    })
    await plane.client.apply([
      { kind: 'KubernetesRuntimeDefinition', name: 'simulated', spec: { provider: 'simulated' } },
      runtime('home', 'Local'),
      runtime('paris', 'Europe:Paris'),
      { kind: 'HelmWorkloadDefinition', name: 'shop', spec: { repo: repository.url, chart: 'shop' } },
    ])
    for (const name of ['home', 'paris']) await plane.ready('KubernetesRuntimeInstance', name)
  })
  afterAll(async () => {
    await plane?.stop()
    await repository?.close()
    await rm(folder, { recursive: true, force: true })
  })

  function runtime(name: string, location: string) {
    return { kind: 'KubernetesRuntimeInstance', name, spec: { definition: 'simulated', location } }
  }

  function placed(name: string, placement: object, more: object = {}) {
    return { kind: 'HelmWorkloadInstance', name, spec: { definition: 'shop', placement, ...more } }
  }

  async function valuesIn(cluster: string, instance: string): Promise<unknown> {
    const { status } = await plane.ready('HelmWorkloadInstance', instance)
    const { namespace } = status.outputs as { namespace: string }
    const { client, close } = await clusterOf(plane, cluster)
    const path = `/api/v1/namespaces/${namespace}/configmaps/${instance}-settings`
    const { data } = (await client.request({ method: 'GET', path })) as { data: Record<string, string> }
    await close()
    return data
  }

  it('runs in the runtime that fits, with its choice', async () => {
    await plane.client.apply([placed('web', { location: 'Europe:Paris' })])
    const { status, manifestSpec } = await plane.ready('HelmWorkloadInstance', 'web')
    expect(manifestSpec).toMatchObject({ runtime: 'paris' })
    expect(status.outputs).toMatchObject({
      placement: {
        runtime: 'paris',
        rejected: [{ runtime: 'home', reason: 'is in Local, not Europe:Paris' }],
      },
    })
    expect(await valuesIn('paris', 'web')).toBeDefined()
    await plane.client.objects.delete([{ kind: 'HelmWorkloadInstance', name: 'web' }])
    await plane.gone('HelmWorkloadInstance', 'web')
  })

  it('has Secrets of its own, in one file with it and in the namespace of its release', async () => {
    const documents = [
      { kind: 'SecretDefinition', name: 'login', spec: { data: { password: 'x' } } },
      { kind: 'SecretInstance', name: 'login', spec: { definition: 'login', helmWorkloadInstance: 'owner' } },
      placed('owner', { location: 'Europe:Paris' }),
    ]
    await plane.client.apply(documents)
    const { manifestSpec, status } = await plane.ready('SecretInstance', 'login')
    expect(manifestSpec).toMatchObject({ runtime: 'paris' })
    const owner = await plane.ready('HelmWorkloadInstance', 'owner')
    const { namespace } = owner.status.outputs as { namespace: string }
    expect(status.outputs).toMatchObject({ namespace })
    const { client, close } = await clusterOf(plane, 'paris')
    const path = `/api/v1/namespaces/${namespace}/secrets/login`
    expect(await client.request({ method: 'GET', path })).toMatchObject({ data: { password: btoa('x') } })
    await close()
    await expect(
      plane.client.objects.delete([{ kind: 'HelmWorkloadInstance', name: 'owner' }]),
    ).rejects.toMatchObject({ code: 'BLOCKED' })
    await plane.client.objects.delete(
      ['SecretInstance', 'HelmWorkloadInstance'].map((kind, index) => ({
        kind,
        name: ['login', 'owner'][index] ?? '',
      })),
    )
    await plane.gone('HelmWorkloadInstance', 'owner')
  })

  it('is one release per location, with the values of that location and the secret values of all', async () => {
    const overrides = [{ location: 'Europe:Paris', valuesDocument: 'colour: blue\n' }]
    const document = placed(
      'all',
      { locations: ['Local', 'Europe:Paris'], overrides },
      { valuesDocument: 'replicaCount: 2\ncolour: green\n', secretValuesDocument: 'token: secret\n' },
    )
    await plane.client.apply([document])
    const { status } = await plane.ready('HelmWorkloadInstance', 'all')
    expect(status.outputs).toMatchObject({
      locations: [
        { location: 'Local', instance: 'all-local', runtime: 'home', ready: true },
        { location: 'Europe:Paris', instance: 'all-paris', runtime: 'paris', ready: true },
      ],
    })
    expect(await valuesIn('home', 'all-local')).toEqual({ colour: 'green', replicas: '2', token: 'secret' })
    expect(await valuesIn('paris', 'all-paris')).toEqual({ colour: 'blue', replicas: '2', token: 'secret' })
    const { manifestSpec, generation } = await plane.ready('HelmWorkloadInstance', 'all-paris')
    expect(manifestSpec).toMatchObject({ valuesDocument: 'replicaCount: 2\ncolour: blue\n' })
    expect(JSON.stringify(manifestSpec)).not.toContain('token')
    expect(await plane.client.apply([document])).toMatchObject([{ result: 'UNCHANGED' }])
    await plane.client.objects.reconcile({ kind: 'HelmWorkloadInstance', name: 'all' })
    await plane.ready('HelmWorkloadInstance', 'all')
    expect((await plane.ready('HelmWorkloadInstance', 'all-paris')).generation).toBe(generation)
    await plane.client.objects.delete([{ kind: 'HelmWorkloadInstance', name: 'all' }])
    for (const name of ['all-local', 'all-paris', 'all']) await plane.gone('HelmWorkloadInstance', name)
  })

  it('names the override whose values are no map', async () => {
    const overrides = [{ location: 'Local', valuesDocument: '- 1\n' }]
    await expect(
      plane.client.apply([placed('wrong', { locations: ['Local'], overrides })]),
    ).rejects.toMatchObject({
      details: {
        fields: [
          { path: 'documents[0].spec.placement.overrides[0].valuesDocument', message: 'must be a YAML map' },
        ],
      },
    })
  })
})

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogue } from '../../../workers/support-services/catalogue/index.ts'
import { startHttpRepository, type TestRepository } from '../../support/chart-repository.ts'
import { chartOf } from '../../support/charts.ts'
import { helmBinary } from '../../support/helm.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'

const { version: newest = '', digest = '' } = catalogue.secrets?.chart ?? {}
const older = '2.0.1'
const later = '2.0.2'

/** A chart of the name and with the values of the real one, which runs the stand-in. */
async function secretsChart(version: string) {
  const file = new URL('../../../workers/support-services/stand-ins/secrets.yaml', import.meta.url)
  const resources = (await readFile(file, 'utf8')).replace(
    'kind: Deployment',
    `kind: Deployment # ${version}`,
  )
  const templates = { 'templates/all.yaml': `{{ if .Values.installCRDs }}\n${resources}{{ end }}\n` }
  return chartOf('external-secrets', version, { 'values.yaml': 'installCRDs: false\n', ...templates })
}

describe.skipIf(helmBinary === undefined)('a support service in a cluster', () => {
  let started: PlaneWithRuntime
  let repository: TestRepository
  let folder: string
  beforeAll(async () => {
    repository = await startHttpRepository()
    for (const version of [older, later, newest]) await repository.add(await secretsChart(version))
    folder = await mkdtemp(join(tmpdir(), 'qleet-services-test-'))
    started = await startPlaneWithRuntime({
      env: {
        QLEET_HELM: helmBinary ?? '',
        QLEET_CHART_CACHE: join(folder, 'cache'),
        QLEET_CHART_MIRRORS: `https://charts.external-secrets.io=${repository.url}`,
      },
    })
    const kubeconfig = await started.plane.client.kubeconfig({ name: 'space' })
    await started.plane.client.apply([
      { kind: 'KubernetesRuntimeDefinition', name: 'existing', spec: { provider: 'kubeconfig' } },
      runtime('real', kubeconfig),
      runtime('same', kubeconfig),
    ])
  })
  afterAll(async () => {
    await started?.stop()
    await repository?.close()
    await rm(folder, { recursive: true, force: true })
  })

  function runtime(name: string, kubeconfig: string | undefined, more: object = {}) {
    return {
      kind: 'KubernetesRuntimeInstance',
      name,
      spec: { definition: 'existing', kubeconfig, ...more },
    }
  }

  const secret = (name: string, inRuntime: string) => [
    {
      kind: 'SecretDefinition',
      name,
      spec: { from: { password: { store: { name: 'local' }, key: 'shop' } } },
    },
    {
      kind: 'SecretInstance',
      name,
      spec: { definition: name, namespace: 'default', runtime: inRuntime },
    },
  ]

  const choose = async (version: string) => {
    const kubeconfig = await started.plane.client.kubeconfig({ name: 'space' })
    const supportServices = [{ service: 'secrets', version }]
    await started.plane.client.apply([runtime('real', kubeconfig, { supportServices })])
  }

  const installed = (version: string) =>
    started.plane.until(
      'SupportServiceInstance',
      'secrets-real',
      ({ ready, status }) => ready && (status.outputs as { version?: string }).version === version,
    )

  it('is the newest known version of its chart, and only as its publisher has made it', async () => {
    const { plane } = started
    await plane.client.apply(secret('one', 'real'))
    const { status } = await plane.until(
      'SupportServiceInstance',
      'secrets-real',
      (object) => object.status.cause?.reason === 'DigestMismatch',
    )
    expect(status.cause?.message).toContain(`external-secrets-${newest}.tgz`)
    expect(status.cause?.message).toContain(digest)
  })

  it('is a version that the runtime chooses, with its definitions', async () => {
    const { plane, cluster } = started
    await choose(older)
    const { status } = await installed(older)
    expect(status.outputs).toEqual({
      providedBy: 'chart',
      version: older,
      available: newest,
      namespace: 'external-secrets',
    })
    expect(JSON.stringify(status.conditions)).toContain(`Version ${newest} is available.`)
    await cluster.client.request({
      method: 'POST',
      path: '/apis/external-secrets.io/v1/namespaces/default/secretstores',
      body: {
        apiVersion: 'external-secrets.io/v1',
        kind: 'SecretStore',
        metadata: { name: 'local' },
        spec: { provider: { fake: { data: [{ key: 'shop', value: 'sesame' }] } } },
      },
    })
    await plane.ready('SecretInstance', 'one')
  })

  it('is found in the cluster by another runtime, and used as it is', async () => {
    const { plane } = started
    await plane.client.apply(secret('two', 'same'))
    await plane.ready('SecretInstance', 'two')
    const { status, message } = await plane
      .ready('SupportServiceInstance', 'secrets-same')
      .then((object) => ({ ...object, message: JSON.stringify(object.status.conditions) }))
    expect(status.outputs).toEqual({ providedBy: 'cluster', namespace: 'external-secrets' })
    expect(message).toContain('The cluster has External Secrets in namespace external-secrets already.')
    expect(
      await plane.client.objects.get({ kind: 'HelmWorkloadInstance', name: 'secrets-same' }),
    ).toBeUndefined()
    await plane.client.objects.delete([{ kind: 'SecretInstance', name: 'two' }])
    await plane.gone('SupportServiceInstance', 'secrets-same')
  })

  it('changes its version only when the runtime asks for it', async () => {
    await choose(later)
    const { status } = await installed(later)
    expect(status.outputs).toMatchObject({ available: newest })
  })

  it('goes with the last that needs it', async () => {
    const { plane, cluster } = started
    await plane.client.objects.delete([{ kind: 'SecretInstance', name: 'one' }])
    await plane.gone('SupportServiceInstance', 'secrets-real')
    expect(await cluster.get('/api/v1/namespaces/external-secrets')).toBeUndefined()
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
    expect(await cluster.get(`${definitions}/externalsecrets.external-secrets.io`)).toBeUndefined()
    expect(await cluster.get(`${definitions}/secretstores.external-secrets.io`)).toBeDefined()
  })
})

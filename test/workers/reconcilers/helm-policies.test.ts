import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHttpRepository, type TestRepository } from '../../support/chart-repository.ts'
import { shopChart } from '../../support/charts.ts'
import { helmBinary } from '../../support/helm.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'

describe.skipIf(helmBinary === undefined)('policies for charts', () => {
  let started: PlaneWithRuntime
  let repository: TestRepository
  let folder: string
  beforeAll(async () => {
    repository = await startHttpRepository()
    await repository.add(shopChart('1.0.0'))
    folder = await mkdtemp(join(tmpdir(), 'qleet-helm-policies-'))
    started = await startPlaneWithRuntime({
      env: { QLEET_HELM: helmBinary ?? '', QLEET_CHART_CACHE: join(folder, 'cache') },
    })
  })
  afterAll(async () => {
    await started?.stop()
    await repository?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const policy = (expression: string) => ({
    kind: 'Policy',
    name: 'registries',
    spec: {
      rules: [
        {
          name: 'ours',
          expression,
          message: 'has images of other registries',
          remedy: 'Copy them to registry.example.com.',
          field: 'spec.definition',
        },
      ],
    },
  })

  it('refuse what a worker has rendered before it is applied, with rule, field and remedy, until they allow it', async () => {
    const { plane, cluster } = started
    await plane.client.apply([policy("images.all(image, image.registry == 'registry.example.com')")])
    await plane.client.apply([
      { kind: 'HelmWorkloadDefinition', name: 'shop', spec: { repo: repository.url, chart: 'shop' } },
      {
        kind: 'HelmWorkloadInstance',
        name: 'shop',
        spec: { definition: 'shop', releaseNamespace: 'ns-shop' },
      },
    ])
    const { status } = await plane.until(
      'HelmWorkloadInstance',
      'shop',
      (object) => object.status.cause?.reason === 'PolicyViolation',
    )
    expect(status.cause?.message).toBe(
      'Policies forbid what the chart renders, so nothing of this revision is applied. spec.definition: has images of other registries ' +
        '(rule "ours" of policy "registries"). Copy them to registry.example.com.',
    )
    expect(await cluster.get('/apis/apps/v1/namespaces/ns-shop/deployments/shop')).toBeUndefined()
    await plane.client.apply([policy("images.all(image, image.registry == 'example.com')")])
    await plane.client.objects.reconcile({ kind: 'HelmWorkloadInstance', name: 'shop' })
    await plane.ready('HelmWorkloadInstance', 'shop')
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHttpRepository, type TestRepository } from '../../support/chart-repository.ts'
import { shopChart } from '../../support/charts.ts'
import { startControlPlane, type TestControlPlane } from '../../support/control-plane.ts'
import { eventually } from '../../support/eventually.ts'
import { helmBinary } from '../../support/helm.ts'
import { apiOf } from '../support/api.ts'
import { targetRuntime } from '../support/stage.ts'
import { onEachTarget } from '../support/target.ts'

describe.skipIf(helmBinary === undefined)('Helm', () => {
  onEachTarget('a release', (target) => {
    let plane: TestControlPlane
    let repository: TestRepository
    beforeAll(async () => {
      repository = await startHttpRepository()
      await repository.add(shopChart('1.0.0'))
      plane = await startControlPlane({ env: { QLEET_HELM: helmBinary ?? '' } })
      await plane.client.apply(targetRuntime(target().kubeconfig))
      await plane.ready('KubernetesRuntimeInstance', 'target')
    })
    afterAll(async () => {
      await plane?.stop()
      await repository?.close()
    })

    const kind = 'HelmWorkloadInstance'
    const namespaceOf = (name: string): string => `${target().prefix}-${name}`
    const at = (name: string, path: string): string => `/api/v1/namespaces/${namespaceOf(name)}/${path}`
    const settings = { data: { colour: 'green' } }

    const deploy = async (name: string, instance: object = {}) => {
      target().owned(`/api/v1/namespaces/${namespaceOf(name)}`)
      await plane.client.apply([
        { kind: 'HelmWorkloadDefinition', name, spec: { repo: repository.url, chart: 'shop' } },
        {
          kind,
          name,
          spec: { definition: name, releaseNamespace: namespaceOf(name), guard: 'off', ...instance },
        },
      ])
      const ready = await eventually(
        async () => {
          const object = await plane.client.objects.get({ kind, name })
          return object?.ready === true && object.generation === object.observedGeneration
            ? object
            : undefined
        },
        { within: 90_000 },
      )
      return ready.status.outputs
    }

    const remove = async (name: string) => {
      await plane.client.objects.delete([
        { kind, name },
        { kind: 'HelmWorkloadDefinition', name },
      ])
      const isGone = async () =>
        (await plane.client.objects.get({ kind, name })) === undefined ? true : undefined
      await eventually(isGone, { within: 90_000 })
    }

    it('is installed with its hooks, upgraded, and deleted after its last hook', async () => {
      const outputs = (await deploy('shop')) as { resources: number; readyResources: number }
      expect(outputs.readyResources).toBe(outputs.resources)
      await deploy('shop', { valuesDocument: 'colour: green\n' })
      const api = apiOf(target().client)
      expect(await api.get(at('shop', 'configmaps/shop-settings'))).toMatchObject(settings)
      await remove('shop')
    }, 240_000)

    it('of Helm is taken over with its records', async () => {
      const { client } = target()
      const namespace = namespaceOf('taken')
      const api = apiOf(client)
      const create = (path: string, body: object) =>
        api.post(path, { apiVersion: 'v1', ...body }, { fieldManager: 'helm' })
      await create('/api/v1/namespaces', { kind: 'Namespace', metadata: { name: namespace } })
      const annotations = {
        'meta.helm.sh/release-name': 'taken',
        'meta.helm.sh/release-namespace': namespace,
      }
      await create(at('taken', 'configmaps'), {
        kind: 'ConfigMap',
        metadata: { name: 'taken-settings', annotations },
        data: { colour: 'red' },
      })
      const record = 'sh.helm.release.v1.taken.v1'
      await create(at('taken', 'secrets'), {
        kind: 'Secret',
        type: 'helm.sh/release.v1',
        metadata: { name: record, labels: { owner: 'helm', name: 'taken', status: 'deployed' } },
        data: { release: Buffer.from('{}').toString('base64') },
      })
      await deploy('taken', { adopt: true, valuesDocument: 'colour: green\n' })
      expect(await api.get(at('taken', 'configmaps/taken-settings'))).toMatchObject(settings)
      expect(await api.get(at('taken', `secrets/${record}`))).toMatchObject({
        metadata: { labels: { owner: 'qleetos' } },
      })
      await remove('taken')
      await api.gone(at('taken', 'configmaps/taken-settings'))
      await api.gone(at('taken', `secrets/${record}`))
    }, 240_000)
  })
})

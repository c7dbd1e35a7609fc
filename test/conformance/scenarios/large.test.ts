import { expect, it } from 'vitest'
import type { KubeObject } from '../../../workers/kube/client/client.ts'
import { configMapText } from '../support/manifests.ts'
import { onEachStage } from '../support/stage.ts'

onEachStage('a large workload', (stage) => {
  it('has 2,000 resources, and causes no write without differences', { timeout: 400_000 }, async () => {
    const { deploy, api, namespaceOf, plane, proxy, remove, gone } = stage()
    const many = Array.from({ length: 2000 }, (_, index) => configMapText(`c${index}`, String(index)))
    const { status } = await deploy('many', many.join('---\n'), { guard: 'off' })
    expect(status.outputs).toMatchObject({ resources: 2001, readyResources: 2001 })
    const list = (await api.get(`/api/v1/namespaces/${namespaceOf('many')}/configmaps`, {
      labelSelector: 'app.kubernetes.io/managed-by=qleetos',
    })) as unknown as { items: KubeObject[] }
    expect(list.items).toHaveLength(2000)
    const before = proxy.requests.length
    await plane.client.objects.reconcile({ kind: 'WorkloadInstance', name: 'many' })
    await stage().ready('many')
    const sent = proxy.requests.slice(before)
    expect(sent.filter(({ method }) => method !== 'GET')).toEqual([])
    expect(sent.length).toBeLessThan(50)
    await remove('many')
    await gone('many', 200_000)
  })

  it('has an object of 900 kB', async () => {
    const { deploy, api, namespaceOf } = stage()
    const text = 'x'.repeat(900_000)
    await deploy('big', configMapText('big', text))
    const object = await api.get(`/api/v1/namespaces/${namespaceOf('big')}/configmaps/big`)
    expect((object['data'] as { value: string }).value).toHaveLength(900_000)
  })
})

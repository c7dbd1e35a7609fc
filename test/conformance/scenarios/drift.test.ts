import { expect, it } from 'vitest'
import { deploymentText, configMapText, together } from '../support/manifests.ts'
import { onEachStage } from '../support/stage.ts'

const image = (object: object): unknown =>
  (object as { spec: { template: { spec: { containers: { image: string }[] } } } }).spec.template.spec
    .containers[0]?.image

onEachStage('drift', (stage) => {
  const deployment = (name: string): string =>
    `/apis/apps/v1/namespaces/${stage().namespaceOf(name)}/deployments/web`
  const containers = (of: string) => ({
    spec: { template: { spec: { containers: [{ name: 'app', image: of }] } } },
  })

  it('by an edit is set back, and told by field with old, new and who', async () => {
    const { api, deploy, told, ready } = stage()
    await deploy('edited', deploymentText('web'))
    await api.patch(deployment('edited'), containers('example.com/other:9'), 'strategic', {
      fieldManager: 'kubectl-edit',
    })
    expect(await told('edited', 'DriftCorrected')).toContain(
      '.spec.template.spec.containers[name=app].image was changed from "registry.k8s.io/pause:3.10" to "example.com/other:9" by kubectl-edit',
    )
    await api.until(deployment('edited'), (object) => image(object) === 'registry.k8s.io/pause:3.10')
    await ready('edited')
  })

  it('by an apply of another manager is set back, and the manager named', async () => {
    const { api, deploy, told } = stage()
    await deploy('applied', configMapText('settings'))
    const path = `/api/v1/namespaces/${stage().namespaceOf('applied')}/configmaps/settings`
    await api.apply(
      path,
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { value: 'theirs' } },
      { manager: 'argocd', force: true },
    )
    expect(await told('applied', 'DriftCorrected')).toContain(
      '.data.value was changed from "a" to "theirs" by argocd',
    )
    await api.until(path, (object) => (object['data'] as { value: string }).value === 'a')
  })

  it('by scaling is set back, where nobody was given the replicas', async () => {
    const { api, deploy, told } = stage()
    await deploy('scaled', deploymentText('web', { replicas: 1 }))
    await api.patch(`${deployment('scaled')}/scale`, { spec: { replicas: 3 } }, 'merge', {
      fieldManager: 'kubectl',
    })
    expect(await told('scaled', 'DriftCorrected')).toContain(
      '.spec.replicas was changed from 1 to 3 by kubectl',
    )
    await api.until(deployment('scaled'), (object) => (object['spec'] as { replicas: number }).replicas === 1)
  })

  it('is no drift where somebody adds what nobody declared', async () => {
    const { api, deploy, reasons, plane, proxy } = stage()
    await deploy('added', together(configMapText('settings'), deploymentText('web')))
    const path = `/api/v1/namespaces/${stage().namespaceOf('added')}/configmaps/settings`
    await api.patch(path, { data: { more: 'x' }, metadata: { annotations: { a: 'b' } } })
    await api.patch(deployment('added'), {
      metadata: { labels: { team: 'x' } },
      spec: { minReadySeconds: 1 },
    })
    const before = proxy.writes().length
    await plane.client.objects.reconcile({ kind: 'WorkloadInstance', name: 'added' })
    await stage().ready('added')
    expect(proxy.writes().slice(before)).toEqual([])
    expect(await api.get(path)).toMatchObject({ data: { value: 'a', more: 'x' } })
    expect(await reasons('added')).not.toContain('DriftCorrected')
  })

  it('by deletion is made good', async () => {
    const { api, deploy, told } = stage()
    await deploy('deleted', configMapText('settings'))
    const path = `/api/v1/namespaces/${stage().namespaceOf('deleted')}/configmaps/settings`
    await api.delete(path)
    expect(await told('deleted', 'DriftCorrected')).toContain('was gone and was created again')
    await api.until(path, () => true)
  })

  it('is only reported, or left, where the object says so', async () => {
    const { api, deploy, plane, reasons } = stage()
    const marked = (mode: string) =>
      configMapText(`"${mode}"`, 'a', `, annotations: {qleet.io/drift: "${mode}"}`)
    await deploy('modes', together(marked('report'), marked('off')))
    const path = `/api/v1/namespaces/${stage().namespaceOf('modes')}/configmaps`
    for (const mode of ['report', 'off']) await api.patch(`${path}/${mode}`, { data: { value: 'x' } })
    const reported = await plane.until(
      'WorkloadInstance',
      'modes',
      ({ status }) => 'drift' in (status.outputs as object),
    )
    const { drift } = reported.status.outputs as { drift: { resource: string }[] }
    expect(drift.map(({ resource }) => resource)).toEqual([
      `ConfigMap ${stage().namespaceOf('modes')}/report`,
    ])
    expect(await reasons('modes')).not.toContain('DriftCorrected')
    for (const mode of ['report', 'off'])
      expect((await api.get(`${path}/${mode}`))['data']).toEqual({ value: 'x' })
  })

  it('is none where an autoscaler scales', async () => {
    const { api, deploy, reasons } = stage()
    const scaler = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  minReplicas: 3
  maxReplicas: 5
`
    await deploy('autoscaled', together(deploymentText('web', { replicas: 1 }), scaler))
    const scaledBy = (object: object): boolean =>
      (object as { spec: { replicas: number }; status: { readyReplicas?: number } }).spec.replicas === 3 &&
      (object as { status: { readyReplicas?: number } }).status.readyReplicas === 3
    await api.until(deployment('autoscaled'), scaledBy)
    await deploy('autoscaled', together(deploymentText('web', { replicas: 1, tag: '3.9' }), scaler))
    expect(await api.get(deployment('autoscaled'))).toMatchObject({ spec: { replicas: 3 } })
    expect(await reasons('autoscaled')).not.toContain('DriftCorrected')
  })
})

import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { labels } from '../../../workers/kube/client/owner.ts'
import { deploymentText, configMapText, together } from '../support/manifests.ts'
import { definitionOf, definitions, isTrue } from '../support/objects.ts'
import { onEachStage } from '../support/stage.ts'

const preserved = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

const image = (object: object): unknown =>
  (object as { spec: { template: { spec: { containers: { image: string }[] } } } }).spec.template.spec
    .containers[0]?.image

onEachStage('drift', (stage) => {
  const deployment = (name: string): string =>
    `/apis/apps/v1/namespaces/${stage().namespaceOf(name)}/deployments/web`
  const containers = (of: string) => ({
    spec: { template: { spec: { containers: [{ name: 'app', image: of }] } } },
  })

  it('by an edit is reverted, and reported by field with old value, new value and manager', async () => {
    const { api, deploy, noteOf, ready } = stage()
    await deploy('edited', deploymentText('web'))
    await api.patch(deployment('edited'), containers('example.com/other:9'), 'strategic', {
      fieldManager: 'kubectl-edit',
    })
    expect(await noteOf('edited', 'DriftCorrected')).toContain(
      '.spec.template.spec.containers[name=app].image was changed from "registry.k8s.io/pause:3.10" to "example.com/other:9" by kubectl-edit',
    )
    await api.until(deployment('edited'), (object) => image(object) === 'registry.k8s.io/pause:3.10')
    await ready('edited')
  })

  it('by an apply of another manager is reverted, and reported with the manager', async () => {
    const { api, deploy, noteOf } = stage()
    await deploy('applied', configMapText('settings'))
    const path = `/api/v1/namespaces/${stage().namespaceOf('applied')}/configmaps/settings`
    await api.apply(
      path,
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { value: 'theirs' } },
      { manager: 'argocd', force: true },
    )
    expect(await noteOf('applied', 'DriftCorrected')).toContain(
      '.data.value was changed from "a" to "theirs" by argocd',
    )
    await api.until(path, (object) => (object['data'] as { value: string }).value === 'a')
  })

  it('that recurs after each correction is corrected after growing pauses, and the status names it', async () => {
    const { api, deploy, noteOf, plane } = stage()
    await deploy('fought', configMapText('settings'))
    const path = `/api/v1/namespaces/${stage().namespaceOf('fought')}/configmaps/settings`
    const isOurs = (object: object): boolean => (object as { data: { value: string } }).data.value === 'a'
    for (let round = 0; round <= 10; round++) {
      await api.until(path, isOurs)
      await api.patch(path, { data: { value: 'theirs' } }, 'merge', { fieldManager: 'rival' })
    }
    const { status } = await plane.until(
      'WorkloadInstance',
      'fought',
      (object) => 'drift' in (object.status.outputs as object),
    )
    expect(status).toMatchObject({
      phase: 'Ready',
      outputs: { drift: [{ field: '.data.value', desired: '"a"', found: '"theirs"', manager: 'rival' }] },
    })
    expect(status.conditions).toContainEqual(
      expect.objectContaining({
        type: 'Ready',
        status: 'True',
        reason: 'DriftRecurring',
        message: expect.stringContaining('/settings (.data.value by rival)'),
      }),
    )
    expect(await noteOf('fought', 'DriftRecurring')).toContain(
      '.data.value was changed from "a" to "theirs" by rival',
    )
    await api.until(path, isOurs)
  })

  it('of the label by which a resource belongs to its object is reverted', async () => {
    const { api, deploy, noteOf, ready } = stage()
    const { id } = await deploy('relabelled', configMapText('settings'))
    const path = `/api/v1/namespaces/${stage().namespaceOf('relabelled')}/configmaps/settings`
    await api.patch(path, { metadata: { labels: { [labels.objectId]: '123456789' } } }, 'merge', {
      fieldManager: 'somebody',
    })
    await api.until(path, ({ metadata }) => metadata.labels?.[labels.objectId] === id)
    expect(await noteOf('relabelled', 'DriftCorrected')).toContain(
      `.metadata.labels["${labels.objectId}"] was changed from "${id}" to "123456789" by somebody`,
    )
    await ready('relabelled')
  })

  it('by scaling is reverted if the replicas have no other owner', async () => {
    const { api, deploy, noteOf } = stage()
    await deploy('scaled', deploymentText('web', { replicas: 1 }))
    await api.patch(`${deployment('scaled')}/scale`, { spec: { replicas: 3 } }, 'merge', {
      fieldManager: 'kubectl',
    })
    expect(await noteOf('scaled', 'DriftCorrected')).toContain(
      '.spec.replicas was changed from 1 to 3 by kubectl',
    )
    await api.until(deployment('scaled'), (object) => (object['spec'] as { replicas: number }).replicas === 1)
  })

  it('does not include an added field that is not declared', async () => {
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

  it('by deletion is repaired', async () => {
    const { api, deploy, noteOf } = stage()
    await deploy('deleted', configMapText('settings'))
    const path = `/api/v1/namespaces/${stage().namespaceOf('deleted')}/configmaps/settings`
    await api.delete(path)
    expect(await noteOf('deleted', 'DriftCorrected')).toContain('was deleted and has been recreated')
    await api.until(path, () => true)
  })

  it('is only reported, or ignored, if the object requests that', async () => {
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

  it('is none while an autoscaler scales', async () => {
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

  const scalerText = (min: number, kind = 'Deployment'): string => `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: ${kind}, name: web}
  minReplicas: ${min}
  maxReplicas: 5
`
  const scalers = (name: string): string =>
    `/apis/autoscaling/v2/namespaces/${stage().namespaceOf(name)}/horizontalpodautoscalers`
  const hasReplicas =
    (count: number) =>
    (object: object): boolean =>
      (object as { spec: { replicas: number } }).spec.replicas === count
  const others: Record<string, string> = {
    Deployment: 'deployments',
    StatefulSet: 'statefulsets',
    ReplicaSet: 'replicasets',
  }

  it.for(Object.keys(others))(
    'restores the declared replicas of a %s when its autoscaler is removed from the definition',
    async (kind) => {
      const { api, deploy, noteOf, namespaceOf } = stage()
      const name = `left-${kind.toLowerCase()}`
      const path = `/apis/apps/v1/namespaces/${namespaceOf(name)}/${others[kind]}/web`
      const text = deploymentText('web', { replicas: 1 }).replace('kind: Deployment', `kind: ${kind}`)
      await deploy(name, together(text, scalerText(3, kind)))
      await api.until(path, hasReplicas(3))
      await deploy(name, text)
      await api.until(path, hasReplicas(1))
      expect(await noteOf(name, 'Updated')).toContain(
        'its autoscaler no longer exists, so the declared replicas apply again',
      )
    },
  )

  it('takes over replicas that a foreign autoscaler has left when the definition changes them', async () => {
    const { api, deploy, reasons } = stage()
    await deploy('edited-later', deploymentText('web', { replicas: 1 }))
    await api.post(scalers('edited-later'), parse(scalerText(4)) as object)
    await api.until(deployment('edited-later'), hasReplicas(4))
    await deploy('edited-later', deploymentText('web', { replicas: 2, tag: '3.9' }))
    expect(await api.get(deployment('edited-later'))).toMatchObject({ spec: { replicas: 4 } })
    expect(await reasons('edited-later')).not.toContain('DriftCorrected')

    await api.delete(`${scalers('edited-later')}/web`)
    await deploy('edited-later', deploymentText('web', { replicas: 3, tag: '3.9' }))
    const { metadata } = await api.until(deployment('edited-later'), hasReplicas(3))
    expect(JSON.stringify(metadata.managedFields)).not.toContain('"subresource":"scale"')
  })

  /** Deploys a workload whose foreign autoscaler has scaled it to two and was deleted. */
  async function outliveAutoscaler(drift: string): Promise<string> {
    const { api, deploy, ready, plane } = stage()
    const name = `gone-${drift}`
    await deploy(name, deploymentText('web', { replicas: 1 }), { drift })
    await api.post(scalers(name), parse(scalerText(2)) as object)
    await api.until(deployment(name), hasReplicas(2))
    await ready(name)
    await api.delete(`${scalers(name)}/web`)
    await plane.client.objects.reconcile({ kind: 'WorkloadInstance', name })
    return name
  }

  it('of replicas is reverted when a foreign autoscaler is deleted and nothing else changes', async () => {
    const name = await outliveAutoscaler('correct')
    expect(await stage().noteOf(name, 'DriftCorrected')).toContain(
      '.spec.replicas was changed from 1 to 2 by kube-controller-manager, and was reverted',
    )
    await stage().api.until(deployment(name), hasReplicas(1))
    await stage().ready(name)
  })

  it('of replicas that a foreign autoscaler has left is only reported if the object requests that', async () => {
    const name = await outliveAutoscaler('report')
    const { status } = await stage().plane.until(
      'WorkloadInstance',
      name,
      (object) => 'drift' in (object.status.outputs as object),
    )
    expect(status.outputs).toMatchObject({
      drift: [{ field: '.spec.replicas', desired: '1', found: '2', manager: 'kube-controller-manager' }],
    })
    expect(await stage().api.get(deployment(name))).toMatchObject({ spec: { replicas: 2 } })
  })

  it('of replicas that a foreign autoscaler has left is none if drift is off', async () => {
    const name = await outliveAutoscaler('off')
    await stage().ready(name)
    expect(await stage().api.get(deployment(name))).toMatchObject({ spec: { replicas: 2 } })
  })

  it('adopts an existing workload with replicas that an autoscaler had left', async () => {
    const { api, deploy, namespaceOf } = stage()
    const namespace = namespaceOf('adopted')
    await api.post('/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace },
    })
    const made = parse(deploymentText('web', { replicas: 1 })) as object
    await api.apply(deployment('adopted'), made, { manager: 'qleetos-before' })
    await api.patch(`${deployment('adopted')}/scale`, { spec: { replicas: 4 } }, 'merge', {
      fieldManager: 'kube-controller-manager',
    })
    await deploy('adopted', deploymentText('web', { replicas: 2 }))
    await api.until(deployment('adopted'), hasReplicas(2))
  })

  it('is none in any kind while any kind of autoscaler scales it, and is detected afterwards', async () => {
    const { api, deploy, plane, ready, reasons, target, noteOf, namespaceOf } = stage()
    const group = `scaled.${target.prefix}.example.com`
    const gadget = definitionOf({
      group,
      kind: 'Gadget',
      schema: { type: 'object', properties: { spec: preserved, status: preserved } },
      subresources: {
        status: {},
        scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' },
      },
    })
    const scaler = definitionOf({
      group: `by.${group}`,
      kind: 'CronScaler',
      schema: { type: 'object', properties: { spec: preserved } },
    })
    for (const definition of [gadget, scaler]) {
      target.owned(`${definitions}/${definition.metadata.name}`)
      await api.post(definitions, definition)
      await api.until(`${definitions}/${definition.metadata.name}`, (object) => isTrue(object, 'Established'))
    }
    await deploy('custom', `apiVersion: ${group}/v1\nkind: Gadget\nmetadata: {name: web}\nspec: {size: 1}\n`)
    const path = `/apis/${group}/v1/namespaces/${namespaceOf('custom')}/gadgets/web`
    const cron = `/apis/by.${group}/v1/namespaces/${namespaceOf('custom')}/cronscalers`
    await api.post(cron, {
      apiVersion: `by.${group}/v1`,
      kind: 'CronScaler',
      metadata: { name: 'nightly' },
      spec: { scaleTargetRef: { apiVersion: `${group}/v1`, kind: 'Gadget', name: 'web' } },
    })
    await api.patch(`${path}/scale`, { spec: { replicas: 5 } }, 'merge', { fieldManager: 'cron-scaler' })
    await plane.client.objects.reconcile({ kind: 'WorkloadInstance', name: 'custom' })
    await ready('custom')
    expect(await api.get(path)).toMatchObject({ spec: { size: 5 } })
    expect(await reasons('custom')).not.toContain('DriftCorrected')

    await api.delete(`${cron}/nightly`)
    await plane.client.objects.reconcile({ kind: 'WorkloadInstance', name: 'custom' })
    expect(await noteOf('custom', 'DriftCorrected')).toContain(
      '.spec.size was changed from 1 to 5 by cron-scaler, and was reverted',
    )
    await api.until(path, (object) => (object['spec'] as { size: number }).size === 1)
  })
})

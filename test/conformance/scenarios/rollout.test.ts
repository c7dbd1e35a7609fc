import { expect, it } from 'vitest'
import { deploymentText, together } from '../support/manifests.ts'
import { onEachStage } from '../support/stage.ts'

const restartedAt = '2026-11-22T09:00:00Z'

onEachStage('an instance', (stage) => {
  const deployment = (namespace: string, name: string): string =>
    `/apis/apps/v1/namespaces/${stage().namespaceOf(namespace)}/deployments/${name}`

  it('scales one of its Deployments and returns to the replicas of its definition', async () => {
    const { api, deploy } = stage()
    const yaml = together(deploymentText('web', { replicas: 2 }), deploymentText('api'))
    await deploy('scaled', yaml, { scale: [{ kind: 'Deployment', name: 'web', replicas: 3 }] })
    expect(await api.get(deployment('scaled', 'web'))).toMatchObject({ status: { readyReplicas: 3 } })
    expect(await api.get(deployment('scaled', 'api'))).toMatchObject({ status: { readyReplicas: 1 } })
    await deploy('scaled', yaml)
    expect(await api.get(deployment('scaled', 'web'))).toMatchObject({ spec: { replicas: 2 } })
  })

  it('restarts its pods, as a change of their template', async () => {
    const { api, deploy } = stage()
    await deploy('restarted', deploymentText('web'))
    const before = await api.get(deployment('restarted', 'web'))
    await deploy('restarted', deploymentText('web'), { restartedAt })
    const after = await api.get(deployment('restarted', 'web'))
    expect(after).toMatchObject({
      spec: { template: { metadata: { annotations: { 'kubectl.kubernetes.io/restartedAt': restartedAt } } } },
      status: { updatedReplicas: 1, readyReplicas: 1 },
    })
    expect(after.metadata.generation).toBeGreaterThan(before.metadata.generation ?? 0)
  })

  it('holds a change back while it is paused, and rolls it out afterwards', async () => {
    const { api, apply, because, deploy } = stage()
    await deploy('paused', deploymentText('web'))
    await apply('paused', deploymentText('web', { tag: '3.9' }), { paused: true })
    await because('paused', 'Paused')
    expect(await api.get(deployment('paused', 'web'))).toMatchObject({ spec: { paused: true } })
    await deploy('paused', deploymentText('web', { tag: '3.9' }))
    expect(await api.get(deployment('paused', 'web'))).toMatchObject({
      status: { updatedReplicas: 1, readyReplicas: 1 },
    })
  })
})

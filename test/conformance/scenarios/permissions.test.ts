import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { accessTo } from '../../support/access-to.ts'
import { configMapText, deploymentText, together } from '../support/manifests.ts'
import { onEachStage, type Stage } from '../support/stage.ts'

/** Returns the kubeconfig of a service account of a cluster. */
async function kubeconfigOf({ api, target }: Stage, account: string): Promise<string> {
  const made = await api.post(`${account}/token`, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds: 3600 },
  })
  const { token } = made['status'] as { token: string }
  const { server, ca = '' } = accessTo(target.kubeconfig)
  const certificate = Buffer.from(ca).toString('base64')
  return stringify({
    clusters: [{ name: 'a', cluster: { server, 'certificate-authority-data': certificate } }],
    users: [{ name: 'a', user: { token } }],
    contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
    'current-context': 'a',
  })
}

const rbac = 'rbac.authorization.k8s.io'

onEachStage('permissions', (stage) => {
  it('that are missing for one kind stop only its resources, and are named', async (context) => {
    const { api, target, plane, namespaceOf } = stage()
    const namespace = await target.namespace()
    const account = `/api/v1/namespaces/${namespace}/serviceaccounts/limited`
    await api.post(account.replace('/limited', ''), {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'limited' },
    })
    const name = `${target.prefix}-limited`
    const role = `/apis/${rbac}/v1/clusterroles`
    // The simulated API server grants everything to everyone.
    const roles = await api.get(`${role}/cluster-admin`).catch(() => undefined)
    if (roles === undefined) return context.skip()
    target.owned(`${role}/${name}`)
    target.owned(`/apis/${rbac}/v1/clusterrolebindings/${name}`)
    await api.post(role, {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRole',
      metadata: { name },
      rules: [
        { apiGroups: ['', 'apps'], resources: ['namespaces', 'deployments'], verbs: ['*'] },
        { apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'watch', 'create', 'patch', 'delete'] },
      ],
    })
    await api.post(`/apis/${rbac}/v1/clusterrolebindings`, {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name },
      subjects: [{ kind: 'ServiceAccount', name: 'limited', namespace }],
    })
    const kubeconfig = await kubeconfigOf(stage(), account)
    await plane.client.apply([
      { kind: 'KubernetesRuntimeInstance', name: 'limited', spec: { definition: 'imported', kubeconfig } },
    ])
    await plane.ready('KubernetesRuntimeInstance', 'limited')
    await stage().apply('partly', together(configMapText('settings'), deploymentText('web')), {
      runtime: 'limited',
    })
    const { status } = await stage().because('partly', 'Forbidden')
    expect(status.cause?.message).toContain(
      `ConfigMap ${namespaceOf('partly')}/settings: needs permission to get configmaps`,
    )
    await api.until(`/apis/apps/v1/namespaces/${namespaceOf('partly')}/deployments/web`, () => true)
    expect(status.outputs).toMatchObject({ resources: 3 })
  })
})

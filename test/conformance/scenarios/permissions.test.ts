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

interface Rule {
  apiGroups: string[]
  resources: string[]
  verbs: string[]
}

/**
 * Imports the cluster as a runtime whose credentials have these rules. Returns a function that changes them; undefined for the simulated
 * API server, which grants everything to everyone.
 */
async function importLimited(
  stage: Stage,
  runtime: string,
  rules: readonly Rule[],
): Promise<((rules: readonly Rule[]) => Promise<unknown>) | undefined> {
  const { api, target, plane } = stage
  const roles = `/apis/${rbac}/v1/clusterroles`
  const isAuthorizing = await api.get(`${roles}/cluster-admin`).catch(() => undefined)
  if (isAuthorizing === undefined) return undefined
  const namespace = await target.namespace()
  const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`
  const subject = { kind: 'ServiceAccount', name: runtime }
  await api.post(accounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: runtime } })
  const name = `${target.prefix}-${runtime}`
  target.owned(`${roles}/${name}`)
  target.owned(`/apis/${rbac}/v1/clusterrolebindings/${name}`)
  const role = (granted: readonly Rule[]) => ({
    apiVersion: `${rbac}/v1`,
    kind: 'ClusterRole',
    metadata: { name },
    rules: granted,
  })
  await api.post(roles, role(rules))
  await api.post(`/apis/${rbac}/v1/clusterrolebindings`, {
    apiVersion: `${rbac}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: rbac, kind: 'ClusterRole', name },
    subjects: [{ ...subject, namespace }],
  })
  const kubeconfig = await kubeconfigOf(stage, `${accounts}/${runtime}`)
  await plane.client.apply([
    { kind: 'KubernetesRuntimeInstance', name: runtime, spec: { definition: 'imported', kubeconfig } },
  ])
  await plane.ready('KubernetesRuntimeInstance', runtime)
  return (granted) => api.put(`${roles}/${name}`, role(granted))
}

const everythingIn = (...resources: string[]): Rule => ({ apiGroups: ['', 'apps'], resources, verbs: ['*'] })
const configMapsWithoutGet: Rule = {
  apiGroups: [''],
  resources: ['configmaps'],
  verbs: ['list', 'watch', 'create', 'patch', 'delete'],
}

const secretText = (name: string): string => `apiVersion: v1\nkind: Secret\nmetadata: {name: ${name}}\n`

onEachStage('permissions', (stage) => {
  it('that are missing for one kind stop only its resources, and are named', async (context) => {
    const { api, namespaceOf } = stage()
    const rules = [everythingIn('namespaces', 'deployments'), configMapsWithoutGet]
    if ((await importLimited(stage(), 'limited', rules)) === undefined) return context.skip()
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

  it('that are missing for a kind keep only its resources from being pruned, until they are granted', async (context) => {
    const { api, namespaceOf } = stage()
    const all = [everythingIn('namespaces', 'secrets', 'configmaps')]
    const grant = await importLimited(stage(), 'shrinking', all)
    if (grant === undefined) return context.skip()
    const spec = { runtime: 'shrinking' }
    const [kept, old] = [secretText('kept'), secretText('old')]
    await stage().deploy('pruned', together(configMapText('old'), kept, old), spec)
    // With the permission to delete, they would be deleted as they were applied.
    const verbs = configMapsWithoutGet.verbs.filter((verb) => verb !== 'delete')
    await grant([everythingIn('namespaces', 'secrets'), { ...configMapsWithoutGet, verbs }])
    await stage().apply('pruned', kept, spec)
    const { status } = await stage().because('pruned', 'Forbidden')
    const namespace = namespaceOf('pruned')
    expect(status.cause?.message).toMatch(
      new RegExp(
        `^ConfigMap ${namespace}/old: needs permission to get configmaps .*, and stays until then\\.$`,
      ),
    )
    await api.gone(`/api/v1/namespaces/${namespace}/secrets/old`)
    await api.get(`/api/v1/namespaces/${namespace}/configmaps/old`)
    await grant(all)
    await stage().ready('pruned')
    await api.gone(`/api/v1/namespaces/${namespace}/configmaps/old`)
  })
})

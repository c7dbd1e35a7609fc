import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { accessTo } from '../../../support/access-to.ts'
import { createKubeClient, type KubeClient } from '../../../../workers/kube/client/client.ts'
import { missingPermissions } from '../../../../workers/kube/client/permissions.ts'
import { useCluster } from '../clusters.ts'

const cluster = useCluster()
/** Reports whether the cluster is real: simulated clusters allow every user everything. */
const isReal = process.env['QLEET_TEST_KUBECONFIG'] !== undefined
const signal = (): AbortSignal => AbortSignal.timeout(10_000)
const TokenRequest = z.object({ status: z.object({ token: z.string() }) })

/** Returns a client with a token in place of the certificate. */
function clientWith(token: string): KubeClient {
  const { server, ca, policy } = accessTo(cluster.kubeconfig)
  const client = createKubeClient({ access: { server, token, policy, ...(ca === undefined ? {} : { ca }) } })
  onTestFinished(() => client.close())
  return client
}

/** Returns the token of a service account with the given rules. */
async function tokenFor(namespace: string, rules: object[]): Promise<string> {
  const metadata = { name: `deployer-${namespace}` }
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: metadata.name }
  const subjects = [{ kind: 'ServiceAccount', name: 'deployer', namespace }]
  await cluster.apply({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'deployer', namespace } })
  await cluster.apply({ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata, rules })
  await cluster.apply({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata,
    roleRef,
    subjects,
  })
  onTestFinished(async () => {
    for (const plural of ['clusterrolebindings', 'clusterroles'])
      await cluster.client.request({
        method: 'DELETE',
        path: `/apis/rbac.authorization.k8s.io/v1/${plural}/${metadata.name}`,
      })
  })
  const answer = await cluster.client.request({
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/serviceaccounts/deployer/token`,
    body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} },
  })
  return TokenRequest.parse(answer).status.token
}

describe('missingPermissions', () => {
  it('finds none missing for an administrator', async () => {
    expect(await missingPermissions(cluster.client, signal())).toEqual([])
  })

  it.runIf(isReal)('reports what a service account may not do, as the cluster refuses it', async () => {
    const namespace = await cluster.namespace()
    const verbs = ['get', 'list', 'watch', 'create', 'patch', 'delete']
    const token = await tokenFor(namespace, [
      {
        apiGroups: [''],
        resources: [
          'namespaces',
          'configmaps',
          'secrets',
          'services',
          'serviceaccounts',
          'persistentvolumeclaims',
          'pods',
          'events',
        ],
        verbs,
      },
      { apiGroups: ['apps'], resources: ['statefulsets', 'daemonsets', 'replicasets'], verbs },
      { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'list', 'watch', 'create'] },
      { apiGroups: ['batch'], resources: ['*'], verbs: ['*'] },
    ])
    const client = clientWith(token)
    expect(await missingPermissions(client, signal())).toEqual([
      'patch, delete deployments.apps',
      'get, list, watch, create, patch, delete ingresses.networking.k8s.io',
    ])
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments/web`
    const refusal = client.request({
      method: 'PATCH',
      path,
      body: {},
      contentType: 'application/merge-patch+json',
    })
    await expect(refusal).rejects.toMatchObject({
      failure: 'forbidden',
      message: `needs permission to patch deployments.apps in namespace "${namespace}" (as "system:serviceaccount:${namespace}:deployer")`,
    })
  })

  it('is not reported for a user unknown to the cluster', async () => {
    const refusal = missingPermissions(clientWith('nobody'), signal())
    await expect(refusal).rejects.toMatchObject({ failure: 'unauthenticated' })
  })
})

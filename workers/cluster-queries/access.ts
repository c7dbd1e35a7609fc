import { z } from 'zod'
import type { AccessQuery, SealedAccess } from '../../schema/cluster-queries.ts'
import { sealResponse } from '../../schema/sealed-responses.ts'
import type { ClusterAccess } from '../../schema/clusters/kubeconfig/access.ts'
import { writeKubeconfig } from '../../schema/clusters/kubeconfig/write.ts'
import { applyObject } from '../kube/client/cluster.ts'
import type { ResourceType } from '../kube/client/discovery.ts'
import type { KubeClient } from '../kube/client/client.ts'
import { parseResponse } from '../kube/client/parse-response.ts'
import type { QueryContext } from './query-context.ts'

/** The service account of the kubeconfigs that are issued to users. Deleting it revokes all of them. */
const account = { namespace: 'kube-system', name: 'qleet-access' }

/**
 * Issues a kubeconfig with a token of a cluster-admin service account, through the TokenRequest API of Kubernetes, so
 * that the credentials of QleetOS itself are not handed out.
 */
export async function* issueAccess(
  { objectId, seconds, publicKey }: AccessQuery,
  { clusters, signal }: QueryContext,
): AsyncGenerator<SealedAccess> {
  const { client, access } = await clusters.of(objectId)
  await ensureAccount(client, signal)
  const { token, expirationTimestamp } = await tokenOf(client, { seconds, signal })
  const sealed = sealResponse(kubeconfigOf(access, token), publicKey)
  yield { sealed, expiresAt: new Date(expirationTimestamp).toISOString() }
}

const serviceAccounts: ResourceType = {
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  namespaced: true,
}
const bindings: ResourceType = {
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRoleBinding',
  plural: 'clusterrolebindings',
  namespaced: false,
}

async function ensureAccount(client: KubeClient, signal: AbortSignal): Promise<void> {
  const { namespace, name } = account
  const metadata = { name, labels: { 'app.kubernetes.io/managed-by': 'qleetos' } }
  await applyObject(
    client,
    { type: serviceAccounts, ...account },
    {
      manifest: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { ...metadata, namespace } },
      force: true,
      signal,
    },
  )
  await applyObject(
    client,
    { type: bindings, namespace: '', name },
    {
      manifest: {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRoleBinding',
        metadata,
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
        subjects: [{ kind: 'ServiceAccount', ...account }],
      },
      force: true,
      signal,
    },
  )
}

const TokenRequest = z.object({
  status: z.object({ token: z.string(), expirationTimestamp: z.iso.datetime({ offset: true }) }),
})

async function tokenOf(client: KubeClient, { seconds, signal }: { seconds: number; signal: AbortSignal }) {
  const response = await client.request({
    method: 'POST',
    path: `/api/v1/namespaces/${account.namespace}/serviceaccounts/${account.name}/token`,
    body: {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { expirationSeconds: seconds },
    },
    signal,
  })
  return parseResponse(TokenRequest, response, client).status
}

/** Returns a kubeconfig with the address and the authority of the cluster, and the token as its user. */
function kubeconfigOf({ server, ca, serverName, skipVerification }: ClusterAccess, token: string): string {
  const name = account.name
  const cluster = {
    server,
    ...(ca === undefined ? {} : { 'certificate-authority-data': Buffer.from(ca).toString('base64') }),
    ...(serverName === undefined ? {} : { 'tls-server-name': serverName }),
    ...(skipVerification === true ? { 'insecure-skip-tls-verify': true } : {}),
  }
  return writeKubeconfig({ name, context: { cluster: name, user: name }, cluster, user: { token } })
}

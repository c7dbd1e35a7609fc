import type { KubeObject } from '../../workers/kube/client/client.ts'
import type { TestControlPlane } from './control-plane.ts'
import type { TestCluster } from './kubernetes.ts'

const group = 'databases.example.com'
const kinds = ['Database', 'Replica'] as const

async function create(cluster: TestCluster, path: string, body: object): Promise<KubeObject> {
  return (await cluster.client.request({ method: 'POST', path, body })) as KubeObject
}

async function defineKinds(cluster: TestCluster): Promise<void> {
  for (const kind of kinds) {
    const plural = `${kind.toLowerCase()}s`
    await create(cluster, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${plural}.${group}` },
      spec: {
        group,
        scope: 'Namespaced',
        names: { kind, plural },
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        ],
      },
    })
  }
}

/**
 * Applies a workload `db` with one custom resource, and creates what its operator would, without any of our labels: a
 * StatefulSet with the pod `main-0`, and a resource of an unknown kind, which owns the pod `copy`. A third pod,
 * `stranger`, has no owner.
 */
export async function applyOperated(plane: TestControlPlane, cluster: TestCluster): Promise<void> {
  await defineKinds(cluster)
  const yamlDocument = `apiVersion: ${group}/v1\nkind: Database\nmetadata: {name: main}\n`
  await plane.client.apply([
    { kind: 'WorkloadDefinition', name: 'db', spec: { yamlDocument } },
    { kind: 'WorkloadInstance', name: 'db', spec: { definition: 'db', namespace: 'db' } },
  ])
  await plane.ready('WorkloadInstance', 'db')
  const custom = `/apis/${group}/v1/namespaces/db`
  const database = await cluster.get(`${custom}/databases/main`)
  if (database === undefined) throw new Error('the custom resource does not exist')
  const labels = { app: 'main' }
  const template = { metadata: { labels }, spec: podSpec }
  await create(cluster, '/apis/apps/v1/namespaces/db/statefulsets', {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: ownedBy('main', database),
    spec: { replicas: 1, serviceName: 'main', selector: { matchLabels: labels }, template },
  })
  const replica = await create(cluster, `${custom}/replicas`, {
    apiVersion: `${group}/v1`,
    kind: 'Replica',
    metadata: ownedBy('copies', database),
  })
  const pod = { apiVersion: 'v1', kind: 'Pod', spec: podSpec }
  const pods = '/api/v1/namespaces/db/pods'
  await create(cluster, pods, { ...pod, metadata: ownedBy('copy', replica) })
  await create(cluster, pods, { ...pod, metadata: { name: 'stranger' } })
}

const podSpec = { containers: [{ name: 'app', image: 'example.com/db:1' }] }

function ownedBy(name: string, { apiVersion, kind, metadata }: KubeObject): object {
  const owner = { apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true }
  return { name, ownerReferences: [owner] }
}

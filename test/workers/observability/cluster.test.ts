import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReconcileContext } from '../../../workers/engine/reconciler.ts'
import { createKubeClient, type KubeClient } from '../../../workers/kube/client/client.ts'
import { createDiscovery } from '../../../workers/kube/client/discovery.ts'
import { growClaims } from '../../../workers/observability/cluster.ts'
import { useCluster } from '../../simulator/simulated.ts'
import { accessTo } from '../../support/access-to.ts'
import { eventually } from '../../support/eventually.ts'

const simulated = useCluster()
let client: KubeClient
beforeAll(() => {
  client = createKubeClient({ access: accessTo(simulated.cluster.kubeconfig) })
})
afterAll(() => client.close())

const post = (path: string, body: object) => client.request({ method: 'POST', path, body })

const namespace = 'default'
const claims = `/api/v1/namespaces/${namespace}/persistentvolumeclaims`
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const prometheuses = `/apis/monitoring.coreos.com/v1/namespaces/${namespace}/prometheuses`

const requesting = (storage: string) => ({
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage } },
})

async function createPrometheus(storage: string): Promise<void> {
  const schema = {
    openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  }
  await post(definitions, {
    metadata: { name: 'prometheuses.monitoring.coreos.com' },
    spec: {
      group: 'monitoring.coreos.com',
      scope: 'Namespaced',
      names: { kind: 'Prometheus', plural: 'prometheuses' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  })
  const spec = { storage: { volumeClaimTemplate: { spec: requesting(storage) } } }
  const prometheus = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'Prometheus',
    metadata: { name: 'own' },
    spec,
  }
  await eventually(() => post(prometheuses, prometheus).catch(() => undefined))
}

async function grow(): Promise<string[]> {
  const notes: string[] = []
  const context = {
    recordEvent: ({ note }) => void notes.push(note),
    assertHeld: () => undefined,
  } as Partial<ReconcileContext> as ReconcileContext
  const cluster = {
    runtimeId: '1',
    client,
    discovery: createDiscovery(client),
    access: accessTo(simulated.cluster.kubeconfig),
  }
  const inspected = { cluster, signal: new AbortController().signal }
  await growClaims(context, inspected, { namespace, name: 'own', labelSelector: 'of=own' })
  return notes
}

const sizeOf = async (name: string): Promise<unknown> => {
  const { spec } = (await client.request({ method: 'GET', path: `${claims}/${name}` })) as { spec: object }
  return (spec as ReturnType<typeof requesting>).resources.requests.storage
}

it('raises the claims of a Prometheus to the size in its object, and no others', async () => {
  const labels = { of: 'own' }
  await post(claims, { metadata: { name: 'small', labels }, spec: requesting('20Gi') })
  await post(claims, { metadata: { name: 'large', labels }, spec: requesting('80Gi') })
  await post(claims, { metadata: { name: 'other' }, spec: requesting('20Gi') })
  expect(await grow()).toEqual([])
  await createPrometheus('40Gi')
  expect(await grow()).toEqual(['Raised the size of PersistentVolumeClaim default/small from 20Gi to 40Gi.'])
  expect(await Promise.all(['small', 'large', 'other'].map(sizeOf))).toEqual(['40Gi', '80Gi', '20Gi'])
})

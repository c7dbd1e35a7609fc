import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../../workers/kube/client/client.ts'
import { explainHealth } from '../../../../workers/kube/health/explain.ts'
import { healthOf, type Health } from '../../../../workers/kube/health/health.ts'
import { eventually, poll } from '../../../support/eventually.ts'
import { useCluster } from '../clusters.ts'

const cluster = useCluster()
/**
 * Reports whether the cluster is real: the simulator's StatefulSets emit no event about pods that they may not create.
 */
const isReal = process.env['QLEET_TEST_KUBECONFIG'] !== undefined
const missing = 'example.com/no-such-image:1'

const types: Record<string, { group: string; plural: string }> = {
  Deployment: { group: 'apps', plural: 'deployments' },
  StatefulSet: { group: 'apps', plural: 'statefulsets' },
  Job: { group: 'batch', plural: 'jobs' },
  Pod: { group: '', plural: 'pods' },
  PersistentVolumeClaim: { group: '', plural: 'persistentvolumeclaims' },
}

/** Returns the health of an object in its current state. */
async function explained(kind: string, name: string, namespace: string): Promise<Health> {
  const { group, plural } = types[kind] ?? { group: '', plural: '' }
  const root = group === '' ? '/api/v1' : `/apis/${group}/v1`
  const live = (await cluster.get(`${root}/namespaces/${namespace}/${plural}/${name}`)) as KubeObject
  const type = { group, version: 'v1', kind, plural, namespaced: true }
  return explainHealth(cluster.client, { live, type, health: healthOf(live) }, AbortSignal.timeout(10_000))
}

/** Returns the health once it has the expected message; fails with the last one after the timeout. */
async function until(
  kind: string,
  name: string,
  { namespace, says }: { namespace: string; says: RegExp },
): Promise<Health> {
  const found = await poll(
    async () => {
      const health = await explained(kind, name, namespace)
      return says.test(health.message) ? health : undefined
    },
    { every: 100 },
  )
  const health = found ?? (await explained(kind, name, namespace))
  expect(health.message).toMatch(says)
  return health
}

interface AppOptions {
  image?: string
  behaviour?: string
  replicas?: number
  resources?: object
}

function app(
  name: string,
  namespace: string,
  { image = 'nginx', behaviour, replicas = 1, resources = {} }: AppOptions = {},
) {
  const annotations =
    behaviour === undefined
      ? {}
      : { 'simulator.qleet.io/behaviour': behaviour, 'fakenode/behaviour': behaviour }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: {
      replicas,
      selector: { matchExpressions: [{ key: 'app', operator: 'In', values: [name] }] },
      template: {
        metadata: { labels: { app: name }, annotations },
        spec: { containers: [{ name: 'web', image, resources }] },
      },
    },
  }
}

describe('explainHealth', () => {
  it('names the pod and the image that is not found', async () => {
    const namespace = await cluster.namespace()
    await cluster.apply(app('web', namespace, { image: missing, replicas: 2 }))
    const health = await until('Deployment', 'web', { namespace, says: /pods ready.*not found/ })
    expect(health).toMatchObject({ state: 'failed', reason: 'ImagePullBackOff' })
    expect(health.message).toMatch(
      /^0 of 2 pods ready; web-\w+-\w+: image example\.com\/no-such-image:1 not found, pulling since \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
    )
  })

  it('still names the image as the reason after the deadline of the Deployment, which only ends the wait', async () => {
    const namespace = await cluster.namespace()
    const { spec, ...rest } = app('web', namespace, { image: missing })
    await cluster.apply({ ...rest, spec: { ...spec, progressDeadlineSeconds: 1 } })
    const health = await until('Deployment', 'web', { namespace, says: /timed out.*not found/ })
    expect(health).toMatchObject({ state: 'failed', reason: 'ImagePullBackOff', grace: 0 })
    expect(health.message).toMatch(/^ReplicaSet "web-\w+" has timed out progressing; web-\w+-\w+: image /)
  })

  it('keeps the deadline as the reason if nothing in the pods explains it', async () => {
    const namespace = await cluster.namespace()
    const { spec, ...rest } = app('web', namespace, { behaviour: 'never-ready' })
    await cluster.apply({ ...rest, spec: { ...spec, progressDeadlineSeconds: 1 } })
    const health = await until('Deployment', 'web', { namespace, says: /timed out/ })
    expect(health).toMatchObject({ state: 'failed', reason: 'ProgressDeadlineExceeded', grace: 0 })
  })

  it('is the same as long as nothing changes', async () => {
    const namespace = await cluster.namespace()
    await cluster.apply(app('web', namespace, { image: missing }))
    await until('Deployment', 'web', { namespace, says: /not found/ })
    const explanations = new Set<string>()
    for (let look = 0; look < 20; look++) {
      explanations.add(JSON.stringify(await explained('Deployment', 'web', namespace)))
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
    expect([...explanations]).toHaveLength(1)
  })

  it('reports a crash loop with its exit code', async () => {
    const namespace = await cluster.namespace()
    await cluster.apply(app('web', namespace, { behaviour: 'crash' }))
    const health = await until('Deployment', 'web', { namespace, says: /ready.*crashes/ })
    expect(health).toMatchObject({ state: 'failed', reason: 'CrashLoopBackOff' })
    expect(health.message).toMatch(
      /0 of 1 pod ready; web-\w+-\w+: container web crashes repeatedly, last exit code 1/,
    )
  })

  it('does not blame pods of the old version for the new one', async () => {
    const namespace = await cluster.namespace()
    await cluster.apply(app('web', namespace, { image: missing }))
    await until('Deployment', 'web', { namespace, says: /not found/ })
    await cluster.apply(app('web', namespace, { behaviour: 'never-ready' }))
    const health = await until('Deployment', 'web', { namespace, says: /container web is not ready/ })
    expect(health.state).toBe('progressing')
    expect(health.message).not.toContain('not found')
  })

  it('reports why no node accepts a pod', async () => {
    const namespace = await cluster.namespace()
    await cluster.apply(
      app('web', namespace, { behaviour: 'unschedulable', resources: { requests: { cpu: '9000' } } }),
    )
    const health = await until('Deployment', 'web', { namespace, says: /cannot be scheduled/ })
    expect(health).toMatchObject({ state: 'progressing', reason: 'Unschedulable' })
    expect(health.message).toMatch(/cannot be scheduled \(0\/\d nodes are available: [^.]*\)$/)
  })

  it('names the quota that refuses the pods', async () => {
    const namespace = await cluster.namespace()
    const hard = { pods: '0' }
    await cluster.apply({
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'none', namespace },
      spec: { hard },
    })
    const filled = async () =>
      (await cluster.get(`/api/v1/namespaces/${namespace}/resourcequotas/none`))?.['status'] === undefined
        ? undefined
        : true
    await eventually(filled)
    await cluster.apply(app('web', namespace))
    const health = await until('Deployment', 'web', {
      namespace,
      says: /^the pod is forbidden: exceeded quota: none/,
    })
    expect(health).toMatchObject({ state: 'failed', reason: 'FailedCreate' })
  })

  it.runIf(isReal)('reports from events what a StatefulSet may not create', async () => {
    const namespace = await cluster.namespace()
    await cluster.apply({
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'none', namespace },
      spec: { hard: { pods: '0' } },
    })
    await eventually(async () =>
      (await cluster.get(`/api/v1/namespaces/${namespace}/resourcequotas/none`))?.['status'] === undefined
        ? undefined
        : true,
    )
    const { spec } = app('db', namespace)
    const selector = { matchLabels: { app: 'db' } }
    await cluster.apply({
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'db', namespace },
      spec: { ...spec, selector, serviceName: 'db' },
    })
    const health = await until('StatefulSet', 'db', { namespace, says: /exceeded quota/ })
    expect(health).toMatchObject({ state: 'progressing', reason: 'FailedCreate' })
    expect(health.message).toMatch(
      /^(0 of 1 pod ready; )?a pod cannot be created: the pod is forbidden: exceeded quota: none/,
    )
  })

  it('reports how the last pod of a failed Job ended', async () => {
    const namespace = await cluster.namespace()
    const annotations = { 'simulator.qleet.io/behaviour': 'exit-1', 'fakenode/behaviour': 'fail' }
    const template = {
      metadata: { annotations },
      spec: { restartPolicy: 'Never', containers: [{ name: 'migrate', image: 'busybox' }] },
    }
    await cluster.apply({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'migrate', namespace },
      spec: { backoffLimit: 0, template },
    })
    const health = await until('Job', 'migrate', { namespace, says: /backoff limit.*exit code/ })
    expect(health).toMatchObject({ state: 'failed', reason: 'BackoffLimitExceeded' })
    expect(health.message).toMatch(
      /backoff limit; migrate-\w+: container migrate terminated with exit code 1/,
    )
  })

  it('accepts a claim that waits for its first pod', async () => {
    const namespace = await cluster.namespace()
    const storageClassName = `later-${namespace}`
    await cluster.apply({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: storageClassName },
      provisioner: 'example.com/none',
      volumeBindingMode: 'WaitForFirstConsumer',
    })
    const resources = { requests: { storage: '1Gi' } }
    await cluster.apply({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data', namespace },
      spec: { accessModes: ['ReadWriteOnce'], resources, storageClassName },
    })
    const found = await eventually(async () =>
      (await explained('PersistentVolumeClaim', 'data', namespace)).state === 'ready' ? true : undefined,
    )
    expect(found).toBe(true)
    await cluster.client.request({
      method: 'DELETE',
      path: `/apis/storage.k8s.io/v1/storageclasses/${storageClassName}`,
    })
  })
})

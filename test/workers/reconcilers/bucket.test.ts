import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { decoded } from '../../support/kubernetes.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'

let started: PlaneWithRuntime
beforeAll(async () => {
  started = await startPlaneWithRuntime()
})
afterAll(() => started?.stop())

function bucket(name: string, spec: Record<string, unknown> = {}, instance: Record<string, unknown> = {}) {
  return [
    { kind: 'BucketDefinition', name, spec },
    { kind: 'BucketInstance', name, spec: { definition: name, ...instance } },
  ]
}

interface Outputs {
  bucket: string
  namespace: string
}

async function outputsOf(name: string): Promise<Outputs> {
  const { status } = await started.plane.ready('BucketInstance', name)
  return status.outputs as unknown as Outputs
}

interface Job {
  metadata: { name: string }
  spec: { template: { spec: { containers: { command: string[]; env: object[] }[] } } }
}

async function jobsIn(namespace: string): Promise<Job[]> {
  const path = `/apis/batch/v1/namespaces/${namespace}/jobs`
  const { items } = (await started.cluster.client.request({ method: 'GET', path })) as { items: Job[] }
  return items
}

function scriptOf(job: Job | undefined): string {
  return job?.spec.template.spec.containers[0]?.command.at(-1) ?? ''
}

describe('a BucketInstance', () => {
  it('is ready once a Job has configured its bucket, with a key that is no output', async () => {
    const { plane, cluster } = started
    await plane.client.apply(bucket('Photos', { quota: '5Gi' }))
    const { bucket: name, namespace, ...outputs } = await outputsOf('Photos')
    expect(name).toMatch(/^photos-[0-9a-f]{10}$/)
    expect(outputs).toEqual({
      provider: 'seaweedfs',
      endpoint: 'http://seaweedfs-s3.seaweedfs.svc.cluster.local:8333',
      region: 'us-east-1',
    })
    const [job, ...others] = await jobsIn(namespace)
    expect(others).toEqual([])
    expect(scriptOf(job)).toContain('s3.bucket.quota -name=$BUCKET -op=set -sizeMB=5120')
    const key = decoded(await cluster.get(`/api/v1/namespaces/${namespace}/secrets/bucket-key`))
    const { 'access-key-id': id = '', 'secret-access-key': secret = '' } = key
    expect([id, secret]).toEqual([
      expect.stringMatching(/^[0-9A-F]{20}$/),
      expect.stringMatching(/^[0-9a-f]{60}$/),
    ])
    const object = JSON.stringify(await plane.client.objects.get({ kind: 'BucketInstance', name: 'Photos' }))
    for (const value of [id, secret]) expect(object + JSON.stringify(job)).not.toContain(value)
  })

  it('replaces its Job when its definition changes, and keeps its name and its key', async () => {
    const { plane, cluster } = started
    const before = await outputsOf('Photos')
    const secret = `/api/v1/namespaces/${before.namespace}/secrets/bucket-key`
    const key = decoded(await cluster.get(secret))
    const [first] = await jobsIn(before.namespace)
    await plane.client.apply(bucket('Photos', { versioning: true, publicRead: true }))
    expect(await outputsOf('Photos')).toEqual(before)
    const [second, ...others] = await jobsIn(before.namespace)
    expect(others).toEqual([])
    expect(second?.metadata.name).not.toBe(first?.metadata.name)
    expect(scriptOf(second)).toContain('s3.bucket.versioning -name=$BUCKET -enable')
    expect(scriptOf(second)).toContain('s3.anonymous.set -bucket=$BUCKET -access=Read')
    expect(decoded(await cluster.get(secret))).toEqual(key)
  })

  it('is deleted by a Job once the loss of its objects is confirmed', async () => {
    const { plane, cluster } = started
    const { bucket: name, namespace } = await outputsOf('Photos')
    const target = { kind: 'BucketInstance', name: 'Photos' }
    const plan = await plane.client.objects.delete([target], { dryRun: true })
    expect(plan).toBeDefined()
    await plane.client.objects.delete([target])
    const held = await plane.until(
      target.kind,
      target.name,
      ({ status: { cause } }) => cause?.reason === 'AwaitingConfirmation',
    )
    expect(held.confirmation?.removals.map(({ text }) => text)).toEqual([`bucket ${name}: holds objects`])
    const jobs: string[] = []
    await plane.client.objects.confirmRemoval(target, held.confirmation?.token ?? '')
    const path = `/apis/batch/v1/namespaces/${namespace}/jobs`
    await eventually(async () => {
      const { items } = (await cluster.client
        .request({ method: 'GET', path })
        .catch(() => ({ items: [] }))) as { items: Job[] }
      jobs.push(...items.map(scriptOf))
      const object = await plane.client.objects.get(target)
      return object === undefined ? true : undefined
    })
    expect(jobs.some((script) => script.includes('s3.bucket.delete -name=$BUCKET'))).toBe(true)
    expect(await cluster.get(`/api/v1/namespaces/${namespace}`)).toBeUndefined()
    await plane.gone('SupportServiceInstance', 'object-storage-space')
  })
})

describe('an application with a bucket', () => {
  it('gets its address and its key as a binding, and asks before the objects go', async () => {
    const { plane, cluster } = started
    const yamlDocument = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: "nginx:1.29" }] }
`
    const dependencies = [{ name: 'files', kind: 'Bucket', spec: { namePrefix: 'files' }, inject: [{}] }]
    await plane.client.apply([
      { kind: 'WorkloadDefinition', name: 'album', spec: { yamlDocument, dependencies } },
      { kind: 'WorkloadInstance', name: 'album', spec: { definition: 'album' } },
    ])
    const { status } = await plane.ready('WorkloadInstance', 'album')
    const { namespace } = status.outputs as { namespace: string }
    const { bucket: name, namespace: own } = await outputsOf('album-files')
    const key = decoded(await cluster.get(`/api/v1/namespaces/${own}/secrets/bucket-key`))
    const host = 'seaweedfs-s3.seaweedfs.svc.cluster.local'
    expect(decoded(await cluster.get(`/api/v1/namespaces/${namespace}/secrets/files-binding`))).toEqual({
      type: 's3',
      provider: 'seaweedfs',
      host,
      port: '8333',
      uri: `http://${host}:8333/${name}`,
      endpoint: `http://${host}:8333`,
      bucket: name,
      region: 'us-east-1',
      ...key,
    })
    const target = { kind: 'WorkloadInstance', name: 'album' }
    await plane.client.objects.delete([target])
    const held = await plane.until(
      target.kind,
      target.name,
      ({ status: { cause } }) => cause?.reason === 'AwaitingConfirmation',
    )
    expect(held.confirmation?.removals.map(({ text }) => text)).toEqual([
      `bucket ${name} of BucketInstance album-files (holds data)`,
    ])
    await plane.client.objects.confirmRemoval(target, held.confirmation?.token ?? '')
    await plane.gone(target.kind, target.name)
    await plane.gone('SupportServiceInstance', 'object-storage-space')
  })
})

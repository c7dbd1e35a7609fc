import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digest } from '../../support/applications-delivered.ts'
import { eventually } from '../../support/eventually.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'

const yamlDocument = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: "example.com/shop:1.0" }]
`

const nightly = `${yamlDocument}---
apiVersion: batch/v1
kind: CronJob
metadata: { name: report }
spec:
  schedule: "0 3 * * *"
  jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: report, image: "example.com/shop:1.0" }] } } } }
`

const dependencies = [
  {
    name: 'cache',
    kind: 'Workload',
    shared: 'cache',
    spec: {
      yamlDocument: `apiVersion: v1
kind: Service
metadata: { name: cache }
spec: { selector: { app: cache }, ports: [{ name: http, port: 80 }] }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: entries }
spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
`,
    },
    inject: [{ workload: 'web', env: { CACHE_URL: 'uri' } }],
  },
]

let started: PlaneWithRuntime
beforeAll(async () => {
  started = await startPlaneWithRuntime()
  await started.plane.client.apply([
    { kind: 'Environment', name: 'staging', spec: { settle: 0 } },
    { kind: 'WorkloadDefinition', name: 'shop', spec: { yamlDocument, dependencies } },
    application('closed', {}),
    application('shop', {
      previews: {
        max: 2,
        maxTtl: 86_400,
        seed: { image: 'example.com/seed:1', env: { SIZE: 'small' } },
      },
    }),
    // Another definition, without dependencies.
    { kind: 'WorkloadDefinition', name: 'plain', spec: { yamlDocument } },
    application('plain', { definition: 'plain', previews: {} }),
    { kind: 'WorkloadDefinition', name: 'nightly', spec: { yamlDocument: nightly } },
    sleepy(1),
    broken({ seed: { image: `example.com/seed@${digest('bad')}` } }),
  ])
})
afterAll(() => started?.stop())

function application(name: string, spec: Record<string, unknown>) {
  return {
    kind: 'Application',
    name,
    spec: { definition: 'shop', environments: [{ environment: 'staging' }], ...spec },
  }
}

const sleepy = (after: number) =>
  application('sleepy', { definition: 'nightly', previews: { sleep: { after } } })

const broken = (previews: Record<string, unknown> | undefined) =>
  application('broken', { definition: 'plain', ...(previews === undefined ? {} : { previews }) })

interface Push {
  application?: string
  letters?: string
  [field: string]: unknown
}

function preview(pullRequest: number, { application: name = 'shop', letters = 'a1', ...spec }: Push = {}) {
  const images = [{ name: 'example.com/shop', digest: digest(letters) }]
  return {
    kind: 'Preview',
    name: `${name}-pr-${pullRequest}`,
    spec: { application: name, pullRequest, images, ...spec },
  }
}

const push = (...previews: ReturnType<typeof preview>[]) => started.plane.client.apply(previews)

async function inState(name: string, state: string): Promise<Record<string, unknown>> {
  return eventually(async () => {
    const object = await started.plane.client.objects.get({ kind: 'Preview', name })
    const outputs = object?.status.outputs
    return object?.observedGeneration === object?.generation && outputs?.['state'] === state
      ? outputs
      : undefined
  })
}

async function imageIn(namespace: unknown): Promise<string | undefined> {
  const path = `/apis/apps/v1/namespaces/${String(namespace)}/deployments/web`
  const object = (await started.cluster.get(path)) as unknown as
    { spec: { template: { spec: { containers: { image: string }[] } } } } | undefined
  return object?.spec.template.spec.containers[0]?.image
}

const stored = (kind: string, name: string) => started.plane.client.objects.get({ kind, name })

describe('a Preview', () => {
  let namespace: unknown

  it('is refused by an application without previews, and with a longer life than it allows', async () => {
    await expect(push(preview(1, { application: 'closed' }))).rejects.toThrow(
      'spec.application: has no previews. Add the field previews to the application',
    )
    await expect(push(preview(1, { ttl: 90_000 }))).rejects.toThrow(
      'spec.ttl: must be at most 86400, which is previews.maxTtl of the application',
    )
  })

  it('runs the images of its pull request apart from environments, with data', async () => {
    await push(preview(42, { build: 7, commit: '4f1d2ab' }))
    const outputs = await inState('shop-pr-42', 'Ready')
    expect(outputs).toMatchObject({
      images: [{ name: 'example.com/shop', digest: digest('a1') }],
      commit: '4f1d2ab',
      seededAt: expect.any(String),
    })
    namespace = outputs['namespace']
    expect(await imageIn(namespace)).toBe(`example.com/shop@${digest('a1')}`)
    const { namespace: other } = (await stored('WorkloadInstance', 'shop-staging'))?.status.outputs as {
      namespace: string
    }
    expect(other).not.toBe(namespace)
    // A dependency that environments share is another one here.
    expect((await stored('WorkloadInstance', 'shop-pr-42'))?.status.outputs).toMatchObject({
      dependencies: [{ name: 'cache', object: 'shop-pr-42-cache' }],
    })
    // The job has left with its pod.
    const jobs = await started.cluster.get(`/apis/batch/v1/namespaces/${String(namespace)}/jobs`)
    expect(jobs).toMatchObject({ items: [] })
    const { status } = (await stored('Application', 'shop')) ?? {}
    expect(status?.outputs).toMatchObject({ environments: [{ environment: 'staging' }], deliveries: [] })
  })

  it('is brought to a newer build in place, and never to an older or another one', async () => {
    const before = await stored('WorkloadInstance', 'shop-pr-42')
    const { seededAt } = await inState('shop-pr-42', 'Ready')
    await push(preview(42, { build: 8, letters: 'a2' }))
    const outputs = await inState('shop-pr-42', 'Ready')
    expect(outputs).toMatchObject({ namespace, seededAt })
    expect(await imageIn(namespace)).toBe(`example.com/shop@${digest('a2')}`)
    expect((await stored('WorkloadInstance', 'shop-pr-42'))?.id).toBe(before?.id)
    await expect(push(preview(42, { build: 7, letters: 'a3' }))).rejects.toThrow(
      'spec.build: is older than build 8, which the preview has',
    )
    await expect(push(preview(42, { build: 8, letters: 'a3' }))).rejects.toThrow(
      'spec.build: is that of other images, which the preview has',
    )
    const [same] = await push(preview(42, { build: 8, letters: 'a2' }))
    expect(same?.result).toBe('UNCHANGED')
  })

  it('is refused beyond the number that the application allows, and twice for a pull request', async () => {
    await push(preview(43))
    await expect(push(preview(44))).rejects.toThrow(
      'spec.application: has 2 open previews, and previews.max allows 2: shop-pr-42, shop-pr-43',
    )
    await expect(push({ ...preview(43), name: 'second' })).rejects.toThrow(
      'spec.pullRequest: has the preview shop-pr-43 already',
    )
    const both = await Promise.allSettled([
      push(preview(1, { application: 'plain' })),
      push({ ...preview(1, { application: 'plain' }), name: 'second' }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('is deleted with its data, without a confirmation', async () => {
    await started.plane.client.objects.delete([{ kind: 'Preview', name: 'shop-pr-42' }])
    await started.plane.gone('Preview', 'shop-pr-42')
    expect(await stored('WorkloadInstance', 'shop-pr-42')).toBeUndefined()
    expect(await stored('WorkloadDefinition', 'shop-pr-42')).toBeUndefined()
    expect(await stored('WorkloadInstance', 'shop-pr-42-cache')).toBeUndefined()
    expect(await started.cluster.get(`/api/v1/namespaces/${String(namespace)}`)).toBeUndefined()
  })

  it('is deleted some time after its last push', async () => {
    await push(preview(5, { application: 'plain' }))
    await inState('plain-pr-5', 'Ready')
    await push(preview(5, { application: 'plain', ttl: 1 }))
    await started.plane.gone('Preview', 'plain-pr-5')
    expect(await stored('WorkloadInstance', 'plain-pr-5')).toBeUndefined()
  })

  it('sleeps some time after its last push, and runs again when it is woken or pushed to', async () => {
    await push(preview(7, { application: 'sleepy', build: 1 }))
    const asleep = await inState('sleepy-pr-7', 'Asleep')
    expect(asleep['sleepsAt']).toBeUndefined()
    const path = `/apis/apps/v1/namespaces/${String(asleep['namespace'])}/deployments/web`
    const cronJob = `/apis/batch/v1/namespaces/${String(asleep['namespace'])}/cronjobs/report`
    const running = async () => {
      const [{ spec }, { spec: job }] = (await Promise.all(
        [path, cronJob].map((each) => started.cluster.get(each)),
      )) as unknown as [{ spec: { replicas: number } }, { spec: { suspend: boolean } }]
      return `${spec.replicas} pods${job.suspend ? ', no reports' : ''}`
    }
    const runs = (expected: string) => eventually(async () => (await running()) === expected || undefined)
    await runs('0 pods, no reports')
    const { status } = await started.plane.ready('WorkloadInstance', 'sleepy-pr-7')
    expect(status.conditions.find(({ type }) => type === 'Ready')?.message).toMatch(
      /It sleeps: while asleep is set, its Deployments, StatefulSets and ReplicaSets have no replicas\.$/,
    )
    await started.plane.client.apply([sleepy(3600)])
    await push(preview(7, { application: 'sleepy', build: 1, wokenAt: new Date().toISOString() }))
    expect(await inState('sleepy-pr-7', 'Ready')).toMatchObject({
      namespace: asleep['namespace'],
      sleepsAt: expect.any(String),
    })
    expect(await running()).toBe('1 pods')
    await started.plane.client.apply([sleepy(1)])
    await inState('sleepy-pr-7', 'Asleep')
    await push(preview(7, { application: 'sleepy', build: 2, letters: 'a2' }))
    await runs('1 pods')
    await inState('sleepy-pr-7', 'Asleep')
    await runs('0 pods, no reports')
    expect(await imageIn(asleep['namespace'])).toBe(`example.com/shop@${digest('a2')}`)
  })

  it('shows why the job with its data failed, and repeats it with the next push', async () => {
    await push(preview(6, { application: 'broken', build: 1 }))
    const outputs = await inState('broken-pr-6', 'Failed')
    expect(outputs['message']).toMatch(/^The job with the data failed: .*seed-/)
    expect(outputs['seededAt']).toBeUndefined()
    await started.plane.client.apply([broken({ seed: { image: 'example.com/simulate/complete=2s' } })])
    await push(preview(6, { application: 'broken', build: 2 }))
    // A push meanwhile waits for the end of the job, so that the data is written once.
    await inState('broken-pr-6', 'Seeding')
    await push(preview(6, { application: 'broken', build: 3, letters: 'a3' }))
    expect(await inState('broken-pr-6', 'Ready')).toMatchObject({
      images: [{ digest: digest('a3') }],
      seededAt: expect.any(String),
    })
  })

  it('is deleted when its application has no previews any more', async () => {
    await started.plane.client.apply([broken(undefined)])
    await started.plane.gone('Preview', 'broken-pr-6')
    expect(await stored('WorkloadInstance', 'broken-pr-6')).toBeUndefined()
  })
})

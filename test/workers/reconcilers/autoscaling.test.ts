import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'
import { cliOf } from '../../support/run-cli.ts'

let started: PlaneWithRuntime
beforeAll(async () => {
  started = await startPlaneWithRuntime()
})
afterAll(() => started?.stop())

const cli = cliOf(() => started.plane)

/** Returns a definition with one Deployment, whose pods use more CPU than they request. */
function application(autoscaling?: object[]) {
  const yamlDocument = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata:
      labels: { app: web }
      annotations: { simulator.qleetos.io/cpu-usage: 900m }
    spec:
      containers:
        - { name: web, image: nginx, resources: { requests: { cpu: 500m, memory: 64Mi } } }
`
  return {
    kind: 'WorkloadDefinition',
    name: 'web',
    spec: { yamlDocument, ...(autoscaling === undefined ? {} : { autoscaling }) },
  }
}

const web = '/apis/apps/v1/namespaces/shop/deployments/web'
const autoscalers = '/apis/autoscaling/v2/namespaces/shop/horizontalpodautoscalers'
const scaled = '/apis/keda.sh/v1alpha1/namespaces/shop/scaledobjects/web'
const podMetrics = '/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods'

async function replicas(expected: number) {
  const found = await eventually(async () => {
    const { spec } = ((await started.cluster.get(web)) ?? {}) as { spec?: { replicas?: number } }
    return spec?.replicas === expected ? expected : undefined
  })
  expect(found).toBe(expected)
}

describe('autoscaling by CPU', () => {
  it('scales by the usage that the metrics service of the runtime measures', async () => {
    const { plane, cluster } = started
    await plane.client.apply([
      application([{ workload: 'web', min: 2, max: 5, cpu: 80 }]),
      { kind: 'WorkloadInstance', name: 'web', spec: { definition: 'web', namespace: 'shop' } },
    ])
    await plane.ready('WorkloadInstance', 'web')
    expect((await plane.ready('SupportServiceInstance', 'metrics-space')).status.outputs).toMatchObject({
      providedBy: 'standIn',
    })
    await replicas(5)
    expect(await cluster.get(`${autoscalers}/web`)).toMatchObject({
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        minReplicas: 2,
        maxReplicas: 5,
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
          },
        ],
      },
    })
    await plane.client.apply([application([{ workload: 'web', min: 2, max: 6, cpu: 80 }])])
    await replicas(6)
  })

  it('is not overridden by hand', async () => {
    const { exit, stderr } = await cli(['scale', 'workload/web', '--replicas', '1'])
    expect({ exit, stderr }).toEqual({
      exit: 5,
      stderr: expect.stringContaining(
        'Deployment web is scaled automatically between 2 and 6 replicas. Change autoscaling of WorkloadDefinition web',
      ),
    })
  })

  it('returns the replicas to the definition, and takes the service along', async () => {
    const { plane, cluster } = started
    await plane.client.apply([application()])
    await replicas(2)
    expect(await eventually(async () => (await cluster.get(`${autoscalers}/web`)) === undefined)).toBe(true)
    await plane.gone('SupportServiceInstance', 'metrics-space')
    await expect(cluster.client.request({ method: 'GET', path: podMetrics })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('autoscaling by events', () => {
  const trigger = { type: 'kafka', metadata: { topic: 'orders', lagThreshold: '10' } }

  it('lets the workload sleep while nothing waits for it', async () => {
    const { plane, cluster } = started
    await plane.client.apply([application([{ workload: 'web', min: 0, max: 4, triggers: [trigger] }])])
    await plane.ready('WorkloadInstance', 'web')
    await plane.ready('SupportServiceInstance', 'autoscaling-space')
    await replicas(0)
    expect(await cluster.get(scaled)).toMatchObject({
      spec: {
        minReplicaCount: 0,
        maxReplicaCount: 4,
        triggers: [{ type: 'kafka', metadata: { topic: 'orders', lagThreshold: '10' } }],
      },
    })
  })

  it('scales by the events that wait, with one HorizontalPodAutoscaler', async () => {
    const { plane, cluster } = started
    await cluster.merge(scaled, {
      metadata: { annotations: { 'trigger-0.simulator.qleetos.io/value': '25' } },
    })
    await replicas(3)
    await plane.ready('WorkloadInstance', 'web')
    const { items } = (await cluster.client.request({ method: 'GET', path: autoscalers })) as {
      items: { metadata: { name: string } }[]
    }
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['keda-hpa-web'])
  })

  it('is deleted with the application, before the service that has to finalize it', async () => {
    const { plane, cluster } = started
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'web' }])
    await plane.gone('WorkloadInstance', 'web')
    await plane.gone('SupportServiceInstance', 'autoscaling-space')
    expect(await cluster.get('/apis/apps/v1/namespaces/keda/deployments/keda-operator')).toBeUndefined()
    expect(await cluster.get(scaled)).toBeUndefined()
  })
})

describe('a definition', () => {
  it.each([
    [{ workload: 'wep', max: 2, cpu: 80 }, /autoscaling\[0\]\.workload: .*Did you mean "web"/s],
    [{ workload: 'web', min: 3, max: 2, cpu: 80 }, /must not exceed max, which is 2/],
    [{ workload: 'web', min: 0, max: 2, cpu: 80 }, /can be 0 only with triggers/],
    [{ workload: 'web', max: 2 }, /Set at least one of cpu, memory and triggers/],
    [{ workload: 'web', max: 2, triggers: [{ type: 'cpu' }] }, /Set cpu of the entry instead/],
  ])('is refused with autoscaling that cannot work: %j', async (entry, message) => {
    const { stderr, exit } = await cli(['apply', '-f', '-'], {
      stdin: JSON.stringify({
        apiVersion: 'qleet.io/v1',
        kind: 'WorkloadDefinition',
        metadata: { name: 'refused' },
        spec: application([entry]).spec,
      }),
    })
    expect(exit).not.toBe(0)
    expect(stderr).toMatch(message)
  })
})

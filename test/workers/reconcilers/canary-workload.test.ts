import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { delivery, digest, shopDefinition } from '../../support/applications-delivered.ts'
import { eventually } from '../../support/eventually.ts'
import { startPlaneWithRuntime, type PlaneWithRuntime } from '../../support/plane-with-runtime.ts'
import { startHttpSink } from '../../support/http-sink.ts'
import { cliOf } from '../../support/run-cli.ts'

/* Canaries and blue-green switches on a control plane with a simulated cluster. */

const analysis = { intervalSeconds: 1 }
/** It stays until a decision. */
const long = { weight: 25, pauseSeconds: 600 }
const steps = { strategy: 'canary', steps: [long, { weight: 50 }], drainSeconds: 0, analysis }

function definition(settings = 'one', behaviour = 'keep-running') {
  const yamlDocument = `apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
data: { text: ${settings} }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata:
      labels: { app: web, part: shop }
      annotations: { simulator.qleet.io/behaviour: ${behaviour} }
    spec:
      containers:
        - name: web
          image: example.com/shop:1.0
          envFrom: [{ configMapRef: { name: settings } }]
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: worker }
spec:
  selector: { matchLabels: { app: worker } }
  template:
    metadata: { labels: { app: worker } }
    spec: { containers: [{ name: worker, image: example.com/shop:1.0 }] }
---
apiVersion: v1
kind: Service
metadata: { name: web }
spec: { selector: { app: web }, ports: [{ port: 80 }] }
`
  const site = {
    name: 'site',
    kind: 'Gateway',
    spec: { service: 'web', http: [{ port: 80 }], domain: 'shop.example.com' },
  }
  return { kind: 'WorkloadDefinition', name: 'shop', spec: { yamlDocument, dependencies: [site] } }
}

function environment(rollout: object, settle = 0) {
  return { kind: 'Environment', name: 'production', spec: { settle, deadline: 120, rollout } }
}

let started: PlaneWithRuntime
const cli = cliOf(() => started.plane)
beforeAll(async () => {
  started = await startPlaneWithRuntime()
  await started.plane.client.apply([
    environment(steps),
    definition(),
    { kind: 'MetricsDefinition', name: 'own', spec: {} },
    { kind: 'MetricsInstance', name: 'own', spec: { definition: 'own', guard: 'off' } },
    {
      kind: 'Application',
      name: 'shop',
      spec: { definition: 'shop', environments: [{ environment: 'production' }] },
    },
  ])
})
afterAll(() => started?.stop())

async function outputsOf(kind: string, name: string): Promise<Record<string, unknown>> {
  const object = await started.plane.client.objects.get({ kind, name })
  return object?.status.outputs ?? {}
}

function inState(kind: string, name: string, state: string) {
  return eventually(async () => {
    const outputs = await outputsOf(kind, name)
    return outputs['state'] === state ? outputs : undefined
  })
}

/** Waits until the canary is in a phase with a weight that the gateways have. */
function canaryAt(weight: number, name = 'shop-production') {
  return eventually(async () => {
    const { canary } = await outputsOf('Stage', name)
    const { weight: found, since } = (canary ?? {}) as { weight?: number; since?: string }
    return found === weight && since !== undefined ? canary : undefined
  })
}

interface Live {
  metadata: { name: string; uid: string; labels: Record<string, string> }
  spec: {
    replicas: number
    selector: unknown
    template: {
      metadata: { labels: Record<string, string> }
      spec: { containers: { image: string; envFrom?: object[] }[] }
    }
    rules: { backendRefs: { name: string; weight?: number }[] }[]
  }
}

async function inCluster(path: string, stage = 'shop-production') {
  const { namespace } = await outputsOf('WorkloadInstance', stage)
  const [group, rest] = path.split(':')
  return (await started.cluster.get(`${group}/namespaces/${String(namespace)}/${rest}`)) as Live | undefined
}

const apps = '/apis/apps/v1:deployments/'

async function imageOf(deployment: string): Promise<string | undefined> {
  return (await inCluster(`${apps}${deployment}`))?.spec.template.spec.containers[0]?.image
}

async function isGone(deployment: string): Promise<void> {
  await eventually(async () => (await imageOf(deployment)) === undefined || undefined)
}

async function backends() {
  const route = await inCluster('/apis/gateway.networking.k8s.io/v1:httproutes/shop-production-site-80')
  return route?.spec.rules[0]?.backendRefs.map(({ name, weight }) => [name, weight])
}

async function run(command: readonly string[], exit = 0) {
  const result = await cli(command)
  expect(result.exit, `${command.join(' ')}: ${result.stderr}`).toBe(exit)
  return result
}

const there = ['shop', '--environment', 'production', '--reason', 'a test']
const image = (letters: string) => `example.com/shop@${digest(letters)}`

describe('a canary', () => {
  it('runs beside the workload, with its own labels and settings, and gets a share of the requests', async () => {
    await inState('Stage', 'shop-production', 'Healthy')
    await started.plane.client.apply([definition('two')])
    await canaryAt(25)
    expect(await backends()).toEqual([
      ['web', 75],
      ['web-canary', 25],
    ])
    const copy = await inCluster(`${apps}web-canary`)
    expect(copy?.spec).toMatchObject({
      replicas: 2,
      selector: { matchLabels: { app: 'web-canary' } },
      template: {
        metadata: { labels: { app: 'web-canary', part: 'shop' } },
        spec: { containers: [{ envFrom: [{ configMapRef: { name: 'settings-canary' } }] }] },
      },
    })
    expect(await inCluster('/api/v1:configmaps/settings')).toMatchObject({ data: { text: 'one' } })
    expect(await inCluster('/api/v1:configmaps/settings-canary')).toMatchObject({ data: { text: 'two' } })
    expect(await inCluster('/api/v1:services/web-canary')).toMatchObject({
      spec: { selector: { app: 'web-canary' } },
    })
    expect(await inCluster(`${apps}worker-canary`)).toBeUndefined()
  })

  it('makes place for a newer build, and is promoted once the rest is skipped', async () => {
    await started.plane.client.apply([delivery('shop', 1, 'a1')])
    await eventually(async () => (await imageOf('web-canary')) === image('a1') || undefined)
    expect(await imageOf('web')).toBe('example.com/shop:1.0')
    await canaryAt(25)
    await run(['rollout', 'skip', ...there])
    await inState('Delivery', 'shop-1', 'Healthy')
    expect(await imageOf('web')).toBe(image('a1'))
    expect(await imageOf('worker')).toBe(image('a1'))
    await isGone('web-canary')
    expect(await backends()).toEqual([['web', 1]])
  })

  it('is aborted while it is paused: the requests go back, and then it goes', async () => {
    const before = await inCluster(`${apps}web`)
    await started.plane.client.apply([delivery('shop', 2, 'a2')])
    await canaryAt(25)
    await run(['rollout', 'pause', 'application/shop', ...there.slice(1)])
    await inState('Stage', 'shop-production', 'Paused')
    expect((await run(['rollouts', 'shop', '--last', '1'])).stdout).toMatch(
      / RollingOut \(step 1 of 3, 25 % of the requests\) /,
    )
    await run(['rollout', 'abort', ...there])
    const { message } = await inState('Delivery', 'shop-2', 'RolledBack')
    expect(message).toBe('production: Aborted: a test')
    await inState('Stage', 'shop-production', 'RolledBack')
    await isGone('web-canary')
    expect(await backends()).toEqual([['web', 1]])
    expect((await inCluster(`${apps}web`))?.metadata).toMatchObject({ uid: before?.metadata.uid })
    expect(await imageOf('web')).toBe(image('a1'))
  })

  it('never gets requests if its pods crash, and its build fails with the cause', async () => {
    // Its pods end after they were seen ready, and before the first step. Those that end at once may never be seen ready.
    await started.plane.client.apply([
      environment(steps, 30),
      definition('two', 'fail-after=4s'),
      delivery('shop', 3, 'a3'),
    ])
    const { message } = await inState('Delivery', 'shop-3', 'RolledBack')
    expect(message).toMatch(
      /^production: The analysis of its canary failed: container web of pod web-canary\S+ has restarted/,
    )
    await started.plane.client.apply([environment(steps)])
    expect(await imageOf('web')).toBe(image('a1'))
  })

  it('is rolled back once its pods restart', async () => {
    const behaviour = 'fail-after=6s'
    await started.plane.client.apply([definition('two', behaviour), delivery('shop', 4, 'a4')])
    await canaryAt(25)
    const { message } = await inState('Delivery', 'shop-4', 'RolledBack')
    expect(message).toMatch(
      /^production: The analysis of its canary failed: container web of pod \S+ has restarted once/,
    )
    await inState('Stage', 'shop-production', 'RolledBack')
    expect(await imageOf('web')).toBe(image('a1'))
    expect(await backends()).toEqual([['web', 1]])
  })
})

describe('the metrics of a canary', () => {
  it('come from Prometheus once it gets requests, and roll it back', async () => {
    const prometheus = await startHttpSink()
    onTestFinished(() => prometheus.stop())
    const answer = (value: string) => () => ({
      status: 200,
      text: JSON.stringify({ data: { resultType: 'vector', result: [{ metric: {}, value: [0, value] }] } }),
    })
    prometheus.answer = answer('0.1')
    await started.plane.ready('MetricsInstance', 'own')
    const memory = 'sum by (pod) (container_memory_working_set_bytes{pod=~"{{ canary }}-.*"})'
    const metrics = [
      // It comes from the stack in the cluster.
      { name: 'memory', query: memory, min: 1 },
      { name: 'errors', query: 'errors{pod=~"{{ canary }}-.*"}', max: 0.5, address: prometheus.url },
    ]
    await started.plane.client.apply([
      environment({
        strategy: 'canary',
        steps: [{ weight: 10 }, long],
        drainSeconds: 0,
        analysis: { ...analysis, metrics },
      }),
      definition('two'),
      delivery('shop', 7, 'a7'),
    ])
    await canaryAt(25)
    expect(await outputsOf('CanaryWorkload', 'shop-production-canary')).toMatchObject({
      metrics: [
        { name: 'memory', values: [expect.any(Number), expect.any(Number)] },
        { name: 'errors', values: [0.1] },
      ],
    })
    expect(prometheus.received[0]?.url).toBe(
      `/api/v1/query?query=${encodeURIComponent('errors{pod=~"web-canary-.*"}')}`,
    )
    prometheus.answer = answer('0.9')
    const { message } = await inState('Delivery', 'shop-7', 'RolledBack')
    expect(message).toBe(
      'production: The analysis of its canary failed: Metric errors is 0.9, more than 0.5.',
    )
  })
})

/** Records an event about a pod of the canary, as its kubelet would. */
async function warnAboutCanary(message: string): Promise<void> {
  const { namespace } = await outputsOf('WorkloadInstance', 'shop-production')
  const path = `/api/v1/namespaces/${String(namespace)}`
  const { items } = (await started.cluster.get(`${path}/pods`)) as unknown as { items: Live[] }
  const pod = items.find(({ metadata }) => metadata.name.startsWith('web-canary-'))
  const now = new Date(Date.now() + 1000).toISOString().replace(/\.\d+/, '')
  const involvedObject = { kind: 'Pod', namespace, name: pod?.metadata.name, uid: pod?.metadata.uid }
  await started.cluster.client.request({
    method: 'POST',
    path: `${path}/events`,
    body: {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'unhealthy.1', namespace },
      involvedObject,
      type: 'Warning',
      reason: 'Unhealthy',
      message,
      firstTimestamp: now,
      lastTimestamp: now,
    },
  })
}

describe('a blue-green rollout', () => {
  it('switches all requests at once, and keeps the revision before until the wait is skipped', async () => {
    await started.plane.client.apply([
      environment({ strategy: 'blueGreen', keepSeconds: 600, drainSeconds: 0, analysis }),
      definition('two'),
      delivery('shop', 8, 'a8'),
    ])
    await canaryAt(100)
    expect(await backends()).toEqual([
      ['web', 0],
      ['web-canary', 100],
    ])
    expect([await imageOf('web'), await imageOf('web-canary')]).toEqual([image('a1'), image('a8')])
    await run(['rollout', 'skip', ...there])
    await inState('Delivery', 'shop-8', 'Healthy')
    expect(await imageOf('web')).toBe(image('a8'))
    await isGone('web-canary')
  })

  it('switches back at once when there is a warning about its pods', async () => {
    await started.plane.client.apply([delivery('shop', 9, 'a9')])
    await canaryAt(100)
    await warnAboutCanary('Readiness probe failed')
    const { message } = await inState('Delivery', 'shop-9', 'RolledBack')
    expect(message).toMatch(
      /^production: The analysis of its canary failed: Pod web-canary-\S+ has the warning Unhealthy: Readiness probe failed/,
    )
    await inState('Stage', 'shop-production', 'RolledBack')
    expect(await backends()).toEqual([['web', 1]])
    expect(await imageOf('web')).toBe(image('a8'))
    await isGone('web-canary')
  })
})

describe('a canary without a gateway', () => {
  it('fails, and says what to do', async () => {
    const application = { definition: 'plain', environments: [{ environment: 'production' }] }
    await started.plane.client.apply([
      shopDefinition('plain'),
      { kind: 'Application', name: 'plain', spec: application },
    ])
    await inState('Stage', 'plain-production', 'Healthy')
    await started.plane.client.apply([delivery('plain', 1, 'a1')])
    const { message } = await inState('Delivery', 'plain-1', 'RolledBack')
    expect(message).toBe(
      'production: A canary in production needs a gateway that sends it requests, and WorkloadInstance plain-production has none. ' +
        'Set rollout.strategy to rolling; or with that, first add a dependency of kind Gateway to the definition, or a ' +
        'GatewayInstance with workloadInstance plain-production.',
    )
    const skipped = await run(['rollout', 'skip', 'plain', ...there.slice(1)], 5)
    expect(skipped.stderr).toContain('no rollout is in progress')
  })
})

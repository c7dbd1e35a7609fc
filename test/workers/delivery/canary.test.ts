import { describe, expect, it } from 'vitest'
import { canaryManifests, canaryName } from '../../../workers/delivery/canary-manifests.ts'
import {
  needsCanary,
  nextCanary,
  nextWhileLeaving,
  planOf,
  withoutUseless,
  type ObservedCanary,
} from '../../../workers/delivery/canary.ts'
import { nextRollout, withPause, type Canary, type Rollout } from '../../../workers/delivery/rollout.ts'
import { measureMetrics } from '../../../workers/delivery/canary-measurement.ts'
import { withSteadyReplicas } from '../../../workers/resources/steady-replicas.ts'
import type { Values } from '../../../workers/delivery/prometheus-values.ts'
import {
  queryWith,
  rolloutProblems,
  type RolloutSettings,
} from '../../../schema/delivery/rollout-settings.ts'
import { parseManifests } from '../../../schema/manifests.ts'

/* The decisions about canaries; that the reconciler of stages follows them is tested with a cluster. */

const plan = planned()

function planned() {
  const steps = [{ weight: 10, pauseSeconds: 60 }, { weight: 50 }]
  const found = planOf({ strategy: 'canary', steps, analysis: { failureLimit: 1 } })
  if (found === undefined) throw new Error('there is no plan')
  return found
}

const started: Canary = { revision: 2, phase: 'starting', step: 0, weight: 0, changedAt: 0 }

const observed: ObservedCanary = {
  health: { isReady: true },
  analysed: { failures: 0 },
  gateways: [{ name: 'site', service: 'web', weight: 0 }],
  isSkipped: false,
  limits: { settle: 10_000, deadline: 100_000 },
  now: 0,
}

/** Returns what is decided at a second, with a measurement that passed then and gateways that have the weight. */
function at(seconds: number, canary: Canary, changes: Partial<ObservedCanary> = {}) {
  const now = seconds * 1000
  const gateways = [{ name: 'site', service: 'web', weight: canary.weight }]
  return nextCanary(canary, plan, {
    ...observed,
    gateways,
    analysed: { failures: 0, passedAt: now },
    now,
    ...changes,
  })
}

/** Takes steps, and returns the canary after the last one. */
function after(canary: Canary, ...seconds: number[]): Canary {
  return seconds.reduce((current, each) => at(each, current).next ?? current, canary)
}

describe('a canary', () => {
  it('gets a growing share of the requests, and is promoted with all of them', () => {
    const seconds = [1, 5, 12, 13, 60, 74, 75, 76, 77, 78]
    const weights = seconds.map((_, index) => after(started, ...seconds.slice(0, index + 1)).weight)
    expect(weights).toEqual([0, 0, 10, 10, 10, 50, 50, 100, 100, 100])
    expect(after(started, ...seconds)).toMatchObject({ phase: 'promoting', weight: 100 })
  })

  it('waits until all gateways send it its share, and fails if one does not', () => {
    const shifted = after(started, 1, 12)
    const gateways = [
      { name: 'site', service: 'web', weight: 10 },
      { name: 'other', service: 'web', cause: 'it has no address.' },
      { name: 'broken' },
    ]
    expect(at(13, shifted, { gateways })).toMatchObject({
      message: 'Waiting until GatewayInstance other sends its canary 10 % of the requests.',
    })
    expect(at(120, shifted, { gateways })).toEqual({
      failure:
        'GatewayInstance other did not send its canary 10 % of the requests within 100 seconds: it has no address.',
    })
  })

  it('takes a step only after a measurement during the step, and fails without one', () => {
    const shifted = after(started, 1, 12, 13)
    const analysed = { failures: 0, passedAt: 12_000, message: 'web has no pods.' }
    expect(at(80, shifted, { analysed })).toMatchObject({
      message: 'Waiting for the analysis of its canary: web has no pods.',
    })
    expect(at(180, shifted, { analysed })).toEqual({
      failure: 'The analysis of its canary had no result within 100 seconds: web has no pods.',
    })
  })

  it.each<[string, Partial<ObservedCanary>, string | undefined]>([
    ['tolerated failures', { analysed: { failures: 1, message: 'x' } }, undefined],
    [
      'more failures',
      { analysed: { failures: 2, message: 'x' } },
      'The analysis of its canary failed 2 times: x',
    ],
    [
      'pods that cannot start',
      { health: { isReady: false, isStalled: true, cause: 'no image.' } },
      'Its canary cannot become ready: no image.',
    ],
    [
      'a gateway that is gone',
      { gateways: [{ name: 'site' }] },
      'There is no gateway any more that sends its canary requests.',
    ],
    ['failures that are skipped', { analysed: { failures: 9 }, isSkipped: true }, undefined],
  ])('fails for %s, or not', (_, changes, failure) => {
    expect(at(20, after(started, 1, 12, 13), changes).failure).toBe(failure)
  })

  it('that is skipped gets all requests once it is ready', () => {
    expect(at(12, after(started, 1), { isSkipped: true }).next).toMatchObject({ weight: 100, step: 2 })
    expect(at(5, after(started, 1), { isSkipped: true }).wait).toBe(6000)
  })
})

describe('a canary that leaves', () => {
  const leaves: Canary = { ...started, phase: 'leaving' }

  it('stays while routes of a gateway may send it requests, also of one that waits', () => {
    const cause = 'Waiting until SupportServiceInstance gateway is ready.'
    const waiting = [{ name: 'site', service: 'web', cause }]
    expect(nextWhileLeaving(leaves, plan, { gateways: waiting, now: 900_000 })).toEqual({
      wait: 1000,
      message: `Waiting until GatewayInstance site sends its canary no requests: ${cause}`,
    })
    const without = [{ name: 'site', service: 'web', weight: 0 }, { name: 'new' }]
    expect(nextWhileLeaving(leaves, plan, { gateways: without, now: 900_000 })).toEqual({
      next: { ...leaves, since: 900_000 },
    })
  })
})

describe('a rollout', () => {
  const healthy: Rollout = {
    ...nextRollout(undefined, { target: 1, isForward: true, now: 0 }),
    running: 1,
    healthy: 1,
    healthyAt: 0,
  }
  const second = nextRollout(healthy, { target: 2, isForward: true, now: 1000 })

  it('needs a canary for a newer revision, not for the first or an earlier one', () => {
    expect(needsCanary(second, plan)).toBe(true)
    expect(needsCanary(second, undefined)).toBe(false)
    expect(needsCanary(nextRollout(undefined, { target: 1, isForward: true, now: 0 }), plan)).toBe(false)
    const later = { ...second, running: 2, healthy: 2 }
    expect(needsCanary(nextRollout(later, { target: 1, isForward: false, now: 2000 }), plan)).toBe(false)
  })

  it('sends its canary no requests any more once another revision is chosen, or it has failed', () => {
    const canary: Canary = { ...started, phase: 'shifting', weight: 50 }
    const running: Rollout = { ...second, canary }
    expect(withoutUseless(running, plan, 5000)).toBe(running)
    for (const useless of [
      nextRollout(running, { target: 3, isForward: true, now: 4000 }),
      { ...running, failed: 2, active: 1 },
    ])
      expect(withoutUseless(useless, plan, 5000).canary).toMatchObject({ phase: 'leaving', weight: 0 })
  })

  it('does not count the time of a pause for a step', () => {
    const running: Rollout = { ...second, canary: { ...started, changedAt: 1000, since: 2000 } }
    const paused = withPause(running, true, 5000)
    expect(withPause(paused, false, 8000).canary).toMatchObject({ changedAt: 4000, since: 5000 })
  })
})

const application = `apiVersion: v1
kind: Secret
metadata: { name: login }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: unused }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web }, matchExpressions: [{ key: tier, operator: In, values: [front] }] }
  template:
    metadata: { labels: { app: web, tier: front, team: a } }
    spec:
      affinity:
        podAntiAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            - { topologyKey: kubernetes.io/hostname, labelSelector: { matchLabels: { app: web } } }
      containers:
        - name: web
          image: web:1
          env: [{ name: TOKEN, valueFrom: { secretKeyRef: { name: login, key: token } } }]
      volumes: [{ name: db, secret: { secretName: db-binding } }, { name: own, secret: { secretName: login } }]
---
apiVersion: v1
kind: Service
metadata: { name: web, annotations: { external-dns.alpha.kubernetes.io/hostname: a.example.com } }
spec: { type: NodePort, selector: { app: web }, ports: [{ port: 80, nodePort: 30080 }] }
---
apiVersion: v1
kind: Service
metadata: { name: outside }
spec: { type: ExternalName, externalName: example.com, ports: [{ port: 80 }] }
`

describe('the resources of a canary', () => {
  it('are copies with other labels, and with their own ConfigMaps and Secrets', () => {
    const copies = canaryManifests(parseManifests(application).manifests, ['web'])
    if ('reason' in copies) throw new Error(copies.reason)
    expect(copies.manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'Secret login-canary',
      'Deployment web-canary',
      'Service web-canary',
    ])
    const [, deployment, service] = copies.manifests
    const labels = { app: 'web-canary', tier: 'front-canary', team: 'a' }
    expect(deployment).toMatchObject({
      spec: {
        selector: { matchLabels: { app: 'web-canary', tier: 'front-canary' } },
        template: {
          metadata: { labels },
          spec: {
            affinity: {
              podAntiAffinity: {
                requiredDuringSchedulingIgnoredDuringExecution: [
                  { labelSelector: { matchLabels: { app: 'web-canary' } } },
                ],
              },
            },
            containers: [{ env: [{ valueFrom: { secretKeyRef: { name: 'login-canary' } } }] }],
            volumes: [{ secret: { secretName: 'db-binding' } }, { secret: { secretName: 'login-canary' } }],
          },
        },
      },
    })
    expect(service?.metadata).toEqual({ name: 'web-canary' })
    expect(service?.['spec']).toEqual({ selector: { app: 'web-canary' }, ports: [{ port: 80 }] })
  })

  it.each([
    ['shop', 'Its definition has no Service shop, to which a gateway sends requests; it has web, outside.'],
    [
      'outside',
      'Service outside selects the pods of no Deployment of its definition, and only Deployments can have a canary. Set strategy to rolling.',
    ],
  ])('do not exist for Service %s', (service, reason) => {
    expect(canaryManifests(parseManifests(application).manifests, [service])).toEqual({ reason })
  })

  it('have names that fit', () => {
    expect(canaryName('web')).toBe('web-canary')
    expect(canaryName('a'.repeat(63))).toMatch(/^a{54}-[0-9a-f]{8}$/)
  })
})

describe('the metrics of a canary', () => {
  const metric = { name: 'errors', query: 'errors', max: 0.5 }
  it.each<[string, Values, object]>([
    ['pass', { values: [0.1, 0.5] }, {}],
    [
      'fail',
      { values: [0.1, 0.9] },
      { failure: 'Metric errors is 0.9, more than 0.5.', metrics: [{ name: 'errors', values: [0.1, 0.9] }] },
    ],
    [
      'neither pass nor fail',
      { unknown: 'The query has no data.' },
      { unknown: 'Metric errors: The query has no data.', metrics: [{ name: 'errors', values: [] }] },
    ],
  ])('%s by their values', async (_, values, finding) => {
    const found = await measureMetrics([metric], () => Promise.resolve(values))
    expect(found).toMatchObject(finding)
    expect(found.failure === undefined && found.unknown === undefined).toBe(values.values?.[1] === 0.5)
  })

  it('have the names of the rollout in their queries', () => {
    const names = { namespace: 'shop-1', canary: 'web-canary', stable: 'web' }
    expect(queryWith('rate(x{ns="{{namespace}}",pod=~"{{ canary }}-.*"}[1m])', names)).toBe(
      'rate(x{ns="shop-1",pod=~"web-canary-.*"}[1m])',
    )
  })
})

describe('the settings of rollouts', () => {
  it.each<[RolloutSettings, string]>([
    [{ steps: [{ weight: 10 }] }, 'rollout.steps has no effect with the strategy rolling'],
    [{ strategy: 'canary', keepSeconds: 5 }, 'rollout.keepSeconds has no effect with the strategy canary'],
    [
      { strategy: 'canary', steps: [{ weight: 50 }, { weight: 20 }] },
      'rollout.steps[1].weight is not more than 50, the weight of the step before',
    ],
    [
      { strategy: 'blueGreen', analysis: { metrics: [{ name: 'errors', query: 'errors' }] } },
      'rollout.analysis.metrics[0] has no limit',
    ],
  ])('do not contradict each other: %j', (settings, problem) => {
    expect(rolloutProblems(settings, 'rollout').map(({ path, message }) => `${path} ${message}`)).toEqual([
      problem,
    ])
  })
})

describe('the autoscalers of a workload beside a canary', () => {
  it('do not scale it down', () => {
    const autoscalers = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: web }
spec: { maxReplicas: 5, behavior: { scaleUp: { policies: [] } } }
---
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: { name: worker }
spec: { maxReplicaCount: 5 }
---
apiVersion: v1
kind: Service
metadata: { name: web }
spec: { ports: [{ port: 80 }] }
`
    const scaleDown = { selectPolicy: 'Disabled' }
    expect(withSteadyReplicas(parseManifests(autoscalers).manifests).map(({ spec }) => spec)).toEqual([
      { maxReplicas: 5, behavior: { scaleUp: { policies: [] }, scaleDown } },
      { maxReplicaCount: 5, advanced: { horizontalPodAutoscalerConfig: { behavior: { scaleDown } } } },
      { ports: [{ port: 80 }] },
    ])
  })
})

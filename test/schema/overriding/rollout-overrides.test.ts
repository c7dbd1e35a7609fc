import { expect, it } from 'vitest'
import { parseManifests } from '../../../schema/manifests.ts'
import { withRolloutOverrides, type RolloutOverrides } from '../../../schema/overriding/rollout-overrides.ts'

const restartedAt = '2026-11-22T09:00:00Z'

const { manifests } = parseManifests(
  [
    'autoscaling/v2 HorizontalPodAutoscaler',
    'batch/v1 CronJob',
    'apps/v1 Deployment',
    'apps/v1 DaemonSet',
    'apps/v1 ReplicaSet',
    'example.com/v1 Deployment',
    'v1 ConfigMap',
  ]
    .map((each) => each.split(' '))
    .map(
      ([apiVersion, kind]) =>
        `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: web}\n${kind === 'ConfigMap' ? 'data: {}' : 'spec: {template: {metadata: {labels: {a: b}}}}'}\n`,
    )
    .join('---\n'),
)

/** The specs that are not as in the definition, by API version and kind. */
function changed(overrides: RolloutOverrides): Record<string, unknown> {
  const before = JSON.stringify(manifests)
  const after = withRolloutOverrides(manifests, overrides)
  const kept = new Set(after.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`))
  const gone = manifests
    .map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)
    .filter((each) => !kept.has(each))
  expect(JSON.stringify(manifests), 'the manifests of the definition').toBe(before)
  return Object.fromEntries([
    ...gone.map((each) => [each, 'left out']),
    ...after
      .filter((each) => !manifests.includes(each))
      .map(({ apiVersion, kind, spec }) => [`${apiVersion} ${kind}`, spec]),
  ]) as Record<string, unknown>
}

const template = { metadata: { labels: { a: 'b' } } }
const restarted = {
  template: {
    metadata: { labels: { a: 'b' }, annotations: { 'kubectl.kubernetes.io/restartedAt': restartedAt } },
  },
}

it.each<[string, RolloutOverrides, object]>([
  ['nothing', {}, {}],
  [
    'a restart of all that can be restarted',
    { restartedAt },
    { 'apps/v1 Deployment': restarted, 'apps/v1 DaemonSet': restarted },
  ],
  ['a pause of Deployments', { paused: true }, { 'apps/v1 Deployment': { template, paused: true } }],
  [
    'replicas by kind and name',
    { scale: [{ kind: 'ReplicaSet', name: 'web', replicas: 0 }] },
    { 'apps/v1 ReplicaSet': { template, replicas: 0 } },
  ],
  [
    'what runs, while it sleeps, also what is scaled by hand',
    { asleep: true, scale: [{ name: 'web', replicas: 3 }] },
    {
      'autoscaling/v2 HorizontalPodAutoscaler': 'left out',
      'batch/v1 CronJob': { template, suspend: true },
      'apps/v1 Deployment': { template, replicas: 0 },
      'apps/v1 ReplicaSet': { template, replicas: 0 },
    },
  ],
  ['no replicas of another name', { scale: [{ name: 'shop', replicas: 3 }] }, {}],
  ['no replicas where there are none', { scale: [{ kind: 'ConfigMap', name: 'web', replicas: 3 }] }, {}],
])('an instance overrides %s', (_, overrides, expected) => {
  expect(changed(overrides)).toEqual(expected)
})

import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../workers/kube/client.ts'
import { healthOf } from '../../../workers/kube/health.ts'

type Expected = 'ready' | 'progressing' | 'failed' | 'terminating'
type Case = [title: string, object: object, expected: Expected, reason?: string, message?: string]

const condition = (type: string, status: string, reason = '', message = '') => ({
  type,
  status,
  reason,
  message,
})

function of(
  apiVersion: string,
  kind: string,
  { spec = {}, status = {}, metadata = {} }: Partial<Record<'spec' | 'status' | 'metadata', object>>,
) {
  return { apiVersion, kind, metadata: { name: 'x', generation: 2, ...metadata }, spec, status }
}

const deployment = (status: object, spec: object = {}) =>
  of('apps/v1', 'Deployment', {
    spec: { replicas: 3, ...spec },
    status: { observedGeneration: 2, ...status },
  })
const replicaSet = (status: object) =>
  of('apps/v1', 'ReplicaSet', { spec: { replicas: 2 }, status: { observedGeneration: 2, ...status } })
const statefulSet = (status: object, spec: object = {}) =>
  of('apps/v1', 'StatefulSet', {
    spec: { replicas: 3, ...spec },
    status: { observedGeneration: 2, ...status },
  })
const daemonSet = (status: object, spec: object = {}) =>
  of('apps/v1', 'DaemonSet', { spec, status: { observedGeneration: 2, ...status } })
const job = (status: object, spec: object = {}) => of('batch/v1', 'Job', { spec, status })
const pod = (status: object) => of('v1', 'Pod', { status })
const service = (spec: object, status: object = {}) => of('v1', 'Service', { spec, status })
const claim = (phase: string) => of('v1', 'PersistentVolumeClaim', { status: { phase } })
const namespace = (status: object, metadata: object = {}) => of('v1', 'Namespace', { status, metadata })
const hpa = (...conditions: object[]) =>
  of('autoscaling/v2', 'HorizontalPodAutoscaler', { status: { conditions } })
const crd = (...conditions: object[]) =>
  of('apiextensions.k8s.io/v1', 'CustomResourceDefinition', { status: { conditions } })
const gateway = (...conditions: object[]) =>
  of('gateway.networking.k8s.io/v1', 'Gateway', { status: { conditions } })
const route = (...parents: object[]) =>
  of('gateway.networking.k8s.io/v1', 'HTTPRoute', {
    spec: { parentRefs: [{ name: 'edge' }] },
    status: { parents },
  })
const parent = (...conditions: object[]) => ({ parentRef: { name: 'edge' }, conditions })
const certificate = (...conditions: object[]) =>
  of('cert-manager.io/v1', 'Certificate', { status: { conditions } })
const issuer = (...conditions: object[]) =>
  of('cert-manager.io/v1', 'ClusterIssuer', { status: { conditions } })
const rollout = (status: object) => of('argoproj.io/v1alpha1', 'Rollout', { status })
const custom = (status: object) => of('example.com/v1', 'Thing', { status })
const conditions = (...all: object[]) => custom({ conditions: all })

const workloads: Case[] = [
  ['a Deployment nobody has looked at', of('apps/v1', 'Deployment', {}), 'progressing', 'NotObserved'],
  [
    'a Deployment with a newer generation',
    deployment({ observedGeneration: 1 }),
    'progressing',
    'NotObserved',
  ],
  [
    'a Deployment with all pods',
    deployment({ replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3 }),
    'ready',
  ],
  ['a Deployment of nothing', deployment({}, { replicas: 0 }), 'ready'],
  [
    'a Deployment with some pods',
    deployment({ replicas: 3, updatedReplicas: 3, availableReplicas: 2 }),
    'progressing',
    'NotReady',
    '2 of 3 pods ready',
  ],
  [
    'a Deployment of one pod',
    deployment({ replicas: 1, updatedReplicas: 1 }, { replicas: 1 }),
    'progressing',
    'NotReady',
    '0 of 1 pod ready',
  ],
  [
    'a Deployment that rolls out',
    deployment({ replicas: 4, updatedReplicas: 2, availableReplicas: 3 }),
    'progressing',
    'RollingOut',
    '2 of 3 pods of the new version',
  ],
  [
    'a Deployment with old pods',
    deployment({ replicas: 4, updatedReplicas: 3, availableReplicas: 3 }),
    'progressing',
    'RollingOut',
    '1 pod of the old version is still there',
  ],
  [
    'a Deployment with more old pods',
    deployment({ replicas: 5, updatedReplicas: 3, availableReplicas: 3 }),
    'progressing',
    'RollingOut',
    '2 pods of the old version are still there',
  ],
  [
    'a Deployment that is stuck',
    deployment({ conditions: [condition('Progressing', 'False', 'ProgressDeadlineExceeded', 'timed out')] }),
    'failed',
    'ProgressDeadlineExceeded',
    'timed out',
  ],
  [
    'a Deployment over its quota',
    deployment({
      conditions: [
        condition(
          'ReplicaFailure',
          'True',
          'FailedCreate',
          'pods "web-1-x7k2p" is forbidden: exceeded quota',
        ),
      ],
    }),
    'failed',
    'FailedCreate',
    'the pod is forbidden: exceeded quota',
  ],
  [
    'a Deployment that is paused half way',
    deployment({ replicas: 3, updatedReplicas: 0, availableReplicas: 3 }, { paused: true }),
    'progressing',
    'Paused',
  ],
  [
    'a Deployment that is paused where it is',
    deployment({ replicas: 3, updatedReplicas: 3, availableReplicas: 3 }, { paused: true }),
    'ready',
  ],
  [
    'a Deployment whose condition lags behind',
    deployment({
      replicas: 3,
      updatedReplicas: 3,
      availableReplicas: 3,
      conditions: [condition('Available', 'False')],
    }),
    'progressing',
    'NotReady',
  ],
  [
    'a ReplicaSet with all pods',
    replicaSet({ replicas: 2, readyReplicas: 2, availableReplicas: 2 }),
    'ready',
  ],
  [
    'a ReplicaSet with some',
    replicaSet({ replicas: 2, readyReplicas: 2, availableReplicas: 1 }),
    'progressing',
    'NotReady',
    '1 of 2 pods ready',
  ],
  [
    'a ReplicaSet with too many',
    replicaSet({ replicas: 3, readyReplicas: 3, availableReplicas: 3 }),
    'progressing',
    'ScalingDown',
    '1 pod more than wanted is still there',
  ],
  [
    'a ReplicaSet that may not create',
    replicaSet({ conditions: [condition('ReplicaFailure', 'True', 'FailedCreate', 'forbidden')] }),
    'failed',
    'FailedCreate',
  ],
  [
    'a StatefulSet with all pods',
    statefulSet({
      replicas: 3,
      readyReplicas: 3,
      currentReplicas: 3,
      updatedReplicas: 3,
      currentRevision: 'a',
      updateRevision: 'a',
    }),
    'ready',
  ],
  [
    'a StatefulSet with some',
    statefulSet({ replicas: 2, readyReplicas: 1 }),
    'progressing',
    'NotReady',
    '1 of 3 pods ready',
  ],
  [
    'a StatefulSet with pods that are not available yet',
    statefulSet({ replicas: 3, readyReplicas: 3, availableReplicas: 2 }),
    'progressing',
    'NotReady',
  ],
  [
    'a StatefulSet that rolls out',
    statefulSet({
      replicas: 3,
      readyReplicas: 3,
      updatedReplicas: 1,
      currentRevision: 'a',
      updateRevision: 'b',
    }),
    'progressing',
    'RollingOut',
    '1 of 3 pods of the new version',
  ],
  [
    'a StatefulSet up to its partition',
    statefulSet(
      { replicas: 3, readyReplicas: 3, updatedReplicas: 1, currentRevision: 'a', updateRevision: 'b' },
      { updateStrategy: { rollingUpdate: { partition: 2 } } },
    ),
    'ready',
  ],
  [
    'a StatefulSet before its partition',
    statefulSet(
      { replicas: 3, readyReplicas: 3, updatedReplicas: 1, currentRevision: 'a', updateRevision: 'b' },
      { updateStrategy: { rollingUpdate: { partition: 1 } } },
    ),
    'progressing',
    'RollingOut',
    '1 of 2 pods of the new version',
  ],
  [
    'a StatefulSet behind a partition of all',
    statefulSet(
      { replicas: 3, readyReplicas: 3, updatedReplicas: 0 },
      { updateStrategy: { rollingUpdate: { partition: 5 } } },
    ),
    'ready',
  ],
  [
    'a StatefulSet updated by hand',
    statefulSet(
      { replicas: 3, readyReplicas: 3, updatedReplicas: 0, currentRevision: 'a', updateRevision: 'b' },
      { updateStrategy: { type: 'OnDelete' } },
    ),
    'ready',
  ],
  [
    'a DaemonSet on all nodes',
    daemonSet({ desiredNumberScheduled: 3, updatedNumberScheduled: 3, numberAvailable: 3 }),
    'ready',
  ],
  ['a DaemonSet for no node', daemonSet({ desiredNumberScheduled: 0 }), 'ready'],
  [
    'a DaemonSet that rolls out',
    daemonSet({ desiredNumberScheduled: 3, updatedNumberScheduled: 1, numberAvailable: 3 }),
    'progressing',
    'RollingOut',
  ],
  [
    'a DaemonSet updated by hand',
    daemonSet(
      { desiredNumberScheduled: 3, updatedNumberScheduled: 1, numberAvailable: 3 },
      { updateStrategy: { type: 'OnDelete' } },
    ),
    'ready',
  ],
  [
    'a DaemonSet on some nodes',
    daemonSet({ desiredNumberScheduled: 3, updatedNumberScheduled: 3, numberAvailable: 1 }),
    'progressing',
    'NotReady',
    '1 of 3 pods ready',
  ],
  [
    'a Job that runs',
    job({ active: 1, failed: 2 }, { completions: 4 }),
    'progressing',
    'Running',
    '0 of 4 complete, 1 pod running, 2 pods failed',
  ],
  ['a Job that is complete', job({ succeeded: 1, conditions: [condition('Complete', 'True')] }), 'ready'],
  [
    'a Job that is suspended',
    job({ conditions: [condition('Suspended', 'True')] }, { suspend: true }),
    'ready',
  ],
  [
    'a Job that has failed',
    job({ conditions: [condition('Failed', 'True', 'BackoffLimitExceeded', 'reached the limit')] }),
    'failed',
    'BackoffLimitExceeded',
    'reached the limit',
  ],
  [
    'a Job that is about to fail',
    job({ conditions: [condition('FailureTarget', 'True', 'PodFailurePolicy', 'exit code 3')] }),
    'failed',
    'PodFailurePolicy',
  ],
  ['a CronJob', of('batch/v1', 'CronJob', { status: { active: [{}] } }), 'ready'],
  ['a Pod that is ready', pod({ phase: 'Running', conditions: [condition('Ready', 'True')] }), 'ready'],
  ['a Pod that waits', pod({ phase: 'Pending' }), 'progressing', 'Pending'],
  [
    'a Pod that is not ready',
    pod({
      phase: 'Running',
      conditions: [
        condition('Ready', 'False', 'ContainersNotReady', 'containers with unready status: [web]'),
      ],
    }),
    'progressing',
    'ContainersNotReady',
  ],
  ['a Pod that has done its work', pod({ phase: 'Succeeded' }), 'ready'],
  [
    'a Pod that was evicted',
    pod({ phase: 'Failed', reason: 'Evicted', message: 'low on memory' }),
    'failed',
    'Evicted',
    'low on memory',
  ],
]

const rest: Case[] = [
  ['a Service inside', service({ type: 'ClusterIP' }), 'ready'],
  ['a Service without an address', service({ type: 'LoadBalancer' }), 'progressing', 'NoAddress'],
  [
    'a Service with an address',
    service({ type: 'LoadBalancer' }, { loadBalancer: { ingress: [{ ip: '10.0.0.1' }] } }),
    'ready',
  ],
  ['an Ingress', of('networking.k8s.io/v1', 'Ingress', { status: { loadBalancer: {} } }), 'ready'],
  ['a claim that is bound', claim('Bound'), 'ready'],
  ['a claim that waits', claim('Pending'), 'progressing', 'NotBound'],
  ['a claim that lost its volume', claim('Lost'), 'failed', 'ClaimLost'],
  [
    'a volume that cannot be reclaimed',
    of('v1', 'PersistentVolume', { status: { phase: 'Failed', message: 'no plugin' } }),
    'failed',
    'VolumeFailed',
    'no plugin',
  ],
  [
    'a snapshot',
    of('snapshot.storage.k8s.io/v1', 'VolumeSnapshot', { status: { error: { message: 'no class' } } }),
    'failed',
    'SnapshotFailed',
    'no class',
  ],
  ['a Namespace', namespace({ phase: 'Active' }), 'ready'],
  [
    'a Namespace that cannot go',
    namespace(
      {
        phase: 'Terminating',
        conditions: [
          condition(
            'NamespaceFinalizersRemaining',
            'True',
            'x',
            'Some content in the namespace has finalizers remaining: a.b/c in 1 resource instances',
          ),
          condition(
            'NamespaceContentRemaining',
            'True',
            'x',
            'Some resources are remaining: things.a.b has 1 resource instances',
          ),
          condition('NamespaceDeletionDiscoveryFailure', 'False'),
        ],
      },
      { deletionTimestamp: '2026-11-21T07:00:00Z' },
    ),
    'terminating',
    'Terminating',
    'is being deleted since 2026-11-21T07:00:00Z: Some resources are remaining: things.a.b has 1 resource instances; Some content in the namespace has finalizers remaining: a.b/c in 1 resource instances',
  ],
  [
    'anything held by a finalizer',
    of('v1', 'ConfigMap', { metadata: { deletionTimestamp: '2026-11-21T07:00:00Z', finalizers: ['a.b/c'] } }),
    'terminating',
    'Terminating',
    'is being deleted since 2026-11-21T07:00:00Z, held by finalizer a.b/c',
  ],
  [
    'a budget that is not met',
    of('policy/v1', 'PodDisruptionBudget', {
      status: {
        currentHealthy: 0,
        desiredHealthy: 1,
        conditions: [condition('DisruptionAllowed', 'False', 'InsufficientPods')],
      },
    }),
    'ready',
  ],
  [
    'a budget that cannot be computed',
    of('policy/v1', 'PodDisruptionBudget', {
      status: { conditions: [condition('DisruptionAllowed', 'False', 'SyncFailed', 'no scale subresource')] },
    }),
    'failed',
    'SyncFailed',
  ],
  [
    'an autoscaler at work',
    hpa(condition('AbleToScale', 'True'), condition('ScalingActive', 'True')),
    'ready',
  ],
  [
    'an autoscaler without metrics',
    hpa(condition('AbleToScale', 'True'), condition('ScalingActive', 'False', 'FailedGetResourceMetric')),
    'ready',
  ],
  [
    'an autoscaler without a target',
    hpa(condition('AbleToScale', 'False', 'FailedGetScale', 'not found')),
    'progressing',
    'FailedGetScale',
  ],
  [
    'an autoscaler that is wrong',
    hpa(condition('ScalingActive', 'False', 'InvalidSelector', 'bad')),
    'failed',
    'InvalidSelector',
  ],
  [
    'a CRD that is established',
    crd(condition('NamesAccepted', 'True'), condition('Established', 'True')),
    'ready',
  ],
  ['a CRD that is new', crd(), 'progressing', 'NotEstablished'],
  [
    'a CRD whose names are taken',
    crd(condition('NamesAccepted', 'False', 'PluralConflict', '"things" is already in use')),
    'failed',
    'PluralConflict',
    'already in use',
  ],
  [
    'an APIService nobody serves',
    of('apiregistration.k8s.io/v1', 'APIService', {
      status: { conditions: [condition('Available', 'False', 'ServiceNotFound', 'service not found')] },
    }),
    'progressing',
    'ServiceNotFound',
  ],
  [
    'an APIService',
    of('apiregistration.k8s.io/v1', 'APIService', {
      status: { conditions: [condition('Available', 'True')] },
    }),
    'ready',
  ],
]

const extensions: Case[] = [
  [
    'a Gateway that is programmed',
    gateway(condition('Accepted', 'True'), condition('Programmed', 'True')),
    'ready',
  ],
  ['a Gateway nobody takes on', gateway(), 'progressing', 'Pending'],
  [
    'a Gateway that waits for its controller',
    gateway(condition('Accepted', 'Unknown', 'Pending', 'Waiting for controller')),
    'progressing',
    'Pending',
  ],
  [
    'a Gateway that is refused',
    gateway(condition('Accepted', 'False', 'ListenersNotValid', 'port 80 twice')),
    'failed',
    'ListenersNotValid',
    'port 80 twice',
  ],
  [
    'a Gateway without an address',
    gateway(
      condition('Accepted', 'True'),
      condition('Programmed', 'False', 'AddressNotAssigned', 'no address'),
    ),
    'progressing',
    'AddressNotAssigned',
  ],
  [
    'a Gateway judged in an older version',
    gateway({ ...condition('Accepted', 'True'), observedGeneration: 1 }),
    'progressing',
    'NotObserved',
  ],
  [
    'a route that works',
    route(parent(condition('Accepted', 'True'), condition('ResolvedRefs', 'True'))),
    'ready',
  ],
  ['a route nobody takes on', route(), 'progressing', 'Pending', 'waits for Gateway edge'],
  [
    'a route that is refused',
    route(parent(condition('Accepted', 'False', 'NotAllowedByListeners', 'namespace'))),
    'failed',
    'NotAllowedByListeners',
    'Gateway edge: namespace',
  ],
  [
    'a route without its backend',
    route(
      parent(
        condition('Accepted', 'True'),
        condition('ResolvedRefs', 'False', 'BackendNotFound', 'Service web'),
      ),
    ),
    'progressing',
    'BackendNotFound',
    'Service web',
  ],
  [
    'a route to what it may not reach',
    route(parent(condition('Accepted', 'True'), condition('ResolvedRefs', 'False', 'RefNotPermitted'))),
    'failed',
    'RefNotPermitted',
  ],
  ['a certificate', certificate(condition('Ready', 'True')), 'ready'],
  [
    'a certificate on its way',
    certificate(condition('Ready', 'False', 'DoesNotExist', 'no secret'), condition('Issuing', 'True')),
    'progressing',
    'DoesNotExist',
  ],
  [
    'a certificate that was refused',
    certificate(condition('Ready', 'False'), condition('Issuing', 'False', 'Failed', 'order is invalid')),
    'failed',
    'IssuanceFailed',
    'order is invalid',
  ],
  [
    'an issuer that cannot register',
    issuer(condition('Ready', 'False', 'ErrRegisterACMEAccount', 'refused')),
    'failed',
    'ErrRegisterACMEAccount',
  ],
  ['an issuer that is new', issuer(), 'progressing', 'Pending'],
  [
    'a challenge that failed',
    of('acme.cert-manager.io/v1', 'Challenge', { status: { state: 'invalid', reason: 'wrong token' } }),
    'failed',
    'ChallengeFailed',
    'wrong token',
  ],
  ['a Rollout', rollout({ phase: 'Healthy', observedGeneration: '2' }), 'ready'],
  [
    'a Rollout nobody has looked at',
    rollout({ phase: 'Healthy', observedGeneration: '1' }),
    'progressing',
    'NotObserved',
  ],
  [
    'a Rollout that waits for someone',
    rollout({ phase: 'Paused', message: 'CanaryPauseStep' }),
    'progressing',
    'Paused',
    'CanaryPauseStep',
  ],
  [
    'a Rollout that is degraded',
    rollout({ phase: 'Degraded', message: 'aborted' }),
    'failed',
    'Degraded',
    'aborted',
  ],
  ['a kind without a status', custom({}), 'ready'],
  ['a kind that is Ready', conditions(condition('Ready', 'True')), 'ready'],
  [
    'a kind that is not Ready',
    conditions(condition('Ready', 'False', 'Syncing', 'wait')),
    'progressing',
    'Syncing',
    'wait',
  ],
  [
    'a kind that is Ready of an older version',
    conditions({ ...condition('Ready', 'True'), observedGeneration: 1 }),
    'progressing',
    'NotObserved',
  ],
  [
    'a kind that is Stalled',
    conditions(condition('Ready', 'False'), condition('Stalled', 'True', 'BadChart', 'no chart')),
    'failed',
    'BadChart',
    'no chart',
  ],
  [
    'a kind that is Degraded',
    conditions(condition('Available', 'True'), condition('Degraded', 'True', 'X')),
    'failed',
    'X',
  ],
  [
    'a kind that is Reconciling',
    conditions(condition('Reconciling', 'True', 'X', 'new version')),
    'progressing',
    'X',
    'new version',
  ],
  ['a kind that is Available', conditions(condition('Available', 'True')), 'ready'],
  [
    'a run that goes on',
    conditions(condition('Succeeded', 'Unknown', 'Running', 'task 2 of 3')),
    'progressing',
    'Running',
  ],
  [
    'a run that has failed',
    conditions(condition('Succeeded', 'False', 'Failed', 'task 2')),
    'failed',
    'Failed',
    'task 2',
  ],
  [
    'a kind that could not be told',
    conditions(condition('Synced', 'False', 'ReconcileError', 'no such region'), condition('Ready', 'True')),
    'progressing',
    'ReconcileError',
  ],
  [
    'a policy that is refused',
    conditions(condition('Accepted', 'False', 'Invalid', 'bad')),
    'failed',
    'Invalid',
  ],
  ['a phase that is bad', custom({ phase: 'Failed', message: 'broken' }), 'failed', 'Failed', 'broken'],
  ['a phase on its way', custom({ phase: 'Provisioning' }), 'progressing', 'Provisioning'],
  ['a phase that only its controller knows', custom({ phase: 'Cluster in healthy state' }), 'ready'],
]

describe('healthOf', () => {
  it.each([...workloads, ...rest, ...extensions])(
    'judges %s',
    (_, object, state, reason = '', message = '') => {
      const health = healthOf(object as KubeObject)
      expect(health).toMatchObject({ state, reason })
      expect(health.message).toContain(message)
      // A verdict that is not green says why, always.
      expect(health.message === '').toBe(state === 'ready')
    },
  )
})

import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../../workers/kube/client/client.ts'
import { healthOf } from '../../../../workers/kube/health/health.ts'
import {
  expectHealth,
  type Case,
  condition,
  daemonSet,
  deployment,
  job,
  of,
  pod,
  replicaSet,
  statefulSet,
} from './cases.ts'

const workloads: Case[] = [
  [
    'a Deployment that no controller has observed',
    of('apps/v1', 'Deployment', {}),
    'progressing',
    'NotObserved',
  ],
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
  ['a Deployment of no pods', deployment({}, { replicas: 0 }), 'ready'],
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
    '1 pod more than desired is still there',
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

describe('healthOf workloads', () => {
  it.each(workloads)('determines the health of %s', (...each) => expectHealth(each))
})

describe('the grace period of a failed workload', () => {
  it.each<[string, object, number | undefined]>([
    [
      'ProgressDeadlineExceeded',
      deployment({ conditions: [condition('Progressing', 'False', 'ProgressDeadlineExceeded')] }),
      0,
    ],
    ['BackoffLimitExceeded', job({ conditions: [condition('Failed', 'True', 'BackoffLimitExceeded')] }), 0],
    ['DeadlineExceeded', job({ conditions: [condition('Failed', 'True', 'DeadlineExceeded')] }), undefined],
  ])('of %s', (_, object, grace) => {
    expect(healthOf(object as KubeObject).grace).toBe(grace)
  })
})

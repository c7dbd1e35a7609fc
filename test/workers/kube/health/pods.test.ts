import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../../workers/kube/client/client.ts'
import type { ClusterEvent } from '../../../../workers/kube/health/events.ts'
import { problemOf, worstProblem } from '../../../../workers/kube/health/pods.ts'
import { selectorOf } from '../../../../workers/kube/health/pods-of.ts'

const now = Date.parse('2026-11-21T07:30:00Z')

interface PodParts {
  name?: string
  phase?: string
  containers?: object[]
  init?: object[]
  conditions?: object[]
  spec?: object
  status?: object
}

function pod({
  name = 'web-1',
  phase = 'Running',
  containers = [],
  init = [],
  conditions = [],
  spec = {},
  status = {},
}: PodParts): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: {
      containers: [{ name: 'web', image: 'ghcr.io/x:y', resources: { limits: { memory: '64Mi' } } }],
      ...spec,
    },
    status: {
      phase,
      startTime: '2026-11-21T07:03:20Z',
      containerStatuses: containers,
      initContainerStatuses: init,
      conditions,
      ...status,
    },
  }
}

const waiting = (reason: string, message = '', more: object = {}) => ({
  name: 'web',
  ready: false,
  restartCount: 0,
  state: { waiting: { reason, message } },
  lastState: {},
  ...more,
})
const running = (more: object = {}) => ({
  name: 'web',
  ready: false,
  restartCount: 0,
  state: { running: { startedAt: '2026-11-21T07:29:50Z' } },
  lastState: {},
  ...more,
})
const terminated = (exitCode: number, reason = 'Error', message = '') => ({
  terminated: { exitCode, reason, message, finishedAt: '2026-11-21T07:29:00Z' },
})
const event = (reason: string, message: string, minutesAgo = 0): ClusterEvent => ({
  type: 'Warning',
  reason,
  message,
  last: now - minutesAgo * 60_000,
})

type Case = [
  title: string,
  pod: KubeObject,
  events: ClusterEvent[],
  state: string,
  reason: string,
  message: string,
]

const cases: Case[] = [
  [
    'an image that does not exist',
    pod({
      containers: [waiting('ErrImagePull', 'rpc error: code = NotFound desc = failed to pull: not found')],
    }),
    [],
    'failed',
    'ImagePullBackOff',
    'web-1: image ghcr.io/x:y not found, pulling since 2026-11-21 07:03 UTC',
  ],
  [
    'an image between two pulls',
    pod({ containers: [waiting('ImagePullBackOff', 'Back-off pulling image "ghcr.io/x:y"')] }),
    [event('Failed', 'Failed to pull image "ghcr.io/x:y": not found')],
    'failed',
    'ImagePullBackOff',
    'web-1: image ghcr.io/x:y not found, pulling since 2026-11-21 07:03 UTC',
  ],
  [
    'an image without credentials',
    pod({ containers: [waiting('ErrImagePull', 'unexpected status: 401 Unauthorized')] }),
    [],
    'failed',
    'ImagePullBackOff',
    'may not be pulled with these credentials (imagePullSecrets)',
  ],
  [
    'a registry with limits',
    pod({ containers: [waiting('ErrImagePull', 'toomanyrequests: You have reached your pull rate limit')] }),
    [],
    'failed',
    'ImagePullBackOff',
    'rate limit of its registry is exceeded',
  ],
  [
    'an unreachable registry',
    pod({ containers: [waiting('ErrImagePull', 'dial tcp 10.0.0.1:443: i/o timeout')] }),
    [],
    'failed',
    'ImagePullBackOff',
    'its registry is unreachable',
  ],
  [
    'an invalid image name',
    pod({ containers: [waiting('InvalidImageName')] }),
    [],
    'failed',
    'InvalidImageName',
    'is not a valid name',
  ],
  [
    'a missing ConfigMap',
    pod({ containers: [waiting('CreateContainerConfigError', 'configmap "settings" not found')] }),
    [],
    'failed',
    'CreateContainerConfigError',
    'web-1: container web cannot be configured: configmap "settings" not found',
  ],
  [
    'a missing key of a Secret',
    pod({ containers: [waiting('CreateContainerConfigError', "couldn't find key token in Secret a/b")] }),
    [],
    'failed',
    'CreateContainerConfigError',
    "couldn't find key token in Secret a/b",
  ],
  [
    'a program that does not exist',
    pod({
      containers: [
        waiting('RunContainerError', `failed to start ${'a'.repeat(64)}: exec: "nope": not found`),
      ],
    }),
    [],
    'failed',
    'RunContainerError',
    'cannot be started: failed to start aaaaaaaa: exec: "nope": not found',
  ],
  [
    'a crash loop between two attempts',
    pod({
      containers: [
        waiting('CrashLoopBackOff', 'back-off 40s', {
          restartCount: 3,
          lastState: terminated(1, 'Error', 'starting\n2026-11-21T07:29:00Z cannot reach database\n'),
        }),
      ],
    }),
    [],
    'failed',
    'CrashLoopBackOff',
    'web-1: container web crashes repeatedly, last exit code 1: "starting cannot reach database"',
  ],
  [
    'a crash loop during an attempt',
    pod({
      containers: [
        running({
          restartCount: 4,
          lastState: terminated(1, 'Error', 'starting\n2026-11-21T07:35:10Z cannot reach database\n'),
        }),
      ],
    }),
    [],
    'failed',
    'CrashLoopBackOff',
    'web-1: container web crashes repeatedly, last exit code 1: "starting cannot reach database"',
  ],
  [
    'a crash loop at the time of a crash',
    pod({ containers: [{ ...running({ restartCount: 4 }), state: terminated(139) }] }),
    [],
    'failed',
    'CrashLoopBackOff',
    'last exit code 139 (SIGSEGV)',
  ],
  [
    'too little memory',
    pod({
      containers: [
        waiting('CrashLoopBackOff', '', { restartCount: 3, lastState: terminated(137, 'OOMKilled') }),
      ],
    }),
    [],
    'failed',
    'OOMKilled',
    'web-1: container web repeatedly runs out of memory (limit 64Mi), last exit code 137 (SIGKILL)',
  ],
  [
    'a liveness probe that kills',
    pod({ containers: [waiting('CrashLoopBackOff', '', { restartCount: 3, lastState: terminated(137) })] }),
    [
      event('Killing', 'Container web failed liveness probe, will be restarted'),
      event('Unhealthy', 'Liveness probe failed: HTTP probe failed with statuscode: 500'),
    ],
    'failed',
    'CrashLoopBackOff',
    'because the kubelet kills it: Liveness probe failed: HTTP probe failed with statuscode: 500',
  ],
  [
    'a failing readiness probe',
    pod({
      containers: [running({ state: { running: { startedAt: '2026-11-21T07:03:30Z' } } })],
      conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: '2026-11-21T07:03:20Z' }],
    }),
    [event('Unhealthy', 'Readiness probe failed: HTTP probe failed with statuscode: 503')],
    'progressing',
    'ProbeFailing',
    'web-1: container web is not ready since 2026-11-21 07:03 UTC: Readiness probe failed: HTTP probe failed with statuscode: 503',
  ],
  [
    'a slow start',
    pod({
      containers: [running()],
      conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: '2026-11-21T07:03:20Z' }],
    }),
    [],
    'progressing',
    'NotReady',
    'container web is not ready since',
  ],
  [
    'no node',
    pod({
      phase: 'Pending',
      conditions: [
        {
          type: 'PodScheduled',
          status: 'False',
          reason: 'Unschedulable',
          message:
            '0/3 nodes are available: 3 Insufficient cpu. preemption: 0/3 nodes are available: 3 No preemption victims found.',
        },
      ],
    }),
    [],
    'progressing',
    'Unschedulable',
    'web-1: cannot be scheduled (0/3 nodes are available: 3 Insufficient cpu)',
  ],
  [
    'a scheduling gate',
    pod({
      phase: 'Pending',
      conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }],
    }),
    [],
    'progressing',
    'SchedulingGated',
    'scheduling gates',
  ],
  [
    'a volume that cannot be mounted',
    pod({ phase: 'Pending', containers: [waiting('ContainerCreating')] }),
    [event('FailedMount', 'MountVolume.SetUp failed for volume "settings" : configmap "settings" not found')],
    'progressing',
    'FailedMount',
    'web-1: volume settings cannot be mounted: configmap "settings" not found',
  ],
  [
    'a volume of a pod with init containers',
    pod({
      phase: 'Pending',
      init: [waiting('PodInitializing', '', { name: 'migrate', started: false })],
      containers: [waiting('PodInitializing')],
      conditions: [{ type: 'Initialized', status: 'False' }],
    }),
    [event('FailedMount', 'MountVolume.SetUp failed for volume "login" : secret "login" not found')],
    'progressing',
    'FailedMount',
    'web-1: volume login cannot be mounted: secret "login" not found',
  ],
  [
    'a pod whose first init container is being created',
    pod({
      phase: 'Pending',
      init: [waiting('PodInitializing', '', { name: 'migrate', started: false })],
      containers: [waiting('PodInitializing')],
      conditions: [{ type: 'Initialized', status: 'False' }],
    }),
    [],
    'progressing',
    'Initializing',
    'web-1: init container migrate has not finished, running since 2026-11-21 07:03 UTC',
  ],
  [
    'a volume that cannot be attached',
    pod({ phase: 'Pending', containers: [waiting('ContainerCreating')] }),
    [event('FailedAttachVolume', 'Multi-Attach error for volume "pvc-1"')],
    'progressing',
    'FailedAttachVolume',
    'Multi-Attach error',
  ],
  [
    'an init container that runs',
    pod({
      phase: 'Pending',
      init: [{ name: 'migrate', ready: false, restartCount: 0, state: { running: {} }, lastState: {} }],
      containers: [waiting('PodInitializing')],
      conditions: [{ type: 'Initialized', status: 'False' }],
    }),
    [],
    'progressing',
    'Initializing',
    'web-1: init container migrate has not finished, running since 2026-11-21 07:03 UTC',
  ],
  [
    'an init container that crashes',
    pod({
      phase: 'Pending',
      init: [
        {
          name: 'migrate',
          ready: false,
          restartCount: 3,
          state: { waiting: { reason: 'CrashLoopBackOff' } },
          lastState: terminated(2),
        },
      ],
      containers: [waiting('PodInitializing')],
    }),
    [],
    'failed',
    'CrashLoopBackOff',
    'web-1: init container migrate crashes repeatedly, last exit code 2',
  ],
  [
    'a pod that is evicted',
    pod({ phase: 'Failed', status: { reason: 'Evicted', message: 'The node was low on resource: memory.' } }),
    [],
    'progressing',
    'Evicted',
    'low on resource: memory',
  ],
  [
    'the last output of a job',
    pod({
      phase: 'Failed',
      containers: [{ ...running(), state: terminated(3, 'Error', 'no such table: users') }],
    }),
    [],
    'progressing',
    'PodFailed',
    'web-1: container web terminated with exit code 3: "no such table: users"',
  ],
]

describe('problemOf', () => {
  it.each(cases)('reports %s', (_, object, events, state, reason, message) => {
    const found = problemOf(object, now, events)
    expect(found?.health).toMatchObject({ state, reason })
    expect(found?.health.message).toContain(message)
  })

  it.each([
    [
      'is ready',
      pod({ containers: [running({ ready: true })], conditions: [{ type: 'Ready', status: 'True' }] }),
    ],
    [
      'has crashed long ago',
      pod({
        containers: [running({ restartCount: 5, ready: true, lastState: terminated(1) })],
        conditions: [{ type: 'Ready', status: 'True' }],
      }),
    ],
    ['has completed', pod({ phase: 'Succeeded' })],
    [
      'is being deleted',
      {
        ...pod({ containers: [waiting('CrashLoopBackOff')] }),
        metadata: { name: 'x', deletionTimestamp: '2026-11-21T07:00:00Z' },
      },
    ],
  ])('reports no problem of a pod that %s', (_, object) => {
    expect(problemOf(object, now)).toBeUndefined()
  })

  it('reports the same for the same situation at any time', () => {
    const crashing = (finished: string) =>
      waiting('CrashLoopBackOff', 'back-off 5m0s', {
        restartCount: Number(finished),
        lastState: {
          terminated: {
            exitCode: 1,
            message: `2026-11-21T07:${finished}:00.123Z listen tcp :80: in use`,
            finishedAt: `2026-11-21T07:${finished}:00Z`,
          },
        },
      })
    const [early, late] = ['10', '25'].map(
      (minute) => problemOf(pod({ containers: [crashing(minute)] }), now)?.health,
    )
    expect(early).toEqual(late)
  })
})

describe('worstProblem', () => {
  it('prefers permanent problems to temporary ones, and always the same pod', () => {
    const slow = pod({
      name: 'web-0',
      containers: [running()],
      conditions: [{ type: 'Ready', status: 'False' }],
    })
    const broken = (name: string) => pod({ name, containers: [waiting('ErrImagePull', 'not found')] })
    for (const pods of [
      [slow, broken('web-2'), broken('web-1')],
      [broken('web-1'), slow, broken('web-2')],
    ])
      expect(worstProblem(pods, now)?.pod.metadata.name).toBe('web-1')
  })
})

describe('selectorOf', () => {
  it.each([
    [{ matchLabels: { app: 'web', tier: 'a' } }, 'app=web,tier=a'],
    [
      {
        matchExpressions: [
          { key: 'app', operator: 'In', values: ['a', 'b'] },
          { key: 'old', operator: 'DoesNotExist' },
        ],
      },
      'app in (a,b),!old',
    ],
    [
      {
        matchLabels: { app: 'web' },
        matchExpressions: [
          { key: 'env', operator: 'NotIn', values: ['test'] },
          { key: 'tier', operator: 'Exists' },
        ],
      },
      'app=web,env notin (test),tier',
    ],
    [{}, undefined],
  ])('writes %j as %s', (selector, text) => {
    expect(selectorOf(selector)).toBe(text)
  })
})

describe('the grace period of a failure', () => {
  it.each<[string, number | undefined]>([
    ['InvalidImageName', 0],
    ['ErrImageNeverPull', 0],
    ['ErrImagePull', 5000],
    ['ImagePullBackOff', 5000],
    ['RegistryUnavailable', undefined],
    ['CreateContainerConfigError', 10_000],
    ['CreateContainerError', 10_000],
    ['RunContainerError', 10_000],
    ['StartError', undefined],
    ['CrashLoopBackOff', 20_000],
  ])('of %s is %s ms', (reason, grace) => {
    expect(problemOf(pod({ containers: [waiting(reason)] }), now)?.health.grace).toBe(grace)
  })
})

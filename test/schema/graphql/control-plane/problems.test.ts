import { describe, expect, it } from 'vitest'
import { problemsOf, type ObservedControlPlane } from '../../../../schema/graphql/control-plane/problems.ts'
import { stuckReasonOf } from '../../../../schema/graphql/control-plane/stuck-reason.ts'
import { versionSkewOf } from '../../../../schema/graphql/control-plane/version-skew.ts'
import { knownProcess } from '../../../support/process-report.ts'

const server = knownProcess({ role: 'server' })
const worker = knownProcess()
const lag = { relay: 0, resync: 0, quarantined: 0 }
const breaker = {
  objectId: '7',
  since: '2026-11-26T08:59:00.000Z',
  retryAt: '2026-11-26T09:00:00.000Z',
  reason: 'Unreachable',
  message: 'no answer',
}

function problems(observed: Partial<ObservedControlPlane>): string[] {
  const nameOf = (id: string): string => `KubernetesRuntimeInstance r${id}`
  const found = problemsOf({ processes: [server, worker], lag, nameOf, ...observed })
  return found.map(({ severity, reason, message }) => `${severity} ${reason}: ${message}`)
}

describe('the problems of a control plane', () => {
  it('are none while all processes run and nothing waits', () => {
    expect(problems({})).toEqual([])
  })

  it.each([
    [
      'there is no worker',
      { processes: [server] },
      'error NoWorker: No worker is connected, so nothing is reconciled.',
    ],
    [
      'the only worker has stopped',
      { processes: [server, knownProcess({}, 'stopped')] },
      'error NoWorker: No worker is connected, so nothing is reconciled.',
    ],
    [
      'changes are not published',
      { lag: { ...lag, relay: 31 } },
      'error RelayBehind: The oldest change that is not published is 31 seconds old.',
    ],
    [
      'objects wait for a worker',
      { lag: { ...lag, resync: 61 } },
      'error QueueBehind: The oldest due object has waited for 61 seconds.',
    ],
    [
      'a worker has disappeared while another runs',
      { processes: [server, worker, knownProcess({ name: 'b:1' }, 'gone')] },
      'warning ProcessGone: The worker b:1 has not reported since 2026-11-26T09:00:00.000Z.',
    ],
    [
      'a process has no NATS',
      { processes: [server, knownProcess({ isConnected: false })] },
      'warning NatsUnavailable: 1 process without NATS: worker:1. Workers poll for due objects, and trees, logs and plans that ask clusters fail.',
    ],
    [
      'several workers do not reach a cluster',
      {
        processes: [
          server,
          knownProcess({ breakers: [breaker] }),
          knownProcess({ name: 'b', breakers: [breaker] }),
        ],
      },
      'warning UpstreamUnreachable: KubernetesRuntimeInstance r7 does not respond to 2 processes: no answer.',
    ],
    [
      'a worker is older than the server',
      { processes: [server, knownProcess({ release: '1.1.0' })] },
      'warning VersionSkew: Releases differ: 1 server of 1.2.0; 1 worker of 1.1.0.',
    ],
  ])('are one if %s', (_, observed, expected) => {
    expect(problems(observed)).toEqual([expected])
  })

  it('name errors before warnings', () => {
    const processes = [server, knownProcess({ name: 'b:1' }, 'gone')]
    expect(problems({ processes }).map((each) => each.split(':')[0])).toEqual([
      'error NoWorker',
      'warning ProcessGone',
    ])
  })
})

describe('version skew', () => {
  it('counts only processes that run, and orders releases by version', () => {
    const processes = [
      knownProcess({ role: 'server', release: '1.10.0' }),
      knownProcess({ role: 'server', name: 'b', release: '1.9.0' }),
      knownProcess({ release: '1.9.0' }),
      knownProcess({ name: 'c', release: '0.1.0' }, 'gone'),
    ]
    expect(versionSkewOf(processes)).toEqual({
      releases: [
        { release: '1.10.0', servers: 1, workers: 0 },
        { release: '1.9.0', servers: 1, workers: 1 },
      ],
      message: 'Releases differ: 1 server of 1.10.0; 1 server and 1 worker of 1.9.0.',
      remedy: 'Replace the servers that are older than 1.10.0 first, then the workers.',
    })
  })

  it('says which workers to replace once all servers are new', () => {
    const processes = [server, knownProcess({ release: '1.1.9' })]
    expect(versionSkewOf(processes)?.remedy).toBe(
      'The servers are of 1.2.0: replace the older workers to finish the upgrade.',
    )
  })

  it('says that servers come first if a worker is newer', () => {
    const processes = [server, knownProcess({ release: '1.3.0' })]
    expect(versionSkewOf(processes)?.remedy).toBe(
      'Replace the servers that are older than 1.3.0 first, then the workers.',
    )
  })
})

describe('the reason why an object is stuck', () => {
  const object = {
    deletionRequestedAt: null,
    failures: 0,
    observedGeneration: 1,
    stalled: false,
    status: { phase: 'Progressing', conditions: [], outputs: {} },
    waitingForId: null,
  }
  const inPhase = (phase: string) => ({ status: { ...object.status, phase } })
  it.each([
    ['quarantined', { ...inPhase('Quarantined'), stalled: true }],
    ['deleting', { deletionRequestedAt: new Date(), failures: 2 }],
    ['stalled', { stalled: true, ...inPhase('Failed') }],
    ['failing', { failures: 1 }],
    ['failing', inPhase('Unreachable')],
    ['waiting', { waitingForId: 3n }],
    ['queued', { observedGeneration: 0, ...inPhase('Pending') }],
    ['progressing', {}],
  ] as const)('is %s', (reason, fields) => {
    expect(stuckReasonOf({ ...object, ...fields })).toBe(reason)
  })
})

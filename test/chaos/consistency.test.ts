import { describe, expect, it } from 'vitest'
import type { ApplicationDocument } from '../support/applications.ts'
import { emptyHistory, type FinalObject, type History, type LogEntry, type Remains } from './history.ts'
import { countOf, checkHistory, type Violations } from './consistency.ts'

/**
 * Returns a history without violations: a workload was deployed and changed, a counter was incremented, a name was
 * raced for.
 */
function sound(): { history: History; remains: Remains } {
  const history = emptyHistory()
  const entry = (more: Partial<LogEntry>): LogEntry => ({
    seq: 0,
    objectId: '1',
    kind: 'WorkloadDefinition',
    name: 'a',
    operation: 'UPDATE',
    generation: 1,
    version: 1,
    time: 0,
    ...more,
  })
  const instance = { objectId: '2', kind: 'WorkloadInstance' }
  const log = [
    entry({ operation: 'CREATE', version: 1, marker: 'v1' }),
    entry({ ...instance, operation: 'CREATE', version: 1 }),
    entry({ ...instance, operation: 'STATUS', version: 2, settled: true }),
    entry({ operation: 'UPDATE', version: 2, marker: 'v2' }),
    entry({ ...instance, operation: 'TRIGGER', version: 2 }),
    entry({ ...instance, operation: 'STATUS', version: 3, settled: true }),
    entry({ objectId: '3', name: 'counter', operation: 'CREATE', marker: '0/0' }),
    entry({ objectId: '3', name: 'counter', version: 2, marker: '1/x' }),
    entry({ objectId: '3', name: 'counter', version: 3, marker: '2/y' }),
    entry({ objectId: '4', name: 'race', operation: 'CREATE', marker: 'winner' }),
  ].map((each, index) => ({ ...each, seq: index + 1, time: (index + 1) * 10 }))
  history.acked.push(
    { kind: 'WorkloadDefinition', name: 'a', id: '1', version: 1, operation: 'CREATE', marker: 'v1' },
    { kind: 'WorkloadDefinition', name: 'a', id: '1', version: 2, operation: 'UPDATE', marker: 'v2' },
  )
  history.counters.set('counter', { acked: ['1/x'], unknown: ['2/y', '2/z'] })
  history.races.push({ name: 'race', won: ['winner'] })
  history.seen.push({ id: '3', version: 3, acknowledged: 2 })
  const resource = { cluster: 'space', ownerId: '2', resource: 'ConfigMap ns/a' }
  return {
    history,
    remains: {
      log,
      objects: [
        {
          id: '1',
          kind: 'WorkloadDefinition',
          name: 'a',
          version: 2,
          settled: true,
          status: {},
          marker: 'v2',
        },
        { id: '2', kind: 'WorkloadInstance', name: 'a', version: 3, settled: true, status: {} },
      ],
      effects: [
        { ...resource, at: 25, marker: 'v1' },
        { ...resource, at: 55, marker: 'v2' },
      ],
      inventory: [resource],
      inClusters: [resource],
      applications: new Map(),
      examples: new Map(),
      builds: new Map(),
      aws: {
        found: ['bucket files-1'],
        recorded: ['bucket files-1'],
        desired: new Map([['AwsObjectStorageBucket files', {}]]),
      },
      markers: new Map([['a', 'v2']]),
      desired: new Map([['a', 'v2']]),
    },
  }
}

type Spoil = (evidence: ReturnType<typeof sound>) => void

const violations: [string, keyof Violations, Spoil][] = [
  ['an acknowledged change that is not in the log', 'lost', ({ remains: { log } }) => log.splice(3, 1)],
  [
    'an acknowledged change that is in the log with another content',
    'lost',
    ({ remains: { log } }) => change(log[3], { marker: 'v3' }),
  ],
  [
    'an acknowledged deletion that is not in the log',
    'lost',
    ({ history }) =>
      history.acked.push({ kind: 'X', name: 'a', id: '1', version: 3, operation: 'DELETE_REQUEST' }),
  ],
  [
    'a response of UNCHANGED although the object differed',
    'lost',
    ({ history }) =>
      history.acked.push({ kind: 'X', name: 'a', id: '1', version: 2, operation: 'UNCHANGED', marker: 'v1' }),
  ],
  ['a gap in the versions', 'lost', ({ remains: { log } }) => change(log[5], { version: 4 })],
  [
    'a version that was assigned twice',
    'duplicated',
    ({ remains: { log } }) => change(log[5], { version: 2 }),
  ],
  [
    'a name that was granted to two clients',
    'duplicated',
    ({ history }) => history.races[0]?.won.push('loser'),
  ],
  [
    'a name that was created twice',
    'duplicated',
    ({ remains: { log } }) => log.push({ ...(log[9] as LogEntry), objectId: '5', seq: 11, marker: 'loser' }),
  ],
  [
    'a repeated request that was executed again',
    'duplicated',
    ({ remains: { log } }) => log.push({ ...(log[3] as LogEntry), version: 3, seq: 11 }),
  ],
  [
    'a name that belongs to another client than was reported',
    'lost',
    ({ remains: { log } }) => change(log[9], { marker: 'loser' }),
  ],
  [
    'an increment that overwrote another',
    'lostUpdates',
    ({ remains: { log } }) => change(log[8], { marker: '1/y' }),
  ],
  [
    'an increment that was executed twice',
    'lostUpdates',
    ({ remains: { log } }) => log.push({ ...(log[8] as LogEntry), version: 4, seq: 12 }),
  ],
  [
    'an acknowledged increment that is missing',
    'lostUpdates',
    ({ history }) => history.counters.get('counter')?.acked.push('3/z'),
  ],
  [
    'a read that is older than a response before it',
    'lostUpdates',
    ({ history }) => history.seen.push({ id: '3', version: 1, acknowledged: 2 }),
  ],
  [
    'an old write to a cluster after a newer report',
    'stale',
    ({ remains }) =>
      remains.effects.push({
        cluster: 'space',
        ownerId: '2',
        resource: 'ConfigMap ns/a',
        at: 65,
        marker: 'v1',
      }),
  ],
  [
    'a write to a cluster for a deleted object',
    'stale',
    ({ remains }) => {
      remains.log.push({
        ...(remains.log[5] as LogEntry),
        operation: 'DELETE',
        version: 4,
        seq: 13,
        time: 130,
      })
      remains.effects.push({
        cluster: 'space',
        ownerId: '2',
        resource: 'ConfigMap ns/a',
        at: 140,
        marker: 'v2',
      })
    },
  ],
  [
    'an object that is not as desired',
    'unsettled',
    ({ remains }) => change(remains.objects[1], { settled: false }),
  ],
  [
    'a definition that remains after its instances were deleted',
    'notRemoved',
    ({ remains }) => change(remains.objects[0], { settled: false, notRemoved: true }),
  ],
  [
    'a definition that only resync has removed',
    'notRemoved',
    ({ remains: { log } }) =>
      log.push({ ...(log[3] as LogEntry), operation: 'DELETE', version: 3, seq: 11, swept: true }),
  ],
  ['an older write in the cluster', 'unsettled', ({ remains }) => remains.markers.set('a', 'v1')],
  ['a deleted workload that remains', 'unsettled', ({ remains }) => remains.desired.set('a', undefined)],
  [
    'an application without one of its dependencies',
    'unsettled',
    ({ remains }) => remains.applications.set('a', applicationWith('db')),
  ],
  [
    'a dependency that an application no longer has',
    'unsettled',
    ({ remains }) => {
      remains.applications.set('a', applicationWith())
      const left = { id: '9', kind: 'SecretInstance', name: 'a-mail', version: 1, settled: true, status: {} }
      remains.objects.push(left)
    },
  ],
  [
    'an environment that runs another build',
    'unsettled',
    ({ remains }) => {
      remains.builds.set('shop', 2)
      const digest = 'sha256:other'
      for (const name of ['shop-chaos-dev', 'shop-chaos-live'])
        remains.objects.push({ ...(remains.objects[1] as FinalObject), name, digest })
    },
  ],
  [
    'a delivery that nothing has decided about',
    'unsettled',
    ({ remains }) => change(remains.objects[1], { kind: 'Delivery', settled: false }),
  ],
  ['a resource that no inventory has', 'orphans', ({ remains }) => remains.inventory.pop()],
  ['an entry of the inventory without its resource', 'orphans', ({ remains }) => remains.inClusters.pop()],
  ['a resource whose owner was deleted', 'orphans', ({ remains }) => remains.objects.pop()],
  ['a bucket that no inventory has', 'orphans', ({ remains }) => change(remains.aws, { recorded: [] })],
  [
    'a bucket that was created twice',
    'orphans',
    ({ remains }) => {
      const both = ['bucket files-1', 'bucket files-2']
      change(remains.aws, { found: both, recorded: both })
    },
  ],
  [
    'a bucket that was deleted and remains',
    'orphans',
    ({ remains }) => remains.aws?.desired.set('AwsObjectStorageBucket files', undefined),
  ],
  [
    'a resource that exists twice',
    'duplicated',
    ({ remains }) =>
      remains.inClusters.push({ cluster: 'other', ownerId: '2', resource: 'ConfigMap elsewhere/a' }),
  ],
  ['an error that no fault excuses', 'unexpected', ({ history }) => history.unexpected.push('INTERNAL')],
]

function applicationWith(...names: string[]): ApplicationDocument {
  const dependencies = names.map((name) => ({ name, kind: 'Secret', definition: 'mail' }))
  return { kind: 'WorkloadDefinition', name: 'a', spec: { dependencies } }
}

describe('the consistency checker', () => {
  it('reports nothing for a consistent history', () => {
    const { history, remains } = sound()
    expect(countOf(checkHistory(history, remains))).toBe(0)
  })

  it.each(violations)('finds %s', (_, promise, spoil) => {
    const evidence = sound()
    spoil(evidence)
    expect(checkHistory(evidence.history, evidence.remains)[promise]).not.toEqual([])
  })
})

function change<Entry extends object>(entry: Entry | undefined, to: Partial<Entry>): void {
  Object.assign(entry ?? {}, to)
}

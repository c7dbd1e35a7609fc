import { describe, expect, it } from 'vitest'
import { emptyHistory, type History, type LogEntry, type Remains } from './history.ts'
import { countOf, judge, type Violations } from './judge.ts'

/** A history in which nothing is wrong: a workload was deployed and changed, a counter was counted, a name was raced for. */
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
    entry({ operation: 'CREATE', version: 1, mark: 'v1' }),
    entry({ ...instance, operation: 'CREATE', version: 1 }),
    entry({ ...instance, operation: 'STATUS', version: 2, settled: true }),
    entry({ operation: 'UPDATE', version: 2, mark: 'v2' }),
    entry({ ...instance, operation: 'TRIGGER', version: 2 }),
    entry({ ...instance, operation: 'STATUS', version: 3, settled: true }),
    entry({ objectId: '3', name: 'counter', operation: 'CREATE', mark: '0/0' }),
    entry({ objectId: '3', name: 'counter', version: 2, mark: '1/x' }),
    entry({ objectId: '3', name: 'counter', version: 3, mark: '2/y' }),
    entry({ objectId: '4', name: 'race', operation: 'CREATE', mark: 'winner' }),
  ].map((each, index) => ({ ...each, seq: index + 1, time: (index + 1) * 10 }))
  history.acked.push(
    { kind: 'WorkloadDefinition', name: 'a', id: '1', version: 1, operation: 'CREATE', mark: 'v1' },
    { kind: 'WorkloadDefinition', name: 'a', id: '1', version: 2, operation: 'UPDATE', mark: 'v2' },
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
        { id: '1', kind: 'WorkloadDefinition', name: 'a', version: 2, settled: true, status: {}, mark: 'v2' },
        { id: '2', kind: 'WorkloadInstance', name: 'a', version: 3, settled: true, status: {} },
      ],
      effects: [
        { ...resource, at: 25, mark: 'v1' },
        { ...resource, at: 55, mark: 'v2' },
      ],
      inventory: [resource],
      inClusters: [resource],
      marks: new Map([['a', 'v2']]),
      desired: new Map([['a', 'v2']]),
    },
  }
}

type Spoil = (evidence: ReturnType<typeof sound>) => void

const violations: [string, keyof Violations, Spoil][] = [
  ['an acknowledged change that is not in the log', 'lost', ({ remains: { log } }) => log.splice(3, 1)],
  [
    'an acknowledged change that is in the log otherwise',
    'lost',
    ({ remains: { log } }) => change(log[3], { mark: 'v3' }),
  ],
  [
    'an acknowledged deletion that is not in the log',
    'lost',
    ({ history }) =>
      history.acked.push({ kind: 'X', name: 'a', id: '1', version: 3, operation: 'DELETE_REQUEST' }),
  ],
  [
    'an answer that says unchanged of what was otherwise',
    'lost',
    ({ history }) =>
      history.acked.push({ kind: 'X', name: 'a', id: '1', version: 2, operation: 'UNCHANGED', mark: 'v1' }),
  ],
  ['a gap in the versions', 'lost', ({ remains: { log } }) => change(log[5], { version: 4 })],
  ['a version that was given twice', 'duplicated', ({ remains: { log } }) => change(log[5], { version: 2 })],
  ['a name that was given to two', 'duplicated', ({ history }) => history.races[0]?.won.push('loser')],
  [
    'a name that was created twice',
    'duplicated',
    ({ remains: { log } }) => log.push({ ...(log[9] as LogEntry), objectId: '5', seq: 11, mark: 'loser' }),
  ],
  [
    'a repeated request that was done again',
    'duplicated',
    ({ remains: { log } }) => log.push({ ...(log[3] as LogEntry), version: 3, seq: 11 }),
  ],
  [
    'a name that is of another than was told',
    'lost',
    ({ remains: { log } }) => change(log[9], { mark: 'loser' }),
  ],
  [
    'an increment that overwrote another',
    'lostUpdates',
    ({ remains: { log } }) => change(log[8], { mark: '1/y' }),
  ],
  [
    'an increment that was done twice',
    'lostUpdates',
    ({ remains: { log } }) => log.push({ ...(log[8] as LogEntry), version: 4, seq: 12 }),
  ],
  [
    'an acknowledged increment that is gone',
    'lostUpdates',
    ({ history }) => history.counters.get('counter')?.acked.push('3/z'),
  ],
  [
    'a read that is older than an answer before it',
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
        mark: 'v1',
      }),
  ],
  [
    'a write to a cluster for what is gone',
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
        mark: 'v2',
      })
    },
  ],
  [
    'an object that is not as desired',
    'unsettled',
    ({ remains }) => change(remains.objects[1], { settled: false }),
  ],
  [
    'a definition that stays behind when its instances are gone',
    'forgotten',
    ({ remains }) => change(remains.objects[0], { settled: false, forgotten: true }),
  ],
  [
    'a definition that only resync has removed',
    'forgotten',
    ({ remains: { log } }) =>
      log.push({ ...(log[3] as LogEntry), operation: 'DELETE', version: 3, seq: 11, swept: true }),
  ],
  ['something older in the cluster', 'unsettled', ({ remains }) => remains.marks.set('a', 'v1')],
  ['what was to be gone', 'unsettled', ({ remains }) => remains.desired.set('a', undefined)],
  ['a resource that no inventory has', 'orphans', ({ remains }) => remains.inventory.pop()],
  ['an entry of the inventory without its resource', 'orphans', ({ remains }) => remains.inClusters.pop()],
  ['a resource whose owner is gone', 'orphans', ({ remains }) => remains.objects.pop()],
  [
    'a resource that is there twice',
    'duplicated',
    ({ remains }) =>
      remains.inClusters.push({ cluster: 'other', ownerId: '2', resource: 'ConfigMap elsewhere/a' }),
  ],
  ['an error that no fault excuses', 'unexpected', ({ history }) => history.unexpected.push('INTERNAL')],
]

describe('the judge of histories', () => {
  it('finds nothing wrong where nothing is', () => {
    const { history, remains } = sound()
    expect(countOf(judge(history, remains))).toBe(0)
  })

  it.each(violations)('finds %s', (_, promise, spoil) => {
    const evidence = sound()
    spoil(evidence)
    expect(judge(evidence.history, evidence.remains)[promise]).not.toEqual([])
  })
})

function change<Entry extends object>(entry: Entry | undefined, to: Partial<Entry>): void {
  Object.assign(entry ?? {}, to)
}

import { describe, expect, it } from 'vitest'
import { conditionOf, type ObjectStatus } from '../../../schema/status.ts'
import { done, failed, requeueAfter, waitingFor, type Outcome } from '../../../workers/engine/outcome.ts'
import { nextStatus } from '../../../workers/engine/status.ts'

const first = new Date('2026-01-01T00:00:00Z')
const later = new Date('2026-01-01T00:01:00Z')

function after(
  outcome: Outcome,
  {
    status = empty,
    now = first,
    deleting = false,
    stalled = false,
  }: { status?: ObjectStatus; now?: Date; deleting?: boolean; stalled?: boolean } = {},
): ObjectStatus {
  const subject = { kind: 'WorkloadInstance', name: 'web', generation: 2, deleting, status }
  return nextStatus(subject, { outcome, stalled }, now)
}
const empty: ObjectStatus = { phase: 'Pending', conditions: [], outputs: {} }

describe('nextStatus', () => {
  it.each([
    ['done', done('fine'), 'Ready', 'True'],
    ['progressing', requeueAfter(1, { reason: 'RollingOut', message: 'm' }), 'Progressing', 'False'],
    ['waiting', waitingFor({ id: '1', kind: 'X', name: 'x', version: 1 }, 'is ready'), 'Waiting', 'False'],
    ['failed', failed({ reason: 'R', message: 'm' }), 'Failed', 'False'],
    ['blocked', failed({ reason: 'R', message: 'm', blocked: true }), 'Blocked', 'False'],
    ['quarantined', failed({ reason: 'R', message: 'm', quarantined: true }), 'Quarantined', 'False'],
    ['unreachable', failed({ reason: 'R', message: 'm', unreachable: true }), 'Unreachable', 'Unknown'],
  ] as const)('shows %s as %s', (_, outcome, phase, ready) => {
    const status = after(outcome)
    expect(status.phase).toBe(phase)
    expect(conditionOf(status, 'Ready')).toMatchObject({ status: ready, observedGeneration: 2 })
  })

  it('says which failures are results that stay', () => {
    const cause = { reason: 'RolledBack', message: 'm', blocked: true }
    expect(after(failed(cause, { retryable: false, final: true }))).toMatchObject({ final: true })
    expect(after(failed(cause, { retryable: false }))).not.toHaveProperty('final')
  })

  it('is neither ready nor failed while the cluster does not respond', () => {
    const status = after(failed({ reason: 'Unreachable', message: 'm', unreachable: true }))
    expect(conditionOf(status, 'Reachable')?.status).toBe('False')
    expect(conditionOf(status, 'Ready')?.status).toBe('Unknown')
  })

  it('keeps the transition time of an unchanged condition, and of an unchanged cause', () => {
    const before = after(failed({ reason: 'R', message: 'm' }))
    const again = after(failed({ reason: 'R', message: 'm' }), { status: before, now: later })
    expect(conditionOf(again, 'Ready')?.lastTransitionTime).toBe(first.toISOString())
    expect(again.cause?.since).toBe(first.toISOString())
    const other = after(failed({ reason: 'R', message: 'other' }), { status: again, now: later })
    expect(other.cause?.since).toBe(later.toISOString())
  })

  it('names the object that it waits for once in its cause', () => {
    const status = after(waitingFor({ id: '1', kind: 'X', name: 'x', version: 1 }, 'is ready'))
    expect(status.cause).toMatchObject({
      kind: 'X',
      name: 'x',
      reason: 'Waiting',
      message: 'Waiting until it is ready.',
    })
    expect(conditionOf(status, 'Ready')?.message).toBe('Waiting until X x is ready.')
  })

  it('shows the deepest cause of the object that it waits for', () => {
    const cause = {
      kind: 'KubernetesRuntimeInstance',
      name: 'space',
      reason: 'NoKubeconfig',
      message: 'give one',
    }
    const status = after(
      waitingFor({ id: '1', kind: 'WorkloadInstance', name: 'proxy', version: 1, cause }, 'is ready'),
    )
    expect(status.cause).toMatchObject(cause)
  })

  it('reports why the object is stalled, and since when, only while it is', () => {
    const outcome = failed({ reason: 'R', message: 'm' })
    const before = after(outcome, { stalled: true })
    expect(conditionOf(before, 'Stalled')).toMatchObject({ status: 'True', reason: 'R', message: 'm' })
    const again = after(outcome, { stalled: true, status: before, now: later })
    expect(conditionOf(again, 'Stalled')?.lastTransitionTime).toBe(first.toISOString())
    expect(conditionOf(after(outcome, { status: again, now: later }), 'Stalled')).toBeUndefined()
  })

  it.each<[string, Outcome, boolean | undefined]>([
    ['done', done('fine'), undefined],
    ['progressing', requeueAfter(1, { reason: 'R', message: 'm' }), undefined],
    ['failed', failed({ reason: 'R', message: 'm' }), undefined],
    ['unreachable', failed({ reason: 'R', message: 'm', unreachable: true }), undefined],
    ['failed permanently', failed({ reason: 'R', message: 'm' }, { retryable: false }), false],
    ['blocked', failed({ reason: 'R', message: 'm', blocked: true }), false],
    ['waiting', waitingFor({ id: '1', kind: 'X', name: 'x', version: 1 }, 'is ready'), undefined],
    [
      'waiting for an object that no retry helps',
      waitingFor({ id: '1', kind: 'X', name: 'x', version: 1, retryable: false }, 'is ready'),
      false,
    ],
  ])('reports for an object that is %s whether a retry can help', (_, outcome, retryable) => {
    expect(after(outcome).retryable).toBe(retryable)
  })

  it('keeps outputs while the object waits, and has no cause once it is ready', () => {
    const before = after(done('fine', { outputs: { namespace: 'n' } }))
    expect(before.cause).toBeUndefined()
    expect(
      after(waitingFor({ id: '1', kind: 'X', name: 'x', version: 1 }, 'is ready'), { status: before })
        .outputs,
    ).toEqual({ namespace: 'n' })
  })

  it('shows every state of a deletion as Deleting', () => {
    expect(after(requeueAfter(1, { reason: 'Terminating', message: 'm' }), { deleting: true }).phase).toBe(
      'Deleting',
    )
  })
})

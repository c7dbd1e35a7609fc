import { expect, it } from 'vitest'
import type { ResourceState } from '../../../workers/kube/apply/sync.ts'
import { healthOf } from '../../../workers/kube/health/health.ts'
import { leavingOutcome } from '../../../workers/resources/leaving.ts'

/** A resource whose deletion was requested some seconds ago. */
function leaving(kind: string, secondsAgo = 0): ResourceState {
  const deletionTimestamp = new Date(Date.now() - secondsAgo * 1000).toISOString()
  const live = { apiVersion: 'v1', kind, metadata: { name: 'shop', deletionTimestamp } }
  const type = { group: '', version: 'v1', kind, plural: '', namespaced: kind !== 'Namespace' }
  return { key: `${kind} shop`, type, live, health: healthOf(live) }
}

const secondsUntilLook = (resources: readonly ResourceState[]): number => {
  const outcome = leavingOutcome(resources, Date.now())
  return outcome.outcome === 'requeueAfter' ? Math.round(outcome.milliseconds / 1000) : NaN
}

it('looks after resources that are being deleted the more rarely, the longer they take', () => {
  const ages = [0, 1, 4, 16, 600]
  expect(ages.map((age) => secondsUntilLook([leaving('Pod', age)]))).toEqual([2, 2, 4, 16, 30])
  expect(secondsUntilLook([leaving('Pod', 1), leaving('Pod', 8)])).toBe(8)
})

it('compares times with that of the control plane, whatever the clock of the worker is', () => {
  const outcome = leavingOutcome([leaving('Pod')], Date.now() + 16_500)
  expect(outcome).toMatchObject({ milliseconds: expect.closeTo(16_500, -3) as number })
})

it('does not look after a namespace while its cluster leaves it alone', () => {
  const ages = [0, 4, 8, 600]
  expect(ages.map((age) => secondsUntilLook([leaving('Namespace', age)]))).toEqual([6, 6, 8, 30])
  expect(secondsUntilLook([leaving('Namespace'), leaving('PersistentVolumeClaim')])).toBe(2)
})

it('names the first resource and the number of others', () => {
  expect(leavingOutcome([leaving('Pod'), leaving('Pod'), leaving('Pod')], Date.now())).toMatchObject({
    reason: 'Terminating',
    message: expect.stringMatching(/^Pod shop has been terminating since .* and 2 more\.$/) as string,
  })
})

it('fails with what the cluster refuses, whatever else is being deleted', () => {
  const refused: ResourceState = {
    key: 'ConfigMap shop/hidden',
    type: { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true },
    health: { state: 'failed', reason: 'Forbidden', message: 'needs permission to get configmaps' },
  }
  expect(leavingOutcome([leaving('Pod'), refused], Date.now())).toMatchObject({
    outcome: 'failed',
    cause: { reason: 'Forbidden', message: 'ConfigMap shop/hidden: needs permission to get configmaps' },
  })
})

import { describe, expect, it } from 'vitest'
import type { Placement } from '../../../schema/placement/declaration.ts'
import { chooseRuntime, type RuntimeCandidate } from '../../../schema/placement/fit.ts'

function runtime(name: string, changes: Partial<RuntimeCandidate> = {}): RuntimeCandidate {
  return {
    name,
    labels: {},
    location: 'Local',
    provider: 'simulated',
    ready: true,
    phase: 'Ready',
    deleting: false,
    installable: true,
    services: [],
    instances: 0,
    ...changes,
  }
}

describe('the choice of a runtime', () => {
  it.each<[string, Placement, Partial<RuntimeCandidate>, string]>([
    ['location', { location: 'Europe:Frankfurt' }, {}, 'is in Local, not Europe:Frankfurt'],
    ['provider', { provider: 'kind' }, {}, 'has provider simulated, not kind'],
    ['labels', { labels: { gpu: 'yes' } }, {}, 'has no label gpu, which must be yes'],
    ['labels', { labels: { gpu: 'yes' } }, { labels: { gpu: 'no' } }, 'has label gpu=no, not yes'],
    ['tier', { tier: 'production' }, {}, 'has no label qleet.io/tier, which must be production'],
    [
      'capabilities',
      { capabilities: ['forward-proxy'] },
      { installable: false },
      'lacks forward-proxy, and its credentials do not permit the installation',
    ],
    ['isolation', { isolation: 'dedicated' }, { instances: 1 }, 'has 1 instance already'],
    ['isolation of others', {}, { dedicatedTo: 'bank' }, 'is dedicated to bank'],
    ['capacity', {}, { instances: 2, maxInstances: 2 }, 'is full: it has 2 instances of at most 2'],
    ['readiness', {}, { ready: false, phase: 'Unreachable' }, 'is not ready (Unreachable)'],
    ['deletion', {}, { deleting: true }, 'is being deleted'],
  ])('rejects a runtime by %s with the reason', (_, placement, changes, reason) => {
    expect(chooseRuntime(placement, [runtime('a', changes)])).toMatchObject({
      chosen: undefined,
      rejected: [{ runtime: 'a', reason }],
    })
  })

  it('accepts a runtime that provides a capability, or whose credentials permit its installation', () => {
    const placement = { capabilities: ['forward-proxy'] }
    const provides = runtime('a', { services: ['forward-proxy'], installable: false })
    expect(chooseRuntime(placement, [provides]).chosen).toBe(provides)
    expect(chooseRuntime(placement, [runtime('b')]).chosen?.name).toBe('b')
  })

  it('prefers the fewest instances, then the first name, whatever the order of the runtimes', () => {
    const all = [
      runtime('a', { instances: 2 }),
      runtime('c', { instances: 1 }),
      runtime('b', { instances: 1 }),
    ]
    for (const order of [all, all.toReversed()])
      expect(chooseRuntime({}, order)).toMatchObject({
        chosen: { name: 'b' },
        reason: 'It has the fewest instances (1) of the 3 runtimes that fit.',
        rejected: [
          { runtime: 'a', reason: 'fits as well, but has more instances: 2' },
          { runtime: 'c', reason: 'fits as well, but its name comes later' },
        ],
      })
  })

  it('waits for a runtime that would fit if it were ready, unless it is being deleted', () => {
    const unready = { ready: false, phase: 'Progressing' }
    expect(chooseRuntime({}, [runtime('a', unready)]).pending?.name).toBe('a')
    expect(chooseRuntime({}, [runtime('a', { ...unready, deleting: true })]).pending).toBeUndefined()
    expect(chooseRuntime({ tier: 'x' }, [runtime('a', unready)]).pending).toBeUndefined()
  })
})

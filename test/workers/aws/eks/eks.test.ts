import { describe, expect, it } from 'vitest'
import { nodeTypes, regionByLocation } from '../../../../schema/aws.ts'
import { nodeSizes } from '../../../../schema/nodes.ts'
import { locations } from '../../../../schema/kinds/kubernetes-runtime.ts'
import { writeKubeconfig } from '../../../../schema/clusters/kubeconfig/write.ts'
import type { AwsAccess } from '../../../../workers/aws/account.ts'
import { renewToken } from '../../../../workers/aws/eks/eks.ts'
import type { ReconcileContext } from '../../../../workers/engine/reconciler.ts'
import { nextMinor, sinceWhen } from '../../../../workers/clouds/progress.ts'
import { subnetRange } from '../../../../workers/aws/eks/network.ts'
import { isArm } from '../../../../workers/aws/eks/node-groups.ts'

describe('subnetRange', () => {
  it('divides a VPC without overlaps', () => {
    const ranges = [0, 1, 2].flatMap((index) =>
      [true, false].map((isPublic) => subnetRange('172.20.0.0/16', { index, isPublic })),
    )
    const spans = ranges
      .map((range) => {
        const [, , , third = '0', bits = '0'] = /^(\d+)\.(\d+)\.(\d+)\.0\/(\d+)$/.exec(range) ?? []
        return { from: Number(third), to: Number(third) + 2 ** (24 - Number(bits)) }
      })
      .toSorted((one, other) => one.from - other.from)
    expect(spans.every(({ to }, index) => to <= (spans[index + 1]?.from ?? 256))).toBe(true)
    expect(ranges[0]).toBe('172.20.0.0/22')
  })
})

describe('isArm', () => {
  it.each([
    ['t4g.medium', true],
    ['c7gn.large', true],
    ['m6gd.xlarge', true],
    ['is4gen.large', true],
    ['t3.medium', false],
    ['g4dn.xlarge', false],
    ['m7i.large', false],
  ])('%s: %s', (type, arm) => {
    expect(isArm(type)).toBe(arm)
  })
})

describe('nextMinor', () => {
  it.each([
    ['1.34', '1.35'],
    ['1.9', '1.10'],
  ])('%s is followed by %s', (version, next) => {
    expect(nextMinor(version)).toBe(next)
  })
})

describe('sinceWhen', () => {
  const begin = new Date('2026-11-21T07:00:00Z')
  it.each([
    [begin, 0, ''],
    [begin, 1, ' for 1 minute'],
    [begin, 6, ' for 6 minutes'],
    [undefined, 6, ''],
  ])('of %s, %s minutes later: "%s"', (since, minutes, text) => {
    expect(sinceWhen(since, begin.getTime() + minutes * 60_000)).toBe(text)
  })
})

describe('renewToken', () => {
  const kubeconfig = writeKubeconfig({
    name: 'c',
    context: { cluster: 'c', user: 'c' },
    cluster: { server: 'https://c.eks.amazonaws.com', 'certificate-authority-data': 'Y2E=' },
    user: { token: 'old' },
  })
  interface Given {
    ready?: boolean
    minutes?: number
    /** Minutes by which the clock of the worker is ahead of the control plane. */
    ahead?: number
    fails?: boolean
    secrets?: Record<string, string>
  }
  const renew = ({
    ready = false,
    minutes = 10,
    ahead = 0,
    fails = false,
    secrets = { kubeconfig },
  }: Given) => {
    const now = Date.now() - ahead * 60_000
    const tokenIssuedAt = new Date(now - minutes * 60_000).toISOString()
    const context = {
      object: { ready, status: { outputs: { clusterName: 'c', region: 'eu-west-1' } } },
      secrets,
      state: { tokenIssuedAt },
      updateState: () => {},
      now: () => now,
      signal: new AbortController().signal,
      log: { warn: () => {} },
    } as unknown as ReconcileContext
    const access = { in: () => ({ clusterToken: async (name: string) => `new for ${name}` }) }
    return renewToken(context, async () => {
      if (fails) throw new Error('no role can be assumed')
      return access as unknown as AwsAccess
    })
  }

  it('renews the token of a cluster that is not ready, and nothing else of its kubeconfig', async () => {
    const renewed = await renew({})
    expect(renewed).toMatchObject({
      outcome: 'requeueAfter',
      milliseconds: 0,
      secretOutputs: { kubeconfig: kubeconfig.replace('old', 'new for c') },
    })
  })

  it.each([
    ['of a cluster that is ready, which is renewed beside everything else', { ready: true }],
    ['that was issued just now', { minutes: 1 }],
    ['that was issued just now, with a worker whose clock is ahead', { minutes: 1, ahead: 60 }],
    ['that was never there', { secrets: {} }],
    ['without an account, which is reported otherwise', { fails: true }],
  ])('leaves a token %s', async (_, given) => {
    expect(await renew(given)).toBeUndefined()
  })
})

describe('the tables of AWS', () => {
  it('have a region for each location but that of a laptop', () => {
    expect(locations.filter((location) => regionByLocation[location] === undefined)).toEqual(['Local'])
  })

  it('have each size in the balanced profile', () => {
    expect(Object.keys(nodeTypes.Balanced)).toEqual([...nodeSizes])
  })
})

import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import type { Manifest } from '../../../schema/manifests.ts'
import { strategicMerge } from '../../../schema/overriding/strategic-merge.ts'

const deployment = parse(`
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, labels: { app: web, tier: front } }
spec:
  replicas: 2
  template:
    spec:
      containers:
        - { name: web, image: "nginx:1", args: [a, b], env: [{ name: A, value: "1" }, { name: B, value: "2" }] }
        - { name: sidecar, image: "envoy:1" }
      volumes:
        - { name: data, emptyDir: {} }
`) as Manifest

function patched(patch: string): Record<string, unknown> {
  const before = JSON.stringify(deployment)
  const result = strategicMerge(deployment, parse(patch) as Record<string, unknown>)
  expect(JSON.stringify(deployment)).toBe(before)
  return result as unknown as Record<string, unknown>
}

function podSpec(patch: string): unknown {
  const { spec } = patched(`spec: { template: { spec: ${patch} } }`) as {
    spec: { template: { spec: unknown } }
  }
  return spec.template.spec
}

describe('a strategic merge patch', () => {
  it('merges maps and removes fields with null', () => {
    expect(patched('{ metadata: { labels: { tier: null, team: a } }, spec: { replicas: 3 } }')).toMatchObject(
      {
        metadata: { name: 'web', labels: { app: 'web', team: 'a' } },
        spec: { replicas: 3 },
      },
    )
    const { metadata } = patched('{ metadata: { labels: { tier: null } } }') as {
      metadata: { labels: object }
    }
    expect(metadata.labels).toEqual({ app: 'web' })
  })

  it('merges lists by their key, and puts new items first', () => {
    expect(
      podSpec(
        '{ containers: [{ name: web, image: "nginx:2", env: [{ name: B, value: "3" }, { name: C, value: "4" }] }, { name: log, image: l }] }',
      ),
    ).toEqual({
      containers: [
        { name: 'log', image: 'l' },
        {
          name: 'web',
          image: 'nginx:2',
          args: ['a', 'b'],
          env: [
            { name: 'C', value: '4' },
            { name: 'A', value: '1' },
            { name: 'B', value: '3' },
          ],
        },
        { name: 'sidecar', image: 'envoy:1' },
      ],
      volumes: [{ name: 'data', emptyDir: {} }],
    })
  })

  it('replaces lists without a key', () => {
    expect(podSpec('{ containers: [{ name: web, args: [c] }] }')).toMatchObject({
      containers: [{ name: 'web', args: ['c'] }, { name: 'sidecar' }],
    })
  })

  it('deletes and replaces by directives', () => {
    expect(podSpec('{ containers: [{ name: sidecar, $patch: delete }] }')).toMatchObject({
      containers: [{ name: 'web' }],
    })
    expect(podSpec('{ containers: [{ $patch: replace }, { name: only, image: o }] }')).toMatchObject({
      containers: [{ name: 'only', image: 'o' }],
    })
    expect(patched('{ $patch: delete }')).toBeUndefined()
  })

  it('never changes which resource it is', () => {
    expect(patched('{ kind: Pod, apiVersion: v1, metadata: { name: other } }')).toMatchObject({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
    })
  })

  it('merges resources of unknown kinds as JSON, whose lists it replaces', () => {
    const custom = {
      apiVersion: 'example.com/v1',
      kind: 'Thing',
      metadata: { name: 'a' },
      spec: { list: [{ name: 'x' }], b: 1 },
    }
    expect(strategicMerge(custom, { spec: { list: [{ name: 'y' }] } })).toMatchObject({
      spec: { list: [{ name: 'y' }], b: 1 },
    })
  })
})

import { describe, expect, it } from 'vitest'
import { treeNodes } from '../../../workers/cluster-queries/tree-nodes.ts'
import type { InventoryEntry } from '../../../workers/kube/apply/inventory.ts'
import type { KubeObject } from '../../../workers/kube/client/client.ts'

function entry(kind: string, name: string, more: Partial<InventoryEntry> = {}): InventoryEntry {
  const identity = {
    id: '1',
    runtimeId: '7',
    group: '',
    version: 'v1',
    kind,
    namespace: 'shop',
    name,
    order: 1,
  }
  return {
    ...identity,
    uid: 'known',
    hash: null,
    resourceVersion: null,
    liveGeneration: null,
    deletableVersion: null,
    ...more,
  }
}

function object(
  kind: string,
  name: string,
  { owner, ...more }: { owner?: string; [field: string]: unknown } = {},
) {
  const apiVersion =
    kind === 'ReplicaSet' || kind === 'Deployment' ? 'apps/v1' : kind === 'Job' ? 'batch/v1' : 'v1'
  const reference = { apiVersion: 'v1', kind: 'X', name: 'x', controller: true }
  const ownerReferences = owner === undefined ? [] : [{ ...reference, uid: owner }]
  const metadata = { name, namespace: 'shop', uid: `uid-of-${name}`, ownerReferences }
  return { apiVersion, kind, metadata, ...more } satisfies KubeObject
}

const tree = (entries: InventoryEntry[], objects: KubeObject[]) =>
  treeNodes(entries, new Map([['7', objects]])).map(({ kind, name, parentId, health, message }) => ({
    what: `${kind} ${name}`,
    of: parentId?.split('/').at(-1),
    health,
    message,
  }))

describe('a tree', () => {
  it('keeps the order of the inventory, and lists owned resources below their owner', () => {
    const web = entry('Deployment', 'web', { group: 'apps' })
    const found = tree(
      [entry('ConfigMap', 'settings'), web],
      [
        object('Pod', 'web-1-b', { owner: 'uid-of-web-1' }),
        object('Pod', 'web-1-a', { owner: 'uid-of-web-1' }),
        object('Pod', 'stranger', { owner: 'uid-of-stranger' }),
        object('ReplicaSet', 'web-1', { owner: 'uid-of-web' }),
        object('ReplicaSet', 'web-0', {
          owner: 'uid-of-web',
          spec: { replicas: 0 },
          status: { replicas: 0 },
        }),
        object('Deployment', 'web'),
        object('ConfigMap', 'settings'),
      ],
    )
    expect(found.map(({ what, of }) => [what, of])).toEqual([
      ['ConfigMap settings', undefined],
      ['Deployment web', undefined],
      ['ReplicaSet web-1', 'web'],
      ['Pod web-1-a', 'web-1'],
      ['Pod web-1-b', 'web-1'],
    ])
  })

  it.each([
    ['known', 'no longer exists in the cluster'],
    [null, 'has not been created yet'],
  ])('shows missing resources, with uid %j', (uid, message) => {
    expect(tree([entry('ConfigMap', 'settings', { uid })], [])).toEqual([
      { what: 'ConfigMap settings', of: undefined, health: 'missing', message },
    ])
  })

  it("shows the state of a pod's containers", () => {
    const waiting = { reason: 'ImagePullBackOff', message: 'x' }
    const status = { containerStatuses: [{ name: 'app', image: 'example.com/x', state: { waiting } }] }
    const [, pod] = tree(
      [entry('ReplicaSet', 'web', { group: 'apps' })],
      [object('ReplicaSet', 'web'), object('Pod', 'web-a', { owner: 'uid-of-web', status })],
    )
    expect(pod).toMatchObject({
      health: 'failed',
      message: expect.stringMatching(/^image example.com\/x cannot/),
    })
  })

  it('shows a pod that has failed as such, with its exit code', () => {
    const terminated = { exitCode: 3 }
    const status = {
      phase: 'Failed',
      containerStatuses: [{ name: 'seed', image: 'example.com/x', state: { terminated } }],
    }
    const [, pod] = tree(
      [entry('Job', 'seed', { group: 'batch' })],
      [object('Job', 'seed'), object('Pod', 'seed-a', { owner: 'uid-of-seed', status })],
    )
    expect(pod).toMatchObject({
      health: 'failed',
      message: 'container seed terminated with exit code 3',
    })
  })
})

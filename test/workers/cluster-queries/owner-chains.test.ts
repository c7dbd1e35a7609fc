import { describe, expect, it } from 'vitest'
import { operatorNamespaces, ownPods, unknownOwners } from '../../../workers/cluster-queries/owner-chains.ts'
import type { InventoryEntry } from '../../../workers/kube/apply/inventory.ts'
import type { KubeObject } from '../../../workers/kube/client/client.ts'

function object(kind: string, name: string, owner?: string, labels = {}): KubeObject {
  const reference = { apiVersion: 'x.io/v1', kind: 'Owner', name: 'x', controller: true }
  const ownerReferences = owner === undefined ? [] : [{ ...reference, uid: owner }]
  return { apiVersion: 'v1', kind, metadata: { name, namespace: 'shop', uid: name, ownerReferences, labels } }
}

const roots = new Set(['root'])

describe('owners', () => {
  it('lead from pods to a resource of ours over any number of other owners, and end at cycles', () => {
    const objects = [
      object('Set', 'set', 'root'),
      object('Set', 'below', 'set'),
      object('Pod', 'deep', 'below'),
      object('Pod', 'near', 'root'),
      object('Pod', 'labelled', undefined, { 'qleet.io/object-id': '7' }),
      object('Pod', 'stranger', 'nobody'),
      object('Set', 'round', 'about'),
      object('Set', 'about', 'round'),
      object('Pod', 'circling', 'round'),
    ]
    const found = ownPods(objects, { labelId: '7', roots })
    expect(found.map(({ metadata }) => metadata.name)).toEqual(['deep', 'near', 'labelled'])
  })

  it('are fetched where the owners are neither known nor ours', () => {
    const objects = [object('Pod', 'a', 'root'), object('Pod', 'b', 'a'), object('Pod', 'c', 'unknown')]
    expect(unknownOwners(objects, { namespace: 'shop', roots }).map(({ kind }) => kind)).toEqual(['Owner'])
    expect(unknownOwners(objects, { namespace: 'other', roots })).toEqual([])
  })

  it.each([
    ['apps', []],
    ['', []],
    ['networking.k8s.io', []],
    ['gateway.networking.k8s.io', ['shop']],
    ['postgresql.cnpg.io', ['shop']],
  ])('of group %j may be created by operators in %j', (group, namespaces) => {
    const entry = { group, namespace: 'shop' } as InventoryEntry
    expect([...operatorNamespaces([entry])]).toEqual(namespaces)
  })
})

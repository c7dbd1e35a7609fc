import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../../../workers/kube/client/client.ts'
import {
  describeOwner,
  isOwnedByAnother,
  isOwn,
  labels,
  originOf,
  type Owner,
} from '../../../../workers/kube/client/owner.ts'

const owner: Owner = {
  id: '7',
  kind: 'WorkloadInstance',
  project: 'shop',
  name: 'web',
  controlPlane: 'plane-a',
}

function labelled(found: Record<string, string>): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'any', labels: found } }
}

const own = labelled({ [labels.objectId]: '7', ...originOf(owner) })
const elsewhere = labelled({
  [labels.objectId]: '7',
  ...originOf({ ...owner, controlPlane: 'plane-b', name: 'other' }),
})

describe('ownership of a resource', () => {
  it.each([
    ['a resource with all labels', own, true],
    ['a resource of an earlier release, with the id alone', labelled({ [labels.objectId]: '7' }), true],
    ['a resource with another id', labelled({ [labels.objectId]: '8', ...originOf(owner) }), false],
    ['a resource of another control plane with the same id', elsewhere, false],
  ])('is recognised for %s', (_, resource, expected) => {
    expect(isOwn(resource, owner)).toBe(expected)
    expect(isOwnedByAnother(resource, owner)).toBe(!expected)
  })

  it('is unknown without an id', () => {
    expect(isOwn(labelled({}), owner)).toBe(false)
    expect(isOwnedByAnother(labelled({}), owner)).toBe(false)
  })

  it('is described by the name of the owner, and its control plane if that differs', () => {
    expect(describeOwner(own, owner)).toBe('WorkloadInstance shop/web')
    expect(describeOwner(elsewhere, owner)).toBe(
      'WorkloadInstance shop/other of another control plane (plane-b)',
    )
    expect(describeOwner(labelled({ [labels.objectId]: '8' }), owner)).toBe('8')
    expect(describeOwner(labelled({ [labels.objectId]: '8', ...originOf(owner) }), owner)).toBe(
      'WorkloadInstance shop/web with another id (8)',
    )
  })
})

import { describe, expect, it } from 'vitest'
import { isImmutable } from '../../../../workers/kube/apply/immutable.ts'
import { KubeError } from '../../../../workers/kube/client/kube-error.ts'
import { healthOfRefusal } from '../../../../workers/kube/apply/refused.ts'
import { adviseReplacement } from '../../../../workers/kube/apply/remedies.ts'

const refusal = (message: string, field = 'spec') =>
  new KubeError('invalid', message, {
    status: 422,
    causes: [{ field, reason: 'FieldValueInvalid', message }],
  })

describe('isImmutable', () => {
  it.each([
    ['a claim that shrinks', 'Forbidden: field can not be less than status.capacity', true],
    [
      'a claim that shrinks, in the words of older servers',
      'Forbidden: field can not be less than previous value',
      true,
    ],
    ['a validation rule about the old value', 'Invalid value: failed rule: self.size >= oldSelf.size', true],
    ['a validation rule about the value', 'Invalid value: failed rule: self.size >= 3', false],
    ['a number that is too small', 'Invalid value: -1: must be greater than or equal to 0', false],
  ])('recognises %s', (_, message, is) => {
    expect(isImmutable(refusal(message))).toBe(is)
  })
})

describe('adviseReplacement', () => {
  it.each([
    ['PersistentVolumeClaim', '', /its data unless the volume is retained, and waits for a confirmation/],
    ['PersistentVolume', '', /detaches the volume from its claim/],
    ['StatefulSet', 'apps', /leaves its claims unchanged/],
    ['Deployment', 'apps', /stops its pods before new ones start/],
    ['Job', 'batch', /runs it again.*another name/],
    ['Service', '', /leave out clusterIP/],
    ['Secret', '', /another name, and refer to that name/],
    ['StorageClass', 'storage.k8s.io', /new volumes only/],
    ['RoleBinding', 'rbac.authorization.k8s.io', /revokes the permissions for a moment/],
    ['CustomResourceDefinition', 'apiextensions.k8s.io', /deletes all objects of the kind/],
    ['Gadget', 'example.com', /^the change needs a replacement; allow it with replace: true/],
  ])('explains for %s what a replacement means', (kind, group, expected) => {
    const advice = adviseReplacement({ kind, group })
    expect(advice).toMatch(expected)
    expect(advice).toContain('replace: true on the instance, or with the annotation qleet.io/replace: "true"')
  })
})

describe('refused', () => {
  it.each([
    ['only dynamically provisioned pvc can be resized and the storageclass …', /allowVolumeExpansion: true/],
    ['spec.completions: … can only be modified in tandem with spec.parallelism', /the same number/],
    ['… must remain in spec.versions until a storage migration …', /served: false/],
    ['… is attempting to grant RBAC permissions not currently held: …', /escalate and bind/],
    ['spec.replicas: must be greater than or equal to 0', /equal to 0$/],
  ])('adds a remedy if the cluster does not include one: %s', (message, advice) => {
    expect(healthOfRefusal(refusal(message), undefined).message).toMatch(advice)
  })
})

import { describe, expect, it } from 'vitest'
import type { Manifest } from '../../../../schema/manifests.ts'
import { secretPlaceholder } from '../../../../schema/secret-placeholders.ts'
import type { KubeObject } from '../../../../workers/kube/client/client.ts'
import { driftBetween } from '../../../../workers/kube/apply/drift.ts'

const manifest: Manifest = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', labels: { team: 'shop' } },
  spec: {
    replicas: 2,
    template: { spec: { containers: [{ name: 'web', image: 'web:1', args: ['--fast'] }] } },
  },
}

/** Returns the object as a cluster does, with defaults and the fields that a controller has written. */
function live(change: (object: KubeObject) => void = () => undefined): KubeObject {
  const object = structuredClone(manifest) as unknown as KubeObject
  object.metadata.annotations = { 'deployment.kubernetes.io/revision': '1' }
  object.metadata.resourceVersion = '7'
  object['status'] = { replicas: 2 }
  change(object)
  return object
}

function containersOf(object: KubeObject): Record<string, unknown>[] {
  const spec = object['spec'] as { template: { spec: { containers: Record<string, unknown>[] } } }
  return spec.template.spec.containers
}

describe('driftBetween', () => {
  it('finds none in fields that controllers and the cluster write', () => {
    const applied = live((object) => {
      object.metadata.annotations = { 'deployment.kubernetes.io/revision': '2' }
      object.metadata.resourceVersion = '9'
      object['status'] = { replicas: 5 }
    })
    expect(driftBetween(live(), applied, { manifest })).toEqual([])
  })

  it('names the field, the desired and the live value, and the manager', () => {
    const changed = live((object) => {
      Object.assign(containersOf(object)[0] ?? {}, { image: 'other:9' })
      object.metadata.managedFields = [
        {
          manager: 'kubectl-edit',
          operation: 'Update',
          fieldsV1: {
            'f:spec': {
              'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': { 'f:image': {} } } } },
            },
          },
        } as never,
      ]
    })
    expect(driftBetween(changed, live(), { manifest })).toEqual([
      {
        field: '.spec.template.spec.containers[name=web].image',
        desired: '"web:1"',
        found: '"other:9"',
        manager: 'kubectl-edit',
      },
    ])
  })

  it('finds removed fields, and names no manager, because none is recorded for them', () => {
    const changed = live((object) => {
      delete object.metadata.labels
      object.metadata.managedFields = [
        { manager: 'before', operation: 'Update', time: '2026-01-01T00:00:00Z' },
        { manager: 'last', operation: 'Update', time: '2026-01-02T00:00:00Z' },
        { manager: 'qleetos', operation: 'Apply', time: '2026-01-03T00:00:00Z' },
      ]
    })
    expect(driftBetween(changed, live(), { manifest })).toEqual([
      { field: '.metadata.labels.team', desired: '"shop"', found: '(none)', manager: '' },
    ])
  })

  it('finds items that were added to an atomic list', () => {
    const changed = live((object) => {
      Object.assign(containersOf(object)[0] ?? {}, { args: ['--fast', '--and-loose'] })
    })
    expect(driftBetween(changed, live(), { manifest })).toMatchObject([
      {
        field: '.spec.template.spec.containers[name=web].args[1]',
        desired: '(none)',
        found: '"--and-loose"',
      },
    ])
  })

  it('ignores items that others have added beside ours', () => {
    // The cluster keeps it in an apply, or it was added between the two reads.
    const added = live((object) => {
      containersOf(object).push({ name: 'sidecar', image: 'mesh:1' })
      object.metadata.labels = { ...object.metadata.labels, added: 'by-a-webhook' }
    })
    expect(driftBetween(added, added, { manifest })).toEqual([])
    expect(driftBetween(live(), added, { manifest })).toEqual([])
  })

  it('finds values of a Secret, and reveals none of them', () => {
    const secret: Manifest = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'keys' },
      data: { password: 'b25l' },
    }
    const stored = (password: string): KubeObject => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'keys' },
      data: { password },
    })
    expect(driftBetween(stored('dHdv'), stored('b25l'), { manifest: secret })).toEqual([
      { field: '.data.password', desired: '(secret)', found: '(secret)', manager: '' },
    ])
    const both = { ...secret, data: { password: 'b25l', token: 'dHdv' } }
    expect(driftBetween(stored('dHdv'), stored('b25l'), { manifest: both })).toHaveLength(1)
    const digestKey = Buffer.alloc(32)
    expect(driftBetween(stored('dHdv'), stored('b25l'), { manifest: secret, digestKey })).toEqual([
      {
        field: '.data.password',
        desired: secretPlaceholder(digestKey, 'one'),
        found: secretPlaceholder(digestKey, 'two'),
        manager: '',
      },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { parseManifests } from '../../schema/manifests.ts'
import { resourceChanges } from '../../schema/resource-changes.ts'

function deployment({ image = 'web:1', replicas = 2, more = '' } = {}): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: ${replicas}
  ${more}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: '${image}' }] }
`
}

function changes(before: string, after: string, replaces = false) {
  const manifests = (text: string) => parseManifests(text).manifests
  return resourceChanges(manifests(before), manifests(after), { replaces })
}

const image = 'spec.template.spec.containers.web.image'

describe('the changes of resources', () => {
  it.each([
    ['nothing', deployment(), deployment(), []],
    ['a new resource', '', deployment(), [{ action: 'create', pods: 'none' }]],
    ['one that goes', deployment(), '', [{ action: 'delete', pods: 'downtime' }]],
    ['an image', deployment(), deployment({ image: 'web:2' }), [{ action: 'update', pods: 'restart' }]],
    ['replicas', deployment(), deployment({ replicas: 5 }), [{ action: 'update', pods: 'none' }]],
    ['no replicas any more', deployment(), deployment({ replicas: 0 }), [{ pods: 'downtime' }]],
    [
      'an image of a workload that stops its pods first',
      deployment({ more: 'strategy: { type: Recreate }' }),
      deployment({ image: 'web:2', more: 'strategy: { type: Recreate }' }),
      [{ pods: 'downtime' }],
    ],
    [
      'an image of a paused workload',
      deployment({ more: 'paused: true' }),
      deployment({ image: 'web:2', more: 'paused: true' }),
      [{ pods: 'none' }],
    ],
    [
      'a selector',
      deployment(),
      deployment().replaceAll('app: web', 'app: shop'),
      [{ action: 'update', immutable: ['spec.selector.matchLabels.app'] }],
    ],
  ])('are those of %s', (_, before, after, expected) => {
    expect(changes(before, after)).toMatchObject(expected)
    expect(changes(before, after)).toHaveLength(expected.length)
  })

  it('name the resource and its fields, with entries of lists by name', () => {
    expect(changes(deployment(), deployment({ image: 'web:2' }))).toEqual([
      {
        resource: 'Deployment/web',
        action: 'update',
        pods: 'restart',
        immutable: [],
        differences: [{ path: image, before: 'web:1', after: 'web:2' }],
      },
    ])
  })

  it('replace what cannot be changed in place, if that is allowed', () => {
    const after = deployment().replaceAll('app: web', 'app: shop')
    expect(changes(deployment(), after, true)).toMatchObject([{ action: 'replace', pods: 'downtime' }])
    const claim = (size: string, storage: string) =>
      `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: data }\nspec: { storageClassName: ${storage}, resources: { requests: { storage: ${size} } } }\n`
    expect(changes(claim('1Gi', 'a'), claim('2Gi', 'a'))).toMatchObject([{ immutable: [] }])
    expect(changes(claim('1Gi', 'a'), claim('1Gi', 'b'))).toMatchObject([
      { action: 'update', immutable: ['spec.storageClassName'] },
    ])
  })
})

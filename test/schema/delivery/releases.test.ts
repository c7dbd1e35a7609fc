import { expect, it } from 'vitest'
import { compareReleases, type Release } from '../../../schema/delivery/releases.ts'
import { withImagesOf } from '../../../schema/delivery/images.ts'
import { parseManifests } from '../../../schema/manifests.ts'

function release(containers: string, settings: Record<string, unknown> = {}, more = ''): Release {
  const text = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec: { template: { spec: { containers: [${containers}] } } }
${more}`
  const { manifests, errors } = parseManifests(text)
  expect(errors).toEqual([])
  return { manifests, settings }
}

const web = 'name: web, image: web:1'

it('names the resource and the field of each difference, and nothing that is equal', () => {
  const before = release(`{ ${web}, env: [{ name: A, value: "1" }, { name: B, value: "2" }] }`)
  const after = release(`{ name: proxy, image: proxy:2 }, { ${web}, env: [{ name: B, value: "3" }] }`)
  const path = 'spec.template.spec.containers'
  expect(compareReleases(before, before)).toEqual([])
  expect(compareReleases(before, after)).toEqual([
    { resource: 'Deployment/web', path: `${path}.proxy`, after: { name: 'proxy', image: 'proxy:2' } },
    { resource: 'Deployment/web', path: `${path}.web.env.A`, before: { name: 'A', value: '1' } },
    { resource: 'Deployment/web', path: `${path}.web.env.B.value`, before: '2', after: '3' },
  ])
})

it('compares lists whose entries have no names, or one twice, by position', () => {
  const before = release(`{ ${web}, args: [a, b] }, { ${web} }`)
  const after = release(`{ ${web}, args: [a, c] }, { ${web} }`)
  expect(compareReleases(before, after)).toEqual([
    {
      resource: 'Deployment/web',
      path: 'spec.template.spec.containers[0].args[1]',
      before: 'b',
      after: 'c',
    },
  ])
})

it('has one difference for a resource that only one of them has, and those of the definition itself', () => {
  const extra = '---\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings, namespace: shop }\n'
  const before = release(`{ ${web} }`, {
    dependencies: [{ name: 'db', kind: 'Database', spec: { size: 's' } }],
  })
  const after = release(
    `{ ${web} }`,
    { dependencies: [{ name: 'db', kind: 'Database', spec: { size: 'm' } }] },
    extra,
  )
  expect(compareReleases(before, after)).toEqual([
    { resource: 'ConfigMap/shop/settings', path: '', after: 'exists' },
    { resource: 'definition', path: 'dependencies.db.spec.size', before: 's', after: 'm' },
  ])
  expect(compareReleases(after, before)).toContainEqual({
    resource: 'ConfigMap/shop/settings',
    path: '',
    before: 'exists',
  })
})

it('gives images of a revision precedence over those of an environment', () => {
  const digest = `sha256:${'a'.repeat(64)}`
  const images = [{ name: 'web', digest }]
  expect(withImagesOf([], undefined)).toBeUndefined()
  expect(
    withImagesOf(images, {
      images: [
        { name: 'web', newTag: '1' },
        { name: 'db', newTag: '2' },
      ],
    }),
  ).toEqual({
    images: [{ name: 'db', newTag: '2' }, ...images],
  })
})

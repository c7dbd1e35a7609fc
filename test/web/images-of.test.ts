import { expect, it } from 'vitest'
import type { AnyObject } from '../../client-sdk/index.ts'
import { imagesOf } from '../../web/console/pages/images-of.ts'
import { digest, shopDefinition } from '../support/applications-delivered.ts'

function object(kind: string, name: string, manifestSpec: Record<string, unknown>): AnyObject {
  return {
    id: `${kind}/${name}`,
    kind,
    name,
    projectName: 'default',
    generation: 1,
    manifestSpec,
  } as AnyObject
}

it('the images that run are those of workloads, and of the Deployments of canaries', () => {
  const { yamlDocument } = shopDefinition('shop').spec
  const job =
    'apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\nspec: {template: {spec: {containers: [{name: j, image: "example.com/job:1"}]}}}\n'
  const images = [{ name: 'example.com/shop', digest: digest('b') }]
  const found = imagesOf([
    object('WorkloadDefinition', 'shop', { yamlDocument: `${yamlDocument}---\n${job}` }),
    object('WorkloadInstance', 'live', { definition: 'shop' }),
    object('CanaryWorkload', 'live-canary', { definition: 'shop', overrides: { images } }),
  ])
  expect(found.map(({ image, version, instance }) => [instance.name, image, version])).toEqual([
    ['live', 'example.com/shop', '1.0'],
    ['live', 'example.com/job', '1'],
    ['live-canary', 'example.com/shop', digest('b')],
  ])
})

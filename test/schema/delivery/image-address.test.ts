import { expect, it } from 'vitest'
import { imageAddress } from '../../../schema/delivery/image-address.ts'

it.each([
  ['nginx', 'docker.io', 'library/nginx'],
  ['bitnami/nginx', 'docker.io', 'bitnami/nginx'],
  ['docker.io/nginx', 'docker.io', 'library/nginx'],
  ['index.docker.io/library/nginx', 'docker.io', 'library/nginx'],
  ['example.com/shop', 'example.com', 'shop'],
  ['example.com:5000/team/shop_a', 'example.com:5000', 'team/shop_a'],
  ['localhost/shop', 'localhost', 'shop'],
  ['[::1]:5000/shop', '[::1]:5000', 'shop'],
])('%s is in registry %s', (name, registry, repository) => {
  expect(imageAddress(name)).toEqual({ registry, repository })
})

it.each(['', 'Shop', 'example.com/', 'example.com/../v2', 'example.com/a?b', 'a:b@c/shop', 'example.com//a'])(
  'there is no address "%s"',
  (name) => {
    expect(imageAddress(name)).toBeUndefined()
  },
)

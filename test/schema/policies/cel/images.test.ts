import { describe, expect, it } from 'vitest'
import { deliveredImages, parseImage } from '../../../../schema/policies/cel/images.ts'

const digest = `sha256:${'a'.repeat(64)}`

describe('the reference of an image', () => {
  it.each([
    ['nginx', { name: 'nginx', registry: 'docker.io', tag: '', digest: '' }],
    ['nginx:1.29', { name: 'nginx', registry: 'docker.io', tag: '1.29', digest: '' }],
    ['library/nginx:latest', { name: 'library/nginx', registry: 'docker.io', tag: 'latest', digest: '' }],
    ['example.com/shop', { name: 'example.com/shop', registry: 'example.com', tag: '', digest: '' }],
    [
      'example.com:5000/a/b:1',
      { name: 'example.com:5000/a/b', registry: 'example.com:5000', tag: '1', digest: '' },
    ],
    ['localhost/shop:1', { name: 'localhost/shop', registry: 'localhost', tag: '1', digest: '' }],
    [`ghcr.io/shop:1@${digest}`, { name: 'ghcr.io/shop', registry: 'ghcr.io', tag: '1', digest }],
    [
      `example.com:5000/shop@${digest}`,
      { name: 'example.com:5000/shop', registry: 'example.com:5000', tag: '', digest },
    ],
  ])('%s is parsed', (reference, image) => {
    expect(parseImage(reference)).toEqual(image)
  })

  it('of a delivery has a digest', () => {
    expect(deliveredImages([{ name: 'ghcr.io/shop', digest }])).toEqual([
      { name: 'ghcr.io/shop', registry: 'ghcr.io', tag: '', digest },
    ])
    expect(deliveredImages([{ name: 'ghcr.io/shop', tag: '1.4' }])).toMatchObject([
      { name: 'ghcr.io/shop', tag: '1.4', digest: '' },
    ])
    expect(deliveredImages([{ name: 'ghcr.io/shop', tag: 'latest', digest }])).toMatchObject([
      { name: 'ghcr.io/shop', tag: 'latest', digest },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import type { Manifest } from '../../../schema/manifests.ts'
import {
  carriedOver,
  generatedValues,
  readGenerated,
  withGenerated,
} from '../../../workers/charts/generated-values.ts'

const rendering = (password: string, { name = 'a', colour = 'blue' } = {}): Manifest[] => [
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { colour } },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, annotations: { checksum: `${colour} ${password}` } },
    data: { password },
    list: ['fixed', password],
  },
]

it('keeps the fields in which renderings differ as they were first', () => {
  const [first, second, third] = ['x', 'y', 'z'].map((password) => rendering(password))
  const found = generatedValues(first ?? [], second ?? [])
  expect(found.map(({ path }) => path.join('.'))).toEqual([
    'metadata.annotations.checksum',
    'data.password',
    'list.1',
  ])
  expect(withGenerated(third ?? [], readGenerated(JSON.stringify(found)))).toEqual(first)
  expect(third).toEqual(rendering('z'))
})

it('finds nothing in renderings that are equal', () => {
  expect(generatedValues(rendering('x'), rendering('x'))).toEqual([])
})

it('treats a value of another shape as a whole', () => {
  const first = [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { list: [1] } }]
  const second = [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { list: [1, 2] } }]
  expect(generatedValues(first, second)).toEqual([
    { resource: 'ConfigMap a', path: ['data', 'list'], value: [1] },
  ])
})

it('refuses names that differ in each rendering', () => {
  expect(() => generatedValues(rendering('x', { name: 'a1' }), rendering('x', { name: 'a2' }))).toThrow(
    'another name in each rendering',
  )
})

describe('a changed rendering', () => {
  const stored = generatedValues(rendering('x'), rendering('y'))
  const found = generatedValues(rendering('n', { colour: 'red' }), rendering('m', { colour: 'red' }))

  it('keeps passwords, and gets new checksums', () => {
    const values = carriedOver(found, stored, { areInputsChanged: true })
    expect(withGenerated(rendering('k', { colour: 'red' }), values)).toMatchObject([
      {},
      { metadata: { annotations: { checksum: 'red n' } }, data: { password: 'x' } },
    ])
  })

  it('keeps everything if its inputs are the same', () => {
    expect(carriedOver(found, stored, { areInputsChanged: false })).toEqual(stored)
  })
})

it('leaves out fields that no longer exist', () => {
  const stored = generatedValues(rendering('x'), rendering('y'))
  const manifest = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } }
  expect(withGenerated([manifest], stored)).toEqual([manifest])
})

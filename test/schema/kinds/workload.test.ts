import { expect, it } from 'vitest'
import { checkObject } from '../../../schema/inputs.ts'
import { maxTextBytes } from '../../../schema/limits.ts'

const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: '

function errorsOf(yamlDocument: unknown) {
  return checkObject({ kind: 'WorkloadDefinition', name: 'a', spec: { yamlDocument } }, '').errors
}

it('accepts manifests of 3 MiB, counted in bytes, and refuses longer ones by their length', () => {
  const longest = `${head}${'ü'.repeat((maxTextBytes - head.length) / 2)}`
  expect(errorsOf(longest)).toEqual([])
  expect(errorsOf(`${longest} .`)).toEqual([
    {
      path: 'spec.yamlDocument',
      code: 'TOO_LONG',
      message: 'must have at most 3,145,728 bytes (3 MiB)',
      value: expect.stringMatching(/^3,145,7\d\d bytes$/),
      remedy: 'Split it into several WorkloadDefinitions.',
    },
  ])
})

it('does not parse a manifest that is too long', () => {
  expect(errorsOf('['.repeat(maxTextBytes + 1))).toHaveLength(1)
})

it('refuses a spec with too many values, and reads none of them', () => {
  const ignoreDifferences = Array.from({ length: 100_000 }, () => ({ kind: 7 }))
  const { errors } = checkObject(
    { kind: 'WorkloadInstance', name: 'a', spec: { definition: 'a', ignoreDifferences } },
    'documents[3]',
  )
  expect(errors).toEqual([
    {
      path: 'documents[3].spec',
      code: 'TOO_MANY',
      message: 'has more than 10,000 values',
      remedy: 'Split it into several objects.',
    },
  ])
})

it('counts labels before it reads them', () => {
  const labels = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`a b ${index}`, index]))
  const { errors } = checkObject({ kind: 'Project', name: 'a', labels, spec: {} }, '')
  expect(errors).toMatchObject([{ path: 'labels', message: 'must have at most 64 entries' }])
})

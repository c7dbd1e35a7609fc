import { describe, expect, it } from 'vitest'
import { maxErrors } from '../../schema/limits.ts'
import { maxValuesLength, mergeValues, parseValues, valuesErrors } from '../../schema/values-document.ts'

describe('valuesErrors', () => {
  it.each(['', '# nothing\n', 'a: 1\n', '{"a": {"b": [1]}}', '---\na: 1\n'])('accepts %j', (text) => {
    expect(valuesErrors(text, 'spec.valuesDocument')).toEqual([])
  })

  it.each([
    ['- a', 'must be a YAML map', 1],
    ['text', 'must be a YAML map', 1],
    ['a: 1\n---\nb: 2\n', 'contains more than one YAML document', 3],
    ['a: 1\na: 2\n', expect.any(String), 2],
    ['a: [', expect.any(String), 1],
  ])('refuses %j with its position', (text, message, line) => {
    expect(valuesErrors(text, 'p')[0]).toMatchObject({ path: 'p', message, line })
  })

  it('reports the first errors, and the number of further ones', () => {
    const errors = valuesErrors('a: 1\n'.repeat(1001), 'p')
    expect(errors).toHaveLength(maxErrors + 1)
    expect(errors.at(-1)).toMatchObject({ path: 'p', message: 'has 900 more errors' })
  })

  it('refuses a document that is too long', () => {
    expect(valuesErrors('a'.repeat(maxValuesLength + 1), 'p')).toMatchObject([{ code: 'TOO_LONG' }])
  })
})

it('merges maps deeply, replaces everything else, and keeps null', () => {
  const merged = mergeValues(
    parseValues('a: {b: 1, c: 2}\nlist: [1, 2]\n'),
    parseValues('a: {b: null, d: 3}\nlist: [4]\n'),
    parseValues(undefined),
  )
  expect(merged).toEqual({ a: { b: null, c: 2, d: 3 }, list: [4] })
})

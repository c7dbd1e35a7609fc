import { getIntrospectionQuery } from 'graphql'
import { describe, expect, it } from 'vitest'
import * as userDocuments from '../../../client-sdk/generated/documents.ts'
import { isPlatformError, type FieldError } from '../../../schema/errors.ts'
import { fieldsOf } from '../../../server/http/documents.ts'
import * as workerDocuments from '../../../workers/generated/documents.ts'

const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ')

function refusalOf(text: string): FieldError | undefined {
  try {
    fieldsOf(text)
    return undefined
  } catch (error) {
    if (!isPlatformError(error)) throw error
    return error.details.fields?.[0]
  }
}

describe('documents', () => {
  const documents = Object.entries({ ...userDocuments, ...workerDocuments })
  it.each(documents.filter(([name]) => name.endsWith('Document')))(
    'accepts %s, and counts its fields',
    (_, document) => {
      expect(fieldsOf(document.toString())).toBeGreaterThan(0)
    },
  )

  it('accepts the introspection queries of editors', () => {
    expect(fieldsOf(getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true }))).toBeGreaterThan(100)
  })

  it('counts the fields of a fragment for each use', () => {
    expect(
      fieldsOf('{ a ...f b { ...f } } fragment f on Query { c d { ...g } } fragment g on Query { e }'),
    ).toBe(8)
  })

  it.each([
    ['long documents', `# ${'x'.repeat(200_000)}\n{ a }`, '200,000 characters'],
    ['many tokens', `{ ${times(2000, (index) => `a${index}(b: 1)`)} }`, '10,000 names, brackets and values'],
    ['many fields', `{ ${times(2001, (index) => `a${index}`)} }`, '2,000 fields'],
    [
      'fragments that spread exponentially',
      `{ ...f0 } ${times(40, (index) => `fragment f${index} on Query { ...f${index + 1} ...f${index + 1} }`)} fragment f40 on Query { a }`,
      '2,000 fields',
    ],
    [
      'one field repeatedly',
      `{ ${times(102, () => 'a')} }`,
      '100 fields with the same response name as another field',
    ],
    [
      'one field repeatedly at each level',
      `{ ${times(6, () => `a { ${times(6, () => `b { ${times(6, () => 'c')} }`)} }`)} }`,
      '100 fields with the same response name as another field',
    ],
    [
      'many fragments',
      `{ a } ${times(101, (index) => `fragment f${index} on Query { a }`)}`,
      '100 operations and fragments',
    ],
    ['many operations', times(101, (index) => `query q${index} { a }`), '100 operations and fragments'],
    [
      'many uses of fragments',
      `{ ${times(501, () => '...f')} } fragment f on Query { a }`,
      '500 uses of fragments',
    ],
    [
      'the schema repeatedly',
      `{ ${times(101, (index) => `s${index}: __schema { types { fields { name type { name } } } }`)} }`,
      '500 introspection fields',
    ],
    [
      'the schema repeatedly in a fragment',
      `{ ${times(101, (index) => `s${index}: __schema { ...f }`)} } fragment f on __Schema { types { fields { name type { name } } } }`,
      '500 introspection fields',
    ],
  ])('refuses %s', (_, text, limit) => {
    expect(refusalOf(text)).toMatchObject({ path: 'query', message: `has more than ${limit}` })
  })

  it('refuses deeply nested brackets before they are parsed', () => {
    const deep = `{ ${times(300, () => 'a {')} b ${times(300, () => '}')} }`
    expect(refusalOf(deep)?.message).toBe('is nested more than 200 levels deep')
    expect(refusalOf(`# ${'x'.repeat(200_000)} ${deep}`)?.message).toContain('200,000 characters')
  })

  it.each(['{ a', 'nothing', '{ ...f } fragment f on Query { ...f }'])(
    'leaves %s to the validation, which reports the reason',
    (text) => {
      expect(refusalOf(text)).toBeUndefined()
    },
  )

  it('returns the same result for a repeated document', () => {
    const text = `{ ${times(1001, (index) => `b${index}`)} }`
    expect(refusalOf(text)).toEqual(refusalOf(text))
  })
})

import { getOperationAST, parse } from 'graphql'
import { expect, it } from 'vitest'
import { schema } from '../../../schema/graphql/schema.ts'
import { compiledAfter, CompiledOperations } from '../../../server/http/compiled-operations.ts'

const operations = new CompiledOperations(schema, 4000)

/** Sends a document until it is compiled. */
function compile(text: string, operationName?: string) {
  const document = parse(text)
  const operation = getOperationAST(document, operationName)
  if (operation == null) throw new Error('there is no operation')
  const results = Array.from({ length: compiledAfter }, () =>
    operations.compile({ text, operationName }, { document, operation, hash: text }),
  )
  expect(results.slice(0, -1)).toEqual(Array.from({ length: compiledAfter - 1 }))
  return results.at(-1)
}

it('finds an operation by its document and its name, once it is compiled', () => {
  const text = 'query A { projects { totalCount } } query B { projects { nodes { name } } }'
  const found = (operationName?: string) => operations.find({ text, operationName })
  expect(found('A')).toBeUndefined()
  const compiled = compile(text, 'A')
  expect(found('A')).toBe(compiled)
  expect(found('B')).toBeUndefined()
  expect(found()).toBeUndefined()
  expect(operations.find({ text: `${text} `, operationName: 'A' })).toBeUndefined()
})

it('keeps long documents only as long as there are few, also those with few fields', () => {
  const long = (index: number) => `{ projects { totalCount } } # ${index} ${'a'.repeat(40_000)}`
  for (let index = 0; index < 12; index++) expect(compile(long(index))).toBeDefined()
  const isKept = Array.from(
    { length: 12 },
    (_, index) => operations.find({ text: long(index), operationName: undefined }) !== undefined,
  )
  expect(isKept.filter(Boolean).length).toBeLessThan(11)
  expect(isKept.at(-1)).toBe(true)
})

import { getIntrospectionQuery } from 'graphql'
import type { Attack } from './attack.ts'
import { ask, times } from './ask.ts'

const refused = ['INVALID_INPUT']

/** Documents that are small to send and slow to parse. */
export const documentAttacks: readonly Attack[] = [
  {
    name: '300 different large documents, each three times',
    expected: ['done', ...refused],
    run: async (target) => {
      const answers: string[] = []
      for (let index = 0; index < 300; index++) {
        const fields = times(250, (field) => `f${field}x${index}: __typename`).join(' ')
        for (let again = 0; again < 3; again++) answers.push(await ask(target, `{ ${fields} }`))
      }
      return answers
    },
  },
  {
    name: '300 documents of 4,000 fields',
    expected: ['done', ...refused],
    run: async (target) => {
      const answers: string[] = []
      for (let index = 0; index < 300; index++) {
        const fields = times(4000, (field) => `f${field}x${index}:__typename`).join(' ')
        answers.push(await ask(target, `{ ${fields} }`))
      }
      return answers
    },
  },
  {
    name: 'one field 7,000 times',
    expected: refused,
    run: async (target) => [await ask(target, `{ ${'changeCursor '.repeat(7000)} }`)],
  },
  {
    name: 'fields of one name at each level',
    expected: refused,
    run: async (target) => {
      const level = (depth: number): string =>
        depth === 0
          ? 'id'
          : times(17, () => `objects { edges { node { ... on Project { ${level(depth - 1)} } } } }`).join(' ')
      return [await ask(target, `{ ${level(2)} }`)]
    },
  },
  {
    name: 'fragments that spread exponentially',
    expected: refused,
    run: async (target) => {
      const fragments = times(
        60,
        (index) =>
          `fragment f${index} on Query { ...f${index + 1} ...f${index + 1} a${index}: changeCursor }`,
      )
      return [await ask(target, `{ ...f0 } ${fragments.join(' ')} fragment f60 on Query { changeCursor }`)]
    },
  },
  {
    name: '1,500 fragments in one place',
    expected: refused,
    run: async (target) => {
      const fragments = times(1500, (index) => `fragment f${index} on Query { changeCursor }`)
      return [
        await ask(target, `{ ${times(1500, (index) => `...f${index}`).join(' ')} } ${fragments.join(' ')}`),
      ]
    },
  },
  {
    name: 'a directive 10,000 times',
    expected: refused,
    run: async (target) => [await ask(target, `{ changeCursor ${'@include(if: true) '.repeat(10_000)} }`)],
  },
  {
    name: 'a directive 2,500 times',
    expected: refused,
    run: async (target) => [await ask(target, `{ changeCursor ${'@include(if: true) '.repeat(2500)} }`)],
  },
  {
    name: '2,000 unknown fields',
    expected: refused,
    run: async (target) => [
      await ask(target, `{ ${times(2000, (index) => `workloadDefinitionx${index}`).join(' ')} }`),
    ],
  },
  {
    name: '1,000 invalid values in a document',
    expected: refused,
    run: async (target) => [
      await ask(
        target,
        `{ ${times(1000, (index) => `a${index}: node(id: {a: [${index}]}) { id }`).join(' ')} }`,
      ),
    ],
  },
  {
    name: '500 kB of query text',
    expected: refused,
    run: async (target) => [
      await ask(target, `{ ${'a '.repeat(250_000)} }`),
      await ask(target, `# ${'x'.repeat(500_000)}\n{ __typename }`),
    ],
  },
  {
    name: 'the schema, 100 times in one document',
    expected: refused,
    run: async (target) => [
      await ask(
        target,
        `{ ${times(100, (index) => `s${index}: __schema { types { fields { name args { name } type { name } } } }`).join(' ')} }`,
      ),
    ],
  },
  {
    name: 'the schema in the schema',
    expected: refused,
    run: async (target) => [
      await ask(
        target,
        '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
      ),
    ],
  },
  {
    name: 'the introspection query of editors, twenty at once',
    expected: ['done', 'RATE_LIMITED'],
    run: async (target) => Promise.all(times(20, () => ask(target, getIntrospectionQuery()))),
  },
  {
    name: 'variables that are long, many and deep',
    expected: ['done', ...refused],
    run: async (target) => {
      const query = 'query ($labels: JSON) { objects(first: 1, filter: { labels: $labels }) { totalCount } }'
      let deep: unknown = 1
      for (let level = 0; level < 2000; level++) deep = [deep]
      return [
        await ask(target, query, { labels: { a: 'x'.repeat(10_000_000) } }),
        await ask(target, query, { labels: times(150_000, (index) => [index]) }),
        await ask(target, query, { labels: deep }),
        await ask(target, '{ __typename }', Object.fromEntries(times(100_000, (index) => [`v${index}`, 1]))),
      ]
    },
  },
]

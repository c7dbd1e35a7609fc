import { describe, expect, it } from 'vitest'
import { applyOperations, CopyBudget, maxCopied } from '../../../schema/overriding/json-patch.ts'
import { withParameters } from '../../../schema/overriding/parameters.ts'
import { withPatches } from '../../../schema/overriding/patches.ts'
import type { Manifest } from '../../../schema/manifests.ts'

const configMap = (): Manifest => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'c' },
  data: { a: 'x', 'b/c': 'y' },
  list: ['one', 'two'],
})
const secret: Manifest = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'c' },
  stringData: { password: 'hidden' },
}

const patch = (operations: readonly unknown[], budget = new CopyBudget()): string | undefined =>
  applyOperations(configMap(), operations, budget)?.message

describe('a JSON patch', () => {
  it('changes fields and items of lists', () => {
    const document = configMap()
    const operations = [
      { op: 'add', path: '/data/d', value: 'z' },
      { op: 'replace', path: '/data/a', value: 'v' },
      { op: 'move', from: '/data/b~1c', path: '/data/e' },
      { op: 'copy', from: '/data/a', path: '/list/-' },
      { op: 'add', path: '/list/0', value: 'zero' },
      { op: 'remove', path: '/list/1' },
      { op: 'test', path: '/list/0', value: 'zero' },
    ]
    expect(applyOperations(document, operations, new CopyBudget())).toBeUndefined()
    expect(document).toMatchObject({ data: { a: 'v', d: 'z', e: 'y' }, list: ['zero', 'two', 'v'] })
  })

  it.each([
    ['/__proto__/polluted', 'add'],
    ['/data/__proto__/polluted', 'add'],
    ['/__proto__', 'replace'],
    ['/constructor/prototype/polluted', 'add'],
    ['/hasOwnProperty/call', 'add'],
    ['/toString/length', 'test'],
    ['/data/toString', 'test'],
    ['/list/length', 'replace'],
    ['/list/push/call', 'add'],
  ])('does not reach what every object inherits: %s', (path, op) => {
    expect(patch([{ op, path, value: 'x' }])).toBe(`there is no ${path}`)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect(Object.hasOwn(Object.prototype.hasOwnProperty, 'call')).toBe(false)
  })

  it('takes nothing from what every object inherits', () => {
    expect(patch([{ op: 'copy', from: '/constructor', path: '/data/x' }])).toBe('there is no /constructor')
    expect(patch([{ op: 'move', from: '/data/none', path: '/data/x' }])).toBe('there is no /data/none')
  })

  it('contains no value in its problem', () => {
    expect(patch([{ op: 'test', path: '/data/a', value: 'y' }])).toBe('the test of /data/a failed')
  })

  it.each([
    [[null], 'operation 1 must be an object'],
    [
      [{ op: 'add', path: 'data/x', value: '1' }],
      'operation 1 path is not a JSON pointer, such as /spec/replicas',
    ],
    [[{ op: 'add', path: '/data/x' }], 'operation 1 value is missing'],
    [[{ op: 'add', path: 5, value: '1' }], 'operation 1 path must be a string'],
    [
      [{ op: 'remove', path: '/data/a' }, { op: 'set' }],
      'operation 2 op must be add, remove, replace, move, copy or test',
    ],
  ])('is refused if it is none: %j', (operations, problem) => {
    expect(patch(operations)).toContain(problem)
  })

  it('does not make a document much larger', () => {
    const doubling = Array.from({ length: 28 }, (_, index) => ({
      op: 'copy',
      from: '/data',
      path: `/data/x${index}`,
    }))
    expect(patch(doubling)).toBe(`the patches copy more than ${maxCopied.toLocaleString('en')} characters`)
    expect(patch(doubling.slice(0, 3))).toBeUndefined()
  })
})

describe('patches', () => {
  it('leave Secrets of the same name as they are', () => {
    const patches = [{ target: { name: 'c' }, patch: '[{op: add, path: /data, value: {a: z}}]' }]
    expect(withPatches([configMap(), secret], patches)).toEqual([
      { ...configMap(), data: { a: 'z' } },
      secret,
    ])
  })

  it.each(['[{op: test, path: /stringData/password, value: x}]', 'stringData: {password: other}'])(
    'that match only Secrets are refused: %s',
    (text) => {
      expect(() => withPatches([secret], [{ target: { name: 'c' }, patch: text }])).toThrow(
        /^overrides\.patches\[0\] matches only Secrets, which cannot be patched/,
      )
    },
  )
})

describe('a parameter', () => {
  const set = (path: string) => {
    const declared = [{ name: 'p', type: 'string' as const, default: 'x', set: [{ name: 'c', path }] }]
    return withParameters([configMap()], declared, {})
  }

  it('does not set what every object inherits', () => {
    expect(() => set('.__proto__.polluted')).toThrow('no field can have the name __proto__')
    expect(() => set('.data.__proto__')).toThrow('no field can have the name __proto__')
    expect(set('.constructor.prototype.polluted')).toMatchObject([
      { constructor: { prototype: { polluted: 'x' } } },
    ])
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})

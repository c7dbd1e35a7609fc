import { beforeAll, expect, it } from 'vitest'
import { apiOf } from '../support/api.ts'
import { definitionOf, definitions, isTrue } from '../support/objects.ts'
import { onEachTarget } from '../support/target.ts'

const rules = (...all: object[]) => ({ 'x-kubernetes-validations': all })
const rule = (text: string, more: object = {}) => ({ rule: text, ...more })
const text = (more: object = {}) => ({ type: 'string', maxLength: 50, ...more })
const list = (items: object, more: object = {}) => ({ type: 'array', maxItems: 5, items, ...more })

const spec = {
  type: 'object',
  ...rules(
    rule('!has(self.min) || !has(self.max) || self.min <= self.max', { message: 'min is above max' }),
    rule("self.kind != 'required' || has(self.max)", {
      reason: 'FieldValueRequired',
      fieldPath: '.max',
      message: 'needs max',
    }),
    rule("self.kind != 'forbidden'", { reason: 'FieldValueForbidden', message: 'not that' }),
    rule("self.kind != 'twice'", { reason: 'FieldValueDuplicate', fieldPath: '.kind', message: 'twice' }),
    rule("self.kind != 'told'", { messageExpression: "'kind is ' + self.kind", message: 'unused' }),
    rule("self.kind != 'untold'", { messageExpression: "''" }),
    rule("self.kind != 'broken' || self.max > 1", { message: 'no matter' }),
    rule("self.kind == oldSelf.kind || self.kind != 'moved'", { message: 'cannot move there' }),
    rule("!oldSelf.hasValue() || self.kind != 'born'", { optionalOldSelf: true, message: 'only at birth' }),
    rule('!has(self.urls) || self.urls.all(url, isURL(url))', { message: 'no address' }),
    rule('!has(self.sizes) || (self.sizes.isSorted() && self.sizes.sum() < 10)', { message: 'too much' }),
    rule("!has(self.__namespace__) || self.__namespace__.matches('^[a-z]+$')", { message: 'no namespace' }),
    rule("!has(self.wait) || self.wait <= duration('1h')", { message: 'too long' }),
    rule('[has(self.min), has(self.fixed)].filter(set, set).size() <= 1', { message: 'one of them' }),
  ),
  properties: {
    min: { type: 'integer' },
    max: { type: 'integer' },
    kind: text(rules(rule("self != 'wrong'", { message: 'is wrong' }))),
    fixed: text(rules(rule('self == oldSelf', { message: 'fixed is immutable' }))),
    namespace: text(),
    wait: { type: 'string', format: 'duration' },
    urls: list(text()),
    sizes: list({ type: 'integer' }),
    items: list({
      type: 'object',
      properties: { name: text(), count: { type: 'integer' } },
      ...rules(rule('self.count > 0', { message: 'count is not above 0' })),
    }),
    map: {
      type: 'object',
      maxProperties: 5,
      additionalProperties: text(rules(rule("self.startsWith('a')", { message: 'does not begin with a' }))),
    },
    keyed: list(
      {
        type: 'object',
        required: ['name'],
        properties: { name: text(), value: text(rules(rule('self == oldSelf', { message: 'stays' }))) },
      },
      { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] },
    ),
    number: { type: 'number', ...rules(rule('self > 1.0')) },
    either: {
      'x-kubernetes-int-or-string': true,
      ...rules(rule("type(self) == string ? self == '5%' : self > 3", { message: 'is neither' })),
    },
  },
}

const schema = {
  type: 'object',
  ...rules(rule("!self.metadata.name.endsWith('x')", { message: 'ends with x' })),
  properties: { spec, status: { type: 'object', properties: { phase: text() } } },
}

const unchecked =
  '<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation'

onEachTarget('a rule of a schema', (target) => {
  let group = ''
  let path = ''
  let count = 0
  const object = (of: object, name = `one-${(count += 1)}`) => ({
    apiVersion: `${group}/v1`,
    kind: 'Gadget',
    metadata: { name },
    spec: of,
  })
  const invalid = (name: string, message: string) => ({
    status: 422,
    reason: 'Invalid',
    message: `Gadget.${group} "${name}" is invalid: ${message}`,
  })

  beforeAll(async () => {
    const api = apiOf(target().client)
    group = `rules.${target().prefix}.example.com`
    const definition = definitionOf({ group, kind: 'Gadget', schema, subresources: { status: {} } })
    target().owned(`${definitions}/${definition.metadata.name}`)
    await api.post(definitions, definition)
    await api.until(`${definitions}/${definition.metadata.name}`, (each) => isTrue(each, 'Established'))
    path = `/apis/${group}/v1/namespaces/${await target().namespace()}/gadgets`
    await api.until(path, () => true)
  })

  it.each([
    [{ kind: 'a', min: 3, max: 2 }, 'spec: Invalid value: min is above max'],
    [{ kind: 'required' }, 'spec.max: Required value: needs max'],
    [{ kind: 'forbidden' }, 'spec: Forbidden: not that'],
    [{ kind: 'twice' }, 'spec.kind: Duplicate value'],
    [{ kind: 'told' }, 'spec: Invalid value: kind is told'],
    [{ kind: 'untold' }, "spec: Invalid value: failed rule: self.kind != 'untold'"],
    [{ kind: 'broken' }, 'spec: Invalid value: "object": no such key: max evaluating rule: no matter'],
    [{ kind: 'wrong' }, 'spec.kind: Invalid value: "wrong": is wrong'],
    [{ kind: 'a', urls: ['https://example.com/a', 'b c'] }, 'spec: Invalid value: no address'],
    [{ kind: 'a', sizes: [1, 2, 7] }, 'spec: Invalid value: too much'],
    [{ kind: 'a', sizes: [2, 1] }, 'spec: Invalid value: too much'],
    [{ kind: 'a', namespace: 'A1' }, 'spec: Invalid value: no namespace'],
    [{ kind: 'a', wait: '61m' }, 'spec: Invalid value: too long'],
    [{ kind: 'a', min: 1, fixed: 'b' }, 'spec: Invalid value: one of them'],
    [
      { kind: 'a', items: [{ count: 1 }, { count: 0 }] },
      'spec.items[1]: Invalid value: count is not above 0',
    ],
    [{ kind: 'a', map: { key: 'b' } }, 'spec.map[key]: Invalid value: "b": does not begin with a'],
    [{ kind: 'a', number: 1 }, 'spec.number: Invalid value: 1: failed rule: self > 1.0'],
    [{ kind: 'a', either: 2 }, 'spec.either: Invalid value: 2: is neither'],
    [{ kind: 'a', either: '6%' }, 'spec.either: Invalid value: "6%": is neither'],
    [
      { kind: 'forbidden', min: 3, max: 2 },
      '[spec: Invalid value: min is above max, spec: Forbidden: not that]',
    ],
    [
      { kind: 'forbidden', min: 'x' },
      `[spec.min: Invalid value: "string": spec.min in body must be of type integer: "string", ${unchecked}]`,
    ],
  ])('refuses %j', async (of, message) => {
    const wrong = object(of)
    await expect(apiOf(target().client).post(path, wrong)).rejects.toMatchObject(
      invalid(wrong.metadata.name, message),
    )
  })

  it('of the root has the name', async () => {
    await expect(apiOf(target().client).post(path, object({ kind: 'a' }, 'x'))).rejects.toMatchObject(
      invalid('x', '<nil>: Invalid value: ends with x'),
    )
  })

  it('accepts valid objects', async () => {
    const right = {
      kind: 'born',
      min: 1,
      max: 2,
      urls: ['https://a'],
      sizes: [1, 1, 2],
      wait: '5m',
      number: 1.5,
    }
    const taken = await apiOf(target().client).post(
      path,
      object({ ...right, either: '5%', namespace: 'abc' }),
    )
    expect(taken['spec']).toMatchObject(right)
  })

  it.each([
    [{ fixed: 'c' }, 'spec.fixed: Invalid value: "c": fixed is immutable'],
    [{ kind: 'moved' }, 'spec: Invalid value: cannot move there'],
    [{ kind: 'born' }, 'spec: Invalid value: only at birth'],
    [
      {
        keyed: [
          { name: 'b', value: '2' },
          { name: 'a', value: '3' },
        ],
      },
      'spec.keyed[1].value: Invalid value: "3": stays',
    ],
  ])('compares with the old object, and refuses %j', async (change, message) => {
    const api = apiOf(target().client)
    const keyed = [
      { name: 'a', value: '1' },
      { name: 'b', value: '2' },
    ]
    const before = object({ kind: 'a', fixed: 'b', keyed })
    await api.post(path, before)
    const { name } = before.metadata
    await expect(api.patch(`${path}/${name}`, { spec: change })).rejects.toMatchObject(invalid(name, message))
    await api.patch(`${path}/${name}`, { spec: { fixed: null, keyed: [...keyed].reverse() } })
    await api.patch(`${path}/${name}`, { spec: { fixed: 'other' } })
  })

  it('ignores unchanged values that were invalid before', async () => {
    const api = apiOf(target().client)
    const definition = `${definitions}/gadgets.${group}`
    const late = object({ kind: 'a', items: [{ count: 5 }] })
    await api.post(path, late)
    const at = '/spec/versions/0/schema/openAPIV3Schema/properties/spec/x-kubernetes-validations'
    const stricter = { rule: '!has(self.items) || self.items.size() == 0', message: 'no items any more' }
    await api.patch(definition, [{ op: 'add', path: `${at}/-`, value: stricter }], 'json')
    await api.until(definition, ({ metadata }) => metadata.generation === 2)
    const other = object({ kind: 'a', items: [{ count: 5 }] })
    // A changed definition takes effect with a delay.
    await expect
      .poll(
        async () => {
          const error: unknown = await api.post(path, other).then(
            () => api.delete(`${path}/${other.metadata.name}`),
            (refused: unknown) => refused,
          )
          return error instanceof Error ? error.message : ''
        },
        { timeout: 30_000 },
      )
      .toContain('no items any more')
    const { name } = late.metadata
    await api.patch(`${path}/${name}`, { metadata: { labels: { a: 'b' } } })
    await api.patch(`${path}/${name}/status`, { status: { phase: 'Ready' } })
    await expect(api.patch(`${path}/${name}`, { spec: { min: 1 } })).rejects.toMatchObject(
      invalid(name, 'spec: Invalid value: no items any more'),
    )
  })
})

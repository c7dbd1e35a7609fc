import { describe, expect, it, vi } from 'vitest'
import { maxResources } from '../../schema/limits.ts'
import {
  describeIdentity,
  digestManifests,
  identityOf,
  parseManifests,
  withDigests,
} from '../../schema/manifests.ts'

const configMap = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`

describe('parseManifests', () => {
  it('splits documents, skips empty ones and comments', () => {
    const { manifests, errors } = parseManifests(
      `# nothing\n---\n${configMap('a')}---\n---\n# more\n---\n${configMap('b')}`,
    )
    expect(errors).toEqual([])
    expect(manifests.map(({ metadata }) => metadata.name)).toEqual(['a', 'b'])
  })

  it('splits a List', () => {
    const list = {
      apiVersion: 'v1',
      kind: 'List',
      items: ['a', 'b'].map((name) => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name } })),
    }
    expect(parseManifests(JSON.stringify(list)).manifests.map(({ metadata }) => metadata.name)).toEqual([
      'a',
      'b',
    ])
  })

  it('splits lists of a kind, and gives items the fields of the list, as kubectl does', () => {
    const { manifests, errors } = parseManifests(`
apiVersion: v1
kind: ConfigMapList
items:
  - metadata: {name: inherits}
  - {apiVersion: v1, kind: Secret, metadata: {name: says}}
  - apiVersion: apps/v1
    kind: DeploymentList
    items: [{metadata: {name: nested}}]
---
apiVersion: v1
kind: SecretList
items: []
---
apiVersion: v1
kind: List
items:
`)
    expect(errors).toEqual([])
    expect(manifests.map(({ apiVersion, kind, metadata }) => [apiVersion, kind, metadata.name])).toEqual([
      ['v1', 'ConfigMap', 'inherits'],
      ['v1', 'Secret', 'says'],
      ['apps/v1', 'Deployment', 'nested'],
    ])
  })

  it('reports errors in a list of a kind at their position', () => {
    const text = 'apiVersion: v1\nkind: ConfigMapList\nitems:\n- kind: ConfigMap\n  metadata: {name: a}\n'
    expect(parseManifests(text).errors).toMatchObject([
      { path: 'apiVersion', message: 'is missing', line: 4 },
    ])
    expect(parseManifests('kind: List\napiVersion: v1\nitems: [{metadata: {name: a}}]').errors).toMatchObject(
      [{ path: 'apiVersion' }, { path: 'kind' }],
    )
  })

  it('does not split a named object whose kind ends in List', () => {
    const text = 'apiVersion: example.com/v1\nkind: PlayList\nmetadata: {name: mine}\nitems: [a, b]\n'
    expect(parseManifests(text)).toMatchObject({
      manifests: [{ kind: 'PlayList', items: ['a', 'b'] }],
      errors: [],
    })
  })

  it.each([
    ['an octal number', 'defaultMode: 0644', { defaultMode: 420 }],
    ['yes as a boolean', 'enabled: yes', { enabled: true }],
    ['a quoted yes as a string', 'enabled: "yes"', { enabled: 'yes' }],
    ['a time as a string', 'at: 12:30', { at: '12:30' }],
    ['a date as a string', 'on: 2001-01-01', { on: '2001-01-01' }],
    ['an underscored number', 'size: 1_000', { size: 1000 }],
    ['an octal number as Go writes it', 'defaultMode: 0o17', { defaultMode: 15 }],
    ['a negative octal number', 'defaultMode: -010', { defaultMode: -8 }],
    ['an exponent', 'size: 1.5e1_0', { size: 15_000_000_000 }],
    ['what only has an exponent as a string', 'tier: e1', { tier: 'e1' }],
    ['what only has a negative exponent as a string', 'tier: -E-10', { tier: '-E-10' }],
    ['a point as a string', 'separator: .', { separator: '.' }],
    ['a fraction', 'share: .5', { share: 0.5 }],
    ['a number that is too large as a string', 'digest: 1e400', { digest: '1e400' }],
  ])('reads %s as kubectl does', (_, line, fields) => {
    const key = Object.keys(fields)[0] ?? ''
    const { manifests } = parseManifests(`${configMap('a')}${line.replace(/^on:/, '"on":')}\n`)
    expect(manifests[0]).toMatchObject({ [key]: fields[key as keyof typeof fields] })
  })

  it.each(['.nan', '.inf', '-.INF'])('refuses the number %s, as kubectl does', (number) => {
    expect(parseManifests(`${configMap('a')}size: ${number}\n`).errors).toMatchObject([
      { code: 'INVALID', message: 'is a number that JSON does not have' },
    ])
  })

  it.each([
    ['byte order marks before joined documents', `\uFEFF${configMap('a')}---\n\uFEFF${configMap('b')}`],
    [
      'JSON objects one after the other',
      ['a', 'b']
        .map((name) => `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${name}"}}\n`)
        .join('\n'),
    ],
    [
      'JSON objects of many lines',
      ['a', 'b']
        .map((name) => JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }, null, 2))
        .join('\r\n'),
    ],
  ])('reads %s as kubectl does', (_, text) => {
    const { manifests, errors } = parseManifests(text)
    expect(errors).toEqual([])
    expect(manifests.map(({ metadata }) => metadata.name)).toEqual(['a', 'b'])
  })

  it('reports every error of every document with line and column', () => {
    const text = `${configMap('a')}---\nkind: [\n---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: 12\n  labels:\n    k: 1\n---\nhello\n`
    const { manifests, errors } = parseManifests(text)
    expect(manifests).toHaveLength(1)
    expect(errors.map(({ path, line, column }) => ({ path, line, column }))).toEqual([
      { path: '', line: 7, column: 1 },
      { path: 'metadata.name', line: 11, column: 9 },
      { path: 'metadata.labels.k', line: 13, column: 8 },
      { path: '', line: 15, column: 1 },
    ])
  })

  it('refuses an object that appears twice, naming the first line', () => {
    const { errors } = parseManifests(`${configMap('a')}---\n${configMap('a')}`)
    expect(errors).toMatchObject([{ message: 'ConfigMap a is already declared in line 1', line: 6 }])
  })

  it('distinguishes objects of one name in different groups and namespaces', () => {
    const text = ['v1', 'example.com/v1']
      .map((apiVersion) => `apiVersion: ${apiVersion}\nkind: Thing\nmetadata: {name: a}\n`)
      .join('---\n')
    const { manifests, errors } = parseManifests(
      `${text}---\napiVersion: v1\nkind: Thing\nmetadata: {name: a, namespace: other}\n`,
    )
    expect(errors).toEqual([])
    expect(manifests.map((manifest) => describeIdentity(identityOf(manifest)))).toEqual([
      'Thing a',
      'Thing.example.com a',
      'Thing other/a',
    ])
  })

  it('refuses aliases that would fill the memory', () => {
    const layers = Array.from(
      { length: 9 },
      (_, layer) =>
        `l${layer + 1}: &l${layer + 1} [${Array.from({ length: 9 }, () => `*l${layer}`).join(', ')}]`,
    )
    const { errors } = parseManifests(`l0: &l0 [a, a, a, a, a, a, a, a, a]\n${layers.join('\n')}\n`)
    expect(errors).toHaveLength(1)
  })

  it('accepts unicode and a byte order mark', () => {
    const { manifests, errors } = parseManifests(`\uFEFF${configMap('a')}data:\n  größe: "日本語 🚀"\n`)
    expect(errors).toEqual([])
    expect(manifests[0]).toMatchObject({ data: { größe: '日本語 🚀' } })
  })

  it('reads each key of a map once', () => {
    const entries = Array.from({ length: 2000 }, (_, index) => `  key-${index}: v\n`).join('')
    const compared = comparisons(() => {
      expect(parseManifests(`${configMap('a')}data:\n${entries}`).errors).toEqual([])
    })
    expect(compared).toBeLessThan(2000)
  })

  it('finds the position of each invalid entry without a search of those before it', () => {
    const labels = Array.from({ length: 2000 }, (_, index) => `    label-${index}: ${index}\n`).join('')
    const compared = comparisons(() => {
      const { errors } = parseManifests(`${configMap('a')}  labels:\n${labels}`)
      expect(errors[99]).toMatchObject({ path: 'metadata.labels.label-99', line: 105, column: 15 })
    })
    expect(compared).toBeLessThan(2000)
  })

  it('reports at most a hundred errors, and the number of the others', () => {
    const { errors } = parseManifests('---\nkind: [\n'.repeat(150))
    expect(errors).toHaveLength(101)
    expect(errors[99]).toMatchObject({ line: 201 })
    expect(errors[100]?.message).toMatch(/^has \d+ more errors$/)
    const labels = Array.from({ length: 300 }, (_, index) => `    l${index}: 1\n`).join('')
    expect(parseManifests(`${configMap('a')}  labels:\n${labels}`).errors.at(-1)?.message).toBe(
      'has 200 more errors',
    )
  })

  it('accepts as many resources as a definition may have', () => {
    const text = Array.from({ length: maxResources + 2 }, (_, index) => configMap(`a${index}`)).join('---\n')
    const { manifests, errors } = parseManifests(text)
    expect(manifests).toHaveLength(maxResources)
    expect(errors).toMatchObject([{ message: 'has more than 5,000 resources', line: maxResources * 5 + 1 }])
  })

  it.each([
    ['a duplicate key', 'a: 1\nb: 2\na: 3\n', 'the key "a" is already declared in line 5', 7],
    ['a duplicate key in another spelling', '1: x\n"1": y\n', 'the key "1" is already declared in line 5', 6],
    ['a key that is a list', '? [a]\n: b\n', 'a key must be a scalar', 5],
    [
      'an alias without an anchor',
      'a: *b\n',
      'begins with *, which makes it an alias without an anchor before it',
      5,
    ],
    ['an anchor of nothing', 'a: 1\nb: &c\n', 'begins with &, which makes it an anchor of nothing', 6],
    ['a tag of nothing', 'a: 1\nb: !c\n', 'begins with !, which makes it a tag of nothing', 6],
    ['an anchor that contains itself', 'a: &b [*b]\n', 'the anchor b contains itself', 5],
    [
      'a merge of a value that is not a map',
      'a: &b 1\nc:\n  <<: *b\n',
      '<< must be a map or a list of maps',
      7,
    ],
    [
      'an implausible nesting',
      `a: ${'['.repeat(300)}${']'.repeat(300)}\n`,
      'is nested more than 200 levels deep',
      5,
    ],
    ['more levels than the stack allows', `a: ${'['.repeat(50_000)}`, 'is nested too deeply', 5],
    [
      'brackets that close nothing',
      `a: 1\n${']'.repeat(5000)}`,
      'has more than 1000 misplaced characters',
      6,
    ],
    [
      'a document with too many tokens',
      `a: [${'a,'.repeat(200_000)}]`,
      'the document has more than 400,000 words, brackets and line breaks',
      5,
    ],
  ])('refuses %s at its position', (_, lines, message, line) => {
    const { errors } = parseManifests(`${configMap('a')}${lines}`)
    expect(errors.map((error) => error.message)).toContain(message)
    expect(errors.find((error) => error.message === message)?.line).toBe(line)
  })

  it('refuses a manifest with too many tokens in all its documents', () => {
    const { errors } = parseManifests(`---\na: [${'a,'.repeat(130_000)}]\n`.repeat(6))
    expect(errors.at(-1)?.message).toBe('the text has more than 1,500,000 words, brackets and line breaks')
  })

  it('resolves aliases, and merges maps as kubectl does', () => {
    const text = `${configMap('a')}x: &x {p: 1, q: 2}\nm:\n  q: 3\n  <<: [*x, {r: 4}]\nl: [*x]\n"<<": text\n__proto__: {s: 5}\n`
    const { manifests, errors } = parseManifests(text)
    expect(errors).toEqual([])
    expect(manifests[0]).toMatchObject({ m: { p: 1, q: 3, r: 4 }, l: [{ p: 1, q: 2 }], '<<': 'text' })
    expect(Object.getOwnPropertyDescriptor(manifests[0], '__proto__')?.value).toEqual({ s: 5 })
  })

  it('does not parse a manifest again if its digest is given', () => {
    const digest = { resources: [{ group: '', kind: 'Given', namespace: '', name: 'a' }], errors: [] }
    expect(withDigests(new Map([['[', digest]]), () => digestManifests('['))).toBe(digest)
    expect(digestManifests('[').errors).not.toEqual([])
  })
  it.each([
    ['apiVersion', '../../healthz', 'must be an API version', 2],
    ['apiVersion', 'apps/v1/x', 'must be an API version', 2],
    ['apiVersion', 'apps/', 'must be an API version', 2],
    ['apiVersion', '/v1', 'must be an API version', 2],
    ['apiVersion', 'a..b/v1', 'must be an API version', 2],
    ['apiVersion', 'apps%2Fv1', 'must be an API version', 2],
    ['apiVersion', '..', 'must be an API version', 2],
    ['kind', 'Config/Map', 'must be the name of a kind', 3],
    ['kind', '..', 'must be the name of a kind', 3],
    ['name', '..', 'must be a valid path segment', 5],
    ['name', '.', 'must be a valid path segment', 5],
    ['name', 'a/b', 'must be a valid path segment', 5],
    ['name', 'a%2Fb', 'must be a valid path segment', 5],
    ['namespace', '../kube-system', 'must be a DNS label', 6],
    ['namespace', 'a'.repeat(64), 'must be a DNS label', 6],
    ['namespace', 'A', 'must be a DNS label', 6],
  ])('refuses %s %j at its position, as it would lead to another path', (field, value, message, line) => {
    const of = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'shop', [field]: value }
    const { errors } = parseManifests(
      `# a\napiVersion: "${of.apiVersion}"\nkind: "${of.kind}"\nmetadata:\n  name: "${of.name}"\n  namespace: "${of.namespace}"\n`,
    )
    expect(errors).toEqual([
      expect.objectContaining({ message, line, value: JSON.stringify(value), remedy: expect.any(String) }),
    ])
    expect(errors[0]?.column).toBeGreaterThan(6)
  })

  it.each(['system:node-proxier', 'a.b.c', 'A_b', 'constructor', '__proto__', 'ünï'])(
    'accepts the name %s',
    (name) => {
      expect(parseManifests(configMap(`"${name}"`))).toMatchObject({
        errors: [],
        manifests: [{ metadata: { name } }],
      })
    },
  )

  it.each(['v1', 'v1beta1', 'apps/v1', 'gateway.networking.k8s.io/v1', 'example.com/2024-01'])(
    'accepts the version %s',
    (apiVersion) => {
      expect(parseManifests(configMap('a').replace('v1', apiVersion)).errors).toEqual([])
    },
  )
})

/** Counts the list searches of a function. */
function comparisons(work: () => void): number {
  let count = 0
  const spies = (['some', 'find', 'findIndex', 'includes'] as const).map((name) => {
    const original = Array.prototype[name] as (...args: unknown[]) => unknown
    return vi.spyOn(Array.prototype, name).mockImplementation(function (this: unknown[], ...args: unknown[]) {
      count += this.length > 100 ? this.length : 0
      return original.apply(this, args) as never
    })
  })
  try {
    work()
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return count
}

import { describe, expect, it } from 'vitest'
import { describeIdentity, identityOf, parseManifests } from '../../schema/manifests.ts'

const configMap = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`

describe('parseManifests', () => {
  it('splits documents, skips empty ones and comments', () => {
    const { manifests, errors } = parseManifests(
      `# nothing\n---\n${configMap('a')}---\n---\n# more\n---\n${configMap('b')}`,
    )
    expect(errors).toEqual([])
    expect(manifests.map(({ metadata }) => metadata.name)).toEqual(['a', 'b'])
  })

  it('takes a List apart', () => {
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

  it.each([
    ['an octal number', 'defaultMode: 0644', { defaultMode: 420 }],
    ['yes as a boolean', 'enabled: yes', { enabled: true }],
    ['a quoted yes as a text', 'enabled: "yes"', { enabled: 'yes' }],
    ['a time as a text', 'at: 12:30', { at: '12:30' }],
    ['a date as a text', 'on: 2001-01-01', { on: '2001-01-01' }],
    ['an underscored number', 'size: 1_000', { size: 1000 }],
  ])('reads %s as kubectl does', (_, line, fields) => {
    const key = Object.keys(fields)[0] ?? ''
    const { manifests } = parseManifests(`${configMap('a')}${line.replace(/^on:/, '"on":')}\n`)
    expect(manifests[0]).toMatchObject({ [key]: fields[key as keyof typeof fields] })
  })

  it('tells every error of every document with line and column', () => {
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
    expect(errors).toMatchObject([{ message: 'ConfigMap a is already in line 1', line: 6 }])
  })

  it('tells objects of one name in different groups and namespaces apart', () => {
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

  it('keeps unicode and a byte order mark out of the way', () => {
    const { manifests, errors } = parseManifests(`\uFEFF${configMap('a')}data:\n  größe: "日本語 🚀"\n`)
    expect(errors).toEqual([])
    expect(manifests[0]).toMatchObject({ data: { größe: '日本語 🚀' } })
  })
})

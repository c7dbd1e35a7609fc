import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parseManifests } from '../../../schema/manifests.ts'
import { separateSecrets } from '../../../server/manifests/secret-texts.ts'
import {
  containsSecrets,
  lengthWithSecrets,
  secretEntries,
  secretValues,
} from '../../../server/manifests/secret-values.ts'

function mark(bytes: Buffer): string {
  return `(secret ${createHmac('sha256', 'key').update(bytes).digest('hex').slice(0, 16)})`
}

const of = (text: string): string => mark(Buffer.from(text))

const laidOut = `# The shop.
apiVersion: v1
kind: Secret
metadata:
  name: login   # how it logs in
stringData:
  user: "admin"          # not me
  password: 'hunter2'
  config: |
    line one: hunter2
    line two

  empty: ""
  nothing:
  folded: >-
    hunter3
    goes on
data:
  token: aHVudGVyMg==
---
apiVersion: v1
kind: ConfigMap
metadata: {name: plain}
data: {password: hunter2-is-no-secret-here}
`

describe('values of Secrets in a manifest', () => {
  it('are found in joined files, and in JSON objects one after the other', () => {
    const secret = (value: string): string =>
      JSON.stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name: value }, stringData: { value } })
    for (const text of [
      `${secret('one')}\n${secret('two')}\n`,
      `\uFEFF${secret('one')}\n---\n\uFEFF${secret('two')}\n`,
    ]) {
      const { shown, plain } = separateSecrets(text, { placeholder: mark })
      expect(secretValues(plain).map(({ value }) => value)).toEqual(['one', 'two'])
      expect(secretValues(shown).map(({ value }) => value)).toEqual([of('one'), of('two')])
      expect(parseManifests(plain)).toMatchObject({ manifests: [{}, {}], errors: [] })
    }
  })

  it('are replaced by placeholders in place, and everything else remains as it was written', () => {
    const { shown, plain, unknown } = separateSecrets(laidOut, { placeholder: mark })
    expect(unknown).toEqual([])
    expect(plain).toBe(laidOut)
    expect(shown).toBe(`# The shop.
apiVersion: v1
kind: Secret
metadata:
  name: login   # how it logs in
stringData:
  user: "${of('admin')}"          # not me
  password: '${of('hunter2')}'
  config: ${of('line one: hunter2\nline two\n')}

  empty: "${of('')}"
  nothing:
  folded: ${of('hunter3 goes on')}
data:
  token: ${of('hunter2')}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: plain}
data: {password: hunter2-is-no-secret-here}
`)
  })

  const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n'
  it.each([
    ['JSON', '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a"},"data":{"x":"aHVudGVyMg=="}}'],
    ['a flow map', `${secret}data: {x: aHVudGVyMg==, "y": 'aHVudGVyMg=='}\n`],
    [
      'a List',
      `apiVersion: v1\nkind: List\nitems:\n- ${secret.replaceAll('\n', '\n  ')}stringData:\n    x: hunter2\n`,
    ],
    ['an anchor', `${secret}stringData:\n  x: &x hunter2\n  y: *x\n`],
    [
      'an anchor outside',
      `${secret.replace('name: a', 'name: a, labels: {x: &x hunter2}')}stringData:\n  y: *x\n`,
    ],
    ['a merge', `${secret}stringData:\n  <<: {x: hunter2}\n  y: hunter2\n`],
    [
      'a merge of a whole Secret',
      `<<: {kind: Secret, stringData: {x: hunter2}}\napiVersion: v1\nmetadata: {name: a}\n`,
    ],
    ['a tag', `${secret}stringData:\n  x: !!str hunter2\n`],
    ['a binary tag', `${secret}data:\n  x: !!binary aHVudGVyMg==\n`],
    ['a number', `${secret}stringData:\n  hunter: 8080\n`],
    ['a map in place of a string', `${secret}data:\n  x:\n    y: hunter2\n    z: [hunter2]\n`],
    ['a string in place of a map', `${secret}data: hunter2\n`],
    [
      'an escaped kind in two lines',
      `apiVersion: v1\nkind: "\\x53\\u0065cr\\\n  et"\nmetadata: {name: a}\nstringData: {x: hunter2}\n`,
    ],
    [
      'a binary kind',
      `apiVersion: v1\nkind: !!binary U2VjcmV0\nmetadata: {name: a}\nstringData: {x: hunter2}\n`,
    ],
    [
      'a document after a directive',
      `%TAG !q! tag:yaml.org,2002:\n---\napiVersion: v1\nkind: !q!binary U2VjcmV0\nmetadata: {name: a}\nstringData: {x: hunter2}\n`,
    ],
    [
      'an escaped kind',
      `apiVersion: v1\nkind: "Secre\\u0074"\nmetadata: {name: a}\nstringData: {x: hunter2}\n`,
    ],
    ['a byte order mark', `\uFEFF${secret}stringData: {x: hunter2}\n`],
    [
      'Windows line ends',
      `${secret}stringData:\n  x: |\n    hunter2\n  y: hunter2\n`.replaceAll('\n', '\r\n'),
    ],
    ['no line end', `${secret}stringData:\n  x: |\n    hunter2`],
    [
      'the last-applied annotation of kubectl',
      `${secret.replace('name: a', 'name: a, annotations: {kubectl.kubernetes.io/last-applied-configuration: \'{"data":{"x":"hunter2"}}\'}')}data: {x: aHVudGVyMg==}\n`,
    ],
    ['another group', `${secret.replace('v1', 'example.com/v1')}stringData: {x: hunter2}\n`],
  ])('are found in %s, and restored from the placeholders', (_, text) => {
    expect(containsSecrets(text)).toBe(true)
    const first = separateSecrets(text, { placeholder: mark })
    expect(first.shown).not.toMatch(/hunter2|aHVudGVyMg|8080/)
    expect(first.shown).toMatch(/\(secret [0-9a-f]{16}\)/)
    const { manifests, errors } = parseManifests(first.shown)
    expect(errors).toEqual([])
    expect(manifests.map(({ metadata }) => metadata.name)).toEqual(['a'])

    const again = separateSecrets(first.shown, {
      placeholder: mark,
      stored: { shown: first.shown, plain: first.plain },
    })
    expect(again.unknown).toEqual([])
    expect(again.shown).toBe(first.shown)
    expect(valuesOf(again.plain)).toEqual(valuesOf(text))
  })

  it('are not searched without a Secret', () => {
    expect(containsSecrets('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: b}\n')).toBe(
      false,
    )
    const text =
      'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {imagePullSecrets: [{name: Secret}]}\n'
    expect(containsSecrets(text)).toBe(false)
    expect(secretValues('kind: SealedSecret\nspec: {encryptedData: {a: b}}\n')).toEqual([])
  })

  it('keep their placeholders, whatever key those were created with', () => {
    const before = separateSecrets(laidOut, {
      placeholder: (bytes) => mark(Buffer.from(`old ${bytes.toString()}`)),
    })
    const { shown } = separateSecrets(laidOut, { placeholder: mark, stored: before })
    expect(shown).toBe(before.shown)
  })

  it('are kept by their placeholders while others change, and an unknown placeholder is reported with its position', () => {
    const stored = separateSecrets(laidOut, { placeholder: mark })
    const edited = stored.shown
      .replace(of('admin'), 'root')
      .replace('# The shop.', '# The other shop.')
      .replace(`config: ${of('line one: hunter2\nline two\n')}`, `config: (secret 0123456789abcdef)`)
    const { shown, plain, unknown } = separateSecrets(edited, { placeholder: mark, stored })
    expect(unknown).toMatchObject([{ path: [0, 'stringData', 'config'], line: 9, column: 11 }])
    expect(shown).toContain('# The other shop.')
    expect(shown).toContain(`"${of('root')}"`)
    expect(valuesOf(plain)).toMatchObject([{ stringData: { user: 'root', password: 'hunter2' } }, {}])
  })

  it('are found in the last of many documents, at their places', () => {
    const config = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`
    const before = `# Notes.\n---\n${config('a')}---\n\n---  # the next\n${config('b')}data: {x: "---"}\n`
    const text = `${before}---\n${secret}stringData:\n  x: hunter2\n`
    expect(secretValues(text)).toMatchObject([{ path: [3, 'stringData', 'x'], line: 18, column: 6 }])
    const [found] = secretValues(text)
    expect(text.slice(found?.start, found?.end)).toBe('hunter2')
    expect(secretEntries(text)).toEqual([
      { path: [3, 'stringData', 'x'], section: 'stringData', value: 'hunter2' },
    ])
    expect(lengthWithSecrets(text)).toBe(text.length - before.length)
  })

  it('do not move to another section with a placeholder', () => {
    const stored = separateSecrets(`${secret}stringData: {x: hunter2}\n`, { placeholder: mark })
    const moved = stored.shown.replace('stringData', 'data')
    expect(separateSecrets(moved, { placeholder: mark, stored }).unknown).toHaveLength(1)
  })
})

/** The Secrets as they are sent to a cluster. */
function valuesOf(text: string): unknown {
  const { manifests } = parseManifests(text)
  return JSON.parse(JSON.stringify(manifests.map(({ data, stringData }) => ({ data, stringData }))))
}

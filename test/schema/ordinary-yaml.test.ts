import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { Composer } from 'yaml'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readYaml, type YamlDocument } from '../../schema/yaml.ts'
import { readYamlValues, type YamlValue } from '../../schema/ordinary-yaml.ts'
import { createRandom, type Random } from '../support/random.ts'

afterEach(() => vi.restoreAllMocks())

/** What both readers report of a text. */
function reported(documents: Iterable<YamlValue | YamlDocument>): unknown[] {
  return Array.from(documents, ({ value, errors, isTooLarge, locate }) => ({
    value,
    errors,
    isTooLarge,
    position: locate([]),
  }))
}

function expectSame(text: string): void {
  expect(reported(readYamlValues(text)), text).toEqual(reported(readYaml(text)))
}

/** Texts that make a difference to readers of YAML. */
const parts = [
  'k: v\n',
  'k: v # no\n',
  "\"k\": 'it''s'\n",
  '- "a"b: c\n',
  'k:\n- {a: 1}b: 2\n',
  'k: "a"  # c\n',
  '"k" : [\'a\' , "b"]\n',
  '\'k\': "a\\u0041\\n"\n',
  '? a\n: b\n',
  '? [a]\n: b\n',
  '1: a\n',
  'k: 0644\n',
  'k: 08\n',
  'k: 0o17\n',
  'k: 0x1F\n',
  'k: 0b11\n',
  'k: 1_000\n',
  'k: +1\n',
  'k: .5\n',
  'k: e1\n',
  'k: 1e3\n',
  'k: 1e999\n',
  'k: .inf\n',
  'k: -.INF\n',
  'k: .nan\n',
  '.nan: k\n',
  '1.0: k\n',
  'k: 12:30:45\n',
  'k: yes\n',
  'on: No\n',
  'y: n\n',
  'k: ~\n',
  '~: k\n',
  'k: null\n',
  'k:\n',
  ': k\n',
  'k: 2001-01-01\n',
  'k: =\n',
  'k: |\n  a\n   b\n',
  'k: |2-\n   a\n',
  'k: >+\n  a\n  b\n\n',
  'k: a\n  b\n',
  'k: "a\n  b"\n',
  '- - a\n  - b\n',
  '- a\n',
  '-\n',
  'k:\n- a\n- b: c\n  d: e\n',
  '[a, {b: c}, "d"]\n',
  '{a: 1, b: [], c: {}}\n',
  '{"a":"b"}\n',
  '{a, b}\n',
  'a: &x {b: 1}\n',
  'b: *x\n',
  '<<: *x\n',
  '<<: {c: 1}\n',
  '"<<": c\n',
  '!!str 1: a\n',
  'k: !!binary aGk=\n',
  'k: !x a\n',
  '---\n',
  '--- a\n',
  '...\n',
  '%YAML 1.2\n---\n',
  '%TAG ! !x\n---\n',
  '# c\n',
  '\n',
  '  \n',
  '\t',
  '\r\n',
  '\uFEFF',
  ' ',
  'k: {{ .V }}\n',
  '{{ .V }}: k\n',
  'k: @a\n',
  'k: `a\n',
  'k: "a\n',
  "k: 'a\n",
  'k: [a\n',
  'k: }\n',
  'k: a: b\n',
  'k : v\n',
  '__proto__: {a: 1}\n',
  'constructor: a\n',
  'k: é😀\n',
  'k: \u0007\n',
  'k: a\u0085b\n',
  'k: a\u2028b\n',
  'k:\tv\n',
  'a',
]

/** Returns a text of several parts, some of them indented, with a few characters removed, doubled or moved. */
function randomText(random: Random): string {
  const chosen = Array.from({ length: 1 + random.below(5) }, () => {
    const part = random.pick(parts)
    return random.chance(0.4) ? part.replaceAll(/^(?=.)/gm, random.pick(['  ', ' ', '- '])) : part
  })
  let text = chosen.join('')
  for (let edits = random.below(3); edits > 0; edits--) {
    const [at, from] = [random.below(text.length + 1), random.below(text.length + 1)]
    text = text.slice(0, at) + text.slice(from, from + random.below(6)) + text.slice(at + random.below(3))
  }
  return text
}

describe('readYamlValues', () => {
  it.each(parts)('reads %j as the complete reader does', (part) => {
    expectSame(part)
    expectSame(`before: 1\n${part}`)
    expectSame(`- before\n- ${part.replaceAll('\n', '\n  ')}`)
  })

  it('reads random texts as the complete reader does', () => {
    const random = createRandom(1)
    for (let count = 0; count < 3000; count++) expectSame(randomText(random))
  })

  it('reads the manifests of this repository as the complete reader does', async () => {
    let count = 0
    for await (const file of glob('{samples,deploy,workers,test}/**/*.yaml')) {
      expectSame(readFileSync(file, 'utf8'))
      count += 1
    }
    expect(count).toBeGreaterThan(10)
  })

  it('finds the position of a value', () => {
    const text = 'kind: List\nitems:\n  - a: 1\n---\n{"items": [{"b": [0, 1]}]}\n'
    const paths = [['items'], ['items', 0], ['items', 0, 'b', 1], ['items', 7], ['none']]
    const located = (documents: Iterable<YamlValue | YamlDocument>): unknown[] =>
      Array.from(documents, ({ locate }) => paths.map((path) => [locate(path), locate(path, true)]))
    expect(located(readYamlValues(text))).toEqual(located(readYaml(text)))
  })

  it('reads ordinary texts without nodes', () => {
    const compose = vi.spyOn(Composer.prototype, 'next')
    const text = '# first\na: 1\nb: [yes, "no", {c: 0644}]\n---\nd: |\n  text\n1: ~\n'
    expect([...readYamlValues(text)].map(({ value }) => value)).toEqual([
      { a: 1, b: [true, 'no', { c: 420 }] },
      { d: 'text\n', 1: null },
    ])
    expect(compose).not.toHaveBeenCalled()
    expect([...readYamlValues('a: &x 1\nb: *x\n')].map(({ value }) => value)).toEqual([{ a: 1, b: 1 }])
    expect(compose).toHaveBeenCalled()
  })

  it('leaves long texts to the complete reader, which limits its memory', () => {
    const compose = vi.spyOn(Composer.prototype, 'next')
    const [document] = readYamlValues(`a: ${'b'.repeat(200_000)}\n`)
    expect(document?.errors).toEqual([])
    expect(compose).toHaveBeenCalled()
  })
})

/* Manifests that are slow to parse. */

const head = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`

const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('')

/** Returns a ConfigMap with so many entries of sixty characters. */
export function largeConfigMap(entries: number, name = 'large'): string {
  return `${head(name)}data:\n${times(entries, (index) => `  key-${index}: "${'v'.repeat(45)}"\n`)}`
}

/** As long as a manifest may be: three of them. */
export function longestText(): string {
  return ['a', 'b', 'c'].map((name) => largeConfigMap(15_000, name)).join('---\n')
}

/** Manifests of about 3 MB, each of which is slow in another way. */
export const slowTexts: Readonly<Record<string, () => string>> = {
  'a list in brackets': () => `${head('a')}x: [${'a,'.repeat(1_500_000)}]\n`,
  'brackets in brackets': () => `${head('a')}x: ${'['.repeat(3_000_000)}`,
  'a list in lines': () => `${head('a')}x:\n${'- a\n'.repeat(750_000)}`,
  'empty documents': () => '---\n'.repeat(780_000),
  'invalid documents': () => '---\n@\n'.repeat(500_000),
  'closing brackets': () => ']'.repeat(3_000_000),
  'one key repeatedly': () => 'a: 1\n'.repeat(600_000),
  'aliases of aliases': () =>
    `l0: &l0 [${'a,'.repeat(9)}a]\n${times(40, (index) => `l${index + 1}: &l${index + 1} [${`*l${index},`.repeat(9)}*l${index}]\n`)}`,
  'anchors and aliases': () =>
    times(140_000, (index) => `- &a${index} x\n- *a${index}\n`).slice(0, 3_000_000),
  'invalid escapes': () => `x: "${'\\u'.repeat(1_500_000)}"`,
  'an unterminated string': () => '"'.repeat(3_000_001),
  'a long line': () => `${head('a')}x: ${'b '.repeat(1_500_000)}`,
  'a long key': () => `${'a'.repeat(3_000_000)}: b`,
  tabs: () => '\t'.repeat(3_000_000),
  'empty lines': () => '\n'.repeat(3_000_000),
  directives: () => '%YAML 1.1\n'.repeat(300_000),
  'invalid labels': () => `${head('a')}  labels:\n${times(200_000, (index) => `    l${index}: 1\n`)}`,
}

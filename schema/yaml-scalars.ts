import { Schema, isScalar, type ScalarTag, type Tags } from 'yaml'

// Kubernetes reads YAML 1.1 with go-yaml, which supports neither base-60 numbers nor dates as values.
const unsupportedTags = new Set(
  ['omap', 'pairs', 'set', 'timestamp'].map((tag) => `tag:yaml.org,2002:${tag}`),
)

/** The numbers of YAML 1.1 for which go-yaml has a rule of its own: https://github.com/go-yaml/yaml/blob/v3/resolve.go */
const numbers = {
  // There is a digit before the exponent: `e1` is a name.
  withExponent: /^[-+]?(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)[eE][-+]?[0-9][0-9_]*$/,
  withPoint: /^[-+]?(?:[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)$/,
  octal: /^[-+]?0o?[0-7_]+$/,
}

/** Returns a tag of YAML 1.1 as go-yaml understands it. */
function asInGo(tag: Tags[number]): Tags[number] {
  if (!isScalarTag(tag)) return tag
  if (tag.format === 'OCT')
    return {
      ...tag,
      test: numbers.octal,
      resolve: (text) => Number.parseInt(text.replaceAll(/[_o]/g, ''), 8),
    }
  // A number that is too large is a text.
  if (tag.format === 'EXP')
    return { ...tag, test: numbers.withExponent, resolve: (text) => finite(text) ?? text }
  return tag.tag === 'tag:yaml.org,2002:float' && tag.test?.test('1.5') === true
    ? { ...tag, test: numbers.withPoint }
    : tag
}

function finite(text: string): number | undefined {
  const number = Number.parseFloat(text.replaceAll('_', ''))
  return Number.isFinite(number) ? number : undefined
}

function isScalarTag(tag: Tags[number]): tag is ScalarTag {
  return typeof tag !== 'string' && tag.collection === undefined
}

/** The tags of YAML as kubectl reads it: `0644` is octal, `yes` is true. */
export const yamlSchema = new Schema({
  schema: 'yaml-1.1',
  customTags: (tags) =>
    tags
      .filter((tag) => typeof tag === 'string' || (tag.format !== 'TIME' && !unsupportedTags.has(tag.tag)))
      .map(asInGo),
})

const plainTags = yamlSchema.tags.filter(
  (tag): tag is ScalarTag & { test: RegExp } =>
    isScalarTag(tag) && tag.default === true && tag.test !== undefined,
)

/** Returns the value of a scalar without quotes and tag, which is not a key. */
export function plainValue(text: string): unknown {
  const tag = plainTags.find(({ test }) => test.test(text))
  const value = tag === undefined ? text : tag.resolve(text, ignore, {})
  return isScalar(value) ? value.value : value
}

function ignore(): void {}

import { usageError } from '../cli-error.ts'
import { compileQuery, type Query, type Roots } from './jsonpath-query.ts'
import { splitOutside } from './split.ts'

/*
 * kubectl's JSONPath templates: text, paths in braces, quoted text in braces, and `{range PATH}…{end}`.
 * https://kubernetes.io/docs/reference/kubectl/jsonpath/
 */

/** A compiled template. */
export type Template = (value: unknown) => string

type Part = { text: string } | { query: Query } | { range: Query; parts: Part[] }

/** Compiles a template. Throws a usage error if it is invalid. */
export function compileTemplate(template: string): Template {
  const tokens = tokensOf(template.includes('{') ? template : `{${template}}`)
  const parts = takeParts(tokens, undefined)
  return (value) => parts.map((part) => render(part, { root: value })).join('')
}

/** Compiles a template of one path for its values rather than their text. */
export function compileValues(template: string): Query {
  return compileQuery(
    template
      .trim()
      .replace(/^\{(.*)\}$/s, '$1')
      .trim(),
  )
}

function render(part: Part, roots: Roots): string {
  if ('text' in part) return part.text
  if ('query' in part) return part.query(roots).map(textOf).join(' ')
  return part
    .range(roots)
    .flatMap((current) => part.parts.map((each) => render(each, { root: roots.root, current })))
    .join('')
}

/** Formats a value as kubectl does: strings as they are, anything else as JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

type Token = { text: string } | { path: string } | { range: string } | { end: true }

function takeParts(tokens: Token[], open: string | undefined): Part[] {
  const parts: Part[] = []
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    if ('end' in token) {
      if (open === undefined) throw usageError('the jsonpath has {end} without {range PATH}')
      return parts
    }
    if ('range' in token)
      parts.push({ range: compileQuery(token.range), parts: takeParts(tokens, token.range) })
    else parts.push('text' in token ? token : { query: compileQuery(token.path) })
  }
  if (open !== undefined) throw usageError(`the jsonpath has {range ${open}} without {end}`)
  return parts
}

const brace = /\{((?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^{}'"])*)\}/y

function tokensOf(template: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < template.length;) {
    const next = template.indexOf('{', at)
    const end = next < 0 ? template.length : next
    if (end > at) tokens.push({ text: template.slice(at, end) })
    if (next < 0) break
    brace.lastIndex = next
    const [whole, action] = brace.exec(template) ?? []
    if (whole === undefined || action === undefined)
      throw usageError(`the jsonpath has a brace that is never closed: "${template.slice(next)}"`)
    tokens.push(...tokensOfAction(action.trim()))
    at = next + whole.length
  }
  return tokens
}

/** Reads the content of a pair of braces: words separated by spaces outside of quotes, brackets and parentheses. */
function tokensOfAction(action: string): Token[] {
  if (action === 'end') return [{ end: true }]
  const [, ranged] = /^range\s+(.*)$/s.exec(action) ?? []
  if (ranged !== undefined) return [{ range: ranged.trim() }]
  return wordsOf(action).map((word): Token => {
    const [, double, single] = /^"(.*)"$|^'(.*)'$/s.exec(word) ?? []
    const text = double ?? single
    return text === undefined ? { path: word } : { text: unescaped(text) }
  })
}

function wordsOf(action: string): string[] {
  const words = splitOutside(action, /\s/).filter((word) => word !== '')
  return words.length === 0 ? ['.'] : words
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/gs, (_, character: string) => escapes[character] ?? character)
}

import { JSONPathEnvironment, type JSONValue } from 'json-p3'
import { usageError } from '../cli-error.ts'

/*
 * kubectl's paths in terms of the standard (RFC 9535), which json-p3 implements. kubectl omits the root, allows hyphens
 * and `\.` in names, and reads `['a.b']` as a path. https://kubernetes.io/docs/reference/kubectl/jsonpath/
 */

const environment = new JSONPathEnvironment()

/** The values that a path starts from. */
export interface Roots {
  /** The value that `$` denotes. */
  root: unknown
  /** The value that `@` and paths without a root denote. @default root */
  current?: unknown
}

/** A compiled path of kubectl's dialect. */
export type Query = (roots: Roots) => unknown[]

/** Compiles a path such as `.items[?(@.status.phase=="Ready")].metadata.name`. Throws a usage error if it is invalid. */
export function compileQuery(path: string): Query {
  const { root, alternatives } = translate(path)
  const queries = alternatives.map((text) => {
    try {
      return environment.compile(text)
    } catch (error) {
      throw invalid(path, error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
    }
  })
  return (roots) => {
    const start = root === '@' && 'current' in roots ? roots.current : roots.root
    return queries.flatMap((query) => query.query(start as JSONValue).values())
  }
}

function invalid(path: string, reason: string) {
  return usageError(`"${path}" is not a JSONPath expression: ${reason}`)
}

/** A path in standard notation. A union of paths, such as `['a.b', 'c']`, has several alternatives. */
interface Translated {
  root: '@' | '$'
  alternatives: string[]
}

const name = /(?:\\.|[^\s.,[\](){}$@*?!=<>&|'"\\])+/y
const quoted = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/y

function translate(path: string): Translated {
  const reader = new Reader(path)
  const root = reader.takeRoot()
  let alternatives = ['$']
  while (!reader.isAtEnd()) {
    const next = takeSegment(reader)
    alternatives = next.flatMap((segment) => alternatives.map((before) => `${before}${segment}`))
  }
  return { root, alternatives }
}

/** Reads one segment and returns it in standard notation; for a union of paths, each of its alternatives. */
function takeSegment(reader: Reader): string[] {
  const deep = reader.takeText('..') ? '..' : ''
  const dot = deep === '' && reader.takeText('.')
  if (reader.takeText('*')) return [`${deep}[*]`]
  if (reader.peek() === '[') return takeBrackets(reader).map((segment) => `${deep}${segment}`)
  const found = reader.take(name)
  if (found !== undefined) return [`${deep}${member(unescaped(found))}`]
  // A single dot denotes the value itself.
  if (dot && reader.isAtEnd()) return ['']
  throw reader.syntaxError()
}

function takeBrackets(reader: Reader): string[] {
  const content = reader.takeBalanced()
  const text = content.trim()
  if (text.startsWith('?')) return [`[?${translateFilter(text.slice(1))}]`]
  const keys = quotedKeys(text)
  return keys === undefined ? [`[${text}]`] : keys.flatMap(keyAlternatives)
}

/** Returns the keys of `'a', 'b'`, or undefined for indices, slices and wildcards. */
function quotedKeys(text: string): string[] | undefined {
  const reader = new Reader(text)
  const keys: string[] = []
  do {
    reader.skipSpace()
    const key = reader.take(quoted)
    if (key === undefined) return undefined
    keys.push(key.slice(1, -1))
    reader.skipSpace()
  } while (reader.takeText(','))
  return reader.isAtEnd() ? keys : undefined
}

/** Returns the meanings of a quoted key: a member, and for an unescaped dot also a path, as kubectl reads it. */
function keyAlternatives(key: string): string[] {
  const parts = [...key.matchAll(/(?:\\.|[^.\\])+/gs)].map(([part]) => member(unescaped(part)))
  const literal = member(unescaped(key))
  return parts.length > 1 ? [literal, parts.join('')] : [literal]
}

/** Translates the paths in a filter. Operators and values are the same in both dialects. */
function translateFilter(text: string): string {
  const reader = new Reader(text)
  let translated = ''
  while (!reader.isAtEnd()) {
    const value = reader.take(quoted)
    if (value !== undefined) translated += value
    else if (reader.peek() === '@' || reader.peek() === '$') translated += translateInFilter(reader)
    else translated += reader.takeOne()
  }
  return translated
}

function translateInFilter(reader: Reader): string {
  let translated: string = reader.takeOne()
  while (reader.peek() === '.' || reader.peek() === '[') {
    const [segment = ''] = takeSegment(reader)
    translated += segment
  }
  return translated
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/gs, '$1')
}

function member(key: string): string {
  return `[${JSON.stringify(key)}]`
}

/** A position in a path. */
class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  peek(): string {
    return this.#text.charAt(this.#at)
  }

  takeOne(): string {
    this.#at += 1
    return this.#text.charAt(this.#at - 1)
  }

  takeText(text: string): boolean {
    const isNext = this.#text.startsWith(text, this.#at)
    if (isNext) this.#at += text.length
    return isNext
  }

  /** Takes what a sticky expression matches here. */
  take(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at
    const [found] = expression.exec(this.#text) ?? []
    this.#at += found?.length ?? 0
    return found
  }

  takeRoot(): Translated['root'] {
    if (this.takeText('$')) return '$'
    this.takeText('@')
    return '@'
  }

  skipSpace(): void {
    this.take(/\s*/y)
  }

  /** Takes a pair of brackets and returns the text between them. */
  takeBalanced(): string {
    const start = this.#at
    let depth = 0
    do {
      if (this.isAtEnd()) throw this.syntaxError()
      if (this.take(quoted) !== undefined) continue
      const character = this.takeOne()
      if (character === '[') depth += 1
      else if (character === ']') depth -= 1
    } while (depth > 0)
    return this.#text.slice(start + 1, this.#at - 1)
  }

  syntaxError() {
    const rest = this.#text.slice(this.#at)
    return invalid(this.#text, rest === '' ? 'it is incomplete' : `syntax error at "${rest}"`)
  }
}

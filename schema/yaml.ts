import {
  Composer,
  Lexer,
  LineCounter,
  Parser,
  isMap,
  isScalar,
  isSeq,
  type Document,
  type YAMLMap,
} from 'yaml'
import { asYamlStream } from './yaml-stream.ts'
import { readValue, type Position, type TextError, type ValueReading } from './yaml-value.ts'

export type PathSegment = string | number

export interface YamlDocument {
  document: Document
  /** The YAML errors of the document. If there are any, there is no value. */
  errors: readonly TextError[]
  /** Set if the document is too large or too deeply nested to be read completely. */
  isTooLarge?: true
  value: unknown
  /** Returns the position of a value within the document, or of its nearest existing ancestor. */
  locate: (path: readonly PathSegment[]) => Position
}

/**
 * The maximum number of tokens (words, indentations, line breaks) of a document and of a whole text. Ordinary YAML has
 * a token for every four to nine bytes, so even 3 MB stay below the limits; a text that consists only of brackets and
 * commas would require a gigabyte of memory.
 */
export const tokenLimits = { document: 400_000, text: 1_500_000 }

/** The number of misplaced characters after which reading stops. */
const maxMisplaced = 1000

/** The error for the stack overflow of the parser, which is recursive. */
const tooDeep: TextError = { message: 'is nested too deeply', remedy: 'Flatten it.' }

// Kubernetes reads YAML 1.1 with go-yaml, which supports neither base-60 numbers nor dates as values.
const unsupportedTags = new Set(
  ['omap', 'pairs', 'set', 'timestamp'].map((tag) => `tag:yaml.org,2002:${tag}`),
)

/**
 * Reads YAML as kubectl does (`0644` is octal, `yes` is true, keys are unique), one document at a time to limit memory.
 * Time and memory are linear in the length of the text, whatever it contains.
 */
export function* readYaml(
  text: string,
  limits: Readonly<typeof tokenLimits> = tokenLimits,
): Generator<YamlDocument> {
  const lines = new LineCounter()
  lines.addNewLine(0)
  const parser = new Parser(lines.addNewLine)
  const composer = createComposer()
  let [inText, inDocument, misplaced] = [0, 0, 0]
  try {
    for (const lexeme of new Lexer().lex(asYamlStream(text))) {
      for (const token of parser.next(lexeme)) {
        for (const document of composer.next(token)) yield documentOf(document, lines)
        if (token.type === 'document') inDocument = 0
        if (token.type === 'error' && (misplaced += 1) > maxMisplaced) {
          yield unreadable(
            { message: `has more than ${maxMisplaced} misplaced characters` },
            lines,
            token.offset,
          )
          return
        }
      }
      inText += 1
      inDocument += 1
      if (inText > limits.text || inDocument > limits.document) {
        const error = tooManyTokens(inText > limits.text ? 'text' : 'document', limits)
        yield { ...unreadable(error, lines, parser.offset), isTooLarge: true }
        return
      }
    }
    for (const token of parser.end())
      for (const document of composer.next(token)) yield documentOf(document, lines)
    for (const document of composer.end()) yield documentOf(document, lines)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    yield { ...unreadable(tooDeep, lines, parser.offset), isTooLarge: true }
  }
}

function createComposer(): Composer {
  return new Composer({
    version: '1.1',
    // The check of the parser is quadratic; `readValue` checks keys itself.
    uniqueKeys: false,
    customTags: (tags) =>
      tags.filter(
        (tag) => typeof tag === 'string' || (tag.format !== 'TIME' && !unsupportedTags.has(tag.tag)),
      ),
  })
}

function tooManyTokens(where: keyof typeof tokenLimits, limits: typeof tokenLimits): TextError {
  const limit = limits[where].toLocaleString('en')
  const remedy = where === 'text' ? 'Split the text.' : 'Split the document.'
  return { message: `the ${where} has more than ${limit} words, brackets and line breaks`, remedy }
}

// oxlint-disable-next-line max-params -- the error, and the two values of its position
function unreadable(error: TextError, lines: LineCounter, offset: number): YamlDocument {
  const position = positionAt(lines, offset)
  const [document] = new Composer().end(true, offset)
  if (document === undefined) throw new Error('the composer returned no document for an empty stream')
  return { document, errors: [{ ...error, ...position }], value: undefined, locate: () => position }
}

function documentOf(document: Document.Parsed, lines: LineCounter): YamlDocument {
  const at = (offset: number): Position => positionAt(lines, offset)
  const locate: YamlDocument['locate'] = (path) => at(offsetOf(document, path))
  if (document.errors.length > 0) {
    const errors = document.errors.map(({ code, message, pos }) => ({
      ...(code === 'RESOURCE_EXHAUSTION' ? tooDeep : { message: withoutSource(firstLine(message)) }),
      ...at(pos[0]),
    }))
    const isTooLarge = document.errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION')
    return { document, errors, ...(isTooLarge && { isTooLarge }), value: undefined, locate }
  }
  const { value, errors }: ValueReading = readValue(document.contents, at)
  return { document, errors, value: errors.length > 0 ? undefined : value, locate }
}

function positionAt(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset)
  return { line, column: col }
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message
}

/**
 * Removes quoted source text, which may be a secret, from messages of the parser. Line and column identify its
 * position.
 */
function withoutSource(message: string): string {
  return message
    .replace(/^(Block scalar header includes extra characters|Not a YAML token): .*$/, '$1')
    .replace(/^(Unresolved plain scalar) .*$/, '$1')
}

function offsetOf(document: Document, path: readonly PathSegment[]): number {
  let node: unknown = document.contents
  let offset = document.contents?.range?.[0] ?? document.range?.[0] ?? 0
  for (const segment of path) {
    node = childOf(node, segment)
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) break
    offset = node.range?.[0] ?? offset
  }
  return offset
}

function childOf(node: unknown, segment: PathSegment): unknown {
  if (isSeq(node)) return node.items[Number(segment)]
  return isMap(node) ? valuesByKey(node).get(String(segment)) : undefined
}

/** Returns an index of the values of a map, since a lookup by the parser is linear. */
function valuesByKey(map: YAMLMap): ReadonlyMap<string, unknown> {
  const known = indexes.get(map)
  if (known !== undefined) return known
  const index = new Map(
    map.items.flatMap(({ key, value }) => (isScalar(key) ? [[String(key.value), value] as const] : [])),
  )
  indexes.set(map, index)
  return index
}

const indexes = new WeakMap<YAMLMap, ReadonlyMap<string, unknown>>()

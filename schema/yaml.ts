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
  /** What is wrong with it as YAML; then there is no value. */
  errors: readonly TextError[]
  /** Set where it is too large or too deep to be read to its end. */
  isTooLarge?: true
  value: unknown
  /** Line and column of a value inside the document, or of the nearest thing around it that is there. */
  locate: (path: readonly PathSegment[]) => Position
}

/**
 * Smallest parts of YAML (a word, an indentation, a line break) that are read: of one document, and of the whole text.
 * The YAML of people has a part for every four to nine bytes, so that even 3 MB of it stay below; a text of nothing but
 * brackets and commas would take a gigabyte of memory.
 */
export const mostParts = { document: 400_000, text: 1_500_000 }

/** Characters that stand where none may, until the rest is not read any more. */
const mostMisplaced = 1000

/** The parser calls itself for each level, and runs out of stack. */
const tooDeep: TextError = { message: 'is nested too deeply', remedy: 'Flatten it.' }

// Kubernetes reads YAML 1.1 through go-yaml, which knows neither base-60 numbers nor dates as values.
const tagsThatGoYamlLacks = new Set(
  ['omap', 'pairs', 'set', 'timestamp'].map((tag) => `tag:yaml.org,2002:${tag}`),
)

/**
 * Reads YAML as kubectl does (`0644` is octal, `yes` is true, a key comes once): one document after the other, so that
 * only one of them is in memory. Time and memory grow with the length of the text alone, whatever is in it.
 */
export function* readYaml(
  text: string,
  most: Readonly<typeof mostParts> = mostParts,
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
        if (token.type === 'error' && (misplaced += 1) > mostMisplaced) {
          yield unreadable(
            { message: `there are more than ${mostMisplaced} misplaced characters` },
            lines,
            token.offset,
          )
          return
        }
      }
      inText += 1
      inDocument += 1
      if (inText > most.text || inDocument > most.document) {
        const error = tooManyParts(inText > most.text ? 'text' : 'document', most)
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
    // Compares each key with all before it; the values are read with a check of their own.
    uniqueKeys: false,
    customTags: (tags) =>
      tags.filter(
        (tag) => typeof tag === 'string' || (tag.format !== 'TIME' && !tagsThatGoYamlLacks.has(tag.tag)),
      ),
  })
}

function tooManyParts(where: keyof typeof mostParts, most: typeof mostParts): TextError {
  const limit = most[where].toLocaleString('en')
  const remedy = where === 'text' ? 'Split the text.' : 'Split the document.'
  return { message: `the ${where} has more than ${limit} words, brackets and line breaks`, remedy }
}

// oxlint-disable-next-line max-params -- what is wrong, and the two that say where
function unreadable(error: TextError, lines: LineCounter, offset: number): YamlDocument {
  const position = positionAt(lines, offset)
  const [document] = new Composer().end(true, offset)
  if (document === undefined) throw new Error('an empty stream that is forced to be a document is none')
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

/** Some errors of the parser quote what they are about, which may be a secret; line and column say where it is. */
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

/** Looking for a key in a map of the parser means looking at all of them. */
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

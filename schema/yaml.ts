import {
  Composer,
  Lexer,
  LineCounter,
  Parser,
  isMap,
  isScalar,
  isSeq,
  visit,
  type Document,
  type ErrorCode,
  type YAMLMap,
} from 'yaml'
import { onceForEach } from './once-for-each.ts'
import { yamlSchema } from './yaml-scalars.ts'
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
  /**
   * Returns the position of a value within the document, or of its nearest existing ancestor; with `isKey`, that of the
   * key of a map entry.
   */
  locate: (path: readonly PathSegment[], isKey?: boolean) => Position
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
const tooDeep: TextError = { code: 'INVALID', message: 'is nested too deeply', remedy: 'Flatten it.' }

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
  const source = { text: asYamlStream(text), lines }
  const parser = new Parser(lines.addNewLine)
  const composer = createComposer()
  let [inText, inDocument, misplaced] = [0, 0, 0]
  try {
    for (const lexeme of new Lexer().lex(source.text)) {
      for (const token of parser.next(lexeme)) {
        for (const document of composer.next(token)) yield documentOf(document, source)
        if (token.type === 'document') inDocument = 0
        if (token.type === 'error' && (misplaced += 1) > maxMisplaced) {
          yield unreadable(
            { code: 'TOO_MANY', message: `has more than ${maxMisplaced} misplaced characters` },
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
      for (const document of composer.next(token)) yield documentOf(document, source)
    for (const document of composer.end()) yield documentOf(document, source)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    yield { ...unreadable(tooDeep, lines, parser.offset), isTooLarge: true }
  }
}

function createComposer(): Composer {
  // The check of unique keys of the parser is quadratic; `readValue` checks keys itself.
  return new Composer({ version: '1.1', uniqueKeys: false, schema: yamlSchema })
}

function tooManyTokens(where: keyof typeof tokenLimits, limits: typeof tokenLimits): TextError {
  const limit = limits[where].toLocaleString('en')
  const remedy = where === 'text' ? 'Split the text.' : 'Split the document.'
  return {
    code: 'TOO_MANY',
    message: `the ${where} has more than ${limit} words, brackets and line breaks`,
    remedy,
  }
}

// oxlint-disable-next-line max-params -- the error, and the two values of its position
function unreadable(error: TextError, lines: LineCounter, offset: number): YamlDocument {
  const position = positionAt(lines, offset)
  const [document] = new Composer().end(true, offset)
  if (document === undefined) throw new Error('the composer returned no document for an empty stream')
  return { document, errors: [{ ...error, ...position }], value: undefined, locate: () => position }
}

/** A text and the positions of its lines. */
interface YamlSource {
  text: string
  lines: LineCounter
}

function documentOf(document: Document.Parsed, source: YamlSource): YamlDocument {
  const at = (offset: number): Position => positionAt(source.lines, offset)
  const locate: YamlDocument['locate'] = (path, isKey) => at(offsetOf(document, path, isKey))
  if (document.errors.length > 0) {
    const found = syntaxErrors(document, source)
    const isTooLarge = document.errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION')
    const errors = withTemplates(found, source)
    return { document, errors, ...(isTooLarge && { isTooLarge }), value: undefined, locate }
  }
  const { value, errors }: ValueReading = readValue(document.contents, at)
  if (errors.length === 0) return { document, errors, value, locate }
  return { document, errors: withTemplates(errors, source), value: undefined, locate }
}

/** Returns the syntax errors of a document. A quote that is never closed is the reason for all errors after it. */
function syntaxErrors({ errors, contents }: Document.Parsed, { lines }: YamlSource): TextError[] {
  const found: TextError[] = []
  for (const { code, message, pos } of errors) {
    const isQuote = code === 'MISSING_CHAR' && firstLine(message).endsWith('quote')
    const opened = isQuote ? openedQuote(contents, pos[0]) : undefined
    if (opened !== undefined) {
      const remedy = 'Add the closing quote, or escape the quotes within the text.'
      const position = positionAt(lines, opened)
      return [
        ...found,
        { code: 'INVALID', message: 'the quote that opens here is never closed', remedy, ...position },
      ]
    }
    const described =
      code === 'RESOURCE_EXHAUSTION'
        ? tooDeep
        : {
            code: 'INVALID' as const,
            message: syntaxMessage(message),
            ...(needsQuotes.has(code) && { remedy: 'Put a text that begins with this character in quotes.' }),
          }
    found.push({ ...described, ...positionAt(lines, pos[0]) })
  }
  return found
}

/** The errors of texts that begin with a character that means something in YAML. */
const needsQuotes: ReadonlySet<ErrorCode> = new Set(['BAD_ALIAS', 'BAD_SCALAR_START', 'TAG_RESOLVE_FAILED'])

/** Returns the offset of the quoted scalar that extends to an offset, at which its closing quote is missing. */
function openedQuote(contents: Document['contents'], end: number): number | undefined {
  let found: number | undefined
  visit(contents, {
    Scalar: (_, { type, range }) => {
      const isQuoted = type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE'
      if (isQuoted && range != null && range[0] < end && range[1] >= end) found = range[0]
    },
  })
  return found
}

/**
 * Explains errors that are due to template expressions. All errors of a document whose first one is in such a line
 * follow from it.
 */
function withTemplates(errors: readonly TextError[], source: YamlSource): readonly TextError[] {
  const [first, ...others] = errors
  const { line = 1, column = 1 } = first ?? {}
  const remedy = 'Render the template first, for example with `helm template`.'
  if (isTemplate(source, line)) {
    const message = 'contains a template expression ({{ … }}), which is not YAML'
    return [{ code: 'INVALID', message, remedy, line, column }]
  }
  if (first === undefined || line === 1 || !isTemplate(source, line - 1)) return errors
  return [{ remedy: `Line ${line - 1} is a template. ${remedy}`, ...first }, ...others]
}

/** Reports whether the value of a line, the line itself, or a value in braces or brackets is a template expression. */
function isTemplate({ text, lines: { lineStarts } }: YamlSource, line: number): boolean {
  const start = lineStarts[line - 1] ?? 0
  const shown = text.slice(start, Math.min(start + 300, lineStarts[line] ?? text.length))
  return /^\s*(- +)*(["'\w./-]+: +)?\{\{/.test(shown) || /[:[,] *\{\{-? *[.$\w][^{}]*\}\}/.test(shown)
}

export function positionAt(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset)
  return { line, column: col }
}

/** Returns a message of the parser without the text that it quotes, which may be a secret. */
function syntaxMessage(message: string): string {
  return withoutSource(firstLine(message)).replace(/:$/, '')
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
    .replace(/^(Unresolved alias|Unresolved tag|Could not resolve tag|Not a valid tag)\b.*$/, '$1')
    .replace(/^The \S+ (tag has no suffix)$/, 'the $1')
}

// oxlint-disable-next-line max-params -- as `locate` of a document, which follows from the first
function offsetOf(document: Document, path: readonly PathSegment[], isKey = false): number {
  if (isKey) {
    const parent = nodeAt(document, path.slice(0, -1))
    const last = String(path.at(-1))
    const pair = isMap(parent) && parent.items.find(({ key }) => isScalar(key) && String(key.value) === last)
    if (pair && isScalar(pair.key) && pair.key.range != null) return pair.key.range[0]
  }
  let node: unknown = document.contents
  let offset = document.contents?.range?.[0] ?? document.range?.[0] ?? 0
  for (const segment of path) {
    node = childOf(node, segment)
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) break
    offset = node.range?.[0] ?? offset
  }
  return offset
}

function nodeAt(document: Document, path: readonly PathSegment[]): unknown {
  return path.reduce<unknown>((node, segment) => childOf(node, segment), document.contents)
}

function childOf(node: unknown, segment: PathSegment): unknown {
  if (isSeq(node)) return node.items[Number(segment)]
  return isMap(node) ? valuesByKey(node).get(String(segment)) : undefined
}

/** Returns an index of the values of a map, since a lookup by the parser is linear. */
const valuesByKey = onceForEach(
  (map: YAMLMap): ReadonlyMap<string, unknown> =>
    new Map(
      map.items.flatMap(({ key, value }) => (isScalar(key) ? [[String(key.value), value] as const] : [])),
    ),
)

/**
 * Converts a text that kubectl accepts to a valid YAML stream with the same line numbers. kubectl accepts more than
 * YAML allows: a byte order mark before any document, as in concatenated files, and consecutive JSON objects without
 * separators.
 */
export function asYamlStream(text: string): string {
  const unmarked = text.replaceAll(/^\uFEFF/gm, '')
  // In JSON, and in YAML that starts with an object, a brace in column 1 after a closing brace always starts an object.
  return /^\s*\{/.test(unmarked) ? unmarked.replaceAll(/(?<=\}\s*\n)\{/g, '--- {') : unmarked
}

/** A part of a stream that can be read by itself. */
export interface StreamPart {
  text: string
  /** Its offset in the stream. */
  start: number
  /** The number of its first line. */
  line: number
}

/** The markers at which documents begin: those of `yaml`, whatever surrounds them. */
const markers = /(?<=^|\n)---(?=[ \t\r\n]|$)/g

/** What concerns the documents after it, or separates them without a marker. */
const dependent = /(?<=^|\n)(?:%|\.\.\.(?=[ \t\r\n]|$))/

/** The first character of a document without a marker: comments before a marker belong to the document after it. */
const content = /(?<=^|\n)[ \t\r]*[^# \t\r\n]/

/** Splits a stream into its documents. One whose documents depend on each other is a single part. */
export function splitStream(stream: string): StreamPart[] {
  const starts = dependent.test(stream) ? [] : Array.from(stream.matchAll(markers), ({ index }) => index)
  if (starts.length > 0 && !content.test(stream.slice(0, starts[0]))) starts.shift()
  const parts: StreamPart[] = []
  let [start, line] = [0, 1]
  for (const end of [...starts, stream.length]) {
    const text = stream.slice(start, end)
    parts.push({ text, start, line })
    line += linesIn(text)
    start = end
  }
  return parts
}

function linesIn(text: string): number {
  let lines = 0
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lines += 1
  return lines
}

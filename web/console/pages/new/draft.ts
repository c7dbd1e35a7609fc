import {
  isMap as isYamlMap,
  isScalar,
  isSeq,
  parseDocument,
  stringify,
  type Document,
  type ParsedNode,
} from 'yaml'
import { isMap, valueIn, type Path } from './path.ts'

/* A document that is edited, as text. The form edits the same text, so that its comments and order remain. */

export interface Draft {
  text: string
  /** What the text means; the last valid content if it is no valid YAML. */
  value: Record<string, unknown>
  /** Why the text is no valid YAML. */
  error?: string
}

const format = { lineWidth: 0, indentSeq: true } as const

export function parse(text: string): Document.Parsed {
  return parseDocument(text, { prettyErrors: true, uniqueKeys: true })
}

/** Returns the draft with another text. */
export function draftOf(text: string, before?: Draft): Draft {
  const document = parse(text)
  const [error] = document.errors
  const value: unknown = error === undefined ? document.toJS() : undefined
  if (error !== undefined) return { text, value: before?.value ?? {}, error: error.message }
  if (value !== null && !isMap(value))
    return {
      text,
      value: before?.value ?? {},
      error: 'The document must be a map with apiVersion, kind, metadata and spec.',
    }
  return { text, value: value ?? {} }
}

export function toText(value: unknown): string {
  return stringify(value, format)
}

/** Sets the value at a path. An undefined value removes it, and the maps that are empty then. */
export function setIn(draft: Draft, path: Path, value: unknown): Draft {
  const document = parse(draft.text)
  if (value === undefined) removeIn(document, path)
  else {
    makeWay(document, path)
    const node = document.createNode(value)
    document.setIn(path, node)
  }
  return draftOf(document.toString(format), draft)
}

/** Removes an entry of a list, or a field whose map remains. */
export function removeEntry(draft: Draft, path: Path): Draft {
  const document = parse(draft.text)
  document.deleteIn(path)
  return draftOf(document.toString(format), draft)
}

/** Makes maps in block style of what is empty on the way to a path. */
function makeWay(document: Document.Parsed, path: Path): void {
  for (let length = 0; length < path.length; length++) {
    const parent = path.slice(0, length)
    const node = length === 0 ? document.contents : document.getIn(parent, true)
    if (isScalar(node) && node.value === null && length > 0) document.deleteIn(parent)
    if ((isYamlMap(node) || isSeq(node)) && node.items.length === 0) node.flow = false
    if (length === 0 && node === null) document.contents = document.createNode({}) as unknown as ParsedNode
  }
}

function removeIn(document: Document.Parsed, path: Path): void {
  if (!document.hasIn(path)) return
  document.deleteIn(path)
  const parent = path.slice(0, -1)
  const node = document.getIn(parent, true)
  // An entry of a list stays, so that the others keep their places.
  const isEntry = typeof parent.at(-1) === 'number'
  if (parent.length > 1 && !isEntry && isYamlMap(node) && node.items.length === 0) removeIn(document, parent)
}

/** Returns the text of a new object of a kind. */
export function newText(kind: string, { project, spec }: { project?: string; spec?: object } = {}): string {
  return toText({
    apiVersion: 'qleet.io/v1',
    kind,
    metadata: { name: '', ...(project === undefined ? {} : { project }) },
    ...(spec === undefined ? {} : { spec }),
  })
}

export function at(draft: Draft, path: Path): unknown {
  return valueIn(draft.value, path)
}

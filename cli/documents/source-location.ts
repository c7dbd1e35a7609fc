import { isMap, isScalar, type Document } from 'yaml'
import type { FileError } from '../cli-error.ts'
import type { YamlDocument } from '../../schema/yaml.ts'
import type { Source } from './source.ts'

export type Path = readonly (string | number)[]

/** The location of a value in a document. */
export interface SourceLocation {
  source: Source
  yaml: YamlDocument
  path: Path
}

/** Returns the location of a nested value. */
export function below(location: SourceLocation, ...segments: Path): SourceLocation {
  return { ...location, path: [...location.path, ...segments] }
}

/** Creates an error at a value. */
export function errorAt(
  location: SourceLocation,
  error: Omit<FileError, 'file' | 'path' | 'line' | 'column'>,
): FileError {
  return {
    file: location.source.displayName,
    path: formatPath(location.path),
    ...spellingAdvised(location, error),
    ...error,
    ...location.yaml.locate(location.path),
  }
}

/** An example of an amount at the end of a message. */
const amount = /such as "\d+([A-Za-z]+)"$/

/**
 * Suggests quotes where YAML has read an unquoted `y` or `no` as a boolean, or `12` as a number, and the unit where an amount such as
 * `10Gi` has none.
 */
function spellingAdvised(
  { yaml, path }: SourceLocation,
  { expected, message }: Pick<FileError, 'expected' | 'message'>,
): { remedy?: string } {
  if (expected !== 'string') return {}
  const node = yaml.document.getIn([...path], true)
  if (!isScalar(node) || typeof node.value === 'string' || node.source === undefined) return {}
  const unit = typeof node.value === 'number' ? amount.exec(message)?.[1] : undefined
  if (unit !== undefined) return { remedy: `Write its unit, such as ${node.source}${unit}.` }
  return { remedy: `Put it in quotes: ${JSON.stringify(node.source)}.` }
}

/** Creates an error at the key of a map entry rather than at its value. */
export function errorAtKey(
  location: SourceLocation,
  error: Omit<FileError, 'file' | 'path' | 'line' | 'column'>,
): FileError {
  const offset = keyOffset(location.yaml.document, location.path)
  const at = errorAt(location, error)
  return offset === undefined ? at : { ...at, ...positionOf(location.source.text, offset) }
}

export function formatPath(path: Path): string {
  return path.reduce<string>(
    (whole, segment) =>
      typeof segment === 'number' ? `${whole}[${segment}]` : whole === '' ? segment : `${whole}.${segment}`,
    '',
  )
}

/** Reports whether a value is a text. */
export function isText({ yaml, path }: SourceLocation): boolean {
  const node = yaml.document.getIn([...path], true)
  return isScalar(node) && typeof node.value === 'string'
}

/** Returns the line before the content of a block scalar and its indentation; undefined for any other value. */
export function blockStart({
  source,
  yaml,
  path,
}: SourceLocation): { line: number; indent: number } | undefined {
  const node = yaml.document.getIn([...path], true)
  if (
    !isScalar(node) ||
    node.range == null ||
    (node.type !== 'BLOCK_LITERAL' && node.type !== 'BLOCK_FOLDED')
  ) {
    return undefined
  }
  const { line } = positionOf(source.text, node.range[0])
  const lines = source.text.split('\n')
  const first = lines.slice(line).find((text) => text.trim() !== '') ?? ''
  return { line, indent: first.length - first.trimStart().length }
}

function keyOffset(document: Document, path: Path): number | undefined {
  const key = path.at(-1)
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
  if (!isMap(parent)) return undefined
  const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === key)
  return isScalar(pair?.key) ? pair.key.range?.[0] : undefined
}

function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: offset - lineStart + 1 }
}

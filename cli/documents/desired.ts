import type { FieldError } from '../../schema/errors.ts'
import { defined } from '../../schema/defined.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import type { FileError } from '../cli-error.ts'
import { below, blockStart, errorAt, isText, type Path, type SourceLocation } from './source-location.ts'

/** An object that a document describes, as sent to the server. */
export interface DesiredObject {
  kind: Kind
  name: unknown
  project?: unknown
  labels?: unknown
  annotations?: unknown
  spec: Record<string, unknown>
  /** Location of the document. */
  location: SourceLocation
  /** Locations of its fields, which differ by document format. */
  locations: {
    name: SourceLocation
    project: SourceLocation
    labels: SourceLocation
    annotations: SourceLocation
    spec: Readonly<Record<string, SourceLocation>>
    specWhole: SourceLocation
  }
  /** Displayed paths of files, by the spec field that was read from them. */
  files: Readonly<Record<string, string>>
}

/** Maps a field error of the server or the schema to its location in a file. */
export function locateError(desired: DesiredObject, error: FieldError): FileError {
  const segments = segmentsOf(error.path)
  const [section, field] = segments
  if (section === 'spec' && typeof field === 'string')
    return locateInSpec(desired, { error, field, rest: segments.slice(2) })
  const location = locationOf(desired, section)
  return errorAt(below(location, ...segments.slice(1)), errorDetails(error))
}

function locationOf(
  { locations, location }: DesiredObject,
  section: string | number | undefined,
): SourceLocation {
  if (section === 'spec') return locations.specWhole
  const fields = ['name', 'project', 'labels', 'annotations'] as const
  const field = fields.find((each) => each === section)
  return field === undefined ? location : locations[field]
}

function locateInSpec(
  desired: DesiredObject,
  { error, field, rest }: { error: FieldError; field: string; rest: readonly (string | number)[] },
): FileError {
  const location = desired.locations.spec[field] ?? below(desired.locations.specWhole, field)
  const { line } = error
  const text = errorDetails(error)
  const file = desired.files[field]
  // An embedded document has its own lines and, in `rest`, its own fields.
  const inside = rest.join('.')
  if (file !== undefined) {
    if (line === undefined) return { file, path: inside, ...text }
    return { file, path: inside, ...text, line, column: error.column ?? 1 }
  }
  if (line === undefined) return errorAt(below(location, ...rest), text)
  return locateInText(textAt(location, rest), { line, column: error.column ?? 1 }, text)
}

/** A text within a file that has lines of its own. */
interface EmbeddedText {
  location: SourceLocation
  /** The path of the field within the text. */
  inside: Path
}

/** Returns the text in which a path ends: the path leads to it, and may continue within it. */
function textAt(location: SourceLocation, path: Path): EmbeddedText {
  const lengths = [...path.keys(), path.length]
  const found = lengths.find((length) => isText(below(location, ...path.slice(0, length))))
  return { location: below(location, ...path.slice(0, found ?? 0)), inside: path.slice(found ?? 0) }
}

// oxlint-disable-next-line max-params -- the text, the position in it, and the error
function locateInText(
  { location, inside }: EmbeddedText,
  { line, column }: { line: number; column: number },
  error: ReturnType<typeof errorDetails>,
): FileError {
  const whole = errorAt(location, error)
  const block = blockStart(location)
  const field = inside.length === 0 ? '' : `: ${inside.join('.')}`
  // JSON or a quoted string: its lines are not lines of the file.
  if (block === undefined) return { ...whole, path: `${whole.path}, line ${line} column ${column}${field}` }
  return { ...whole, path: `${whole.path}${field}`, line: block.line + line, column: block.indent + column }
}

function segmentsOf(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) =>
    index === undefined ? (name ?? '') : Number(index),
  )
}

/** Returns a field error without its path and position. */
function errorDetails({ code, message, value, remedy, expected }: FieldError) {
  return { code, message, ...defined({ value, remedy, expected }) }
}

import { kindNamed } from '../../schema/kinds/index.ts'
import type { KindData } from '../kind-data.ts'
import { usageError } from '../cli-error.ts'
import { didYouMean } from '../../schema/similar.ts'
import { documentOfKind, type DocumentField } from './document-fields.ts'
import { segmentsOfPath } from './path-segments.ts'

/** Returns the field of a path within a document, or undefined. Indices such as `[0]` or `[*]` select no other field. */
export function fieldAt(document: DocumentField, segments: readonly string[]): DocumentField | undefined {
  let at: DocumentField | undefined = document
  for (const segment of segments) {
    if (at?.isOpen === true) return at
    const name = segment.replace(/\[.*$/s, '')
    at = at?.fields.find((field) => field.name === name)
  }
  return at
}

/** Throws a usage error with a suggestion if none of the kinds has this field. */
export function assertField(kinds: readonly KindData[], path: string, option: string): void {
  const documents = kinds.map(({ kind }) => documentOfKind(kindNamed(kind)))
  const segments = segmentsOfPath(path)
  if (segments.length > 0 && documents.some((document) => fieldAt(document, segments) !== undefined)) return
  const [only, another] = kinds
  const what = only !== undefined && another === undefined ? only.kind : 'these kinds'
  const remedy =
    suggestField(documents, segments) ||
    `List the fields: qleetctl explain ${only?.kind ?? 'KIND'} --recursive`
  throw usageError(
    `${option} "${path}": ${what} ${another === undefined ? 'has' : 'have'} no such field. ${remedy}`,
  )
}

/** Returns `Did you mean "spec.runtime"?` for the most similar path, or an empty string. */
export function suggestField(documents: readonly DocumentField[], segments: readonly string[]): string {
  const paths = [...new Set(documents.flatMap((document) => pathsOf(document)))]
  const given = segments.join('.')
  // A field by its last name alone, such as `name`.
  const ending = paths.filter((path) => path.endsWith(`.${given}`)).sort((a, b) => a.length - b.length)[0]
  return ending === undefined ? didYouMean(given, paths) : `Did you mean "${ending}"?`
}

/** Returns the paths of all fields below a field. */
export function pathsOf(field: DocumentField, prefix = ''): string[] {
  return field.fields.flatMap((child) => {
    const path = `${prefix}${child.name}`
    return [path, ...pathsOf(child, `${path}.`)]
  })
}

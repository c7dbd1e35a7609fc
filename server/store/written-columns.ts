import type { Sealed } from './drafts.ts'
import { documentWords } from './search-documents.ts'

/** Returns what creations and edits have in common: values of columns, references by name, and the words of the object. */
export function writtenColumns(sealed: Sealed): Record<string, unknown> {
  const { kind, labels, annotations, spec, secrets, exclusive, references } = sealed
  return {
    labels,
    annotations,
    spec,
    secrets: Object.keys(secrets).length === 0 ? null : secrets,
    exclusive,
    reconciled: kind.reconciled,
    references: references.map(({ field, kind, project, name }) => ({ field, kind, project, name })),
    words: documentWords(sealed),
  }
}

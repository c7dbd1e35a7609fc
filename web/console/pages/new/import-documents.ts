import { parseAllDocuments } from 'yaml'
import { findKind } from '../../data/kinds.ts'
import { isMap, valueIn } from './path.ts'

/** A document of a file. */
export interface Imported {
  value: Record<string, unknown>
  kind: string
  name: string
  project: string | undefined
  /** Why it cannot be applied. */
  problem?: string
}

/** Reads the documents of YAML or JSON text. Lists, such as those of an export, are read as their entries. */
export function readDocuments(text: string): { documents: readonly Imported[]; error?: string } {
  const parsed = parseAllDocuments(text)
  if (!Array.isArray(parsed)) return { documents: [] }
  const error = parsed.flatMap(({ errors }) => errors)[0]
  if (error !== undefined) return { documents: [], error: error.message }
  const values = parsed.map((document): unknown => document.toJS()).filter((value) => value !== null)
  return { documents: values.flatMap(entriesOf).map(importedOf) }
}

function entriesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value as unknown[]
  if (isMap(value) && Array.isArray(value['items']) && value['metadata'] === undefined)
    return value['items'] as unknown[]
  return [value]
}

/** The status and the identity of an object, which exports have, are not declared. */
function importedOf(value: unknown): Imported {
  if (!isMap(value)) return { value: {}, kind: '', name: '', project: undefined, problem: 'is no map' }
  const text = (...path: string[]): string => {
    const found = valueIn(value, path)
    return typeof found === 'string' ? found : ''
  }
  const kind = text('kind')
  const name = text('metadata', 'name')
  const project = text('metadata', 'project')
  const problem =
    kind === ''
      ? 'has no kind'
      : findKind(kind)?.kind !== kind
        ? 'is of no kind of QleetOS; Kubernetes resources belong into the YAML document of a workload definition'
        : name === ''
          ? 'has no metadata.name'
          : undefined
  return {
    value,
    kind,
    name,
    project: project === '' ? undefined : project,
    ...(problem === undefined ? {} : { problem }),
  }
}

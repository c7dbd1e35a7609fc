import { canonicalJson } from '../../../schema/canonical-json.ts'
import type { FieldError } from '../../../schema/errors.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import { isRecord, parseManifests, type Manifest } from '../../../schema/manifests.ts'
import { addManifest } from '../../manifests/edit.ts'

/* Fields with a stream of YAML documents, which the legacy API has as a list of JSON objects. */

export function isManifestList({ rest }: Kind, field: string): boolean {
  return rest.manifestLists?.includes(field) === true
}

/** Returns the manifests of a stored text. */
export function listOfManifests(text: unknown): readonly Manifest[] | undefined {
  return typeof text === 'string' ? parseManifests(text).manifests : undefined
}

/** Returns the text of a list, null for none, or the error of what is no list of objects. */
export function textOfManifests(list: unknown): string | null | Omit<FieldError, 'path'> {
  if (list === null) return null
  // The value may contain secrets.
  if (!Array.isArray(list) || !list.every(isRecord))
    return { code: 'INVALID_TYPE', message: 'must be a list of Kubernetes objects', expected: 'array' }
  return list.length === 0 ? null : list.reduce<string>(addManifest, '')
}

/**
 * Returns the manifest lists of a spec that a client sends back as it has read them. Their texts stay as they are, with comments
 * and layout.
 */
export function unchangedLists(
  { rest }: Kind,
  given: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>>,
): string[] {
  return (rest.manifestLists ?? []).filter((field) => {
    const [text, before] = [given[field], stored[field]]
    if (typeof text !== 'string' || typeof before !== 'string') return false
    const { manifests, errors } = parseManifests(text)
    return errors.length === 0 && canonicalJson(manifests) === canonicalJson(listOfManifests(before))
  })
}

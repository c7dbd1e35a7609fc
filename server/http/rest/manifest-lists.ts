import { canonicalJson } from '../../../schema/canonical-json.ts'
import type { FieldError } from '../../../schema/errors.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'
import { isRecord } from '../../../schema/records.ts'
import { addManifests, locateManifests } from '../../manifests/edit.ts'

/* Fields with a stream of YAML documents, which the legacy API has as a list of JSON objects. */

export function isManifestList({ rest }: Kind, field: string): boolean {
  return rest.manifestLists?.includes(field) === true
}

/** Returns the manifests of a stored text, or of one that {@link textOfManifests} has made. */
export async function listOfManifests(text: string): Promise<unknown[]> {
  return (await locateManifests(text)).map(({ manifest }) => manifest)
}

/** Returns the text of a list, null for none, or the error of what is no list of objects. */
export async function textOfManifests(list: unknown): Promise<string | null | Omit<FieldError, 'path'>> {
  if (list === null) return null
  // The value may contain secrets.
  if (!Array.isArray(list) || !list.every(isRecord))
    return { code: 'INVALID_TYPE', message: 'must be a list of Kubernetes objects', expected: 'array' }
  return list.length === 0 ? null : addManifests('', list)
}

/**
 * Returns the manifest lists of a spec that a client sends back as it has read them. Their texts stay as they are, with comments
 * and layout.
 */
export async function unchangedLists(
  { rest }: Kind,
  given: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const unchanged: string[] = []
  for (const field of rest.manifestLists ?? []) {
    const [text, before] = [given[field], stored[field]]
    if (typeof text !== 'string' || typeof before !== 'string') continue
    const [now, then] = [await listOfManifests(text), await listOfManifests(before)]
    if (canonicalJson(now) === canonicalJson(then)) unchanged.push(field)
  }
  return unchanged
}

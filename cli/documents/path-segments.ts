/** Parses a path of fields such as `spec.runtime`, `.spec.runtime` or `{.spec.runtime}`. */
export function segmentsOfPath(path: string): string[] {
  const plain = path
    .trim()
    .replace(/^\{(.*)\}$/s, '$1')
    .replace(/^\$?\.?/, '')
  // A dot of a key, as in a label, is escaped.
  return [...plain.matchAll(/(?:\\.|[^.\\])+/g)].map(([segment]) => segment.replaceAll(/\\(.)/g, '$1'))
}

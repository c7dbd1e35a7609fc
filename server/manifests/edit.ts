import { stringify } from 'yaml'
import { isRecord } from '../../schema/records.ts'
import { asYamlStream } from '../../schema/yaml-stream.ts'
import { readYaml, type PathSegment, type YamlDocument } from '../../schema/yaml.ts'

/* Edits of single manifests in a text of several, which leave the other documents as they are, with comments and layout. */

/** A manifest and its place in a text. */
export interface LocatedManifest {
  manifest: unknown
  document: YamlDocument['document']
  /** The path within the document; empty for a document that is the manifest, rather than a list of some. */
  path: readonly PathSegment[]
}

/** Returns the manifests of a valid text in their order, with the items of lists. */
export function locateManifests(text: string): LocatedManifest[] {
  return [...readYaml(text)].flatMap(({ document, value }) => itemsOf(value, [], document))
}

function itemsOf(
  value: unknown,
  path: readonly PathSegment[],
  document: YamlDocument['document'],
): LocatedManifest[] {
  if (!isRecord(value)) return []
  const { items } = value
  if (!String(value['kind']).endsWith('List') || !Array.isArray(items))
    return [{ manifest: value, document, path }]
  return items.flatMap((item: unknown, index) => itemsOf(item, [...path, 'items', index], document))
}

/** Adds a manifest at the end of a text. */
export function addManifest(text: string, manifest: unknown): string {
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`
  return `${before}---\n${yamlOf(manifest)}`
}

/** Replaces a manifest, or removes it if there is none to take its place. */
export function replaceManifest(
  given: string,
  { document, path }: LocatedManifest,
  manifest: unknown,
): string {
  const text = asYamlStream(given)
  const [start, , end] = document.range ?? [0, 0, 0]
  return text.slice(0, start) + replacement(document, path, manifest) + text.slice(end)
}

// oxlint-disable-next-line max-params -- the document, the place in it, and what takes its place
function replacement(
  document: YamlDocument['document'],
  path: readonly PathSegment[],
  manifest: unknown,
): string {
  if (path.length === 0) return manifest === undefined ? '' : `---\n${yamlOf(manifest)}`
  const edited = document.clone()
  if (manifest === undefined) edited.deleteIn(path)
  else edited.setIn(path, edited.createNode(manifest))
  const text = edited.toString({ lineWidth: 0 })
  return text.startsWith('---') ? text : `---\n${text}`
}

function yamlOf(manifest: unknown): string {
  // Kubernetes reads YAML 1.1, in which `yes` is a boolean.
  return stringify(manifest, { version: '1.1', lineWidth: 0 })
}

import { stringify } from 'yaml'
import { itemsInList } from '../../schema/manifests.ts'
import { ordinaryValues } from '../../schema/ordinary-yaml.ts'
import { isRecord } from '../../schema/records.ts'
import { asYamlStream, splitStream, type StreamPart } from '../../schema/yaml-stream.ts'
import { readYaml, type PathSegment, type YamlDocument } from '../../schema/yaml.ts'
import { createSlices } from '../pacing/slices.ts'

/*
 * Manifests in a text of several, which has been checked before, as they are read and edited one by one. Edits leave the other documents
 * as they are, with comments and layout. Texts may have megabytes, so that other requests are served in between.
 */

/** A manifest and its place in a text. */
export interface LocatedManifest {
  manifest: unknown
  part: StreamPart
  /** The index of its document in the part. */
  document: number
  /** The path within the document; empty for a document that is the manifest, rather than a list of some. */
  path: readonly PathSegment[]
}

/** The characters that are read in the time of a cost of 1. */
const readTogether = 100

/** Returns the manifests of a valid text in their order, with the items of lists. */
export async function locateManifests(text: string): Promise<LocatedManifest[]> {
  const slices = createSlices()
  const located: LocatedManifest[] = []
  for (const part of splitStream(asYamlStream(text))) {
    await slices.spend(1 + part.text.length / readTogether)
    const values = ordinaryValues(part.text) ?? Array.from(readYaml(part.text), ({ value }) => value)
    for (const [document, value] of values.entries())
      for (const each of itemsOf(value, [])) located.push({ ...each, part, document })
  }
  return located
}

function itemsOf(value: unknown, path: readonly PathSegment[]): Pick<LocatedManifest, 'manifest' | 'path'>[] {
  if (!isRecord(value)) return []
  const items = itemsInList(value)
  if (items === undefined) return [{ manifest: value, path }]
  return items.flatMap((item, index) => itemsOf(item, [...path, 'items', index]))
}

/** The cost of writing a manifest. */
const costOfManifest = 50

/** Adds manifests at the end of a text. */
export async function addManifests(text: string, manifests: readonly unknown[]): Promise<string> {
  const slices = createSlices()
  const parts = text === '' || text.endsWith('\n') ? [text] : [text, '\n']
  for (const manifest of manifests) {
    await slices.spend(costOfManifest)
    parts.push('---\n', yamlOf(manifest))
  }
  return parts.join('')
}

/** Replaces a manifest, or removes it if there is none to take its place. */
export function replaceManifest(
  given: string,
  { part, document: index, path }: LocatedManifest,
  manifest: unknown,
): string {
  const text = asYamlStream(given)
  const { document } = [...readYaml(part.text)][index] ?? {}
  if (document === undefined) throw new Error('a located document is not in its text')
  const [start, , end] = document.range ?? [0, 0, 0]
  const before = text.slice(0, part.start + start)
  return before + replacement(document, path, manifest) + text.slice(part.start + end)
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

import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  visit,
  type Alias,
  type Document,
  type Node,
  type YAMLMap,
} from 'yaml'
import { ordinaryValues } from '../../schema/ordinary-yaml.ts'
import { isRecord } from '../../schema/records.ts'
import { asYamlStream, splitStream, type StreamPart } from '../../schema/yaml-stream.ts'
import { readYaml } from '../../schema/yaml.ts'

/*
 * Values of Kubernetes Secrets within manifests. Only documents with Secrets are read, and those in which values are to be replaced
 * with their nodes, which takes ten times as long. All texts have been checked before.
 */

/** A value of a Secret. */
export interface SecretEntry {
  /** The path of the value, beginning with the index of the document, for example `[0, "data", "password"]`. */
  path: readonly (string | number)[]
  /** The section of the Secret: `data`, `stringData` or `annotation`. */
  section: string
  value: unknown
}

/** A value of a Secret, and its location in the text. */
export interface SecretValue extends SecretEntry {
  line: number
  column: number
  start: number
  end: number
}

/** The annotation in which `kubectl apply` stores a copy of the whole Secret. */
export const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'

/** Reports whether a text contains manifests of Secrets. */
export function containsSecrets(text: string): boolean {
  return mayContainSecrets(text) && partsOf(text).some(({ values }) => values.some(isSecret))
}

/** Returns the length of the documents of a text that have to be read to find its Secrets. */
export function lengthWithSecrets(text: string): number {
  if (!mayContainSecrets(text)) return 0
  return splitStream(asYamlStream(text))
    .filter((part) => mayContainSecrets(part.text))
    .reduce((sum, part) => sum + part.text.length, 0)
}

/** Matches a word in quotes, of which characters may be escaped and followed by escaped line breaks. */
function spellingOf(word: string): string {
  return word.replaceAll(/./g, (character) => {
    const code = character.charCodeAt(0).toString(16).replace('c', '[cC]')
    return String.raw`(?:${character}|\\x${code}|\\u00${code}|\\U000000${code})(?:\\\r?\n[ \t]*)*`
  })
}

/** The kind of a Secret or of a list of some, as YAML can spell it: in quotes with escapes, or with a tag of binary values. */
const spellings = [
  String.raw`\bSecret(?:List)?\b`,
  String.raw`"(?:\\\r?\n[ \t]*)*${spellingOf('Secret')}(?:${spellingOf('List')})?"`,
  String.raw`!\S{0,40}(?:binary|%)|(?<=^|\n)%TAG`,
]

const maySpellSecret = new RegExp(spellings.join('|'))

function mayContainSecrets(text: string): boolean {
  return maySpellSecret.test(text)
}

interface PartWithSecrets extends StreamPart {
  /** The index of its first document. */
  index: number
  values: readonly unknown[]
}

/** Returns the parts of a stream that may have Secrets, with the values of their documents. */
function partsOf(stream: string): PartWithSecrets[] {
  const parts = splitStream(asYamlStream(stream))
  // A part that is not the whole stream is one document.
  return parts.flatMap((part, index) =>
    mayContainSecrets(part.text) ? [{ ...part, index, values: valuesOf(part.text) }] : [],
  )
}

function valuesOf(text: string): unknown[] {
  return ordinaryValues(text) ?? Array.from(readYaml(text), ({ value }) => value)
}

/** Returns all values of Secrets in a text, in the order of their paths; null values are skipped. */
export function secretEntries(text: string): SecretEntry[] {
  if (!mayContainSecrets(text)) return []
  return partsOf(text).flatMap(({ index, values }) =>
    values.flatMap((value, document) => [...entriesIn(value, [index + document])]),
  )
}

function isSecret(value: unknown): boolean {
  for (const _ of secretsIn(value, [])) return true
  return false
}

interface FoundSecret {
  manifest: Record<string, unknown>
  path: SecretEntry['path']
}

/** Yields the Secrets of a document, which may be a list of some. */
// oxlint-disable-next-line max-params -- the value, its place, and the kind that its list gives it
function* secretsIn(value: unknown, path: SecretEntry['path'], listed?: string): Generator<FoundSecret> {
  if (!isRecord(value)) return
  const { kind = listed, items } = value
  if (typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items))
    for (const [number, item] of items.entries())
      yield* secretsIn(item, [...path, 'items', number], itemKind(kind))
  else if (kind === 'Secret') yield { manifest: value, path }
}

/** Returns the kind of the items of a list that state none. */
export function itemKind(list: string): string | undefined {
  return list === 'List' ? undefined : list.slice(0, -'List'.length)
}

function* entriesIn(document: unknown, at: SecretEntry['path']): Generator<SecretEntry> {
  for (const { manifest, path } of secretsIn(document, at)) {
    for (const section of ['data', 'stringData']) {
      const values = manifest[section]
      if (isRecord(values))
        for (const [name, value] of Object.entries(values))
          if (value !== null) yield { path: [...path, section, name], section, value }
      if (values !== undefined && values !== null && !isRecord(values))
        yield { path: [...path, section], section, value: values }
    }
    const { metadata } = manifest
    const annotations = isRecord(metadata) ? metadata['annotations'] : undefined
    const value = isRecord(annotations) ? annotations[lastApplied] : undefined
    if (value !== undefined && value !== null)
      yield { path: [...path, 'metadata', 'annotations', lastApplied], section: 'annotation', value }
  }
}

/** Returns all values of Secrets in a text with their places, in order; null values are skipped. */
export function secretValues(text: string): SecretValue[] {
  if (!mayContainSecrets(text)) return []
  return partsOf(text)
    .filter(({ values }) => values.some(isSecret))
    .flatMap(valuesIn)
    .toSorted((a, b) => a.start - b.start)
}

function valuesIn({ text, start: offset, line: firstLine, index }: PartWithSecrets): SecretValue[] {
  const found: SecretValue[] = []
  const seen = new Set<Node>()
  let documentIndex = index - 1
  for (const { document, value: whole, locate, errors } of readYaml(text)) {
    documentIndex += 1
    if (errors.length > 0) continue
    const within = [documentIndex]
    const add = (node: unknown, path: readonly (string | number)[], section: string): void => {
      const target = resolved(node, document)
      if (target?.range == null || seen.has(target) || (isScalar(target) && target.value === null)) return
      seen.add(target)
      const [start, end] = target.range
      // Read from the parsed document, because a merge key (`<<`) may override the value.
      const value = valueAt(whole, path)
      const { line = 1, column = 1 } = locate(path)
      found.push({
        path: [...within, ...path],
        section,
        value,
        line: firstLine + line - 1,
        column,
        start: offset + start,
        end: offset + end,
      })
    }
    const inSecret = (map: YAMLMap, path: readonly (string | number)[]): void => {
      for (const [key, node] of entriesOf(map, document)) {
        if (key === 'data' || key === 'stringData') {
          const section = resolved(node, document)
          if (!isMap(section)) add(node, [...path, key], key)
          else for (const [name, value] of entriesOf(section, document)) add(value, [...path, key, name], key)
        }
        if (key !== 'metadata') continue
        for (const [name, annotations] of mapEntries(node, document))
          if (name === 'annotations')
            for (const [annotation, value] of mapEntries(annotations, document))
              if (annotation === lastApplied) add(value, [...path, key, name, annotation], 'annotation')
      }
    }
    const visitManifest = (node: unknown, path: readonly (string | number)[], listed?: string): void => {
      const map = resolved(node, document)
      if (!isMap(map)) return
      const fields = new Map(entriesOf(map, document))
      const own = resolved(fields.get('kind'), document)
      const kind = isScalar(own) ? own.value : listed
      const items = resolved(fields.get('items'), document)
      if (typeof kind === 'string' && kind.endsWith('List') && isSeq(items))
        for (const [number, item] of items.items.entries())
          visitManifest(item, [...path, 'items', number], itemKind(kind))
      else if (kind === 'Secret') inSecret(map, path)
    }
    visitManifest(document.contents, [])
  }
  return found
}

/** Yields the entries of a map, with those of maps merged into it (`<<`). */
function* entriesOf(map: YAMLMap, document: Document): Generator<[string, unknown]> {
  for (const { key, value } of map.items) {
    const name = isScalar(key) ? String(key.value) : String(key)
    if (name !== '<<' && !(isScalar(key) && typeof key.value === 'symbol')) {
      yield [name, value]
      continue
    }
    const merged = resolved(value, document)
    for (const source of isSeq(merged) ? merged.items : [merged]) yield* mapEntries(source, document)
  }
}

function* mapEntries(node: unknown, document: Document): Generator<[string, unknown]> {
  const map = resolved(node, document)
  if (isMap(map)) yield* entriesOf(map, document)
}

function resolved(node: unknown, document: Document): Node | undefined {
  if (isAlias(node)) return anchoredBy(node, document)
  return isScalar(node) || isMap(node) || isSeq(node) ? node : undefined
}

/**
 * Returns the node of an alias: the last one before it with that anchor. Cached, because the parser would scan the
 * whole document for each alias.
 */
function anchoredBy(alias: Alias, document: Document): Node | undefined {
  const known = anchors.get(document) ?? anchorsOf(document)
  anchors.set(document, known)
  const start = alias.range?.[0] ?? 0
  return known.get(alias.source)?.findLast((node) => (node.range?.[0] ?? 0) < start)
}

const anchors = new WeakMap<Document, ReadonlyMap<string, readonly Node[]>>()

function anchorsOf(document: Document): ReadonlyMap<string, readonly Node[]> {
  const found = new Map<string, Node[]>()
  visit(document, {
    Value: (_, node) => {
      if (node.anchor === undefined) return
      const before = found.get(node.anchor)
      if (before === undefined) found.set(node.anchor, [node])
      else before.push(node)
    },
  })
  return found
}

function valueAt(whole: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, segment) => {
    if (Array.isArray(value)) return value[Number(segment)]
    return isRecord(value) ? value[segment] : undefined
  }, whole)
}

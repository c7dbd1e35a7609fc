import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  stringify,
  visit,
  type Alias,
  type Document,
  type Node,
  type YAMLMap,
} from 'yaml'
import { digestManifests, isRecord } from '../../schema/manifests.ts'
import { secretBytes } from '../../schema/secret-placeholders.ts'
import { placeholderPattern } from '../../schema/secret-syntax.ts'
import { asYamlStream } from '../../schema/yaml-stream.ts'
import { readYamlValues } from '../../schema/ordinary-yaml.ts'
import { readYaml } from '../../schema/yaml.ts'

/*
 * Values of Kubernetes Secrets within manifests. Users see the text with redacted placeholders instead of the values, and
 * with comments and layout unchanged; the original text is stored encrypted, for reconcilers.
 */

/** A value of a Secret, and its location in the text. */
export interface SecretValue {
  /** The path of the value, beginning with the index of the document, for example `[0, "data", "password"]`. */
  path: readonly (string | number)[]
  /** The section of the Secret: `data`, `stringData` or `annotation`. */
  section: string
  value: unknown
  line: number
  column: number
  start: number
  end: number
}

/** The annotation in which `kubectl apply` stores a copy of the whole Secret. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'

/**
 * Reports whether a text contains manifests of Secrets. For most texts a string search rules that out; digests of
 * checked texts are cached.
 */
export function containsSecrets(text: string): boolean {
  // YAML can spell the kind with escapes, which contain a backslash.
  if (!text.includes('Secret') && !text.includes('\\')) return false
  return digestManifests(text).resources.some(({ kind }) => kind === 'Secret')
}

/** Returns all values of Secrets in a text, in order; null values are skipped. */
export function secretValues(given: string): SecretValue[] {
  // Normalised as the parser does, so that positions refer to the same text.
  const text = asYamlStream(given)
  const found: SecretValue[] = []
  const seen = new Set<Node>()
  let index = -1
  for (const { document, value: whole, locate, errors } of readYaml(text)) {
    const documentIndex = (index += 1)
    if (errors.length > 0) continue
    const add = (node: unknown, path: readonly (string | number)[], section: string): void => {
      const target = resolved(node, document)
      if (target?.range == null || seen.has(target) || (isScalar(target) && target.value === null)) return
      seen.add(target)
      const [start, end] = target.range
      // Read from the parsed document, because a merge key (`<<`) may override the value.
      const value = valueAt(whole, path)
      const { line = 1, column = 1 } = locate(path)
      found.push({ path: [documentIndex, ...path], section, value, line, column, start, end })
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
          visitManifest(
            item,
            [...path, 'items', number],
            kind === 'List' ? undefined : kind.slice(0, -'List'.length),
          )
      else if (kind === 'Secret') inSecret(map, path)
    }
    visitManifest(document.contents, [])
  }
  return found.toSorted((a, b) => a.start - b.start)
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

/** A text with placeholders, as users see it, and with the values, as reconcilers see it. */
export interface SeparatedText {
  shown: string
  plain: string
  /** Placeholders that match no stored value. */
  unknown: readonly SecretValue[]
}

export interface SeparateOptions {
  /** Returns the placeholder of a value. */
  placeholder(bytes: Buffer): string
  /** The stored text that this one replaces. */
  stored?: { shown: string; plain: string } | undefined
}

/**
 * Separates the values of Secrets from a text. A placeholder stands for the value that has it in the stored text. Unchanged
 * values keep their placeholders, regardless of the key with which these were made.
 */
export function separateSecrets(given: string, { placeholder, stored }: SeparateOptions): SeparatedText {
  // Normalised as the parser does, so that positions refer to the same text.
  const text = asYamlStream(given)
  const values = secretValues(text)
  const known = stored === undefined ? [] : storedPlaceholders(stored)
  const valueOf = new Map(known.map(({ section, shown, value }) => [`${section} ${shown}`, value]))
  const placeholderOf = new Map(known.map(({ section, shown, value }) => [bytesKey(section, value), shown]))
  const isPlaceholder = ({ value }: SecretValue): boolean =>
    typeof value === 'string' && placeholderPattern.test(value)
  const shownFor = (section: string, value: unknown): string =>
    placeholderOf.get(bytesKey(section, value)) ?? placeholder(secretBytes(section, value))
  const desired = values.map((each) =>
    isPlaceholder(each)
      ? { ...each, shown: String(each.value), isPlaceholder: true }
      : { ...each, shown: shownFor(each.section, each.value), isPlaceholder: false },
  )
  const unknown = desired.filter(
    (each) => each.isPlaceholder && !valueOf.has(`${each.section} ${each.shown}`),
  )
  const shown = replaceValues(text, desired, (each, source) =>
    each.isPlaceholder ? source : quoteAs(each.shown, source),
  )
  const plain = replaceValues(text, desired, (each, source) =>
    each.isPlaceholder ? (JSON.stringify(valueOf.get(`${each.section} ${each.shown}`)) ?? source) : source,
  )
  return { shown: hasPlaceholders(shown, desired) ? shown : reserialised(text, shownFor), plain, unknown }
}

/** Returns the placeholders of a stored text with the values that they stand for. */
function storedPlaceholders({ shown, plain }: { shown: string; plain: string }) {
  const values = new Map(secretValues(plain).map(({ path, value }) => [pathKey(path), value]))
  return secretValues(shown).flatMap(({ path, section, value }) => {
    const key = pathKey(path)
    return values.has(key) ? [{ section, shown: String(value), value: values.get(key) }] : []
  })
}

function pathKey(path: readonly (string | number)[]): string {
  return JSON.stringify(path)
}

function bytesKey(section: string, value: unknown): string {
  return `${section} ${secretBytes(section, value).toString('base64')}`
}

function replaceValues<Each extends SecretValue>(
  text: string,
  values: readonly Each[],
  write: (value: Each, source: string) => string,
): string {
  let result = ''
  let at = 0
  for (const value of values) {
    const source = text.slice(value.start, value.end)
    // The source of a block scalar includes its final line break, which must stay.
    const end = source.endsWith('\n') ? '\n' : ''
    const written = write(value, source)
    result += text.slice(at, value.start) + (written === source ? source : `${written}${end}`)
    at = value.end
  }
  return result + text.slice(at)
}

/** Quotes a placeholder as the value was quoted, so that JSON stays JSON. */
function quoteAs(placeholder: string, source: string): string {
  const [quote] = /^["']/.exec(source) ?? ['']
  return `${quote}${placeholder}${quote}`
}

/** Reports whether a text has exactly these placeholders as values of Secrets. */
function hasPlaceholders(shown: string, desired: readonly { shown: string }[]): boolean {
  const found = secretValues(shown)
  return found.length === desired.length && found.every(({ value }, index) => value === desired[index]?.shown)
}

/**
 * Serialises the manifests again with placeholders, for texts in which a value cannot be replaced in place, for example
 * after a tag. Layout and comments are lost.
 */
function reserialised(text: string, shownFor: (section: string, value: unknown) => string): string {
  const placeholderOf = (section: string, value: unknown): unknown =>
    value === null || (typeof value === 'string' && placeholderPattern.test(value))
      ? value
      : shownFor(section, value)
  const edited = (
    value: unknown,
    key: string,
    edit: (value: Record<string, unknown>) => Record<string, unknown>,
  ) => (isRecord(value) && isRecord(value[key]) ? { ...value, [key]: edit(value[key]) } : value)
  const hidden = (value: unknown, listed?: string): unknown => {
    if (!isRecord(value)) return value
    const { kind = listed, items } = value
    if (typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items)) {
      const own = kind === 'List' ? undefined : kind.slice(0, -'List'.length)
      return { ...value, items: items.map((item) => hidden(item, own)) }
    }
    if (kind !== 'Secret') return value
    const entries = Object.entries(value).map(([key, entry]): [string, unknown] => {
      if (key === 'metadata')
        return [
          key,
          edited(entry, 'annotations', (annotations) =>
            lastApplied in annotations
              ? { ...annotations, [lastApplied]: placeholderOf('annotation', annotations[lastApplied]) }
              : annotations,
          ),
        ]
      if (key !== 'data' && key !== 'stringData') return [key, entry]
      if (!isRecord(entry)) return [key, placeholderOf(key, entry)]
      return [
        key,
        Object.fromEntries(Object.entries(entry).map(([name, each]) => [name, placeholderOf(key, each)])),
      ]
    })
    return Object.fromEntries(entries)
  }
  return Array.from(readYamlValues(text), ({ value }) => stringify(hidden(value))).join('---\n')
}

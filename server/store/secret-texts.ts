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
import { markPattern, secretBytes } from '../../schema/secret-marks.ts'
import { asYamlStream } from '../../schema/yaml-stream.ts'
import { readYaml } from '../../schema/yaml.ts'

/*
 * Values of Kubernetes Secrets inside a text of manifests. People see a text with marks in their places, where comments and
 * layout of the rest are as they were written; the whole text is stored encrypted beside it, for reconcilers.
 */

/** A value of a Secret, and where it stands in the text. */
export interface SecretValue {
  /** Place among the documents, for example `[0, "data", "password"]`. */
  place: readonly (string | number)[]
  /** `data`, `stringData`, or an annotation. */
  section: string
  value: unknown
  line: number
  column: number
  start: number
  end: number
}

/** Annotation in which `kubectl apply` keeps a whole Secret. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'

/** Whether a text has manifests of Secrets. Most have not, which a search tells; what was checked before has been read. */
export function holdsSecrets(text: string): boolean {
  // A name that is written with escapes has a backslash.
  if (!text.includes('Secret') && !text.includes('\\')) return false
  return digestManifests(text).resources.some(({ kind }) => kind === 'Secret')
}

/** All values of Secrets in a text, in its order; empty ones of YAML (null) hold nothing and are left out. */
export function secretValues(given: string): SecretValue[] {
  // As it is read, so that positions are of the same text.
  const text = asYamlStream(given)
  const found: SecretValue[] = []
  const seen = new Set<Node>()
  let index = -1
  for (const { document, value: whole, locate, errors } of readYaml(text)) {
    const at = (index += 1)
    if (errors.length > 0) continue
    const add = (node: unknown, place: readonly (string | number)[], section: string): void => {
      const target = resolved(node, document)
      if (target?.range == null || seen.has(target) || (isScalar(target) && target.value === null)) return
      seen.add(target)
      const [start, end] = target.range
      // What is merged and overridden has the value that counts.
      const value = valueAt(whole, place)
      const { line = 1, column = 1 } = locate(place)
      found.push({ place: [at, ...place], section, value, line, column, start, end })
    }
    const inSecret = (map: YAMLMap, place: readonly (string | number)[]): void => {
      for (const [key, node] of entriesOf(map, document)) {
        if (key === 'data' || key === 'stringData') {
          const section = resolved(node, document)
          if (!isMap(section)) add(node, [...place, key], key)
          else
            for (const [name, value] of entriesOf(section, document)) add(value, [...place, key, name], key)
        }
        if (key !== 'metadata') continue
        for (const [name, annotations] of mapEntries(node, document))
          if (name === 'annotations')
            for (const [annotation, value] of mapEntries(annotations, document))
              if (annotation === lastApplied) add(value, [...place, key, name, annotation], 'annotation')
      }
    }
    const look = (node: unknown, place: readonly (string | number)[], listed?: string): void => {
      const map = resolved(node, document)
      if (!isMap(map)) return
      const fields = new Map(entriesOf(map, document))
      const own = resolved(fields.get('kind'), document)
      const kind = isScalar(own) ? own.value : listed
      const items = resolved(fields.get('items'), document)
      if (typeof kind === 'string' && kind.endsWith('List') && isSeq(items))
        for (const [number, item] of items.items.entries())
          look(item, [...place, 'items', number], kind === 'List' ? undefined : kind.slice(0, -'List'.length))
      else if (kind === 'Secret') inSecret(map, place)
    }
    look(document.contents, [])
  }
  return found.toSorted((a, b) => a.start - b.start)
}

/** The entries of a map and, before them, those of the maps that it merges (`<<`). */
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

/** What an alias stands for: the last before it that has its name. The parser would look through the whole document each time. */
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

function valueAt(whole: unknown, place: readonly (string | number)[]): unknown {
  return place.reduce<unknown>((value, segment) => {
    if (Array.isArray(value)) return value[Number(segment)]
    return isRecord(value) ? value[segment] : undefined
  }, whole)
}

/** A text as people see it, and as reconcilers do. */
export interface SeparatedText {
  shown: string
  plain: string
  /** Marks that stand for nothing that is known. */
  unknown: readonly SecretValue[]
}

export interface SeparateOptions {
  /** The mark of what a value says. */
  mark(bytes: Buffer): string
  /** The text that this one changes, as it is stored. */
  stored?: { shown: string; plain: string } | undefined
}

/**
 * Takes the values of Secrets out of a text. A mark among them stands for the value that had it in the stored text. Values
 * that are as they were keep their marks, whatever key those were made with.
 */
export function separateSecrets(given: string, { mark, stored }: SeparateOptions): SeparatedText {
  // As it is read, so that positions are of the same text.
  const text = asYamlStream(given)
  const values = secretValues(text)
  const known = stored === undefined ? [] : pairs(stored)
  const valueOf = new Map(known.map(({ section, shown, value }) => [`${section} ${shown}`, value]))
  const markOf = new Map(known.map(({ section, shown, value }) => [bytesKey(section, value), shown]))
  const isMark = ({ value }: SecretValue): boolean => typeof value === 'string' && markPattern.test(value)
  const shownFor = (section: string, value: unknown): string =>
    markOf.get(bytesKey(section, value)) ?? mark(secretBytes(section, value))
  const desired = values.map((each) =>
    isMark(each)
      ? { ...each, shown: String(each.value), isMark: true }
      : { ...each, shown: shownFor(each.section, each.value), isMark: false },
  )
  const unknown = desired.filter((each) => each.isMark && !valueOf.has(`${each.section} ${each.shown}`))
  const shown = spliced(text, desired, (each, source) => (each.isMark ? source : inStyle(each.shown, source)))
  const plain = spliced(text, desired, (each, source) =>
    each.isMark ? (JSON.stringify(valueOf.get(`${each.section} ${each.shown}`)) ?? source) : source,
  )
  return { shown: hides(shown, desired) ? shown : rewritten(text, shownFor), plain, unknown }
}

/** The marks of a stored text beside the values that they stand for. */
function pairs({ shown, plain }: { shown: string; plain: string }) {
  const values = new Map(secretValues(plain).map(({ place, value }) => [placeKey(place), value]))
  return secretValues(shown).flatMap(({ place, section, value }) => {
    const key = placeKey(place)
    return values.has(key) ? [{ section, shown: String(value), value: values.get(key) }] : []
  })
}

function placeKey(place: readonly (string | number)[]): string {
  return JSON.stringify(place)
}

function bytesKey(section: string, value: unknown): string {
  return `${section} ${secretBytes(section, value).toString('base64')}`
}

function spliced<Each extends SecretValue>(
  text: string,
  values: readonly Each[],
  write: (value: Each, source: string) => string,
): string {
  let result = ''
  let at = 0
  for (const value of values) {
    const source = text.slice(value.start, value.end)
    // A block ends with the end of its line, which stays.
    const end = source.endsWith('\n') ? '\n' : ''
    const written = write(value, source)
    result += text.slice(at, value.start) + (written === source ? source : `${written}${end}`)
    at = value.end
  }
  return result + text.slice(at)
}

/** With the quotes that the value had, so that JSON stays JSON. */
function inStyle(mark: string, source: string): string {
  const [quote] = /^["']/.exec(source) ?? ['']
  return `${quote}${mark}${quote}`
}

/** Whether a text has exactly these marks for values of Secrets. */
function hides(shown: string, desired: readonly { shown: string }[]): boolean {
  const found = secretValues(shown)
  return found.length === desired.length && found.every(({ value }, index) => value === desired[index]?.shown)
}

/**
 * The same manifests written anew, for texts in which a value cannot be replaced where it stands, as behind a tag. Layout
 * and comments are lost then.
 */
function rewritten(text: string, shownFor: (section: string, value: unknown) => string): string {
  const markOf = (section: string, value: unknown): unknown =>
    value === null || (typeof value === 'string' && markPattern.test(value))
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
              ? { ...annotations, [lastApplied]: markOf('annotation', annotations[lastApplied]) }
              : annotations,
          ),
        ]
      if (key !== 'data' && key !== 'stringData') return [key, entry]
      if (!isRecord(entry)) return [key, markOf(key, entry)]
      return [key, Object.fromEntries(Object.entries(entry).map(([name, each]) => [name, markOf(key, each)]))]
    })
    return Object.fromEntries(entries)
  }
  return Array.from(readYaml(text), ({ value }) => stringify(hidden(value))).join('---\n')
}

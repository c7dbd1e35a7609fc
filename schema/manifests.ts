import { LineCounter, isNode, parseAllDocuments, type Document, type ToJSOptions } from 'yaml'
import { shownValue, type FieldError } from './errors.ts'

/** A Kubernetes object as a person writes it. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: ManifestMetadata
  [field: string]: unknown
}

export interface ManifestMetadata {
  name: string
  namespace?: string
  labels?: Record<string, string>
  annotations?: Record<string, string>
  [field: string]: unknown
}

/** What identifies a resource inside one cluster. The version is not part of it: v1 and v1beta1 are one object. */
export interface ResourceIdentity {
  group: string
  kind: string
  namespace: string
  name: string
}

export interface ParsedManifests {
  readonly manifests: readonly Manifest[]
  /** Everything that is wrong, with line and column; `path` is relative to the text. */
  readonly errors: readonly FieldError[]
}

type Position = Pick<FieldError, 'line' | 'column'>
type PathSegment = string | number

// Kubernetes reads YAML 1.1 through go-yaml, which knows neither base-60 numbers nor dates as values.
const tagsThatGoYamlLacks = new Set(
  ['omap', 'pairs', 'set', 'timestamp'].map((tag) => `tag:yaml.org,2002:${tag}`),
)
const toJS: ToJSOptions = { maxAliasCount: 1000 }

export interface YamlDocument {
  document: Document
  /** Line and column of a value inside the document, or of the nearest thing around it that is there. */
  locate: (path: readonly PathSegment[]) => Position
}

/** Parses YAML as kubectl does (`0644` is octal, `yes` is true): every document of the text, every error of the text. */
export function parseYaml(text: string): { documents: YamlDocument[]; errors: FieldError[] } {
  const lines = new LineCounter()
  const parsed = parseAllDocuments(text.startsWith('\uFEFF') ? text.slice(1) : text, {
    version: '1.1',
    lineCounter: lines,
    prettyErrors: false,
    customTags: (tags) =>
      tags.filter(
        (tag) => typeof tag === 'string' || (tag.format !== 'TIME' && !tagsThatGoYamlLacks.has(tag.tag)),
      ),
  })
  const documents = 'empty' in parsed ? [] : parsed
  const errors = documents.flatMap((document) =>
    document.errors.map((error) => ({
      path: '',
      message: firstLine(error.message),
      ...positionAt(lines, error.pos[0]),
    })),
  )
  return {
    documents: documents.map((document) => ({
      document,
      locate: (path) => positionAt(lines, offsetOf(document, path)),
    })),
    errors,
  }
}

/**
 * Splits a text of many YAML (or JSON) documents into Kubernetes objects. Empty documents and comments are
 * skipped, a `kind: List` is taken apart, an object that appears twice is an error.
 */
export function parseManifests(text: string): ParsedManifests {
  const known = lastParsed.find((each) => each.text === text)
  if (known !== undefined) return known.parsed
  const parsed = parseAnew(text)
  lastParsed.unshift({ text, parsed })
  lastParsed.length = Math.min(lastParsed.length, 8)
  return parsed
}

/** A text is checked, then taken apart, then applied, one soon after the other. */
const lastParsed: { text: string; parsed: ParsedManifests }[] = []

function parseAnew(text: string): ParsedManifests {
  const { documents, errors } = parseYaml(text)
  const manifests: Manifest[] = []
  const firstLines = new Map<string, number>()
  for (const { document, locate } of documents) {
    if (document.errors.length > 0) continue
    const value = documentValue(document)
    if (value instanceof Error) errors.push({ path: '', message: value.message, ...locate([]) })
    else if (value !== null && value !== undefined) collect(value, [], locate)
  }
  return { manifests, errors }

  function collect(value: unknown, at: readonly PathSegment[], locate: YamlDocument['locate']): void {
    if (isList(value)) {
      value.items.forEach((item, index) => collect(item, [...at, 'items', index], locate))
      return
    }
    const wrong = manifestErrors(value)
    if (wrong.length > 0) {
      errors.push(
        ...wrong.map(({ segments, ...rest }) => ({
          ...rest,
          path: segments.join('.'),
          ...locate([...at, ...segments]),
        })),
      )
      return
    }
    // The check above has looked at every field of the type.
    const manifest = value as Manifest
    const identity = describeIdentity(identityOf(manifest))
    const { line = 1, column = 1 } = locate(at)
    const first = firstLines.get(identity)
    if (first === undefined) {
      firstLines.set(identity, line)
      manifests.push(manifest)
    } else {
      const remedy = 'Keep one of them, or give them different names.'
      errors.push({ path: '', message: `${identity} is already in line ${first}`, remedy, line, column })
    }
  }
}

export function identityOf(manifest: Manifest): ResourceIdentity {
  const { name, namespace } = manifest.metadata
  return { group: groupOf(manifest.apiVersion), kind: manifest.kind, namespace: namespace ?? '', name }
}

/** `apps/v1` → `apps`, `v1` → the core group's empty name. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/')
  return slash < 0 ? '' : apiVersion.slice(0, slash)
}

/** `Deployment.apps shop/web`, `ConfigMap settings`. */
export function describeIdentity(identity: ResourceIdentity): string {
  const type = identity.group === '' ? identity.kind : `${identity.kind}.${identity.group}`
  return identity.namespace === ''
    ? `${type} ${identity.name}`
    : `${type} ${identity.namespace}/${identity.name}`
}

function documentValue(document: Document): unknown {
  try {
    return document.toJS(toJS)
  } catch (error) {
    // Only resolving aliases throws: an unknown one, or so many that they would fill the memory.
    return error instanceof Error ? error : new Error(String(error))
  }
}

interface ManifestError extends Omit<FieldError, 'path'> {
  segments: string[]
}

function manifestErrors(value: unknown): ManifestError[] {
  if (!isRecord(value)) {
    return [{ segments: [], message: 'a document must be a Kubernetes object', value: shownValue(value) }]
  }
  const metadata = value['metadata']
  return [
    ...textErrors(
      ['apiVersion'],
      value['apiVersion'],
      'apiVersion: v1, or the group and version of the kind',
    ),
    ...textErrors(['kind'], value['kind'], 'the kind of the object'),
    ...(isRecord(metadata)
      ? metadataErrors(metadata)
      : [{ segments: ['metadata'], message: 'is missing', remedy: 'Add metadata: with a name.' }]),
  ]
}

function metadataErrors(metadata: Record<string, unknown>): ManifestError[] {
  const { name, generateName, namespace, labels, annotations } = metadata
  if (name === undefined && generateName !== undefined) {
    const message = 'cannot be used: an object with a new name each time cannot be kept as declared'
    return [{ segments: ['metadata', 'generateName'], message, remedy: 'Give the object a metadata.name.' }]
  }
  return [
    ...textErrors(['metadata', 'name'], name, 'a metadata.name'),
    ...(namespace === undefined || namespace === null
      ? []
      : textErrors(['metadata', 'namespace'], namespace, 'a namespace, or leave it out')),
    ...textMapErrors(['metadata', 'labels'], labels),
    ...textMapErrors(['metadata', 'annotations'], annotations),
  ]
}

function textErrors(segments: string[], found: unknown, example: string): ManifestError[] {
  if (typeof found === 'string' && found !== '') return []
  if (found === undefined || found === null || found === '')
    return [{ segments, message: 'is missing', remedy: `Add ${example}.` }]
  return [{ segments, message: 'must be a text', value: shownValue(found), remedy: 'Put it in quotes.' }]
}

function textMapErrors(segments: string[], value: unknown): ManifestError[] {
  if (value === undefined || value === null) return []
  if (!isRecord(value)) return [{ segments, message: 'must be a map of texts', value: shownValue(value) }]
  return Object.entries(value)
    .filter(([, entry]) => typeof entry !== 'string' && entry !== null)
    .map(([key, entry]) => ({
      segments: [...segments, key],
      message: 'must be a text',
      value: shownValue(entry),
      remedy: 'Put it in quotes.',
    }))
}

function isList(value: unknown): value is { items: unknown[] } {
  return isRecord(value) && value['kind'] === 'List' && Array.isArray(value['items'])
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function positionAt(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset)
  return { line, column: col }
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message
}

function offsetOf(document: Document, path: readonly PathSegment[]): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return document.contents?.range?.[0] ?? document.range?.[0] ?? 0
}

import { shownValue, type FieldError } from './errors.ts'
import { pathRules } from './names-in-paths.ts'
import { mostErrors, mostResources } from './limits.ts'
import { readYaml, type PathSegment, type YamlDocument } from './yaml.ts'

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

/** What has to be known of a text to accept it. */
export interface ManifestsDigest {
  /** What it declares, in its order. */
  resources: readonly ResourceIdentity[]
  /** What is wrong with it: at most {@link mostErrors}, and after them how many more there are. */
  errors: readonly FieldError[]
}

/**
 * Splits a text of many YAML (or JSON) documents into Kubernetes objects. Empty documents and comments are
 * skipped, a `kind: List` or of one kind (`ConfigMapList`) is taken apart, an object that appears twice is an error.
 */
export function parseManifests(text: string): ParsedManifests {
  const manifests: Manifest[] = []
  const errors = readManifests(text, (manifest) => manifests.push(manifest))
  return { manifests, errors }
}

/** {@link parseManifests}, of which only names are kept. */
export function digestManifests(text: string): ManifestsDigest {
  return digests.of(text)
}

/** Does `work` with the digests of texts that were made in another thread: it takes them and reads nothing itself. */
export function withDigests<Result>(given: ReadonlyMap<string, ManifestsDigest>, work: () => Result): Result {
  return digests.given(given, work)
}

/** Digests that need not be made again. */
class KnownDigests {
  /** Of the last texts: one is checked, then named in a status, one right after the other. */
  readonly #last: { text: string; digest: ManifestsDigest }[] = []
  /** Those that were made elsewhere, while something looks at their texts. */
  readonly #given = new Map<string, ManifestsDigest>()

  of(text: string): ManifestsDigest {
    const known = this.#given.get(text) ?? this.#last.find((each) => each.text === text)?.digest
    if (known !== undefined) return known
    const resources: ResourceIdentity[] = []
    const errors = readManifests(text, (manifest) => resources.push(identityOf(manifest)))
    const digest = { resources, errors }
    this.#last.unshift({ text, digest })
    this.#last.length = Math.min(this.#last.length, 4)
    return digest
  }

  given<Result>(digests: ReadonlyMap<string, ManifestsDigest>, work: () => Result): Result {
    for (const [text, digest] of digests) this.#given.set(text, digest)
    try {
      return work()
    } finally {
      for (const text of digests.keys()) this.#given.delete(text)
    }
  }
}

/** Of this thread: schemas of kinds are constants, and their checks get nothing but the text. */
const digests = new KnownDigests()

/** @returns What is wrong, with line and column; `path` is relative to the text */
function readManifests(text: string, take: (manifest: Manifest) => void): FieldError[] {
  const errors: FieldError[] = []
  const firstLines = new Map<string, number>()
  let wrong = 0
  const refuse = (found: readonly FieldError[]): void => {
    wrong += found.length
    errors.push(...found.slice(0, mostErrors - errors.length))
  }
  for (const document of readYaml(text)) {
    refuse(document.errors.map((error) => ({ path: '', ...error })))
    const { value, locate } = document
    if (value !== null && value !== undefined) collect(value, [], locate)
  }
  return wrong > errors.length ? [...errors, furtherErrors(wrong - errors.length)] : errors

  function collect(value: unknown, at: readonly PathSegment[], locate: YamlDocument['locate']): void {
    if (isList(value)) {
      itemsOf(value).forEach((item, index) => collect(item, [...at, 'items', index], locate))
      return
    }
    const found = manifestErrors(value)
    if (found.length > 0) {
      const shown = found.slice(0, mostErrors - errors.length)
      wrong += found.length - shown.length
      refuse(
        shown.map(({ segments, ...rest }) => ({
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
    if (first !== undefined) {
      const remedy = 'Keep one of them, or give them different names.'
      refuse([{ path: '', message: `${identity} is already in line ${first}`, remedy, line, column }])
      return
    }
    firstLines.set(identity, line)
    if (firstLines.size <= mostResources) take(manifest)
    else if (firstLines.size === mostResources + 1) {
      const message = `has more than ${mostResources.toLocaleString('en')} resources`
      refuse([{ path: '', message, remedy: 'Split it over several WorkloadDefinitions.', line, column }])
    }
  }
}

function furtherErrors(count: number): FieldError {
  const message = `has ${count.toLocaleString('en')} more errors`
  return { path: '', message, remedy: 'Mend those above first.' }
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

function ruleErrors(segments: string[], field: keyof typeof pathRules, found: unknown): ManifestError[] {
  const { holds, message, remedy } = pathRules[field]
  const isWrong = typeof found === 'string' && found !== '' && !holds(found)
  return isWrong ? [{ segments, message, value: shownValue(found), remedy }] : []
}

interface ManifestError extends Omit<FieldError, 'path'> {
  segments: string[]
}

function manifestErrors(value: unknown): ManifestError[] {
  if (!isRecord(value)) {
    return [{ segments: [], message: 'a document must be a Kubernetes object' }]
  }
  const metadata = value['metadata']
  return [
    ...textErrors(
      ['apiVersion'],
      value['apiVersion'],
      'apiVersion: v1, or the group and version of the kind',
    ),
    ...textErrors(['kind'], value['kind'], 'the kind of the object'),
    ...ruleErrors(['apiVersion'], 'apiVersion', value['apiVersion']),
    ...ruleErrors(['kind'], 'kind', value['kind']),
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
    ...ruleErrors(['metadata', 'name'], 'name', name),
    ...ruleErrors(['metadata', 'namespace'], 'namespace', namespace),
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
  return [{ segments, message: 'must be a string', ...scalarShown(found), remedy: 'Put it in quotes.' }]
}

function textMapErrors(segments: string[], value: unknown): ManifestError[] {
  if (value === undefined || value === null) return []
  if (!isRecord(value)) return [{ segments, message: 'must be a map of texts', ...scalarShown(value) }]
  return Object.entries(value)
    .filter(([, entry]) => typeof entry !== 'string' && entry !== null)
    .map(([key, entry]) => ({
      segments: [...segments, key],
      message: 'must be a string',
      ...scalarShown(entry),
      remedy: 'Put it in quotes.',
    }))
}

/** A wrong value; what has parts is not shown, because one of them may be a secret. */
function scalarShown(value: unknown): { value?: string } {
  return typeof value === 'object' ? {} : { value: shownValue(value) }
}

interface ManifestList {
  apiVersion?: unknown
  kind: string
  items: unknown[] | null
}

/** A List, or one of a kind as the API answers with it: it has no name, unlike an object of a kind that ends that way. */
function isList(value: unknown): value is ManifestList {
  if (!isRecord(value)) return false
  const { kind, items, metadata } = value
  if (typeof kind !== 'string' || !kind.endsWith('List')) return false
  const isNamed = isRecord(metadata) && metadata['name'] !== undefined
  return (Array.isArray(items) || items === null) && (kind === 'List' || !isNamed)
}

/** Items that say neither version nor kind have them of their list, as kubectl reads them. */
function itemsOf({ apiVersion, kind, items }: ManifestList): unknown[] {
  const inherited = kind === 'List' ? {} : { apiVersion, kind: kind.slice(0, -'List'.length) }
  return (items ?? []).map((item) =>
    isRecord(item) && item['apiVersion'] === undefined && item['kind'] === undefined
      ? { ...inherited, ...item }
      : item,
  )
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

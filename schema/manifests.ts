import { furtherErrors, type FieldError } from './errors.ts'
import { schemaErrors } from './kubernetes/check-manifest.ts'
import { customErrors } from './kubernetes/check-custom.ts'
import { schemasOfDefinition, type CustomSchema, type KindSchema } from './kubernetes/custom-schemas.ts'
import { manifestErrors, type ManifestError } from './manifest-errors.ts'
import { isRecord } from './records.ts'
import { maxErrors, maxResources } from './limits.ts'
import type { PathSegment, YamlDocument } from './yaml.ts'
import { readYamlValues } from './ordinary-yaml.ts'
import { TextResults } from './text-results.ts'
import type { Position } from './yaml-value.ts'

// Most modules that read manifests need both.
export { isRecord } from './records.ts'

/** A Kubernetes object as users write it. */
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

/**
 * Identifies a resource within a cluster. The version is not part of the identity: v1 and v1beta1 are the same object.
 */
export interface ResourceIdentity {
  group: string
  kind: string
  namespace: string
  name: string
}

export interface ParsedManifests {
  readonly manifests: readonly Manifest[]
  /** All errors, with line and column. Paths are relative to the text. */
  readonly errors: readonly FieldError[]
}

/** The facts about a text that decide whether it is accepted. */
export interface ManifestsDigest {
  /** The declared resources, in their order. */
  resources: readonly ResourceIdentity[]
  /** At most {@link maxErrors} errors, followed by one with the number of further errors. */
  errors: readonly FieldError[]
}

/**
 * Splits a text of YAML or JSON documents into Kubernetes objects. Skips empty documents and comments, expands lists
 * (`List`, `ConfigMapList`), and reports objects that appear twice as errors.
 */
export function parseManifests(text: string): ParsedManifests {
  const manifests: Manifest[] = []
  const errors = readManifests(text, { take: (manifest) => manifests.push(manifest) })
  return { manifests, errors }
}

/**
 * Parses a text as {@link parseManifests} does, and checks the objects against the schemas of built-in kinds, and of
 * kinds that the text itself defines. Returns only
 * the identities of the objects.
 */
export function digestManifests(text: string): ManifestsDigest {
  return digests.of(text)
}

/** The schema of a custom kind as some clusters have it. */
export interface ClusterSchema extends KindSchema {
  /** The name of a runtime that has the schema. */
  runtime: string
}

/**
 * Checks the custom resources of a text against the schemas of clusters, of which several may have the same kind. Kinds
 * that the text itself defines are left out: their definitions replace those of the clusters.
 */
export function digestForClusters(text: string, schemas: readonly ClusterSchema[]): ManifestsDigest {
  const own = schemasIn(text)
  const resources: ResourceIdentity[] = []
  const check = (manifest: Manifest): ManifestError[] => {
    if (own.has(typeKey(manifest))) return []
    const ofKind = schemas.filter((each) => typeKey(each) === typeKey(manifest))
    for (const { schema, runtime } of ofKind) {
      const errors = customErrors(manifest, schema)
      const of = `Runtime "${runtime}" has this schema.`
      if (errors.length > 0)
        return errors.map((error) => ({
          ...error,
          remedy: error.remedy === undefined ? of : `${error.remedy} ${of}`,
        }))
    }
    return []
  }
  const errors = readManifests(text, { take: (manifest) => resources.push(identityOf(manifest)), check })
  return { resources, errors }
}

/** Returns the schemas of the kinds that a text itself defines, by {@link typeKey}. */
function schemasIn(text: string): ReadonlyMap<string, CustomSchema> {
  const found = new Map<string, CustomSchema>()
  if (!text.includes('CustomResourceDefinition')) return found
  const take = (manifest: Manifest): void => {
    for (const each of schemasOfDefinition(manifest)) found.set(typeKey(each), each.schema)
  }
  readManifests(text, { take })
  return found
}

function typeKey({ apiVersion, kind }: { apiVersion: string; kind: string }): string {
  return `${apiVersion} ${kind}`
}

/** Executes `work` with digests that another thread computed, so that `work` does not parse the texts again. */
export function withDigests<Result>(known: ReadonlyMap<string, ManifestsDigest>, work: () => Result): Result {
  return provided.provide(known, work)
}

/** A cache of digests. */
class DigestCache {
  /** The digests of the last texts: validation and status need the digest of the same text in close succession. */
  readonly #recent: { text: string; digest: ManifestsDigest }[] = []

  of(text: string): ManifestsDigest {
    const known = provided.find(text) ?? this.#recent.find((each) => each.text === text)?.digest
    if (known !== undefined) return known
    const resources: ResourceIdentity[] = []
    const take = (manifest: Manifest): unknown => resources.push(identityOf(manifest))
    const own = schemasIn(text)
    const check = (manifest: Manifest): ManifestError[] => [
      ...schemaErrors(manifest),
      ...customErrors(manifest, own.get(typeKey(manifest)) ?? {}),
    ]
    const errors = readManifests(text, { take, check })
    const digest = { resources, errors }
    this.#recent.unshift({ text, digest })
    this.#recent.length = Math.min(this.#recent.length, 4)
    return digest
  }
}

/** Digests that another thread computed, for the duration of {@link withDigests}. */
const provided = new TextResults<ManifestsDigest>()

/**
 * The cache of this thread. It is global because schemas of kinds are constants, whose validations receive only the
 * text.
 */
const digests = new DigestCache()

interface ManifestReader {
  take: (manifest: Manifest) => void
  /** Checks an object beyond what every object has. */
  check?: (manifest: Manifest) => ManifestError[]
}

/**
 * Passes the objects of a text to `take` and returns the errors, with line and column. Paths are relative to the text.
 */
function readManifests(text: string, { take, check = () => [] }: ManifestReader): FieldError[] {
  const errors: FieldError[] = []
  const firstLines = new Map<string, number>()
  let total = 0
  const refuse = (found: readonly FieldError[]): void => {
    total += found.length
    errors.push(...found.slice(0, maxErrors - errors.length))
  }
  for (const document of readYamlValues(text)) {
    refuse(document.errors.map((error) => ({ path: '', ...error })))
    const { value, locate } = document
    if (value !== null && value !== undefined) collect(value, [], locate)
  }
  return total > errors.length ? [...errors, furtherErrors(total - errors.length)] : errors

  function collect(value: unknown, at: readonly PathSegment[], locate: YamlDocument['locate']): void {
    const refuseAll = (found: readonly ManifestError[]): boolean => {
      const shown = found.slice(0, maxErrors - errors.length)
      total += found.length - shown.length
      refuse(
        shown.map((error) => fieldError(error, (segments, isKey) => locate([...at, ...segments], isKey))),
      )
      return found.length > 0
    }
    if (isList(value)) {
      itemsOf(value).forEach((item, index) => collect(item, [...at, 'items', index], locate))
      return
    }
    if (refuseAll(manifestErrors(value))) return
    // `manifestErrors` has validated every field of the type.
    const manifest = value as Manifest
    // A resource with invalid fields is still declared: stored texts with Secrets must be recognized as such.
    refuseAll(check(manifest))
    const identity = describeIdentity(identityOf(manifest))
    const { line = 1, column = 1 } = locate(at)
    const first = firstLines.get(identity)
    if (first !== undefined) {
      const remedy = 'Keep one of them, or give them different names.'
      refuse([
        {
          path: '',
          code: 'DUPLICATE',
          message: `${identity} is already declared in line ${first}`,
          remedy,
          line,
          column,
        },
      ])
      return
    }
    firstLines.set(identity, line)
    if (firstLines.size <= maxResources) take(manifest)
    else if (firstLines.size === maxResources + 1) {
      const message = `has more than ${maxResources.toLocaleString('en')} resources`
      refuse([
        {
          path: '',
          code: 'TOO_MANY',
          message,
          remedy: 'Split it into several WorkloadDefinitions.',
          line,
          column,
        },
      ])
    }
  }
}

// oxlint-disable-next-line max-params -- as `locate` of a document
type Locate = (segments: readonly PathSegment[], isKey: boolean) => Position

/** Returns an error with its path and its position in the text. */
function fieldError(
  { segments, missing, isKey = false, ...rest }: ManifestError,
  locate: Locate,
): FieldError {
  const path = formatPath(missing === undefined ? segments : [...segments, missing])
  return { ...rest, path, ...locate(segments, isKey) }
}

function formatPath(segments: readonly PathSegment[]): string {
  return segments.reduce<string>((path, segment) => {
    if (typeof segment === 'number') return `${path}[${segment}]`
    return path === '' ? segment : `${path}.${segment}`
  }, '')
}

export function identityOf(manifest: Manifest): ResourceIdentity {
  const { name, namespace } = manifest.metadata
  return { group: groupOf(manifest.apiVersion), kind: manifest.kind, namespace: namespace ?? '', name }
}

/** Returns the name of a resource in plans, such as `Deployment/web`. Those without a namespace are in that of their workload. */
export function resourceNameOf({
  kind,
  metadata: { namespace, name },
}: Pick<Manifest, 'kind' | 'metadata'>): string {
  return `${kind}/${namespace === undefined ? name : `${namespace}/${name}`}`
}

/** Returns the group of an apiVersion: `apps` of `apps/v1`, and the empty string, the core group, of `v1`. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/')
  return slash < 0 ? '' : apiVersion.slice(0, slash)
}

/** Formats an identity, for example `Deployment.apps shop/web` or `ConfigMap settings`. */
export function describeIdentity(identity: ResourceIdentity): string {
  const type = identity.group === '' ? identity.kind : `${identity.kind}.${identity.group}`
  return identity.namespace === ''
    ? `${type} ${identity.name}`
    : `${type} ${identity.namespace}/${identity.name}`
}

interface ManifestList {
  apiVersion?: unknown
  kind: string
  items: unknown[] | null
}

/**
 * Reports whether a value is a list: a `List`, or a list of one kind as the API server returns it, which has no name,
 * unlike an object of a kind whose name ends with `List`.
 */
function isList(value: unknown): value is ManifestList {
  if (!isRecord(value)) return false
  const { kind, items, metadata } = value
  if (typeof kind !== 'string' || !kind.endsWith('List')) return false
  const isNamed = isRecord(metadata) && metadata['name'] !== undefined
  return (Array.isArray(items) || items === null) && (kind === 'List' || !isNamed)
}

/** Returns the items of a list, as {@link parseManifests} reads them; undefined for what is no list. */
export function itemsInList(value: unknown): unknown[] | undefined {
  return isList(value) ? itemsOf(value) : undefined
}

/** Returns the items of a list. Items without apiVersion and kind inherit those of the list, as with kubectl. */
function itemsOf({ apiVersion, kind, items }: ManifestList): unknown[] {
  const inherited = kind === 'List' ? {} : { apiVersion, kind: kind.slice(0, -'List'.length) }
  return (items ?? []).map((item) =>
    isRecord(item) && item['apiVersion'] === undefined && item['kind'] === undefined
      ? { ...inherited, ...item }
      : item,
  )
}

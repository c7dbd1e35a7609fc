import { isRecord, type Manifest } from '../../../schema/manifests.ts'
import { secretBytes, secretPlaceholder } from '../../../schema/secret-placeholders.ts'
import { placeholderPattern } from '../../../schema/secret-syntax.ts'
import type { KubeObject } from './client.ts'
import { KubeError } from './kube-error.ts'

/*
 * Values of Secrets are sent to the cluster alone. Everything that is reported, logged or stored contains redacted
 * placeholders instead.
 */

const sections = ['data', 'stringData'] as const
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'

/** The redacted placeholder without a digest, for when there is no key. */
const plainPlaceholder = '(secret)'

/** Returns the redacted placeholder of a value. */
export function placeholderOf(section: string, value: unknown, digestKey: Buffer | undefined): string {
  return digestKey === undefined
    ? plainPlaceholder
    : secretPlaceholder(digestKey, secretBytes(section, value))
}

/** Returns the manifest with redacted placeholders for values of a Secret, so that a hash of it reveals nothing about them. */
export function withPlaceholders(manifest: Manifest, digestKey: Buffer | undefined): Manifest {
  // Without a key, placeholders of different values are equal, and a hash would not change with a value.
  if (manifest.kind !== 'Secret' || digestKey === undefined) return manifest
  const redacted = sections.flatMap((section) => {
    const values = manifest[section]
    if (!isRecord(values)) return []
    const placeholders = Object.entries(values).map(([key, value]) => [
      key,
      placeholderOf(section, value, digestKey),
    ])
    return [[section, Object.fromEntries(placeholders)]]
  })
  const { annotations } = manifest.metadata
  const applied = annotations?.[lastApplied]
  const metadata =
    applied === undefined
      ? manifest.metadata
      : {
          ...manifest.metadata,
          annotations: { ...annotations, [lastApplied]: placeholderOf('annotation', applied, digestKey) },
        }
  return { ...manifest, metadata, ...(Object.fromEntries(redacted) as Record<string, unknown>) }
}

/**
 * Returns the refusal of a Secret without its values. API servers and webhooks quote values that they refuse: completely,
 * in part, decoded, or as a number.
 */
export function withoutSecretValues(error: KubeError, manifest: Manifest): KubeError {
  const scrub = scrubber(valuesOf(manifest))
  const { failure, status, reason, retryAfter, causes } = error
  return new KubeError(failure, scrub(error.message), {
    status,
    reason,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    causes: causes.map((cause) => ({ ...cause, field: scrub(cause.field), message: scrub(cause.message) })),
  })
}

/** Returns the values in all forms in which they may be quoted. */
function valuesOf(manifest: Manifest): string[] {
  const given = sections.flatMap((section) => {
    const values = manifest[section]
    const each = isRecord(values) ? Object.values(values) : [values]
    return each
      .filter((value) => value !== undefined && value !== null)
      .flatMap((value) => {
        const plain = typeof value === 'string' ? value : JSON.stringify(value)
        const bytes = secretBytes(section, value)
        return [plain, bytes.toString('utf8'), bytes.toString('base64'), bytes.toString('hex')]
      })
  })
  const quoted = given.flatMap((value) => [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value.toWellFormed()),
  ])
  return [...new Set(quoted)].filter((value) => value.length >= minLength).sort((a, b) => b.length - a.length)
}

/** The minimum length of values to redact. Shorter ones occur in any sentence, so a message with one reveals nothing. */
const minLength = 4
/** The length from which a substring in common with a value is no coincidence. */
const fragmentLength = 12

function scrubber(values: readonly string[]): (text: string) => string {
  return (text) => {
    let scrubbed = text
      // Messages of Kubernetes quote the value after these words.
      .replaceAll(/(Invalid value: )(?:"(?:[^"\\]|\\.)*"|[^:]*)/g, `$1${plainPlaceholder}`)
      .replaceAll(/(got |found )&?value\.\w+\{.*?\}/g, `$1${plainPlaceholder}`)
    for (const value of values) scrubbed = scrubbed.replaceAll(value, plainPlaceholder)
    return withoutFragments(scrubbed, values)
  }
}

/** Redacts fragments of values, which remain if a long value was truncated. */
function withoutFragments(text: string, values: readonly string[]): string {
  const long = values.filter(({ length }) => length >= fragmentLength)
  if (long.length === 0 || text.length < fragmentLength) return text
  const fragments = new Set(
    long.flatMap((value) =>
      Array.from({ length: value.length - fragmentLength + 1 }, (_, at) =>
        value.slice(at, at + fragmentLength),
      ),
    ),
  )
  const hidden = new Uint8Array(text.length)
  for (let at = 0; at + fragmentLength <= text.length; at++)
    if (fragments.has(text.slice(at, at + fragmentLength))) hidden.fill(1, at, at + fragmentLength)
  return Array.from(text, (character, at) =>
    hidden[at] === 0 ? character : hidden[at - 1] === 1 ? '' : plainPlaceholder,
  ).join('')
}

/**
 * Returns a resource whose placeholders of secret values are replaced by the values that the live object has, or by others of the right
 * form, for a dry run.
 */
export function withLiveValues<Resource extends { manifest: Manifest }>(
  resource: Resource,
  live: KubeObject | undefined,
): Resource {
  const { manifest } = resource
  if (manifest.kind !== 'Secret') return resource
  const existing = live?.['data']
  const known = isRecord(existing) ? existing : {}
  const opened = sections.flatMap((section) => {
    const values = manifest[section]
    if (!isRecord(values)) return []
    const entries = Object.entries(values).map(([key, value]) => {
      if (typeof value !== 'string' || !placeholderPattern.test(value)) return [section, key, value]
      // The API server keeps text of `stringData` as base64 in `data`.
      return ['data', key, known[key] ?? standIn]
    })
    return entries
  })
  const data = Map.groupBy(opened, ([section]) => section)
  const filled = [...data].map(([section, entries]) => [
    section,
    Object.fromEntries(entries.map(([, key, value]) => [key, value])),
  ])
  const { data: _, stringData: __, ...rest } = manifest
  return { ...resource, manifest: { ...rest, ...Object.fromEntries(filled) } as Manifest }
}

/** A value in place of one that is not known, as base64. */
const standIn = Buffer.from('{}').toString('base64')

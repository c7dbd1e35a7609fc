import { isRecord, type Manifest } from '../../../schema/manifests.ts'
import { secretBytes, secretPlaceholder } from '../../../schema/secret-placeholders.ts'
import { KubeError } from './kube-error.ts'

/*
 * Values of Secrets are for the cluster alone: whatever is told of them, logged or stored holds marks in their places.
 */

const sections = ['data', 'stringData'] as const
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'

/** What stands in for a value where no key is known to make a mark with. */
const noMark = '(secret)'

/** The mark that people see in place of a value, the same as in the definition. */
export function markOf(section: string, value: unknown, digestKey: Buffer | undefined): string {
  return digestKey === undefined ? noMark : secretPlaceholder(digestKey, secretBytes(section, value))
}

/** A manifest with marks for values of a Secret: what is made of it, such as a hash, tells nothing of them. */
export function withMarks(manifest: Manifest, digestKey: Buffer | undefined): Manifest {
  // Without a key there is no mark to hash in place of a value.
  if (manifest.kind !== 'Secret' || digestKey === undefined) return manifest
  const marked = sections.flatMap((section) => {
    const values = manifest[section]
    if (!isRecord(values)) return []
    const marks = Object.entries(values).map(([key, value]) => [key, markOf(section, value, digestKey)])
    return [[section, Object.fromEntries(marks)]]
  })
  const { annotations } = manifest.metadata
  const applied = annotations?.[lastApplied]
  const metadata =
    applied === undefined
      ? manifest.metadata
      : {
          ...manifest.metadata,
          annotations: { ...annotations, [lastApplied]: markOf('annotation', applied, digestKey) },
        }
  return { ...manifest, metadata, ...(Object.fromEntries(marked) as Record<string, unknown>) }
}

/**
 * A refusal of a Secret without its values. API servers and webhooks quote what they refuse: whole, in part, decoded, or as
 * a number.
 */
export function withoutValues(error: KubeError, manifest: Manifest): KubeError {
  const scrub = scrubber(valuesOf(manifest))
  const { failure, status, reason, retryAfter, causes } = error
  return new KubeError(failure, scrub(error.message), {
    status,
    reason,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    causes: causes.map((cause) => ({ ...cause, field: scrub(cause.field), message: scrub(cause.message) })),
  })
}

/** Each value as it may be quoted. */
function valuesOf(manifest: Manifest): string[] {
  const given = sections.flatMap((section) => {
    const values = manifest[section]
    const each = isRecord(values) ? Object.values(values) : [values]
    return each
      .filter((value) => value !== undefined && value !== null)
      .flatMap((value) => {
        const text = typeof value === 'string' ? value : JSON.stringify(value)
        const bytes = secretBytes(section, value)
        return [text, bytes.toString('utf8'), bytes.toString('base64'), bytes.toString('hex')]
      })
  })
  const quoted = given.flatMap((text) => [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text.toWellFormed()),
  ])
  return [...new Set(quoted)].filter((text) => text.length >= shortest).sort((a, b) => b.length - a.length)
}

/** Characters: what is shorter is a word of any sentence, and is told nothing by. */
const shortest = 4
/** Characters in a row that are a part of a value, and not by chance. */
const telling = 12

function scrubber(values: readonly string[]): (text: string) => string {
  return (text) => {
    let scrubbed = text
      // What follows is the value, in the words of Kubernetes.
      .replaceAll(/(Invalid value: )(?:"(?:[^"\\]|\\.)*"|[^:]*)/g, `$1${noMark}`)
      .replaceAll(/(got |found )&?value\.\w+\{.*?\}/g, `$1${noMark}`)
    for (const value of values) scrubbed = scrubbed.replaceAll(value, noMark)
    return withoutParts(scrubbed, values)
  }
}

/** Without what is a part of a value, as where a long one was cut. */
function withoutParts(text: string, values: readonly string[]): string {
  const long = values.filter(({ length }) => length >= telling)
  if (long.length === 0 || text.length < telling) return text
  const parts = new Set(
    long.flatMap((value) =>
      Array.from({ length: value.length - telling + 1 }, (_, at) => value.slice(at, at + telling)),
    ),
  )
  const hidden = new Uint8Array(text.length)
  for (let at = 0; at + telling <= text.length; at++)
    if (parts.has(text.slice(at, at + telling))) hidden.fill(1, at, at + telling)
  return Array.from(text, (character, at) =>
    hidden[at] === 0 ? character : hidden[at - 1] === 1 ? '' : noMark,
  ).join('')
}
